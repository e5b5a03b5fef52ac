/**
 * npm run check: what each change must pass. npm test: that, and whatever else must hold for a merge.
 *
 * `npm test -- STEP…` runs single steps; `--help` lists them; `--bail` starts nothing more after the first failure. A process that fails
 * prints its output, one that passes a line with its time. The last line counts tests over all steps, a check without tests (types,
 * lint, …) as one; above it are the slowest tests, each skipped test with its reason, and each failed one with the first lines of its
 * error. Nothing is tried twice.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { slowness } from '../test/support/slowness.ts';
import { cores, packageFile, root, SLOW_FILES, STEPS } from './test-steps.ts';
import type { Lane, Run } from './test-steps.ts';
import type { TestResult } from './test-results.ts';

const SLOWEST = 20;
const LANES: Readonly<Record<string, readonly Lane[]>> = { check: ['check'], merge: ['check', 'merge'], deep: ['deep'] };

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { lane: { type: 'string', default: 'merge' }, bail: { type: 'boolean' }, help: { type: 'boolean' } },
});
const known = STEPS.map(({ name }) => name);
for (const name of chosen) if (!known.includes(name)) throw new Error(`Unknown step ${name}. Steps: ${known.join(', ')}.`);
const lanes = LANES[values.lane];
if (!lanes) throw new Error(`Unknown lane ${values.lane}. Lanes: ${Object.keys(LANES).join(', ')}.`);
if (values.help) {
  console.log('npm test -- [--bail] [--lane check|merge|deep] [STEP…]\n');
  for (const [lane, steps] of Map.groupBy(STEPS, (step) => step.lane)) console.log(`${lane}: ${steps.map(({ name }) => name).join(', ')}`);
  process.exit();
}

const resultsFolder = mkdtempSync(join(tmpdir(), 'perennial-results-'));
const startedAt = performance.now();
const idleAtStart = idleSeconds();
const results: TestResult[] = [];
const isFailure = ({ outcome }: TestResult): boolean => outcome === 'failed';
const steps = STEPS.filter(({ name, lane }) => (chosen.length === 0 ? lanes.includes(lane) : chosen.includes(name)));
const waiting = steps.filter(({ isAlone }) => !isAlone).flatMap(({ runs }) => runs.toSorted(longestFirst));
let endedSeconds = 0;
const work = async (): Promise<void> => {
  for (let run = waiting.shift(); run; run = waiting.shift()) {
    const isStopped = values.bail && results.some(isFailure);
    if (isStopped) results.push({ outcome: 'skipped', name: run.name, file: '', durationMs: 0, reason: 'an earlier step failed' });
    else results.push(...(await runProcess(run)));
  }
};
// Most tests wait at times, for a job, a restart or a page, so two processes more than there are cores run at a time.
await Promise.all(Array.from({ length: cores + 2 }, work));
waiting.push(...steps.filter(({ isAlone }) => isAlone).flatMap(({ runs }) => runs));
await work();
rmSync(resultsFolder, { recursive: true });

const having = (outcome: TestResult['outcome']): TestResult[] => results.filter((result) => result.outcome === outcome);
console.log(
  `\nFinished in ${seconds(startedAt)}${cpuText(processorSeconds())}; the cores were idle for ${(idleSeconds() - idleAtStart).toFixed(1)} s.`,
);
console.log(`The slowest tests (the machine is ${slowness} times slower than the reference):`);
const byDuration = results.filter(({ file }) => file).sort((a, b) => b.durationMs - a.durationMs);
for (const { name, file, durationMs } of byDuration.slice(0, SLOWEST))
  console.log(`${(durationMs / 1000).toFixed(1).padStart(8)} s  ${name} (${file})`);
for (const [reason, skipped] of Map.groupBy(having('skipped'), (result) => result.reason)) {
  console.log(`Skipped: ${reason}`);
  for (const { name, file } of skipped) console.log(`  ${name}${file && ` (${file})`}`);
}
for (const { name, file, error } of having('failed')) {
  console.log(`Failed: ${name}${file && ` (${file})`}`);
  if (error) console.log(error.replaceAll(/^/gm, '  '));
}
console.log(`${having('passed').length} passed, ${having('failed').length} failed, ${having('skipped').length} skipped`);
process.exitCode = having('failed').length > 0 ? 1 : 0;

async function runProcess({ name, args, hasTests = false, env }: Run): Promise<TestResult[]> {
  const runStartedAt = performance.now();
  const file = join(resultsFolder, `${name.replaceAll('/', '-')}.jsonl`);
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/test-results.ts',
    `--test-reporter-destination=${file}`,
  ];
  const output: Buffer[] = [];
  const child = spawn(process.execPath, [...(hasTests ? reporters : []), ...args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: packageFile('.cache/compiled'), ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const durationMs = performance.now() - runStartedAt;
  const found = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as TestResult)
    : [];
  // A check has no tests, and a test run can fail outside of any test.
  const isFailed = status !== 0 && !found.some(isFailure);
  if (isFailed) found.push({ outcome: 'failed', name, file: '', durationMs, error: lastLines(Buffer.concat(output).toString()) });
  else if (!hasTests) found.push({ outcome: 'passed', name, file: '', durationMs });
  const hasFailed = found.some(isFailure);
  if (hasFailed) process.stdout.write(Buffer.concat([Buffer.from(`\n— ${name}\n`), ...output]));
  // Of the processes that have ended since the last one, mostly of this one alone.
  const ended = processorSeconds();
  console.log(`${hasFailed ? '✖ FAILED' : '✔'} ${name} (${seconds(runStartedAt)}${cpuText(ended && ended - endedSeconds)})`);
  endedSeconds = ended ?? 0;
  return found;
}

/** Of all processes that have ended, if the system reports it. */
function processorSeconds(): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  const TICKS_PER_SECOND = 100;
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** Of all cores together. */
function idleSeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1000;
}

function cpuText(processor: number | undefined): string {
  return processor === undefined ? '' : `, ${processor.toFixed(1)} s of CPU`;
}

/** So that none is left alone at the end. */
function longestFirst(a: Run, b: Run): number {
  return Number(SLOW_FILES.includes(b.name)) - Number(SLOW_FILES.includes(a.name));
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-12).join('\n');
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
