/** The scripts, the style and the icon of the site: those of the package, or built from the source. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Assets } from './assets-build.ts';

/** Where `scripts/build.ts` writes them for the package; absent in a checkout. */
const BUILT = new URL('../docs-assets/', import.meta.url);
const NAMES = 'names.json';

export async function loadAssets(): Promise<Assets> {
  if (!existsSync(BUILT)) return await (await import('./assets-build.ts')).buildAssets();
  const names = JSON.parse(readFileSync(new URL(NAMES, BUILT), 'utf8')) as Omit<Assets, 'files'>;
  const files = readdirSync(fileURLToPath(BUILT)).filter((name) => name !== NAMES);
  return { ...names, files: new Map(files.map((name) => [name, readFileSync(new URL(name, BUILT))])) };
}
