/**
 * npm run bench -- guard: the figures that are cheap to measure, in about three minutes, compared with lab/bench/ledger.json.
 * Exits with 1 when a bar is missed or a figure has regressed. `--write` records the figures in the ledger;
 * `--only start|chain|rank|key|page|query` (repeatable) measures a part.
 */
import { execFileSync } from 'node:child_process';
import { arch, availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureChain } from '../http/chain.ts';
import { measureKeyCheck } from '../http/key-check.ts';
import { measurePaging } from '../http/paging.ts';
import { measureStart } from '../http/start.ts';
import { median } from '../http/statistics.ts';
import { queryTimeRatios } from '../language/intents.ts';
import { rankRatios } from '../ranking/over-http.ts';
import { judge, readLedger, round, writeLedger } from './ledger.ts';
import type { Direction } from './ledger.ts';

const LEDGER = fileURLToPath(new URL('../ledger.json', import.meta.url));
const ROUNDS = { rounds: 7, warmUps: 2, roundMs: 1500 };

/** Load average above which other programs distort the figures. */
const MAX_LOAD = 0.7;

interface Figure {
  bar: number;
  direction: Direction;
}

const FIGURES: Readonly<Record<string, Figure>> = {
  'start, s': { bar: 1.2, direction: 'at most' },
  'chain / same write': { bar: 0.75, direction: 'at least' },
  'chain / one row': { bar: 0.62, direction: 'at least' },
  'rank / same write': { bar: 0.7, direction: 'at least' },
  'key check, µs': { bar: 10, direction: 'at most' },
  'page first / raw': { bar: 1.4, direction: 'at most' },
  'page middle / raw': { bar: 1.4, direction: 'at most' },
  'page last / raw': { bar: 1.4, direction: 'at most' },
  'query / NLP.js': { bar: 3.5, direction: 'at most' },
};

/** Each returns the rounds of some of the figures. */
const MEASURES: Readonly<Record<string, () => Promise<Record<string, number[]>>>> = {
  start: async () => ({ 'start, s': await measureStart(7) }),
  chain: async () => {
    const { same, row } = await measureChain(ROUNDS);
    return { 'chain / same write': same, 'chain / one row': row };
  },
  rank: async () => ({ 'rank / same write': await rankRatios(ROUNDS) }),
  key: async () => ({ 'key check, µs': await measureKeyCheck(5) }),
  page: async () => {
    const {
      ratios: { first, middle, last },
    } = await measurePaging({ rounds: 7 });
    return { 'page first / raw': first, 'page middle / raw': middle, 'page last / raw': last };
  },
  query: async () => ({ 'query / NLP.js': await queryTimeRatios(7) }),
};

export async function run(args: string[]): Promise<void> {
  const {
    values: { write, only },
  } = parseArgs({
    args,
    options: { write: { type: 'boolean', default: false }, only: { type: 'string', multiple: true, default: [] } },
  });
  const load = loadavg()[0]!;
  if (load > MAX_LOAD) console.log(`This machine is busy (load ${load.toFixed(1)}): figures of servers will be worse than on an idle one.`);
  const measured: Record<string, number[]> = {};
  for (const [part, measure] of Object.entries(MEASURES)) {
    if (only.length === 0 || only.includes(part)) Object.assign(measured, await measure());
  }
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
    const verdict = judge(values, FIGURES[name]!, entry);
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
