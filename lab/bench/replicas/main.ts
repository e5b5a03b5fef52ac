/**
 * npm run bench -- replicas: what a call costs in the API processes and in PostgreSQL, with one replica and with four. Every replica gets
 * the same traffic, at a rate that four do not saturate the machine with: processes that wait for a core, and run with the
 * caches of others, cost more, and a process at its limit costs less a call than one below it. Both are on databases of one PostgreSQL,
 * in turns; the processes that wait are stopped, so that they cost nothing meanwhile.
 * Options: --rounds 5 · --seconds 4 · --connections 16 and --rate 100 (calls a second) of each replica, --rate 0: as many as are answered
 * · --replicas 4.
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDatabase, stopPostgres } from '../../../test/support/postgres.ts';
import { load } from '../http/load.ts';
import { median, spread, verdict } from '../http/statistics.ts';
import { Fleet } from './fleet.ts';
import { postgresCpuSeconds } from './postgres-cpu.ts';
import { prepareTraffic } from './traffic.ts';

const MAX_RATIO = 1.15;
const SETTLE_MS = 500;
const WARM_UPS = 8;

interface Cost {
  perSecond: number;
  /** CPU microseconds of a call. */
  api: number;
  postgres: number;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '16' },
      rate: { type: 'string', default: '100' },
      replicas: { type: 'string', default: '4' },
    },
  });
  const [rounds, seconds, connections, rate] = [values.rounds, values.seconds, values.connections, values.rate].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const urls = [await newDatabase(), await newDatabase()];
  const fleets: Fleet[] = [];
  try {
    fleets.push(await Fleet.start(urls[0]!, 1), await Fleet.start(urls[1]!, Number(values.replicas)));
    const traffics = await Promise.all(fleets.map((fleet) => prepareTraffic(fleet)));
    const costs: [Cost[], Cost[]] = [[], []];
    for (const fleet of fleets) {
      await fleet.untilWarm();
      fleet.pause();
    }
    for (let round = -WARM_UPS; round < rounds; round++)
      for (const [i, fleet] of fleets.entries()) {
        fleet.resume();
        await sleep(SETTLE_MS);
        const before = { api: fleet.cpuSeconds(), postgres: await postgresCpuSeconds(urls[0]!) };
        const results = await Promise.all(
          fleet.ports.map((port) =>
            load({
              port,
              request: traffics[i]!,
              connections,
              perSecond: rate === 0 ? undefined : rate,
              ms: seconds * 1000,
              status: (status) => status < 300,
            }),
          ),
        );
        const after = { api: fleet.cpuSeconds(), postgres: await postgresCpuSeconds(urls[0]!) };
        fleet.pause();
        const failures = results.reduce((sum, result) => sum + result.failures, 0);
        if (failures > 0) throw new Error(`${failures} calls failed.`);
        const calls = results.reduce((sum, result) => sum + result.calls, 0);
        const cost = (part: 'api' | 'postgres'): number => ((after[part] - before[part]) / calls) * 1e6;
        if (round >= 0) costs[i]!.push({ perSecond: calls / seconds, api: cost('api'), postgres: cost('postgres') });
      }
    print(fleets, costs, { rounds, seconds, connections, rate });
    await printIdle(fleets);
  } finally {
    for (const fleet of fleets) await fleet.stop();
    await stopPostgres();
  }
}

function print(
  fleets: readonly Fleet[],
  costs: readonly [Cost[], Cost[]],
  { rounds, seconds, connections, rate }: Record<'rounds' | 'seconds' | 'connections' | 'rate', number>,
): void {
  console.log(
    `\nreads, writes, ranks and rewards; each replica has ${connections} connections and ${rate === 0 ? 'as many calls as it answers' : `${rate} calls a second`}; ${rounds} rounds of ${seconds} s, in turns`,
  );
  for (const [i, fleet] of fleets.entries()) {
    const of = (part: keyof Cost): string =>
      spread(
        costs[i]!.map((cost) => cost[part]),
        0,
      );
    console.log(
      `  ${fleet.ports.length} replica${i === 0 ? ' ' : 's'}  calls/s ${of('perSecond')}  API CPU µs/call ${of('api')}  PostgreSQL CPU µs/call ${of('postgres')}`,
    );
  }
  const ratio = (part: keyof Cost): number => median(costs[1].map((cost, round) => cost[part] / costs[0][round]![part]));
  console.log(`  PostgreSQL CPU a call, ratio: ${ratio('postgres').toFixed(2)}`);
  const postgres = median(costs[1].map((cost) => cost.postgres));
  console.log(`  PostgreSQL is the bound at about ${Math.round(1e6 / postgres)} calls/s of this traffic for each core that it has`);
  verdict(`API CPU a call with ${fleets[1]!.ports.length} replicas against one`, ratio('api'), MAX_RATIO, 'at most');
}

/** What a process costs that nobody calls. */
async function printIdle(fleets: readonly Fleet[]): Promise<void> {
  fleets[1]!.resume();
  await sleep(2000);
  console.log(`  an idle replica uses ${(await fleets[1]!.idleMs(5000)).toFixed(1)} ms of CPU a second`);
}
