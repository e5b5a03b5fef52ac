/**
 * Serves the files that `scripts/build-pages.ts` makes. Text is stored compressed: `NAME.gz`, where it pays also `NAME.br`. Each request
 * reads its file, so that an idle server holds none of them.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** In a checkout and in the package alike. */
export const PUBLIC_FOLDER = fileURLToPath(new URL('../../public/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};
/** Folders and files whose names do not start with a dot. */
const SAFE_NAME = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;
const FOREVER = 'public, max-age=31536000, immutable';
const HEADERS = { 'x-content-type-options': 'nosniff', vary: 'accept-encoding' };

interface StoredFile {
  bytes: Uint8Array;
  encoding?: 'br' | 'gzip';
}

/**
 * Sends a file below a folder; false if there is none. The names of files in `assets/` change with their content, so browsers may keep
 * them for good.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, folder: string, name: string): Promise<boolean> {
  const file = await load(folder, name, String(request.headers['accept-encoding'] ?? ''));
  if (!file) return false;
  const etag = `"${createHash('sha256').update(file.bytes).digest('base64url').slice(0, 12)}"`;
  reply.headers({ ...HEADERS, etag, 'cache-control': name.startsWith('assets/') ? FOREVER : 'no-cache' });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) {
    reply.code(304).send();
    return true;
  }
  if (file.encoding) reply.header('content-encoding', file.encoding);
  reply.type(TYPES[name.slice(name.lastIndexOf('.') + 1)]!).send(file.bytes);
  return true;
}

/** Only a checkout whose server was started in another way than `npm start` lacks the pages. */
export function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('This page is not built: run npm run pages.\n');
}

async function load(folder: string, name: string, accepted: string): Promise<StoredFile | undefined> {
  if (!SAFE_NAME.test(name) || !(name.slice(name.lastIndexOf('.') + 1) in TYPES)) return undefined;
  const path = join(folder, name);
  const brotli = /\bbr\b/.test(accepted) ? await read(`${path}.br`) : undefined;
  if (brotli) return { bytes: brotli, encoding: 'br' };
  const zipped = await read(`${path}.gz`);
  if (zipped && /\bgzip\b/.test(accepted)) return { bytes: zipped, encoding: 'gzip' };
  const bytes = zipped ? await promisify(gunzip)(zipped) : await read(path);
  return bytes && { bytes };
}

async function read(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw error;
  }
}
