/** The console: one page for all its addresses, its files, and what failures mean. Everything else it asks of the public operations. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Area } from '../kernel/area.ts';
import { fail } from '../kernel/failures.ts';
import type { FailureRow } from '../kernel/failures.ts';
import { makeBundle, sourceTime } from './console-bundle.ts';
import type { Asset, Bundle } from './console-bundle.ts';

const BASE = '/console';
const ASSETS = `${BASE}/assets`;
const FOREVER = 'public, max-age=31536000, immutable';

const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:", "connect-src 'self'", "font-src 'self'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
};

export function addConsole(server: FastifyInstance, { areas, dev }: { areas: readonly Area[]; dev: boolean }): void {
  const bundle = keptBundle(dev);
  let meanings: string | undefined;
  const page = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send((await bundle()).html);
  server.get(BASE, page);
  server.get(`${BASE}/*`, page);
  server.get(`${BASE}/failures.json`, (_request, reply) => reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(meanings ??= JSON.stringify(failuresOf(areas))));
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

/** Made once; with `--dev` again when its source has changed. */
function keptBundle(dev: boolean): () => Promise<Bundle> {
  let kept: { at: number; bundle: Promise<Bundle> } | undefined;
  return () => {
    const at = dev || !kept ? sourceTime() : kept.at;
    if (kept?.at !== at) {
      const made = { at, bundle: makeBundle(ASSETS) };
      kept = made;
      made.bundle.catch(() => {
        if (kept === made) kept = undefined;
      });
    }
    return kept!.bundle;
  };
}

interface Meaning extends FailureRow { area: string; kind: string; /** Where calls of the area begin. */ bases: string[] }

/** What every failure means and what to do about it: those of all areas once, then each area's own. */
function failuresOf(areas: readonly Area[]): Meaning[] {
  const rows = (area: string, bases: string[], all: Readonly<Record<string, FailureRow>>): Meaning[] => Object.entries(all).map(([kind, row]) => ({ area, bases, kind, ...row }));
  return [...areas.flatMap(({ name, mounts, failures }) => rows(name, [...new Set(mounts.map(({ base }) => base))], failures?.rows ?? {})), ...rows('', [''], fail.rows)];
}
