/** What a browser loads for a page before anything is clicked: the page, its style and its scripts, compressed. */
import { gzipSync } from 'node:zlib';
import type { Site } from './build.ts';

export function firstLoad(site: Site, path: string): number {
  const html = Buffer.from(site.get(path)!).toString();
  const names = [...html.matchAll(/(?:href|src)="[^"]*\/(assets\/[^"]+)"/g)]
    .map(([, name]) => name!)
    .filter((name) => /\.(css|js|svg)$/.test(name));
  const imported = names.flatMap((name) => (name.endsWith('.js') ? importsOf(site, name) : []));
  return [path, ...new Set([...names, ...imported])].reduce((sum, name) => sum + gzipSync(site.get(name)!, { level: 9 }).length, 0);
}

/** Scripts that a script imports when it starts; those of `import()` come later. */
function importsOf(site: Site, name: string): string[] {
  const source = Buffer.from(site.get(name)!).toString();
  return [...source.matchAll(/(?:^|;)import(?:[^"'();]*from)?["']\.\/([^"']+)["']/g)].flatMap(([, next]) => [
    `assets/${next!}`,
    ...importsOf(site, `assets/${next!}`),
  ]);
}
