/**
 * Twice as many calls as the server can answer: an open loop at twice the rate of a closed one. One account sends nine of ten calls, the
 * other one stays within its share. The generator is another process and takes a processor of its own: on two of them it takes part of
 * what the server could use, in the closed loop as in the open one.
 */
import { ManagementClient, startServer, temporaryFolder } from '../../../test/support/server.ts';
import { runLoad } from '../load-generator.ts';
import type { Load, LoadResult } from '../load-generator.ts';
import { residentMb } from '../memory.ts';
import { RANK, admittedPerSecond } from '../overload.ts';
import { atLeast, depth } from '../scene.ts';
import type { Figure, Scene } from '../scene.ts';

const MAX_RATIO = 5;
const MIN_KEPT = 0.95;
const MAX_GROWTH_MB = 150;
/** Of the account within its share, the smaller one. */
const MIN_MODEST_CALLS = 200;
const RECOVERY_SECONDS = 5;
/** The part of the capacity of a server that is idle for most of the time. */
const LIGHT_LOAD = 0.2;
const MODEST_PART = 0.1;
const CONNECTIONS = 64;
const MAX_CONNECTIONS = 5000;
export const scene: Scene = {
  summary: 'an open loop at twice the capacity, with and without keep-alive',
  share: 2,
  async run({ minutes, log }) {
    const folder = temporaryFolder();
    const server = await startServer({ data: folder.path, args: ['--log-level', 'warn'] });
    try {
      const manager = await ManagementClient.connect(server);
      const keyOf = async (name: string): Promise<string> => (await manager.createAccount(name, { kind: 'Ranking' })).key1;
      const [greedy, modest] = [await keyOf('greedy'), await keyOf('modest')];
      const load: Omit<Load, 'seconds'> = {
        ...RANK,
        port: Number(new URL(server.address).port),
        sources: [
          { name: 'greedy', key: greedy, part: 1 - MODEST_PART },
          { name: 'modest', key: modest, part: MODEST_PART },
        ],
        connections: CONNECTIONS,
      };
      const seconds = Math.max(8, (minutes * 60) / 8);
      const figures: Figure[] = [];
      for (const isUnpooled of [false, true]) {
        const how = isUnpooled ? 'a connection for each call' : 'keep-alive';
        await runLoad({ ...load, isUnpooled, seconds: 2 });
        const capacity = admittedPerSecond(await runLoad({ ...load, isUnpooled, seconds: seconds / 2 }));
        const open = (rate: number, forSeconds: number): Promise<LoadResult> =>
          runLoad({ ...load, isUnpooled, rate, seconds: forSeconds, connections: MAX_CONNECTIONS });
        const light = await open(LIGHT_LOAD * capacity, seconds / 2);
        const before = await residentMb(server);
        const overloaded = await open(2 * capacity, seconds);
        const growth = (await residentMb(server)) - before;
        const after = await open(LIGHT_LOAD * capacity, RECOVERY_SECONDS);
        log(`${how}: capacity ${capacity.toFixed(0)}/s, overloaded ${JSON.stringify(overloaded)}`);
        figures.push(...compare(how, { capacity, light, overloaded, after, growth }));
      }
      return figures;
    } finally {
      await server.stop();
      folder.remove();
    }
  },
};

interface Measured {
  capacity: number;
  light: LoadResult;
  overloaded: LoadResult;
  after: LoadResult;
  growth: number;
}

function compare(how: string, { capacity, light, overloaded, after, growth }: Measured): Figure[] {
  const [idle, greedy, modest] = [light.sources.greedy!.admitted, overloaded.sources.greedy!, overloaded.sources.modest!];
  const p99 = Math.max(greedy.admitted.p99, modest.admitted.p99);
  const kept = admittedPerSecond(overloaded) / capacity;
  const failed = overloaded.failed + overloaded.unanswered;
  const recovered = after.sources.greedy!.admitted;
  const afterRefused = Object.values(after.sources).reduce((sum, { refused }) => sum + refused.calls, 0);
  return [
    {
      name: `2 × overload, ${how}: p99 of admitted calls`,
      measured: `${p99.toFixed(0)} ms, ${(p99 / idle.p99).toFixed(1)} × ${idle.p99.toFixed(0)} ms`,
      limit: `at most ${MAX_RATIO} × that of a light load`,
      isMet: p99 <= MAX_RATIO * idle.p99,
    },
    depth(`2 × overload, ${how}: calls sent late by the generator`, `p99 ${overloaded.late.p99.toFixed(0)} ms`),
    {
      name: `2 × overload, ${how}: calls answered with success`,
      measured: `${(kept * 100).toFixed(0)} % of ${capacity.toFixed(0)}/s`,
      limit: `at least ${MIN_KEPT * 100} % of a closed loop`,
      isMet: kept >= MIN_KEPT,
    },
    {
      name: `2 × overload, ${how}: calls without an answer`,
      measured: String(failed),
      limit: '0',
      isMet: failed === 0,
    },
    atLeast(`2 × overload, ${how}: calls of the account within its share`, modest.sent, MIN_MODEST_CALLS),
    {
      name: `2 × overload, ${how}: calls refused of the account within its share`,
      measured: `${modest.refused.calls} of ${modest.sent}`,
      limit: '0',
      isMet: modest.refused.calls === 0,
    },
    {
      name: `2 × overload, ${how}: memory`,
      measured: `${growth >= 0 ? '+' : ''}${growth.toFixed(0)} MB`,
      limit: `at most +${MAX_GROWTH_MB} MB`,
      isMet: growth <= MAX_GROWTH_MB,
    },
    {
      name: `after it, ${how}: p99 of the next ${RECOVERY_SECONDS} s`,
      measured: `${recovered.p99.toFixed(0)} ms, ${afterRefused} refused`,
      limit: `at most ${MAX_RATIO} × before`,
      isMet: recovered.p99 <= MAX_RATIO * idle.p99,
    },
  ];
}
