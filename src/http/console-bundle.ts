/** The files of the console, compressed: those of the package, or built from the source on the first request and cached. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildConsole, sourceHash } from './console-build.ts';
import type { BuiltConsole } from './console-build.ts';
import { cached } from './console-cache.ts';

export interface Asset {
  type: string;
  bytes: Uint8Array;
  gzip: Uint8Array;
  brotli: Uint8Array;
}

export interface Bundle {
  html: string;
  /** By file name. */
  assets: ReadonlyMap<string, Asset>;
  /** Names of the files of the first load, besides the page. */
  first: readonly string[];
}

/** Where `scripts/build.ts` writes the console of the package; absent in a checkout. */
const BUILT = new URL('../console/', import.meta.url);
const CACHE_FILE = fileURLToPath(new URL('../../node_modules/.cache/perennial/console.bin', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
};

export const isPrebuilt = existsSync(BUILT);

export async function loadBundle(): Promise<Bundle> {
  if (isPrebuilt) return await compressAll(readBuilt());
  return await cached(
    CACHE_FILE,
    () => sourceHash(fileURLToPath(import.meta.url)),
    async () => await compressAll(await buildConsole()),
  );
}

async function compressAll({ html, files, first }: BuiltConsole): Promise<Bundle> {
  const assets = new Map(await Promise.all(files.map(async ({ name, contents }) => [name, await compress(name, contents)] as const)));
  return { html, assets, first };
}

function readBuilt(): BuiltConsole {
  const page = JSON.parse(readFileSync(new URL('page.json', BUILT), 'utf8')) as Omit<BuiltConsole, 'files'>;
  const names = readdirSync(fileURLToPath(BUILT)).filter((name) => name !== 'page.json');
  return { ...page, files: names.map((name) => ({ name, contents: readFileSync(new URL(name, BUILT)) })) };
}

async function compress(name: string, contents: Uint8Array): Promise<Asset> {
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(contents, { level: 9 }),
    promisify(brotliCompress)(contents, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length },
    }),
  ]);
  return { type: TYPES[name.split('.').at(-1)!]!, bytes: contents, gzip: zipped, brotli };
}
