/**
 * Builds the console from its source: a page, an entry script, one more per page of the console that is loaded with it, and one style
 * sheet. File names contain a hash of the content.
 */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';

/** The path under which the files are served. */
const ASSETS = '/console/assets';

export interface BuiltConsole {
  html: string;
  files: readonly { name: string; contents: Uint8Array }[];
  /** Names of the files of the first load, besides the page. */
  first: readonly string[];
}

const SOURCE = fileURLToPath(new URL('../console/', import.meta.url));
/** The drawing of icon.svg. Browsers read the icon again with each address of the console, and a drawing takes them milliseconds. */
const ICON = 'icon.png';
/** The file of the font that every page needs. */
const FONT = 'inter-basic';
/** Runs beside the pages, shared by all tabs. */
const WORKER = 'live-worker.ts';

export async function buildConsole(): Promise<BuiltConsole> {
  const names = { entryNames: '[name]-[hash]', assetNames: '[name]-[hash]' } as const;
  const shared = { bundle: true, minify: true, write: false, outdir: '/', logLevel: 'silent', ...names } as const;
  const [scripts, worker, styles] = await Promise.all([
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
      plugins: [oneFirstChunk()],
    }),
    build({ ...shared, entryPoints: [join(SOURCE, WORKER)], format: 'iife', target: 'es2022', tsconfigRaw: {} }),
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
      loader: { '.woff2': 'file' },
      publicPath: ASSETS,
    }),
  ]);
  const icon = await readFile(join(SOURCE, ICON));
  const files = [...scripts.outputFiles, ...worker.outputFiles, ...styles.outputFiles].map(({ path, contents }) => ({
    name: basename(path),
    contents,
  }));
  files.push({ name: ICON.replace('.', `-${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.`), contents: icon });
  const [entry, imported] = findEntry(scripts.metafile);
  const built = styles.outputFiles.map(({ path }) => basename(path));
  const style = built.find((name) => name.endsWith('.css'))!;
  const font = built.find((name) => name.startsWith(FONT))!;
  const html = renderPage({
    script: entry,
    imported,
    style,
    font,
    icon: files.at(-1)!.name,
    worker: basename(worker.outputFiles[0]!.path),
  });
  return { html, files, first: [entry, ...imported, style, font] };
}

/** Shared styles first, so that pages can override them. */
function styleSheets(): string[] {
  const isPage = (name: string): boolean => name.startsWith('pages');
  return globSync('**/*.css', { cwd: SOURCE })
    .map((name) => name.replaceAll('\\', '/'))
    .sort((a, b) => Number(isPage(a)) - Number(isPage(b)) || (a < b ? -1 : 1));
}

/** What the entry script loads first, after the texts in the user's language. */
const START = 'shell/start.tsx';

/**
 * A chunk holds the modules that the same scripts import. Every script that is loaded later imports the start too, which has run by then:
 * so all that the start imports is in one chunk, and not in one for each combination of scripts that share it.
 */
function oneFirstChunk(): Plugin {
  const start = join(SOURCE, START);
  return {
    name: 'one-first-chunk',
    setup({ onResolve, onLoad }) {
      const loadedLater = new Set<string>();
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind === 'dynamic-import') loadedLater.add(resolve(resolveDir, path));
        return undefined;
      });
      onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        if (path === start || !loadedLater.has(path)) return undefined;
        const source = await readFile(path, 'utf8');
        return { contents: `import ${JSON.stringify(start)};${source}`, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/** Where most visits start. */
const HOME = 'pages/home/page.tsx';

/** The entry script, and those that it needs to show the home page. */
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
  for (const source of [START, HOME]) {
    const [next] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(source))!;
    follow([{ path: next, kind: 'import-statement' }]);
  }
  return [basename(path), [...found].map((one) => basename(one))];
}

function renderPage({
  script,
  imported,
  style,
  font,
  icon,
  worker,
}: {
  script: string;
  imported: readonly string[];
  style: string;
  font: string;
  icon: string;
  worker: string;
}): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Perennial</title>
<meta name="color-scheme" content="light dark"><meta name="live-worker" content="${ASSETS}/${worker}"><link rel="icon" href="${ASSETS}/${icon}"><link rel="stylesheet" href="${ASSETS}/${style}"><link rel="preload" as="font" type="font/woff2" crossorigin href="${ASSETS}/${font}">
${imported.map((name) => `<link rel="modulepreload" href="${ASSETS}/${name}">`).join('')}<script type="module" src="${ASSETS}/${script}"></script></head>
<body><div id="console"></div><noscript>The console needs JavaScript. Everything it does can be done over HTTP: see <a href="/docs">the operations</a>.</noscript></body></html>
`;
}
