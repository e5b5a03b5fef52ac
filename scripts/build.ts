/**
 * Makes dist/ for the npm package: the source as JavaScript, since Node does not run TypeScript inside node_modules, the built console, and
 * the scripts and styles of the docs, whose pages the server renders from docs/. `npm pack` runs it. Types are replaced by spaces, so that
 * lines and columns of a stack trace are those of the source.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAssets } from '../src/docs/assets-build.ts';
import { buildConsole } from '../src/http/console-build.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** A path of a module in an import or in `new URL(…)`. */
const MODULE_PATH = /(?<=['"]\.{1,2}\/[^'"\n]*)\.ts(?=['"])/g;
const RELATIVE_PATH = /(?:from|import|URL\()\s*\(?\s*['"](\.{1,2}\/[^'"\n]+\.(?:js|json))['"]/g;

rmSync(dist, { recursive: true, force: true });
const modules = buildModules();
checkPaths(modules);
const files = await writeConsole();
const assets = await writeDocsAssets();
console.log(`dist: ${modules.length} modules, ${files} files of the console, ${assets} of the docs`);

function buildModules(): string[] {
  const sources = globSync('**/*.{ts,json,lu}', { cwd: join(root, 'src') }).filter(
    (name) => !name.endsWith('.test.ts') && !/^docs[\\/]browser[\\/]/.test(name),
  );
  return sources.map((name) => {
    const target = join(dist, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    if (!name.endsWith('.ts')) cpSync(join(root, 'src', name), target);
    else writeFileSync(target, stripTypeScriptTypes(readFileSync(join(root, 'src', name), 'utf8')).replaceAll(MODULE_PATH, '.js'));
    return target;
  });
}

/** Fails on a path that leads nowhere in the package. */
function checkPaths(modules: readonly string[]): void {
  const missing = modules
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(RELATIVE_PATH)]
        .filter(([, path]) => !existsSync(join(dirname(file), path!)))
        .map(([, path]) => `${file}: ${path} does not exist`),
    );
  if (missing.length > 0) throw new Error(missing.join('\n'));
}

async function writeConsole(): Promise<number> {
  const { html, files, first } = await buildConsole();
  const folder = join(dist, 'console');
  mkdirSync(folder);
  for (const { name, contents } of files) writeFileSync(join(folder, name), contents);
  writeFileSync(join(folder, 'page.json'), JSON.stringify({ html, first }));
  return files.length;
}

async function writeDocsAssets(): Promise<number> {
  const { files, ...names } = await buildAssets();
  const folder = join(dist, 'docs-assets');
  mkdirSync(folder);
  for (const [name, contents] of files) writeFileSync(join(folder, name), contents);
  writeFileSync(join(folder, 'names.json'), JSON.stringify(names));
  return files.size;
}
