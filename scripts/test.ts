/**
 * npm test: types, lint, import rules, generated docs and all tests.
 *
 * `npm test -- STEP…` runs single steps; `--help` lists them; `--bail` stops after the first stage with a failure. The last line
 * counts tests over all steps, a check without tests (types, lint, …) as one; each skipped test is listed above it with its reason.
 */
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestResult } from './test-results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const resultsFolder = mkdtempSync(join(tmpdir(), 'perennial-results-'));

interface Step {
  name: string;
  args: readonly string[];
  results?: string;
}

const check = (name: string, ...args: string[]): Step => ({ name, args });
const packageFile = (path: string): string => join(root, 'node_modules', path);
const typescript = packageFile('typescript/bin/tsc');
const SOURCES = ['src', 'console', 'test', 'bench', 'training', 'scripts'];

function tests(name: string, flag: string, ...patterns: string[]): Step {
  const results = join(resultsFolder, `${name}.jsonl`);
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/test-results.ts',
    `--test-reporter-destination=${results}`,
  ];
  return { name, results, args: ['--test', flag, ...reporters, ...globSync(patterns, { cwd: root }).sort()] };
}

/** Stages run one after the other; the lanes of a stage run in parallel, because most steps use one core. */
const STAGES: readonly (readonly (readonly Step[])[])[] = [
  [
    [
      check('types', typescript),
      check('console-types', typescript, '-p', 'console'),
      check('browser-types', typescript, '-p', 'test/browser'),
      check('lint', packageFile('eslint/bin/eslint.js'), '--quiet', '.'),
      check('format', packageFile('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'),
      check('imports', packageFile('dependency-cruiser/bin/dependency-cruiser.mjs'), '--config', 'scripts/import-rules.mjs', ...SOURCES),
      check('folders', 'scripts/check-folders.ts'),
      check('unused', packageFile('knip/bin/knip.js'), '--no-progress'),
      check('docs', 'scripts/docs.ts', '--check'),
      check('dependencies', 'scripts/check-dependencies.ts'),
      tests('storage', '--test-isolation=none', 'test/storage/*.test.ts'),
    ],
    [tests('unit', '--test-isolation=none', 'src/**/*.test.ts', 'console/**/*.test.ts', 'bench/**/*.test.ts', 'training/**/*.test.ts')],
  ],
  [[tests('contract', '--test-concurrency=2', 'test/contract/*.test.ts')]],
  [[tests('acceptance', '--test-concurrency=3', 'test/acceptance/*.test.ts', 'test/clients/*.test.ts', 'test/upgrade/*.test.ts')]],
  [[tests('browser', '--test-concurrency=2', 'test/browser/*.test.ts')]],
  [[tests('faults', '--test-concurrency=3', 'test/faults/*.test.ts')]],
];

const bail = process.argv.includes('--bail');
const chosen = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const known = STAGES.flat(2).map(({ name }) => name);
for (const name of chosen) if (!known.includes(name)) throw new Error(`Unknown step ${name}. Steps: ${known.join(', ')}.`);

if (process.argv.includes('--help')) {
  console.log(`npm test -- [--bail] [STEP…]\n\nSteps: ${known.join(', ')}`);
  process.exit();
}
const startedAt = performance.now();
const results: TestResult[] = [];
for (const stage of STAGES) {
  const isStopped = bail && results.some(({ outcome }) => outcome === 'failed');
  await Promise.all(
    stage.map(async (lane) => {
      for (const step of lane.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
        if (isStopped) results.push({ outcome: 'skipped', name: `step ${step.name}`, file: '', reason: 'an earlier step failed' });
        else results.push(...(await runStep(step)));
      }
    }),
  );
}
rmSync(resultsFolder, { recursive: true });
const having = (outcome: TestResult['outcome']): TestResult[] => results.filter((result) => result.outcome === outcome);
console.log(`\nFinished in ${seconds(startedAt)}.`);
for (const { name, file } of having('failed')) console.log(`Failed: ${name}${file && ` (${file})`}`);
for (const [reason, skipped] of Map.groupBy(having('skipped'), (result) => result.reason)) {
  console.log(`Skipped: ${reason}`);
  for (const { name, file } of skipped) console.log(`  ${name}${file && ` (${file})`}`);
}
console.log(`${having('passed').length} passed, ${having('failed').length} failed, ${having('skipped').length} skipped`);
process.exitCode = having('failed').length > 0 ? 1 : 0;

/** Runs a step. Its output is printed when it has finished, so that the output of parallel steps is not mixed. */
async function runStep({ name, args, results: file }: Step): Promise<TestResult[]> {
  const stepStartedAt = performance.now();
  const output: Buffer[] = [];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const found =
    file && existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as TestResult)
      : [];
  // A check has no tests, and a test run can fail outside of any test.
  const isFailed = status !== 0 && !found.some(({ outcome }) => outcome === 'failed');
  if (!file || isFailed) found.push({ outcome: isFailed ? 'failed' : 'passed', name: `step ${name}`, file: '' });
  process.stdout.write(Buffer.concat([Buffer.from(`\n— ${name}\n`), ...output]));
  const hasFailed = found.some(({ outcome }) => outcome === 'failed');
  console.log(`— ${name}: ${hasFailed ? 'FAILED' : 'passed'} in ${seconds(stepStartedAt)}`);
  return found;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
