/** CPU of the learner when rewards come late: the log is read again when an event counts, so that its cost must not grow with the wait. */
import { Learner } from '../../../src/areas/ranking/learning/learner.ts';
import { createRankEntry } from '../../../src/areas/ranking/model.ts';
import type { RankRequest } from '../../../src/areas/ranking/model.ts';
import { LOG } from '../../../src/areas/ranking/store.ts';
import { DEFAULT_ARGUMENTS } from '../../../src/engines/ranking/policy.ts';
import { Random } from '../../../src/engines/shared/random.ts';
import type { Ports } from '../../../src/kernel/ports.ts';
import { Change } from '../../../src/kernel/change.ts';
import { openSqlite } from '../../../src/storage/records/sqlite/store.ts';

const ACCOUNT = 'bench';
/** Events per millisecond of simulated time, which are committed together. */
const PER_COMMIT = 20;
const ACTIONS = 10;

/** How long rewards take: on average this share of all events later, and for which share of the events one is reported. */
export type Lateness = { readonly name: string; readonly lag: number; readonly reported: number };

export const LATENESS: readonly Lateness[] = [
  { name: 'every outcome, immediately', lag: 0, reported: 1 },
  { name: 'every outcome, after 10 % of the log', lag: 0.1, reported: 1 },
  { name: 'every outcome, after 20 % of the log', lag: 0.2, reported: 1 },
  { name: 'every outcome, after 50 % of the log', lag: 0.5, reported: 1 },
  { name: 'one in ten, after 10 % of the log', lag: 0.1, reported: 0.1 },
  { name: 'one in ten, after 50 % of the log', lag: 0.5, reported: 0.1 },
];

/** Events per second of CPU that a learner joins and learns. */
export async function measureLateRewards(events: number, { lag, reported }: Lateness): Promise<number> {
  let nowMs = Date.UTC(2026, 0, 15);
  const store = await openSqlite({ now: () => nowMs });
  const random = new Random(events);
  const due = new Map<number, string[]>();
  const commits = Math.ceil(events / PER_COMMIT);
  for (let commit = 0; commit < 2 * commits; commit++, nowMs++) {
    const change = new Change();
    for (let e = 0; e < PER_COMMIT && commit < commits; e++) {
      const eventId = `event-${commit * PER_COMMIT + e}`;
      const decisions = [{ chosen: Math.floor(random.next() * ACTIONS), probabilities: new Array<number>(ACTIONS).fill(1 / ACTIONS) }];
      change.append(ACCOUNT, LOG, createRankEntry({ eventId, request: randomRequest(random), decisions, mode: 'Online', model: 0 }));
      if (random.next() >= reported) continue;
      const at = commit + Math.floor(-Math.log(1 - random.next()) * lag * commits);
      due.set(at, [...(due.get(at) ?? []), eventId]);
    }
    for (const eventId of due.get(commit) ?? [])
      change.append(ACCOUNT, LOG, { kind: 'reward', eventId, rewards: [{ value: random.next() < 0.2 ? 1 : 0 }] });
    change.append(ACCOUNT, LOG, { kind: 'tick' });
    await store.commit(change);
  }
  const services = { records: store, clock: { now: () => nowMs } } as unknown as Ports;
  const rules = { waitMs: commits, aggregation: 'earliest', defaultReward: 0 } as const;
  const learner = new Learner(ACCOUNT, services, { generation: 1, rules, policy: DEFAULT_ARGUMENTS });
  const before = process.cpuUsage();
  await learner.catchUp();
  const { user, system } = process.cpuUsage(before);
  await store.close();
  return (events / (user + system)) * 1e6;
}

function randomRequest(random: Random): RankRequest {
  const of = (count: number): string => `v${Math.floor(random.next() * count)}`;
  return {
    contextFeatures: [{ user: { device: of(3), age: of(6), member: random.next() < 0.5 } }, { time: { hour: of(24) } }],
    actions: Array.from({ length: ACTIONS }, (_, k) => ({ id: `a${k}`, features: [{ topic: `t${k % 4}`, item: `i${k}` }] })),
  };
}
