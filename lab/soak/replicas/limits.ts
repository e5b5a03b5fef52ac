/** Calls per second of one account over all processes, each asked for as many as the account may make in all. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ManagementClient } from '../../../test/support/server.ts';
import { send } from '../registers.ts';
import type { Target } from '../registers.ts';

const CALLS_PER_SECOND = 40;
const SECONDS = 8;
/** Until the processes have shared the limit, or used up what they may save. */
const WARM_UP_SECONDS = 2;

export interface LimitResult {
  /** Calls that were answered, relative to the limit of the same time. */
  ratio: number;
  answered: number;
  offered: number;
}

export async function measureLimit(targets: readonly Target[], name: string): Promise<LimitResult> {
  const manager = new ManagementClient(targets[0]!, targets[0]!.token);
  const { key1 } = await manager.createAccount(name, { kind: 'Face', properties: { limits: { callsPerSecond: CALLS_PER_SECOND } } });
  await ask(targets, key1, WARM_UP_SECONDS);
  const { answered, offered, seconds } = await ask(targets, key1, SECONDS);
  return { ratio: answered / (CALLS_PER_SECOND * seconds), answered, offered };
}

async function ask(
  targets: readonly Target[],
  key: string,
  seconds: number,
): Promise<{ answered: number; offered: number; seconds: number }> {
  const startedAt = performance.now();
  let answered = 0;
  const statuses = new Map<number, number>();
  await Promise.all(
    targets.map(async (target) => {
      const calls: Promise<void>[] = [];
      for (let n = 0; performance.now() - startedAt < seconds * 1000; n++) {
        calls.push(
          send({ ...target, key }, 'GET /face/v1.0/persongroups?top=1').then(({ status }) => {
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            if (status === 200) answered++;
          }),
        );
        await sleep(Math.max(0, startedAt + ((n + 1) * 1000) / CALLS_PER_SECOND - performance.now()));
      }
      await Promise.all(calls);
    }),
  );
  const took = (performance.now() - startedAt) / 1000;
  for (const status of statuses.keys()) if (status !== 200 && status !== 429) throw new Error(`A limited call was answered ${status}.`);
  return { answered, offered: [...statuses.values()].reduce((sum, count) => sum + count, 0), seconds: took };
}
