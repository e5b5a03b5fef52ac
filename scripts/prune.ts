/**
 * Deletes from installed packages what is never loaded here. Licenses stay.
 *
 *     node scripts/prune.ts FOLDER tests|server|image
 *
 * prunes FOLDER/node_modules for the platform that runs it. `tests` deletes native code of other platforms; `server` also builds for
 * browsers, type declarations, source maps, documentation and tests; `image` also Node, which its base has, and then imports every
 * dependency of FOLDER/package.json: an image whose packages do not load is not built.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Target {
  platform: string;
  arch: string;
}

const EXTENTS = ['tests', 'server', 'image'] as const;
export type Extent = (typeof EXTENTS)[number];

/** By path inside node_modules, and the extent from which on it is deleted. */
const UNUSED: Readonly<Record<Extent, readonly string[]>> = {
  tests: [
    'node-{linux,darwin,win}-*/{include,share,CHANGELOG.md,README.md}',
    // Of the runtime Bare.
    'bare-*/prebuilds',
  ],
  server: [
    // Builds for browsers, React Native, workers of clouds, and content delivery networks.
    '@azure/*/dist/{browser,react-native}',
    '@typespec/*/dist/{browser,react-native,workerd}',
    '@microsoft/recognizers-text*/dist/*.{browser,es5}.js',
    '@hyzyla/pdfium/dist/{index.esm.base64,index.esm.browser,index.esm.cdn,index.esm.worker,pdfium.wasm.base64-*,worker.bundle}.js',
    'libphonenumber-js/bundle',
    'zxing-wasm/dist/{iife,miniprogram}',
    // What makes a package rather than runs in it.
    'onnxruntime-node/script',
    '{*,@*/*}/{test,tests,docs,doc,example,examples,benchmark,benchmarks,bench}',
    '{*,@*/*}/**/*.{map,ts,mts,cts,tsx,flow,md,markdown}',
  ],
  image: ['node-{linux,darwin,win}-*'],
};

/** Licenses in files that look like documentation. */
const KEPT = /(^|\/)(licen[cs]e|copying|notice|third.?party)[^/]*$/i;

/** Deletes the files; returns how many bytes that frees. */
export function prune(modules: string, extent: Extent, { platform, arch }: Target): number {
  const patterns = EXTENTS.slice(0, EXTENTS.indexOf(extent) + 1).flatMap((each) => UNUSED[each]);
  const own = `onnxruntime-node/bin/*/${platform}/${arch}`;
  const foreign = globSync('onnxruntime-node/bin/*/*/*', { cwd: modules }).filter(
    (path) => !globSync(own, { cwd: modules }).includes(path),
  );
  const unused = globSync(patterns, { cwd: modules }).filter((path) => !KEPT.test(path));
  let bytes = 0;
  for (const path of [...foreign, ...unused]) {
    bytes += sizeOf(join(modules, path));
    rmSync(join(modules, path), { recursive: true, force: true });
  }
  return bytes;
}

function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.size ?? 0;
  return globSync('**', { cwd: path, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Imports the dependencies of the package in a folder, in a process of its own; returns the reasons of those that fail. */
export function findBroken(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies?: object };
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', IMPORT_ALL, ...Object.keys(dependencies)],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) return [stderr];
  return stdout.split('\n').filter(Boolean);
}

/** A package may have no entry of its own, only files to import. */
const IMPORT_ALL = `for (const name of process.argv.slice(1))
  await import(name).catch((error) => error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED' || console.log(name + ': ' + error.message));
process.exit();`;

if (import.meta.main) {
  const [folder = '.', extent] = process.argv.slice(2);
  if (!EXTENTS.includes(extent as Extent)) throw new Error(`Usage: node scripts/prune.ts FOLDER ${EXTENTS.join('|')}`);
  const bytes = prune(join(folder, 'node_modules'), extent as Extent, process);
  console.error(`Pruned ${Math.round(bytes / 1e6)} MB.`);
  const broken = extent === 'image' ? findBroken(folder) : [];
  if (broken.length > 0) {
    console.error(`These packages no longer load:\n${broken.join('\n')}`);
    process.exitCode = 1;
  }
}
