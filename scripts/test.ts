/** npm test: types, lint, import rules, generated papers and all tests; stops at the first step that fails. */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string): string => join(root, 'node_modules', name);
const node = (...args: string[]): [string, ...string[]] => [process.execPath, ...args];
const tests = (...patterns: string[]): string[] => globSync(patterns, { cwd: root }).sort();

const STEPS: Readonly<Record<string, [string, ...string[]]>> = {
  types: node(bin('typescript/bin/tsc')),
  'console-types': node(bin('typescript/bin/tsc'), '-p', 'src/console'),
  lint: node(bin('eslint/bin/eslint.js'), '.'),
  imports: node('scripts/check-imports.ts'),
  papers: node('scripts/docs.ts', '--check'),
  unit: node('--test', '--test-isolation=none', ...tests('src/**/*.test.ts')),
  storage: node('--test', '--test-isolation=none', ...tests('test/storage/*.test.ts')),
  contract: node('--test', '--test-concurrency=2', ...tests('test/contract/*.test.ts')),
  acceptance: node('--test', '--test-concurrency=2', ...tests('test/acceptance/*.test.ts', 'test/clients/*.test.ts')),
  browser: node('--test', '--test-concurrency=1', ...tests('test/browser/*.test.ts')),
  faults: node('--test', '--test-concurrency=2', ...tests('test/faults/*.test.ts')),
};

const chosen = process.argv.slice(2);
for (const name of chosen) if (!(name in STEPS)) throw new Error(`There is no step ${name}; there are ${Object.keys(STEPS).join(', ')}.`);
const started = performance.now();
for (const [name, [command, ...args]] of Object.entries(STEPS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n— ${name}`);
  const begun = performance.now();
  const status = await new Promise<number | null>((resolve) => spawn(command, args, { cwd: root, stdio: 'inherit' }).once('exit', resolve));
  console.log(`— ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  if (status !== 0) process.exit(1);
}
console.log(`\nAll passed in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
