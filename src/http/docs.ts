/** Serves the docs at `/docs`. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const DOCS_BASE = '/docs';

/** A file of the site; text is compressed with gzip. */
export interface DocsFile {
  bytes: Uint8Array;
  isCompressed: boolean;
  tag: string;
}

/** The files by their paths below the base; a page is `…/index.html`. */
export type BuildDocs = () => Promise<ReadonlyMap<string, DocsFile>>;

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};
const FOREVER = 'public, max-age=31536000, immutable';
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');
const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  vary: 'accept-encoding',
};

export function addDocs(server: FastifyInstance, build: BuildDocs): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const files = await build();
    const asked = ((request.params as { '*'?: string })['*'] ?? '').replace(/\/+$/, '');
    const name = [asked, asked === '' ? 'index.html' : `${asked}/index.html`].find((path) => files.has(path));
    return await send(request, reply.code(name === undefined ? 404 : 200), name ?? '404.html', files.get(name ?? '404.html')!);
  };
  server.get(DOCS_BASE, answer);
  server.get(`${DOCS_BASE}/*`, answer);
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  { bytes, isCompressed, tag }: DocsFile,
): Promise<FastifyReply> {
  const etag = `"${tag}"`;
  reply.headers({ ...HEADERS, etag, 'cache-control': name.startsWith('assets/') ? FOREVER : 'no-cache' });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.type(TYPES[name.slice(name.lastIndexOf('.') + 1)]!);
  if (!isCompressed) return reply.send(bytes);
  if (/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.header('content-encoding', 'gzip').send(bytes);
  return reply.send(await promisify(gunzip)(bytes));
}
