/** Fails on import cycles between folders, type imports included. A folder may import from its own subfolders, as `area.ts` does. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g;

const importsByFolder = new Map<string, Map<string, string>>();
for (const file of globSync(['src/**/*.{ts,tsx}', 'console/**/*.{ts,tsx}'], { cwd: root })) {
  if (/\.test\.tsx?$/.test(file)) continue;
  const from = dirname(file);
  for (const [, specifier] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
    const target = normalize(join(from, specifier!)).replaceAll('\\', '/');
    const to = dirname(target);
    if (isNested(from, to) || isNested(to, from)) continue;
    const imports = importsByFolder.get(from) ?? new Map<string, string>();
    importsByFolder.set(from, imports.set(to, `${file} imports ${target}`));
  }
}

const cycles = [...importsByFolder.keys()].flatMap((folder) => findCycle(folder) ?? []);
const shown = new Set<string>();
for (const cycle of cycles) {
  const key = [...cycle].sort().join(' ');
  if (shown.has(key)) continue;
  shown.add(key);
  console.error(`Import cycle: ${[...cycle, cycle[0]].join(' → ')}`);
  for (const [i, folder] of cycle.entries()) console.error(`  ${importsByFolder.get(folder)!.get(cycle[(i + 1) % cycle.length]!)}`);
}
console.log(`${importsByFolder.size} folders, ${shown.size} cycles`);
process.exitCode = shown.size > 0 ? 1 : 0;

function isNested(outer: string, inner: string): boolean {
  return `${inner}/`.startsWith(`${outer}/`);
}

/** The shortest cycle through a folder, by breadth-first search. */
function findCycle(start: string): string[][] | undefined {
  const queue: string[][] = [[start]];
  const seen = new Set<string>();
  for (const path of queue) {
    for (const next of importsByFolder.get(path.at(-1)!)?.keys() ?? []) {
      if (next === start) return [path];
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push([...path, next]);
    }
  }
  return undefined;
}
