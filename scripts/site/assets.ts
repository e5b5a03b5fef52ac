/** Builds the scripts, the style and the icon of the site, under names with a hash of their content. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { hashOf } from './content-hash.ts';

export interface Assets {
  /** By file name. */
  files: ReadonlyMap<string, Uint8Array>;
  script: string;
  themeScript: string;
  style: string;
  icon: string;
}

const BROWSER = new URL('browser/', import.meta.url);
const COLORS = new URL('../../console/style/0-colors.css', import.meta.url);
const ICON = new URL('../../console/icon.svg', import.meta.url);
const DARK = ":root[data-theme='dark']";

export async function buildAssets(): Promise<Assets> {
  const scripts = await build({
    entryPoints: [fileURLToPath(new URL('main.ts', BROWSER)), fileURLToPath(new URL('theme.ts', BROWSER))],
    bundle: true,
    minify: true,
    write: false,
    outdir: '/',
    logLevel: 'silent',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    target: 'es2022',
    legalComments: 'none',
    tsconfigRaw: {},
  });
  const [colors, rules, icon] = await Promise.all([
    readFile(COLORS, 'utf8'),
    readFile(new URL('style.css', BROWSER), 'utf8'),
    readFile(ICON),
  ]);
  const style = Buffer.from((await transform(withSystemTheme(colors) + rules, { loader: 'css', minify: true, target: 'es2022' })).code);
  const files = new Map(scripts.outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const add = (name: string, bytes: Uint8Array): string => {
    const hashed = name.replace('.', `-${hashOf(bytes)}.`);
    files.set(hashed, bytes);
    return hashed;
  };
  const named = (name: string): string => [...files.keys()].find((file) => file.startsWith(`${name}-`))!;
  return { files, style: add('style.css', style), icon: add('icon.svg', icon), script: named('main'), themeScript: named('theme') };
}

/** Dark where the system is, also without scripts. */
function withSystemTheme(colors: string): string {
  const start = colors.indexOf(DARK);
  const dark = colors.slice(colors.indexOf('{', start), colors.indexOf('}', start) + 1);
  return `${colors}@media (prefers-color-scheme: dark){:root:not([data-theme])${dark}}\n`;
}
