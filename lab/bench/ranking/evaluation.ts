/** Prints the coverage of intervals in simulated worlds, and estimates from the real logs of the Open Bandit Dataset. */
import { existsSync } from 'node:fs';
import { measureCoverage } from './coverage.ts';
import type { Coverage } from './coverage.ts';
import { comparePolicies, replayDefault } from './open-bandit.ts';
import { WORLDS } from './worlds.ts';
import type { World } from './worlds.ts';

const COVERAGE_WORLDS = ['linear', 'text', 'scale', 'ctr'];
/** Seeds below were used to choose the estimate. */
const FIRST_SEED = 9001;
const [MIN_COVERAGE, MAX_COVERAGE] = [0.93, 0.97];
const CLOSE = 0.1;
const EXPLORATION_SHARE = 0.2;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const fine = (share: number): string => `${(100 * share).toFixed(2)} %`;

type Size = { readonly logs: number; readonly events: number };

export function printCoverage({ logs, events }: Size): void {
  console.log(`\nCoverage of 95 % intervals: ${logs} logs of ${events} events in each world`);
  for (const name of COVERAGE_WORLDS) {
    const world = WORLDS.find((one) => one.name === name)!;
    printRows(name, measureCoverage(world, { logs, events, seed: FIRST_SEED }));
  }
}

/** The same over worlds of many kinds, by family, which share the logs. Rewards come immediately, also where clicks are late. */
export function printCoverageOfKinds(worlds: readonly World[], { logs, events }: Size): void {
  console.log(`\nCoverage of 95 % intervals: ${logs} logs of ${events} events in each family of kinds`);
  for (const [family, kinds] of Map.groupBy(worlds, ({ name }) => name.split('-')[0]!)) {
    const each = Math.ceil(logs / kinds.length);
    printRows(family, addUp(kinds.map((world) => measureCoverage(world, { logs: each, events, seed: FIRST_SEED }))));
  }
}

function addUp(tables: readonly Coverage[][]): Coverage[] {
  return tables[0]!.map(({ name }, row) => {
    const cells = tables.map((table) => table[row]!);
    const logs = cells.reduce((sum, cell) => sum + cell.logs, 0);
    const width = cells.reduce((sum, cell) => sum + cell.width * cell.logs, 0) / logs;
    return { name, logs, covered: cells.reduce((sum, cell) => sum + cell.covered, 0), width };
  });
}

function printRows(name: string, rows: readonly Coverage[]): void {
  for (const { name: what, covered, logs: count, width } of rows) {
    const share = covered / count;
    const isOurs = !what.includes(',');
    const verdict = !isOurs ? '      ' : share >= MIN_COVERAGE && share <= MAX_COVERAGE ? 'met   ' : 'MISSED';
    console.log(`${verdict} ${name.padEnd(8)}${what.padEnd(26)} covers ${percent(share).padStart(7)}  mean width ${width.toFixed(3)}`);
  }
}

export function printOpenBandit(folder: string): void {
  if (!existsSync(folder)) {
    console.log(`\nOpen Bandit Dataset: skipped, there is no ${folder}; set it with --data`);
    return;
  }
  console.log('\nOpen Bandit Dataset: click rate of each policy, estimated from the log of the other');
  for (const { policy, from, rounds, truth, clicks, estimate } of comparePolicies(folder)) {
    const { value, low, high } = estimate;
    const isClose = Math.abs(value / truth - 1) <= CLOSE;
    const isCovered = low <= truth && truth <= high;
    console.log(
      `${isClose || isCovered ? 'met   ' : 'MISSED'} ${policy} from ${rounds} rounds of ${from}: ${fine(value)} (${fine(low)} to ` +
        `${fine(high)}), truth ${fine(truth)} (${clicks} clicks)${isClose ? '' : `; ${percent(value / truth - 1)} off, which the interval says`}`,
    );
  }
  const { value, low, high } = replayDefault(folder, EXPLORATION_SHARE);
  console.log(`       default settings, replayed on uniform choice: ${fine(value)} (${fine(low)} to ${fine(high)})`);
}
