/**
 * npm run pages: builds the console and the docs, or the one that is named, into public/, which the server serves. `npm start` runs it, and
 * so does the build of the npm package. Files that have not changed since the last build are kept; a running server serves the new files
 * without a restart.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PUBLIC = join(ROOT, 'public');
/** Images are compressed already. */
const COMPRESSED_TYPES = /\.(html|css|js|json|svg)$/;

interface Part {
  /** What it is made from. */
  sources: readonly string[];
  /** Files by their paths. */
  build(): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Whether its texts are stored for brotli too: slower to make, smaller to send. */
  brotli: boolean;
}

const PARTS: Readonly<Record<string, Part>> = {
  console: {
    sources: ['console/**/*.{ts,tsx,css,json,png,woff2}', 'scripts/build-console.ts'],
    brotli: true,
    async build() {
      const { html, files } = await (await import('./build-console.ts')).buildConsole();
      return new Map([['index.html', Buffer.from(html)], ...files.map(({ name, contents }) => [`assets/${name}`, contents] as const)]);
    },
  },
  docs: {
    sources: [
      'docs/**/*.{md,json,png}',
      '*.md',
      'package.json',
      'scripts/site/**/*.{ts,css,json}',
      'console/{style/0-colors.css,icon.svg}',
      'src/{areas,accounts,kernel,shared}/**/*.ts',
      'src/areas.ts',
    ],
    brotli: false,
    build: async () => await (await import('./site/whole-site.ts')).buildWholeSite('/docs'),
  },
};

/** Builds what has changed, of some or all parts; returns the names of these parts. */
export async function buildPages(names: readonly string[] = Object.keys(PARTS)): Promise<string[]> {
  const built: string[] = [];
  for (const name of names) {
    const part = PARTS[name]!;
    const key = keyOf(part);
    const keyFile = join(PUBLIC, name, '.key');
    if (existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key) continue;
    const folder = join(PUBLIC, `.${name}-${process.pid}`);
    for (const [path, bytes] of await part.build()) store(join(folder, path), bytes, part.brotli);
    writeFileSync(join(folder, '.key'), key);
    replaceFolder(join(PUBLIC, name), folder);
    built.push(name);
  }
  return built;
}

/** A hash of all that a part depends on: its sources, this program and the versions of the packages. */
function keyOf({ sources }: Part): string {
  const hash = createHash('sha256');
  const files = globSync(sources as string[], { cwd: ROOT }).filter((name) => !name.endsWith('.test.ts'));
  for (const name of [...files.sort(), 'scripts/build-pages.ts', 'package-lock.json']) {
    const contents = readFileSync(join(ROOT, name));
    hash.update(`${name} ${contents.length}\n`).update(contents);
  }
  return hash.digest('hex');
}

function store(path: string, bytes: Uint8Array, brotli: boolean): void {
  mkdirSync(dirname(path), { recursive: true });
  if (!COMPRESSED_TYPES.test(path)) return writeFileSync(path, bytes);
  writeFileSync(`${path}.gz`, gzipSync(bytes));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  if (brotli) writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
}

/** By renaming: a server may be reading from it, or another build may be replacing it. */
function replaceFolder(folder: string, replacement: string): void {
  const former = `${replacement}-former`;
  if (existsSync(folder)) renameSync(folder, former);
  renameSync(replacement, folder);
  rmSync(former, { recursive: true, force: true });
}

if (import.meta.main) {
  const startedAt = performance.now();
  const built = await buildPages(process.argv.length > 2 ? process.argv.slice(2) : undefined);
  if (built.length > 0) console.error(`Built ${built.join(' and ')} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}
