/** Compares a durable call, a page of many groups, the key check and the cold start with their bare equivalents. */
import { measureChain } from './chain.ts';
import { measureKeyCheck } from './key-check.ts';
import { measurePaging } from './paging.ts';
import { measureStart } from './start.ts';
import { median, spread, verdict } from './statistics.ts';

export async function run(args: string[]): Promise<void> {
  const isSelected = (part: string): boolean => args.length === 0 || args.includes(part);
  if (isSelected('chain')) {
    const { same, row } = await measureChain({ rounds: 7, warmUps: 2, roundMs: 3000 });
    console.log(`  calls/s ratio per round: to the same write ${spread(same)}, to one row by hand ${spread(row)}`);
    verdict('authorizeCopy against node:http with the same durable write', median(same), 0.75, 'at least');
    verdict('authorizeCopy against node:http with one row by hand', median(row), 0.62, 'at least');
  }
  if (isSelected('paging')) {
    const { ratios, lastToFirst } = await measurePaging({ rounds: 9 });
    for (const [place, values] of Object.entries(ratios)) {
      verdict(`page of 1,000, ${place} of a million`, median(values), 1.4, 'at most', '×');
    }
    verdict('last page against first page', lastToFirst, 1.25, 'at most', '×');
  }
  if (isSelected('key')) {
    const micros = await measureKeyCheck(7);
    console.log(`\nKey check and limits, CPU µs per call: ${spread(micros)}`);
    verdict('key check and limiter', median(micros), 10, 'at most', ' µs');
  }
  if (isSelected('start')) {
    const seconds = await measureStart(5);
    console.log(`\nCold start to first response, s: ${spread(seconds)}`);
    verdict('cold start', median(seconds), 1.2, 'at most', ' s');
  }
}
