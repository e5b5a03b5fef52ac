/**
 * Requests of clients whose languages the tests do not need to have, and of programs that people use: those of Go as the released
 * client was seen to send them, the others after its source: paths, headers, order of parameters, polling, and what it reads of the
 * replies. test/clients/replayed.test.ts replays
 * them.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Values by the way to them, with dots; one between slashes is an expression, and `{name}` what was captured before, or the file of the
 * invoice in base64 as `{invoice}`.
 */
export type Expected = Readonly<Record<string, string>>;

export interface ReplayedRequest {
  /** Method and path, or `GET {name}` for a captured address. */
  send: string;
  headers?: Record<string, string>;
  body?: unknown;
  file?: 'invoice';
  photo?: 'one' | 'group';
  /** Repeat until the reply has these values. */
  until?: Expected;
  expect: { status: number; headers?: Readonly<Record<string, string>>; body?: Expected };
  /** Values for later requests: the way to them in the body, or `header:NAME`. */
  capture?: Readonly<Record<string, string>>;
}

export interface ReplayedClient {
  file: string;
  language: 'Go' | 'Java' | 'C#' | 'JavaScript program' | 'Python program';
  client: string;
  version: string;
  speaks: readonly string[];
  replays: string;
  /** What exists before: the app of docs/samples, its project, or photos. */
  needs?: 'app' | 'project' | 'photo';
  headers: Record<string, string>;
  requests: readonly ReplayedRequest[];
}

export function readReplayedClients(): ReplayedClient[] {
  return globSync('test/clients/replayed/*.json', { cwd: ROOT })
    .sort()
    .map((file) => ({ file, ...(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Omit<ReplayedClient, 'file'>) }));
}

export function nameOf({ file }: ReplayedClient): string {
  return basename(file, '.json');
}
