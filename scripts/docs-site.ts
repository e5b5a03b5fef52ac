/**
 * npm run docs:site: writes the docs as a static site, the same that the server serves at `/docs`.
 *
 *     node scripts/docs-site.ts --out FOLDER [--base /path]
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { firstLoad } from './site/first-load.ts';
import { buildWholeSite } from './site/whole-site.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string' }, base: { type: 'string', default: '/docs' } } });
if (values.out === undefined) throw new Error('Usage: node scripts/docs-site.ts --out FOLDER [--base /path]');
const base = values.base.replace(/\/+$/, '');
if (base !== '' && !base.startsWith('/')) throw new Error(`--base ${base}: must start with a slash.`);
const out = resolve(values.out);
if (out === resolve(root) || resolve(root).startsWith(`${out}/`)) throw new Error(`--out ${out}: would replace the repository.`);

const startedAt = performance.now();
const site = await buildWholeSite(base);
const builtMs = performance.now() - startedAt;
rmSync(out, { recursive: true, force: true });
for (const [path, bytes] of site) {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
const gzipped = (path: string): number => gzipSync(site.get(path)!, { level: 9 }).length;
const pages = [...site.keys()].filter((path) => path.endsWith('.html'));
const total = [...site.values()].reduce((sum, { length }) => sum + length, 0);
const heaviest = pages.map((path) => ({ path, bytes: firstLoad(site, path) })).sort((a, b) => b.bytes - a.bytes)[0]!;
const index = [...site.keys()].find((path) => path.startsWith('assets/search-') && path.endsWith('.json'))!;
console.log(`${pages.length} pages, ${site.size} files, ${kb(total)} in ${out}`);
console.log(
  `first load of the home page: ${kb(firstLoad(site, 'index.html'))} gzip; of the heaviest (${heaviest.path}): ${kb(heaviest.bytes)}`,
);
console.log(`search, on demand: index ${kb(gzipped(index))} gzip`);
console.log(`built in ${(builtMs / 1000).toFixed(1)} s`);
