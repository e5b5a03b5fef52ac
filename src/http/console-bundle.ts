/**
 * Bundles the console from its source on the first request: an entry script, one more per page that is loaded with the
 * page, and one style sheet. File names contain a hash of the content.
 */
import { createHash } from 'node:crypto';
import { globSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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

const SOURCE = fileURLToPath(new URL('../../console/', import.meta.url));
const ICON = 'icon.svg';
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** When the source was last changed: a change needs no restart of the server. */
export function sourceModifiedAt(): number {
  return Math.max(...globSync('**/*.{ts,tsx,css,svg}', { cwd: SOURCE }).map((name) => statSync(join(SOURCE, name)).mtimeMs));
}

export async function buildBundle(base: string): Promise<Bundle> {
  const { build } = await import('esbuild');
  const shared = { bundle: true, minify: true, write: false, outdir: '/', logLevel: 'silent', entryNames: '[name]-[hash]' } as const;
  const [scripts, styles] = await Promise.all([
    build({
      ...shared,
      entryPoints: [join(SOURCE, 'main.tsx')],
      format: 'esm',
      splitting: true,
      chunkNames: '[name]-[hash]',
      target: 'es2022',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      legalComments: 'none',
      tsconfigRaw: {},
      metafile: true,
    }),
    build({
      ...shared,
      stdin: {
        contents: styleSheets()
          .map((name) => `@import "./${name}";`)
          .join('\n'),
        loader: 'css',
        resolveDir: SOURCE,
        sourcefile: 'console.css',
      },
      entryNames: 'console-[hash]',
    }),
  ]);
  const icon = await readFile(join(SOURCE, ICON));
  const files = [...scripts.outputFiles, ...styles.outputFiles].map(({ path, contents }) => ({ name: basename(path), contents }));
  files.push({ name: ICON.replace('.', `-${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.`), contents: icon });
  const assets = new Map(await Promise.all(files.map(async ({ name, contents }) => [name, await compress(name, contents)] as const)));
  const [entry, imported] = findEntry(scripts.metafile);
  const style = basename(styles.outputFiles[0]!.path);
  const html = renderPage({ base, script: entry, imported, style, icon: files.at(-1)!.name });
  return { html, assets, first: [entry, ...imported, style] };
}

/** Shared styles first, so that pages can override them. */
function styleSheets(): string[] {
  const isPage = (name: string): boolean => name.startsWith('pages');
  return globSync('**/*.css', { cwd: SOURCE })
    .map((name) => name.replaceAll('\\', '/'))
    .sort((a, b) => Number(isPage(a)) - Number(isPage(b)) || (a < b ? -1 : 1));
}

/** The entry script, and those that it imports. */
function findEntry({
  outputs,
}: {
  outputs: Record<string, { entryPoint?: string; imports: { path: string; kind: string }[] }>;
}): [entry: string, imported: string[]] {
  const [path, entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('main.tsx'))!;
  const found = new Set<string>();
  const follow = (imports: { path: string; kind: string }[]): void => {
    for (const { path: next, kind } of imports) {
      if (kind !== 'import-statement' || found.has(next)) continue;
      found.add(next);
      follow(outputs[next]?.imports ?? []);
    }
  };
  follow(entry.imports);
  return [basename(path), [...found].map((one) => basename(one))];
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

function renderPage({
  base,
  script,
  imported,
  style,
  icon,
}: {
  base: string;
  script: string;
  imported: readonly string[];
  style: string;
  icon: string;
}): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Perennial</title>
<meta name="color-scheme" content="light dark"><link rel="icon" href="${base}/${icon}"><link rel="stylesheet" href="${base}/${style}">
${imported.map((name) => `<link rel="modulepreload" href="${base}/${name}">`).join('')}<script type="module" src="${base}/${script}"></script></head>
<body><div id="console"></div><noscript>The console needs JavaScript. Everything it does can be done over HTTP: see <a href="/docs">the operations</a>.</noscript></body></html>
`;
}
