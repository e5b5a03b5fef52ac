/** Sends the same call to several servers in turn and compares what a call costs them: CPU time, which a busy machine changes little. */
import { load } from './load.ts';
import { cpuSeconds, stopServer } from './servers.ts';
import type { RunningServer } from './servers.ts';
import { spread } from './statistics.ts';

const CONNECTIONS = 64;

export interface Rounds {
  rounds: number;
  warmUps: number;
  /** Calls to each server in a round. */
  calls: number;
}

export interface Comparison<Name extends string> extends Rounds {
  servers: Record<Name, RunningServer>;
  request(server: RunningServer): Buffer;
  status?: number;
}

/** CPU microseconds a call, of each server and round. Prints them and stops the servers. */
export async function compareServers<Name extends string>({
  servers,
  request,
  status = 200,
  rounds,
  warmUps,
  calls,
}: Comparison<Name>): Promise<Record<Name, number[]>> {
  const names = Object.keys(servers) as Name[];
  const micros = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const perSecond = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUps; round < rounds; round++) {
    for (const name of names) {
      const { child, port } = servers[name];
      const bytes = request(servers[name]);
      const before = cpuSeconds(child.pid!);
      const result = await load({ port, request: () => bytes, connections: CONNECTIONS, calls, status });
      if (result.failures > 0) throw new Error(`${result.failures} calls to ${name} failed.`);
      if (round < 0) continue;
      micros[name].push(((cpuSeconds(child.pid!) - before) / result.calls) * 1e6);
      perSecond[name].push(result.perSecond);
    }
  }
  await Promise.all(names.map((name) => stopServer(servers[name])));
  console.log(`${CONNECTIONS} connections, ${rounds} rounds of ${calls} calls, interleaved`);
  for (const name of names)
    console.log(`  ${name.padEnd(30)}  CPU µs/call ${spread(micros[name], 0)}  calls/s ${spread(perSecond[name], 0)}`);
  return micros;
}

/** How much of our CPU time a peer needs, round by round. */
export function ratios(peer: readonly number[], ours: readonly number[]): number[] {
  return ours.map((own, round) => peer[round]! / own);
}
