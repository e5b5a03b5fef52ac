/**
 * npm run bench -- guard: the figures that are cheap to measure, in about three minutes, compared with lab/bench/ledger.json.
 * Exits with 1 when a bar is missed or a figure has regressed. `--write` records the figures in the ledger;
 * `--only start|chain|rank|key|page|query|reading|memory` (repeatable) measures a part.
 *
 * `--check`, a step of `npm test`, takes about a minute: fewer rounds of the figures that hold on a busy machine, CPU time relative to
 * peers of the same run and memory, which fail only when they are a fifth worse than the ledger.
 */
import { execFileSync } from 'node:child_process';
import { arch, availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureChain } from '../http/chain.ts';
import { measureIdleMemory } from '../http/idle-memory.ts';
import { measureKeyCheck } from '../http/key-check.ts';
import { measurePaging } from '../http/paging.ts';
import { measureStart } from '../http/start.ts';
import { median } from '../http/statistics.ts';
import { rankRatios } from '../ranking/over-http.ts';
import { judge, judgeBusy, readLedger, round, writeLedger } from './ledger.ts';
import type { Direction } from './ledger.ts';

const LEDGER = fileURLToPath(new URL('../ledger.json', import.meta.url));
const FULL = { rounds: 7, warmUps: 2, calls: 6000, groups: 1_000_000 };
const CHECK = { rounds: 9, warmUps: 2, calls: 1500, groups: 50_000 };

/** A start takes about a second. */
const MAX_STARTS = 5;
/** A round reads eleven pages twice. */
const MAX_READINGS = 2;

/** Load average above which other programs distort the figures. */
const MAX_LOAD = 0.7;

interface Figure {
  bar: number;
  direction: Direction;
}

/** Bars that hold today. The goal of rank is 0.7: its features, model and learner are work that the compared write does not do. */
const FIGURES: Readonly<Record<string, Figure>> = {
  'start, s': { bar: 0.9, direction: 'at most' },
  'start CPU / bare': { bar: 1.9, direction: 'at most' },
  'chain / same write': { bar: 0.7, direction: 'at least' },
  'chain / one row': { bar: 0.58, direction: 'at least' },
  'rank / same write': { bar: 0.6, direction: 'at least' },
  'key check, µs': { bar: 10, direction: 'at most' },
  'page first / raw': { bar: 1.35, direction: 'at most' },
  'page middle / raw': { bar: 1.35, direction: 'at most' },
  'page last / raw': { bar: 1.35, direction: 'at most' },
  'query / NLP.js': { bar: 3.5, direction: 'at most' },
  'clean page / Tesseract': { bar: 0.3, direction: 'at most' },
  'dense page / Tesseract': { bar: 0.4, direction: 'at most' },
  'receipt / Tesseract': { bar: 0.6, direction: 'at most' },
  'idle memory, MB': { bar: 350, direction: 'at most' },
};
/** Times of the clock depend on what else runs, starts on the compile cache, and NLP.js is a package of the lab: not part of a check. */
const CHECKED = ['chain', 'rank', 'page', 'memory'];

/** Each returns the rounds of some of the figures. */
const MEASURES: Readonly<Record<string, (size: typeof FULL) => Promise<Record<string, number[]>>>> = {
  start: async ({ rounds }) => {
    const { seconds, cpuRatios } = await measureStart(Math.min(rounds, MAX_STARTS));
    return { 'start, s': seconds, 'start CPU / bare': cpuRatios };
  },
  chain: async (size) => {
    const { same, row } = await measureChain(size);
    return { 'chain / same write': same, 'chain / one row': row };
  },
  rank: async (size) => ({ 'rank / same write': await rankRatios(size) }),
  key: async ({ rounds }) => ({ 'key check, µs': await measureKeyCheck(rounds) }),
  page: async ({ rounds, groups }) => {
    const {
      ratios: { first, middle, last },
    } = await measurePaging({ rounds, groups });
    return { 'page first / raw': first, 'page middle / raw': middle, 'page last / raw': last };
  },
  memory: async () => ({ 'idle memory, MB': await measureIdleMemory() }),
  query: async ({ rounds }) => {
    const { queryTimeRatios } = await import('../language/intents.ts');
    return { 'query / NLP.js': await queryTimeRatios(rounds) };
  },
  reading: async ({ rounds }) => {
    const { readingTimeRatios } = await import('../reading/times.ts');
    const { clean, dense, receipt } = await readingTimeRatios(Math.min(rounds, MAX_READINGS));
    const measured = { 'clean page / Tesseract': clean, 'dense page / Tesseract': dense, 'receipt / Tesseract': receipt };
    return Object.fromEntries(Object.entries(measured).filter(([, ratios]) => ratios.length > 0));
  },
};

export async function run(args: string[]): Promise<void> {
  const {
    values: { write, only, check },
  } = parseArgs({
    args,
    options: {
      check: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  const load = loadavg()[0]!;
  if (!check && load > MAX_LOAD)
    console.log(`This machine is busy (load ${load.toFixed(1)}): figures of servers will be worse than on an idle one.`);
  const measured: Record<string, number[]> = {};
  const selected = only.length > 0 ? only : check ? CHECKED : Object.keys(MEASURES);
  const size = check ? CHECK : FULL;
  // A server that settles takes no CPU time: a check need not wait for it.
  const memory = check && selected.includes('memory') ? MEASURES.memory!(size) : undefined;
  for (const [part, measure] of Object.entries(MEASURES))
    if (selected.includes(part) && !(part === 'memory' && memory)) Object.assign(measured, await measure(size));
  Object.assign(measured, await memory);
  const ledger = readLedger(LEDGER);
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus()[0]?.model ?? arch()}, ${availableParallelism()} cores, ${gigabytes} GB, Node ${process.versions.node}`;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  console.log(`\n${commit}, ${machine}\n`);
  console.log(formatRow('figure', 'now', 'min to max', 'bar', 'ledger', 'at', 'verdict'));
  let failed = 0;
  for (const [name, values] of Object.entries(measured)) {
    const { bar, direction } = FIGURES[name]!;
    const entry = ledger[name];
    const verdict = check ? judgeBusy(values, entry) : judge(values, FIGURES[name]!, entry);
    if (verdict === 'bar missed' || verdict === 'regressed') failed++;
    const [min, max] = [Math.min(...values), Math.max(...values)];
    const spread = `${min.toFixed(2)} to ${max.toFixed(2)}`;
    const before = entry ? String(entry.figure) : '-';
    console.log(formatRow(name, median(values).toFixed(2), spread, `${direction} ${bar}`, before, entry?.commit ?? '-', verdict));
    if (write) ledger[name] = { bar, direction, figure: round(median(values)), spread: [round(min), round(max)], commit, machine };
  }
  if (write) writeLedger(LEDGER, ledger);
  console.log(
    failed === 0 ? '\nAll figures passed.' : `\n${failed} of ${Object.keys(measured).length} figures missed their bar or regressed.`,
  );
  if (failed > 0) process.exitCode = 1;
}

function formatRow(
  ...[figure, now, spread, bar, ledger, commit, verdict]: [string, string, string, string, string, string, string]
): string {
  const ours = `${figure.padEnd(20)}${now.padStart(8)}  ${spread.padEnd(18)}${bar.padEnd(15)}`;
  return `${ours}${ledger.padStart(7)}  ${commit.padEnd(9)}${verdict}`;
}

if (import.meta.main) await run(process.argv.slice(2));
