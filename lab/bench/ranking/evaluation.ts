/** Prints the coverage of intervals in simulated worlds, and estimates from the real logs of the Open Bandit Dataset. */
import { existsSync } from 'node:fs';
import { measureCoverage } from './coverage.ts';
import { comparePolicies } from './open-bandit.ts';
import { WORLDS } from './worlds.ts';

const COVERAGE_WORLDS = ['linear', 'text', 'scale', 'ctr'];
/** Seeds below were used to choose the estimate. */
const FIRST_SEED = 9001;
const [MIN_COVERAGE, MAX_COVERAGE] = [0.93, 0.97];
const CLOSE = 0.1;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const fine = (share: number): string => `${(100 * share).toFixed(2)} %`;

export function printCoverage({ logs, events }: { logs: number; events: number }): void {
  console.log(`\nCoverage of 95 % intervals: ${logs} logs of ${events} events in each world`);
  for (const name of COVERAGE_WORLDS) {
    const rows = measureCoverage(
      WORLDS.find((world) => world.name === name)!,
      { logs, events, seed: FIRST_SEED },
    );
    for (const { name: what, covered, logs: count, width } of rows) {
      const share = covered / count;
      const isOurs = !what.includes(',');
      const verdict = !isOurs ? '      ' : share >= MIN_COVERAGE && share <= MAX_COVERAGE ? 'met   ' : 'MISSED';
      console.log(`${verdict} ${name.padEnd(8)}${what.padEnd(26)} covers ${percent(share).padStart(7)}  mean width ${width.toFixed(3)}`);
    }
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
}
