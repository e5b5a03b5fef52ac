/**
 * Serves the console: one page for all its addresses, its files, and the catalog of failures. It uses public operations for
 * everything else.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Area } from '../kernel/area.ts';
import { fail } from '../kernel/failures.ts';
import type { FailureRow } from '../kernel/failures.ts';
import { ASSETS, sourceModifiedAt } from './console-build.ts';
import { isPrebuilt, loadBundle } from './console-bundle.ts';
import type { Asset, Bundle } from './console-bundle.ts';

const BASE = '/console';
const FOREVER = 'public, max-age=31536000, immutable';

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
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
};

export function addConsole(server: FastifyInstance, { areas, dev }: { areas: readonly Area[]; dev: boolean }): void {
  const bundle = cachedBundle(dev);
  let failures: string | undefined;
  const page = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply
      .headers(PAGE_HEADERS)
      .type('text/html; charset=utf-8')
      .send((await bundle()).html);
  server.get(BASE, page);
  server.get(`${BASE}/*`, page);
  server.get(`${BASE}/failures.json`, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send((failures ??= JSON.stringify(failuresOf(areas)))),
  );
  server.get(`${ASSETS}/:name`, async (request, reply) => {
    const asset = (await bundle()).assets.get((request.params as { name: string }).name);
    if (!asset) throw fail('PathUnknown');
    return sendAsset(reply, asset, String(request.headers['accept-encoding'] ?? ''));
  });
}

function sendAsset(reply: FastifyReply, { type, bytes, gzip, brotli }: Asset, accepted: string): FastifyReply {
  reply.headers({ 'cache-control': FOREVER, 'content-type': type, 'x-content-type-options': 'nosniff', vary: 'accept-encoding' });
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(brotli);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzip);
  return reply.send(bytes);
}

/** Bundled once; with `--dev` in a checkout again when the source has changed. */
function cachedBundle(dev: boolean): () => Promise<Bundle> {
  let cached: { at: number; bundle: Promise<Bundle> } | undefined;
  return () => {
    const at = dev && !isPrebuilt ? sourceModifiedAt() : 0;
    if (cached?.at !== at) {
      const made = { at, bundle: loadBundle() };
      cached = made;
      made.bundle.catch(() => {
        if (cached === made) cached = undefined;
      });
    }
    return cached!.bundle;
  };
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
