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
import type { Headers } from '../exchange.ts';
import type { PageReply, PageRequest } from './page.ts';

/** In a checkout and in the package alike. */
export const PUBLIC_FOLDER = fileURLToPath(new URL('../../../public/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  woff2: 'font/woff2',
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
 * The reply with a file below a folder; undefined if there is none. The names of files in `assets/` change with their content, so browsers
 * may keep them for good.
 */
export async function fileReply(
  { headers: requested }: Pick<PageRequest, 'headers'>,
  folder: string,
  name: string,
  { status = 200, headers = {} }: { status?: number; headers?: Headers } = {},
): Promise<PageReply | undefined> {
  const file = await load(folder, name, String(requested['accept-encoding'] ?? ''));
  if (!file) return undefined;
  const etag = `"${createHash('sha256').update(file.bytes).digest('base64url').slice(0, 12)}"`;
  const all = { ...headers, ...HEADERS, etag, 'cache-control': name.startsWith('assets/') ? FOREVER : 'no-cache' };
  if (status === 200 && requested['if-none-match'] === etag) return { status: 304, headers: all };
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]!;
  return {
    status,
    headers: { ...all, 'content-type': type, ...(file.encoding && { 'content-encoding': file.encoding }) },
    body: file.bytes,
  };
}

/** Only a checkout whose server was started in another way than `npm start` lacks the pages. */
export function notBuiltReply(headers: Headers): PageReply {
  const body = 'This page is not built: run npm run pages.\n';
  return { status: 404, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, body };
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
