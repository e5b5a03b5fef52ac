/** npm test: types, lint, import rules, generated papers and all tests; stops at the first step that fails. */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string): string => join(root, 'node_modules', name);
const node = (...args: string[]): [string, ...string[]] => [process.execPath, ...args];
const tests = (...patterns: string[]): string[] => globSync(patterns, { cwd: root }).sort();

type Steps = Readonly<Record<string, [string, ...string[]]>>;

/** What keeps one core busy goes side by side, what keeps two busy alone. */
const STAGES: readonly (readonly Steps[])[] = [
  [
    {
      types: node(bin('typescript/bin/tsc')),
      'console-types': node(bin('typescript/bin/tsc'), '-p', 'console'),
      'browser-types': node(bin('typescript/bin/tsc'), '-p', 'test/browser'),
      lint: node(bin('eslint/bin/eslint.js'), '.'),
      imports: node('scripts/check-imports.ts'),
      papers: node('scripts/docs.ts', '--check'),
    },
    {
      unit: node('--test', '--test-isolation=none', ...tests('src/**/*.test.ts')),
      storage: node('--test', '--test-isolation=none', ...tests('test/storage/*.test.ts')),
    },
  ],
  [{ contract: node('--test', '--test-concurrency=2', ...tests('test/contract/*.test.ts')) }],
  [{ acceptance: node('--test', '--test-concurrency=2', ...tests('test/acceptance/*.test.ts', 'test/clients/*.test.ts')) }],
  [{ browser: node('--test', '--test-concurrency=2', ...tests('test/browser/*.test.ts')) }],
  [{ faults: node('--test', '--test-concurrency=2', ...tests('test/faults/*.test.ts')) }],
];

const known = STAGES.flat().flatMap((steps) => Object.keys(steps));
const chosen = process.argv.slice(2);
for (const name of chosen) if (!known.includes(name)) throw new Error(`There is no step ${name}; there are ${known.join(', ')}.`);

const started = performance.now();
for (const stage of STAGES) {
  const passed = await Promise.all(stage.map(allOf));
  if (passed.includes(false)) process.exit(1);
}
console.log(`\nAll passed in ${((performance.now() - started) / 1000).toFixed(0)} s.`);

/** Runs steps one after the other, up to the first that fails. */
async function allOf(steps: Steps): Promise<boolean> {
  for (const [name, command] of Object.entries(steps)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    if (!await passes(name, command)) return false;
  }
  return true;
}

/** Runs a step; what it says is told when it has ended, so that steps side by side do not talk at once. */
async function passes(name: string, [command, ...args]: [string, ...string[]]): Promise<boolean> {
  const begun = performance.now();
  const said: Buffer[] = [];
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => said.push(bytes));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  process.stdout.write(Buffer.concat([Buffer.from(`\n— ${name}\n`), ...said]));
  console.log(`— ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return status === 0;
}
