/** The log of a ranking loop, written at simulated times, and learners that read it. */
import type { Ports } from '../../src/kernel/ports.ts';
import { Example, readExample } from '../../src/engines/ranking/features/example.ts';
import { FeatureReader } from '../../src/engines/ranking/features/features.ts';
import type { JoinRules } from '../../src/engines/ranking/learning/join.ts';
import { Model } from '../../src/engines/ranking/model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy } from '../../src/engines/ranking/policy.ts';
import { Learner } from '../../src/areas/ranking/learning/learner.ts';
import { createRankEntry } from '../../src/areas/ranking/model.ts';
import type { LearningMode, LogEntry, RankEntry, RankRequest } from '../../src/areas/ranking/model.ts';
import { LOG } from '../../src/areas/ranking/store.ts';
import { Change } from '../../src/kernel/change.ts';
import { MemoryBlobs } from '../../src/storage/blobs/memory/blobs.ts';
import type { Store } from '../../src/kernel/ports/store.ts';
import { openSqlite } from '../../src/storage/records/sqlite/store.ts';

export const ACCOUNT = 'a';
export const START = Date.UTC(2026, 0, 15);
export const RULES: JoinRules = { waitMs: 10_000, aggregation: 'earliest', defaultReward: 0 };

/** Three actions, each with one distinct feature, and one feature of context. */
export function request(context = 'one', more: Partial<RankRequest> = {}): RankRequest {
  return {
    contextFeatures: [{ user: { kind: context } }],
    actions: ['a', 'b', 'c'].map((id) => ({ id, features: [{ topic: id }] })),
    excludedActions: [],
    ...more,
  };
}

export class RankingLog {
  readonly store: Store;
  readonly blobs: MemoryBlobs;
  readonly services: Ports;
  readonly #time: { nowMs: number };

  private constructor(store: Store, time: { nowMs: number }) {
    const now = (): number => time.nowMs;
    this.store = store;
    this.#time = time;
    this.blobs = new MemoryBlobs(now);
    this.services = { records: store, blobs: this.blobs, clock: { now } } as unknown as Ports;
  }

  static async open(): Promise<RankingLog> {
    const time = { nowMs: START };
    return new RankingLog(await openSqlite({ now: () => time.nowMs }), time);
  }

  /** Sets the time of the following entries, in milliseconds after the start. */
  at(ms: number): this {
    this.#time.nowMs = START + ms;
    return this;
  }

  nowIsBefore(ms: number): boolean {
    return this.#time.nowMs < START + ms;
  }

  /** Returns the position of the last entry. */
  async append(...entries: LogEntry[]): Promise<number> {
    for (const entry of entries)
      await this.store.commit(new Change().append(ACCOUNT, LOG, entry.kind === 'rank' ? createRankEntry(entry) : entry));
    return await this.store.lastPosition(ACCOUNT, LOG);
  }

  rank(
    eventId: string,
    {
      request: rankRequest = request(),
      chosen = 0,
      probabilities = [0.5, 0.25, 0.25],
      mode = 'Online',
      deferred,
    }: Partial<Pick<RankEntry, 'request' | 'mode' | 'deferred'>> & { chosen?: number; probabilities?: number[]; mode?: LearningMode } = {},
  ): Promise<number> {
    return this.append({
      kind: 'rank',
      eventId,
      request: rankRequest,
      decisions: [{ chosen, probabilities }],
      mode,
      model: 0,
      ...(deferred && { deferred }),
    });
  }

  reward(eventId: string, value: number): Promise<number> {
    return this.append({ kind: 'reward', eventId, rewards: [{ value }] });
  }

  activate(eventId: string): Promise<number> {
    return this.append({ kind: 'activate', eventId });
  }

  tick(): Promise<number> {
    return this.append({ kind: 'tick' });
  }

  settings(generation: number, rules: JoinRules = RULES, policy = DEFAULT_ARGUMENTS): Promise<number> {
    return this.append({ kind: 'settings', generation, rules, policy });
  }

  createLearner(rules: JoinRules = RULES, policy = DEFAULT_ARGUMENTS): Learner {
    return new Learner(ACCOUNT, this.services, { generation: 1, rules, policy });
  }

  /** A learner that has read the whole log. */
  async createCaughtUpLearner(rules: JoinRules = RULES, policy = DEFAULT_ARGUMENTS): Promise<Learner> {
    const createLearner = this.createLearner(rules, policy);
    await createLearner.catchUp();
    return createLearner;
  }
}

export interface TrainingEvent {
  eventId: string;
  reward: number;
  request?: RankRequest;
  chosen?: number;
  probability?: number;
  allowed?: Uint8Array;
  slot?: number;
  /** The actions in the slots before. */
  shown?: number[];
}

/** A model that has learned exactly these events, in this order. */
export function trainModel(events: readonly TrainingEvent[], policy = DEFAULT_ARGUMENTS): Model {
  const model = new Model(parsePolicy(policy));
  const reader = new FeatureReader();
  for (const {
    eventId,
    reward,
    request: rankRequest = request(),
    chosen = 0,
    probability = 0.5,
    allowed = new Uint8Array(rankRequest.actions.length).fill(1),
    slot = -1,
    shown = [],
  } of events) {
    const example = readExample(reader, rankRequest, new Example());
    example.shown = shown;
    model.learn(example, { eventId, slot, chosen, probability, reward, allowed });
  }
  return model;
}
