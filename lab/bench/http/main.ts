/**
 * Compares a durable call, a page of many groups, the key check and the cold start with their bare equivalents, and the first document of
 * a server with the second. Arguments name the parts to run: chain, paging, key, limits, start, first-document.
 */
import { measureChain } from './chain.ts';
import { measureFirstDocument } from './first-document.ts';
import type { FirstDocument } from './first-document.ts';
import { measureKeyCheck } from './key-check.ts';
import { measureLimits } from './limits.ts';
import { measurePaging } from './paging.ts';
import { measureStart } from './start.ts';
import { median, spread, verdict } from './statistics.ts';

const FIRST_DOCUMENT_ROUNDS = 3;
const REST_MS = 8000;

export async function run(args: string[]): Promise<void> {
  const isSelected = (part: string): boolean => args.length === 0 || args.includes(part);
  if (isSelected('chain')) {
    const { same, row } = await measureChain({ rounds: 7, warmUps: 2, calls: 10_000 });
    console.log(`  CPU time ratio per round: to the same write ${spread(same)}, to one row by hand ${spread(row)}`);
    verdict('authorizeCopy against node:http with the same durable write', median(same), 0.7, 'at least');
    verdict('authorizeCopy against node:http with one row by hand', median(row), 0.58, 'at least');
  }
  if (isSelected('paging')) {
    const { ratios, lastToFirst } = await measurePaging({ rounds: 9 });
    for (const [place, values] of Object.entries(ratios)) {
      verdict(`page of 1,000, ${place} of a million`, median(values), 1.35, 'at most', '×');
    }
    verdict('last page against first page', lastToFirst, 1.25, 'at most', '×');
  }
  if (isSelected('key')) {
    const micros = await measureKeyCheck(7);
    console.log(`\nKey check and limits, CPU µs per call: ${spread(micros)}`);
    verdict('key check and limiter', median(micros), 10, 'at most', ' µs');
  }
  if (isSelected('limits')) {
    const { localMicros, leasedMicros, leaseMicros, databaseMicros } = await measureLimits();
    console.log(
      `\nLimits, CPU µs: a call by a bucket in memory ${localMicros.toFixed(1)}, from a lease ${leasedMicros.toFixed(1)}; ` +
        `a lease ${leaseMicros.toFixed(0)}, in PostgreSQL ${databaseMicros?.toFixed(0) ?? 'not known'}`,
    );
  }
  if (isSelected('start')) {
    const { seconds } = await measureStart(5);
    console.log(`\nCold start to first response, s: ${spread(seconds)}`);
    verdict('cold start', median(seconds), 0.9, 'at most', ' s');
  }
  if (isSelected('first-document')) {
    console.log('\nFirst and second document of a fresh server: seconds (CPU seconds); seconds to start; memory before the first document');
    for (const [warmReaders, restMs] of [
      [0, 0],
      [1, 0],
      [0, REST_MS],
      [1, REST_MS],
    ] as const) {
      const flags = ['--warm-readers', String(warmReaders)];
      const rounds: FirstDocument[] = [];
      for (let round = 0; round < FIRST_DOCUMENT_ROUNDS; round++) rounds.push(await measureFirstDocument({ restMs, flags }));
      const [first, second] = (['first', 'second'] as const).map((name) => {
        const seconds = median(rounds.map((one) => one[name].seconds));
        return `${seconds.toFixed(2)} (${median(rounds.map((one) => one[name].cpuSeconds)).toFixed(2)})`;
      });
      const [server, processes] = (['server', 'processes'] as const).map((name) => median(rounds.map(({ idleMb }) => idleMb[name])));
      const start = median(rounds.map(({ startSeconds }) => startSeconds)).toFixed(2);
      const when = restMs === 0 ? 'as soon as it listens' : `after ${restMs / 1000} s`;
      console.log(
        `  warm readers ${warmReaders}, posted ${when}: ${first}, ${second}; ${start}; ${server!.toFixed(0)} + ${processes!.toFixed(0)} MB`,
      );
      const later = median(rounds.map((one) => one.first.seconds - one.second.seconds));
      if (warmReaders === 1) verdict(`first document against the second, posted ${when}`, later, 2, 'at most', ' s more');
    }
  }
}
