/**
 * Serves the console: one page for all its addresses, its files, and the catalog of failures. It uses public operations for
 * everything else.
 */
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Area } from '../kernel/area.ts';
import { fail } from '../kernel/failures.ts';
import type { FailureRow } from '../kernel/failures.ts';
import { PUBLIC_FOLDER, sendFile, sendNotBuilt } from './static-files.ts';

const BASE = '/console';

const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

interface ConsoleOptions {
  areas: readonly Area[];
  /** Where its files are. */
  folder?: string;
}

export function addConsole(server: FastifyInstance, { areas, folder = join(PUBLIC_FOLDER, 'console') }: ConsoleOptions): void {
  let failures: string | undefined;
  const page = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    (await sendFile(request, reply.headers(PAGE_HEADERS), folder, 'index.html')) ? reply : sendNotBuilt(reply);
  server.get(BASE, page);
  server.get(`${BASE}/*`, page);
  server.get(`${BASE}/failures.json`, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send((failures ??= JSON.stringify(failuresOf(areas)))),
  );
  server.get(`${BASE}/assets/:name`, async (request, reply) => {
    if (!(await sendFile(request, reply, folder, `assets/${(request.params as { name: string }).name}`))) throw fail('PathUnknown');
    return reply;
  });
}

interface FailureEntry extends FailureRow {
  area: string;
  kind: string;
  /** Base paths of the area. */ bases: string[];
}

/** Every failure with its remedy: each area's own, then the shared ones. */
function failuresOf(areas: readonly Area[]): FailureEntry[] {
  const rows = (area: string, bases: string[], all: Readonly<Record<string, FailureRow>>): FailureEntry[] =>
    Object.entries(all).map(([kind, row]) => ({ area, bases, kind, ...row }));
  return [
    ...areas.flatMap(({ name, mounts, failures }) => rows(name, [...new Set(mounts.map(({ base }) => base))], failures?.rows ?? {})),
    ...rows('', [''], fail.rows),
  ];
}
