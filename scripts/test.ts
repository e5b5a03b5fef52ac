/**
 * npm test: types, lint, import rules, generated docs and all tests.
 *
 * `npm test -- STEP…` runs single steps; `--help` lists them; `--bail` starts nothing more after the first failure. A process that fails
 * prints its output, one that passes a line with its time. The last line counts tests over all steps, a check without tests (types,
 * lint, …) as one; above it is each skipped test with its reason, and each failed one with the first lines of its error.
 *
 * A file of browser tests that fails is run once more at the end, when nothing else runs. If it passes then, its failed tests are
 * listed as flaky, and do not fail the run: they depend on how fast the machine is. Other tests have no second chance.
 */
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestResult } from './test-results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const resultsFolder = mkdtempSync(join(tmpdir(), 'perennial-results-'));

/** One process of a step. */
interface Run {
  name: string;
  args: readonly string[];
  /** Where it writes the results of its tests. */
  results?: string;
  /** Run it once more at the end if it fails. */
  retry?: boolean;
}
interface Step {
  name: string;
  runs: readonly Run[];
}

const check = (name: string, ...args: string[]): Step => ({ name, runs: [{ name, args }] });
const packageFile = (path: string): string => join(root, 'node_modules', path);
/** Version 7 checks in a third of the time; ESLint and knip need the interface of version 6. */
const typescript = packageFile('typescript7/bin/tsc');
const SOURCES = ['src', 'console', 'test', 'lab', 'scripts', 'deploy'];

const filesOf = (...patterns: string[]): string[] => globSync(patterns, { cwd: root }).sort();

function testRun(name: string, ...args: string[]): Run {
  const results = join(resultsFolder, `${name.replaceAll('/', '-')}.jsonl`);
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/test-results.ts',
    `--test-reporter-destination=${results}`,
  ];
  return { name, results, args: [...reporters, ...args] };
}

/** Tests that start no servers of their own share a process, because loading the modules takes most of the time. */
function testsTogether(name: string, ...patterns: string[]): Step {
  return { name, runs: [testRun(name, '--test', '--test-isolation=none', ...filesOf(...patterns))] };
}

function tests(name: string, ...patterns: string[]): Step {
  return { name, runs: filesOf(...patterns).map((file) => testRun(file, file)) };
}

function retried({ name, runs }: Step): Step {
  return { name, runs: runs.map((run) => ({ ...run, retry: true })) };
}

const cores = Math.min(availableParallelism(), 8);

/** The longest comes first. */
const CHECKS: readonly Step[] = [
  testsTogether('unit', 'src/**/*.test.ts', 'console/**/*.test.ts', '{lab,scripts,deploy}/**/*.test.ts'),
  check('types', typescript),
  check('console-types', typescript, '-p', 'console'),
  check('browser-types', typescript, '-p', 'test/browser'),
  check('docs-types', typescript, '-p', 'src/docs/browser'),
  check('lint', packageFile('eslint/bin/eslint.js'), '--quiet', '.'),
  check('format', packageFile('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'),
  check('imports', packageFile('dependency-cruiser/bin/dependency-cruiser.mjs'), '--config', 'scripts/import-rules.mjs', ...SOURCES),
  check('folders', 'scripts/check-folders.ts'),
  check('unused', packageFile('knip/bin/knip.js'), '--no-progress'),
  check('docs', 'scripts/docs.ts', '--check'),
  check('messages', 'scripts/check-messages.ts'),
  check('dependencies', 'scripts/check-dependencies.ts'),
  testsTogether('storage', 'test/storage/*.test.ts'),
];
/** Most tests wait at times, for a job, a restart or a page, so one process more than there are cores runs at a time. */
const SERVERS: readonly Step[] = [
  tests('deploy', 'test/deploy/*.test.ts'),
  retried(tests('browser', 'test/browser/*.test.ts')),
  tests('contract', 'test/contract/*.test.ts'),
  tests('acceptance', 'test/acceptance/*.test.ts', 'test/clients/*.test.ts', 'test/upgrade/*.test.ts'),
  tests('faults', 'test/faults/*.test.ts'),
];

const bail = process.argv.includes('--bail');
const chosen = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const known = [...CHECKS, ...SERVERS].map(({ name }) => name);
for (const name of chosen) if (!known.includes(name)) throw new Error(`Unknown step ${name}. Steps: ${known.join(', ')}.`);

if (process.argv.includes('--help')) {
  console.log(`npm test -- [--bail] [STEP…]\n\nSteps: ${known.join(', ')}`);
  process.exit();
}
const startedAt = performance.now();
const results: TestResult[] = [];
/** Runs to repeat, and what failed the first time. */
const again: { run: Run; first: TestResult[] }[] = [];
const isFailure = ({ outcome }: TestResult): boolean => outcome === 'failed';
const runsOf = (steps: readonly Step[]): Run[] =>
  steps.filter(({ name }) => chosen.length === 0 || chosen.includes(name)).flatMap(({ runs }) => runs);
const waiting = runsOf([...CHECKS, ...SERVERS]);
const work = async (): Promise<void> => {
  for (let run = waiting.shift(); run; run = waiting.shift()) {
    const isStopped = bail && results.some(isFailure);
    if (isStopped) results.push({ outcome: 'skipped', name: run.name, file: '', reason: 'an earlier step failed' });
    else {
      const first = await runProcess(run);
      if (run.retry === true && !bail && first.some(isFailure)) again.push({ run, first });
      else results.push(...first);
    }
  }
};
await Promise.all(Array.from({ length: cores + 1 }, work));
const flaky: TestResult[] = [];
for (const { run, first } of again) {
  const second = await runProcess(run);
  if (!second.some(isFailure)) flaky.push(...first.filter(isFailure));
  results.push(...second);
}
rmSync(resultsFolder, { recursive: true });
const having = (outcome: TestResult['outcome']): TestResult[] => results.filter((result) => result.outcome === outcome);
console.log(`\nFinished in ${seconds(startedAt)}.`);
for (const [reason, skipped] of Map.groupBy(having('skipped'), (result) => result.reason)) {
  console.log(`Skipped: ${reason}`);
  for (const { name, file } of skipped) console.log(`  ${name}${file && ` (${file})`}`);
}
const printErrors = (title: string, tests: readonly TestResult[]): void => {
  for (const { name, file, error } of tests) {
    console.log(`${title}: ${name}${file && ` (${file})`}`);
    if (error) console.log(error.replaceAll(/^/gm, '  '));
  }
};
printErrors('Flaky, failed once and then passed', flaky);
printErrors('Failed', having('failed'));
console.log(`${having('passed').length} passed, ${having('failed').length} failed, ${having('skipped').length} skipped`);
process.exitCode = having('failed').length > 0 ? 1 : 0;

async function runProcess({ name, args, results: file }: Run): Promise<TestResult[]> {
  const runStartedAt = performance.now();
  const output: Buffer[] = [];
  const env = { NODE_COMPILE_CACHE: packageFile('.cache/compiled'), ...process.env };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
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
  const isFailed = status !== 0 && !found.some(isFailure);
  if (isFailed) found.push({ outcome: 'failed', name, file: '', error: lastLines(Buffer.concat(output).toString()) });
  else if (!file) found.push({ outcome: 'passed', name, file: '' });
  const hasFailed = found.some(isFailure);
  if (hasFailed) process.stdout.write(Buffer.concat([Buffer.from(`\n— ${name}\n`), ...output]));
  console.log(`${hasFailed ? '✖ FAILED' : '✔'} ${name} (${seconds(runStartedAt)})`);
  return found;
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-12).join('\n');
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
