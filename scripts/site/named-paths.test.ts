import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = ['*.md', 'docs/**/*.md', '{src,console,lab,test,weights,deploy}/**/README.md'];
/** Made when something runs, or an example. */
const NOT_STORED = new Set(['deploy/secrets', 'scripts/vulnerabilities.json', 'test/browser/NAME.test.ts']);

test('files that the docs name exist', () => {
  const pages = globSync(PAGES, { cwd, exclude: (name) => name === 'node_modules' || name === 'CHANGELOG.md' });
  assert.ok(pages.length > 50);
  const missing = pages.flatMap((page) =>
    [...readFileSync(`${cwd}/${page}`, 'utf8').matchAll(/`((?:src|console|lab|test|scripts|weights|deploy)\/[^\s`…]+?)[/.]?`/g)]
      .map(([, path]) => path!)
      .filter((path) => !NOT_STORED.has(path) && globSync(path, { cwd }).length === 0)
      .map((path) => `${page}: ${path}`),
  );
  assert.deepEqual(missing, []);
});
