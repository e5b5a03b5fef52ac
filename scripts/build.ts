/**
 * Makes what the npm package has beside docs and weights: dist/, the source as JavaScript, since Node does not run TypeScript inside
 * node_modules, and public/, which the server serves. `npm pack` runs it. Types are replaced by spaces, so that lines and columns of a
 * stack trace are those of the source.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages } from './build-pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** A path of a module in an import or in `new URL(…)`. */
const MODULE_PATH = /(?<=['"]\.{1,2}\/[^'"\n]*)\.ts(?=['"])/g;
const RELATIVE_PATH = /(?:from|import|URL\()\s*\(?\s*['"](\.{1,2}\/[^'"\n]+\.(?:js|json))['"]/g;

rmSync(dist, { recursive: true, force: true });
const modules = buildModules();
checkPaths(modules);
await buildPages();
console.log(`dist: ${modules.length} modules`);

function buildModules(): string[] {
  const sources = globSync('**/*.{ts,json,lu,sql}', { cwd: join(root, 'src') }).filter((name) => !name.endsWith('.test.ts'));
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
