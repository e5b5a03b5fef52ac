/** Shared by the authoring commands: calls with the key of an account, and files. */
import { readFileSync } from 'node:fs';
import { UsageError, textFlag } from './command.ts';
import type { Invocation } from './command.ts';
import { MANAGEMENT_FLAGS, Management, serverUrl } from './management.ts';

const DEFAULT_ACCOUNT = '/subscriptions/default/resourceGroups/default/accounts/default';

export const AUTHORING_FLAGS = {
  ...MANAGEMENT_FLAGS,
  key: { type: 'string', help: 'key of the account [key1 of the account default]' },
} as const;

export interface Body {
  text: string | Uint8Array<ArrayBuffer>;
  type: string;
}

export class Authoring {
  readonly #url: string;
  readonly #base: string;
  readonly key: string;

  constructor(url: string, base: string, key: string) {
    this.#url = url;
    this.#base = base;
    this.key = key;
  }

  /** Uses the given key, or the first key of the account `default`. */
  static async connect({ config, flags }: Invocation, base: string): Promise<Authoring> {
    const url = serverUrl({ config, flags });
    const key =
      textFlag(flags, 'key', '') ||
      (await new Management({ config, flags }).call<{ key1: string }>('POST', `${DEFAULT_ACCOUNT}/listKeys`)).key1;
    return new Authoring(url, base, key);
  }

  /** Returns the body; throws the server's error message. */
  async call(method: string, path: string, body?: Body): Promise<string> {
    return (await this.start(method, path, body)).text;
  }

  /** Returns the body and the address of the job. */
  async start(method: string, path: string, body?: Body): Promise<{ text: string; location: string | null }> {
    const { ok, status, text, location } = await this.#send(method, this.#base + path, body);
    if (ok) return { text, location };
    throw new UsageError((JSON.parse(text) as { error?: { message?: string } }).error?.message ?? `The server responded with ${status}.`);
  }

  /** Whether a path exists. */
  async has(path: string): Promise<boolean> {
    return (await this.#send('GET', this.#base + path)).status === 200;
  }

  /** Gets an address that the server returned, at the origin where the server was reached. */
  async getAt<T>(address: string): Promise<T> {
    const { pathname, search } = new URL(address);
    const { ok, status, text } = await this.#send('GET', pathname + search);
    if (!ok) throw new UsageError(`The server responded with ${status}.`);
    return JSON.parse(text) as T;
  }

  async #send(method: string, path: string, body?: Body): Promise<{ ok: boolean; status: number; text: string; location: string | null }> {
    let response: Response;
    try {
      response = await fetch(this.#url + path, {
        method,
        headers: { 'ocp-apim-subscription-key': this.key, ...(body && { 'content-type': body.type }) },
        body: body?.text,
      });
    } catch (error) {
      throw new UsageError(
        `No server responds at ${this.#url} (${String(
          (
            error as Error & {
              cause?: { code?: string };
            }
          ).cause?.code ?? 'unreachable',
        )}). Start it, or set --url.`,
      );
    }
    return { ok: response.ok, status: response.status, text: await response.text(), location: response.headers.get('operation-location') };
  }
}

/** Encodes a path segment. */
export const encodePathPart = encodeURIComponent;

export function isLu(file: string): boolean {
  return /\.lu$/i.test(file);
}

export function readTextFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'}).`);
  }
}
