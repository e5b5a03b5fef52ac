/**
 * The join of decisions and rewards: which reward an event is trained with, and when.
 *
 * An event is waiting from its rank until the wait time after it, then done. Deferred events wait unseen
 * until activated; one never activated is dropped. At the end an event without reward gets the default.
 *
 * When to train. If clients report every outcome, an event is best trained as soon as its reward comes.
 * If only successes are reported, that would show the learner successes first and failures a wait time
 * later, and it would believe anything; then everything must be trained at expiry, in the order of the
 * ranks. The joiner measures which clients these are: the coverage is the share with an explicit reward
 * among recent events that are older than three median reward lags, and older than one and a half times
 * the lag that 98 % of rewards keep (an exponential lag exceeds three medians in 12 % of all cases).
 * Training is on arrival while aggregation is `earliest` and coverage is at least 0.98 over enough
 * events; otherwise at expiry. The measure is taken with every event, so a fall switches back immediately.
 *
 * Learning early. The server's own learner need not wait for the end: while an event waits, it counts by how much of its reward should
 * have come by now. From the lags of the rewards that came, the joiner knows when half and when nine tenths of them are in; at these
 * ages an event is handed out as that part of an event, with what came of its reward since the part before, and at the end with the
 * rest. In sum it counts exactly once and with its exact reward, and while it waits rare and late rewards are neither misses nor the
 * only thing seen. A part of share f for which the reward R came counts as the target d + (R − d)/f, d being the default: its
 * expectation is the reward's.
 *
 * Invariants: time is that of the log, never a clock, and never runs back, so that replaying a log gives
 * the same trainings in the same order; an event is trained at most once; rewards after the end, for
 * unknown events or for events that are done change nothing. Cost: constant per entry, amortized, and a
 * sort of the last 512 lags every 64 rewards. Memory: the waiting events.
 */

/** What becomes of several rewards for one event. */
export const AGGREGATIONS = ['earliest', 'sum', 'average'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

export function isAggregation(text: string): text is Aggregation {
  return (AGGREGATIONS as readonly string[]).includes(text);
}

export type JoinRules = { readonly waitMs: number; readonly aggregation: Aggregation; readonly defaultReward: number };

/** Rewards of one event or slot so far. */
export type RewardSum = { readonly sum: number; readonly count: number };

/** The sum with one more reward; undefined if the reward does not count. */
export function addReward(known: RewardSum | undefined, value: number, aggregation: Aggregation): RewardSum | undefined {
  if (!known) return { sum: value, count: 1 };
  return aggregation === 'earliest' ? undefined : { sum: known.sum + value, count: known.count + 1 };
}

export function totalReward({ sum, count }: RewardSum, aggregation: Aggregation): number {
  return aggregation === 'average' ? sum / count : sum;
}

/**
 * An event ready to learn, or a part of it: the position of its decision in the log, and one reward per slot, or one where there are no
 * slots. `isDone`: the rewards are final.
 */
export type Joined = {
  readonly eventId: string;
  readonly position: number;
  readonly rewards: readonly number[];
  readonly isDone: boolean;
  readonly part?: { readonly share: number; readonly targets: readonly number[]; readonly isFirst: boolean };
};

type Waiting = {
  readonly eventId: string;
  readonly position: number;
  readonly atMs: number;
  /** Ids of its slots; none for a decision without slots. */
  readonly slots: readonly string[];
  active: boolean;
  /** Sums of the rewards per slot. */
  rewards: (number | null)[];
  /** Numbers of rewards per slot; absent in checkpoints of older versions, which did not average. */
  counts?: number[];
  trained: boolean;
  /** The share of the event that was handed out so far, and the rewards with which; absent: none. */
  share?: number;
  credited?: readonly number[];
};

/** The state of a joiner as plain data, for a checkpoint. */
export type JoinState = {
  readonly nowMs: number;
  readonly waiting: readonly Waiting[];
  readonly judged: number;
  readonly lags: readonly number[];
  readonly lagCount: number;
  readonly patienceMs: number;
  readonly covered: readonly number[];
  readonly coveredCount: number;
  readonly onArrival: boolean;
  /** Absent in checkpoints of earlier versions. */
  readonly early?: {
    readonly lags: readonly number[];
    readonly lagCount: number;
    readonly ages: readonly number[];
    readonly next: readonly number[];
  };
};

const NO_SLOTS: readonly string[] = [];
const MAX_LAGS = 512;
const LAGS_PER_MEDIAN = 64;
const MAX_EVENTS = 1000;
const MIN_EVENTS = 50;
const MIN_COVERAGE = 0.98;
const MEDIAN_LAGS_TO_WAIT = 3;
const LONG_LAG_SHARE = 0.98;
const LONG_LAGS_TO_WAIT = 1.5;
/** Shares of the rewards that have come when an event is handed out early, and from how many rewards on they are known. */
const EARLY_SHARES: readonly number[] = [0.5, 0.9];
const MIN_EARLY_LAGS = 16;
/** Waiting for less than this share of the wait time is worth an early part. */
const MAX_EARLY_WAIT = 0.8;

export class Joiner {
  #rules: JoinRules;
  #nowMs = 0;
  /** In the order of the ranks; done events leave from the front. */
  #queue: Waiting[] = [];
  #head = 0;
  /** Events of the queue before this one have been counted in the coverage. */
  #judged = 0;
  readonly #byId = new Map<string, Waiting>();
  #lags: number[] = [];
  #lagCount = 0;
  #patienceMs = Infinity;
  #covered: number[] = [];
  #coveredCount = 0;
  #coveredSum = 0;
  #onArrival = false;
  /** Whether parts of events are handed out before their wait ends. */
  isEarly: boolean;
  /** Lags of the rewards other than the default, the ages at which their shares have come, and the first event before each age. */
  #earlyLags: number[] = [];
  #earlyLagCount = 0;
  #earlyAges: number[] = EARLY_SHARES.map(() => Infinity);
  #earlyNext: number[] = EARLY_SHARES.map(() => 0);

  constructor(rules: JoinRules, { state, isEarly = false }: { readonly state?: JoinState; readonly isEarly?: boolean } = {}) {
    this.#rules = rules;
    this.isEarly = isEarly;
    if (!state) return;
    this.#nowMs = state.nowMs;
    this.#queue = state.waiting.map(copyWaiting);
    for (const event of this.#queue) this.#byId.set(event.eventId, event);
    this.#judged = state.judged;
    this.#lags = [...state.lags];
    this.#lagCount = state.lagCount;
    this.#patienceMs = state.patienceMs < 0 ? Infinity : state.patienceMs;
    this.#covered = [...state.covered];
    this.#coveredCount = state.coveredCount;
    this.#coveredSum = this.#covered.reduce((a, b) => a + b, 0);
    this.#onArrival = state.onArrival;
    if (!state.early) return;
    this.#earlyLags = [...state.early.lags];
    this.#earlyLagCount = state.early.lagCount;
    this.#earlyAges = state.early.ages.map((ageMs) => (ageMs < 0 ? Infinity : ageMs));
    this.#earlyNext = [...state.early.next];
  }

  /** Whether events are trained as their rewards arrive. */
  get onArrival(): boolean {
    return this.#onArrival;
  }

  /** Share of recent events old enough to judge that had an explicit reward. */
  get coverage(): number {
    return this.#covered.length > 0 ? this.#coveredSum / this.#covered.length : 0;
  }

  get waiting(): number {
    return this.#byId.size;
  }

  /** When the event that waits longest is done; undefined when none waits. */
  get nextExpiryMs(): number | undefined {
    const first = this.#queue[this.#head];
    return first && first.atMs + this.#rules.waitMs;
  }

  /** The log position before which no event waits any more. */
  get oldestPosition(): number | undefined {
    return this.#queue[this.#head]?.position;
  }

  /** A decision was logged; an event id that is already waiting is left unchanged. */
  ranked(event: {
    readonly eventId: string;
    readonly position: number;
    readonly atMs: number;
    readonly deferred: boolean;
    readonly slots?: readonly string[];
  }): Joined[] {
    const { eventId, position, deferred, slots = NO_SLOTS } = event;
    const done = this.advance(event.atMs);
    if (this.#byId.has(eventId)) return done;
    const rewards = new Array<number | null>(Math.max(1, slots.length)).fill(null);
    const waiting: Waiting = { eventId, position, atMs: this.#nowMs, slots, active: !deferred, rewards, trained: false };
    if (this.#rules.aggregation === 'average') waiting.counts = rewards.map(() => 0);
    this.#queue.push(waiting);
    this.#byId.set(eventId, waiting);
    return done;
  }

  /** The answer of a deferred decision was shown. */
  activated(eventId: string, atMs: number): Joined[] {
    const done = this.advance(atMs);
    const event = this.#byId.get(eventId);
    if (!event || event.active) return done;
    event.active = true;
    if (this.#onArrival) this.#train(event, done);
    return done;
  }

  /** A reward was logged, for a slot of an event or for an event without slots; one for the other kind changes nothing. */
  rewarded(eventId: string, value: number, atMs: number, slotId?: string): Joined[] {
    const done = this.advance(atMs);
    const event = this.#byId.get(eventId);
    if (!event || (slotId === undefined) !== (event.slots.length === 0)) return done;
    const slot = slotId === undefined ? 0 : event.slots.indexOf(slotId);
    if (slot < 0) return done;
    const known = event.rewards[slot]!;
    const { aggregation } = this.#rules;
    const total = addReward(known === null ? undefined : { sum: known, count: event.counts?.[slot] ?? 1 }, value, aggregation);
    if (!total) return done;
    if (known === null) {
      this.#noteLag(this.#nowMs - event.atMs);
      if (value !== this.#rules.defaultReward) this.#noteEarlyLag(this.#nowMs - event.atMs);
    }
    event.rewards[slot] = total.sum;
    if (event.counts) event.counts[slot] = total.count;
    if (this.#onArrival) this.#train(event, done);
    return done;
  }

  /** Moves the log's time on and hands out what expired by then. */
  advance(atMs: number): Joined[] {
    const done: Joined[] = [];
    if (atMs > this.#nowMs) this.#nowMs = atMs;
    this.#judge();
    while (this.#head < this.#queue.length) {
      const event = this.#queue[this.#head]!;
      if (event.atMs + this.#rules.waitMs > this.#nowMs) break;
      if (this.#judged <= this.#head) this.#count(event);
      this.#judged = Math.max(this.#judged, this.#head + 1);
      this.#head++;
      this.#byId.delete(event.eventId);
      if (event.active && !event.trained) done.push(this.#join(event));
    }
    if (this.isEarly) this.#handOutEarly(done);
    if (this.#head > 1024 && this.#head * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#head);
      this.#judged -= this.#head;
      this.#earlyNext = this.#earlyNext.map((next) => Math.max(0, next - this.#head));
      this.#head = 0;
    }
    this.#switch(done);
    return done;
  }

  /** Not a copy: to be written before the next entry changes it. */
  state(): JoinState {
    return {
      nowMs: this.#nowMs,
      waiting: this.#queue.slice(this.#head),
      judged: Math.max(0, this.#judged - this.#head),
      lags: [...this.#lags],
      lagCount: this.#lagCount,
      patienceMs: this.#patienceMs === Infinity ? -1 : this.#patienceMs,
      covered: [...this.#covered],
      coveredCount: this.#coveredCount,
      onArrival: this.#onArrival,
      early: {
        lags: [...this.#earlyLags],
        lagCount: this.#earlyLagCount,
        ages: this.#earlyAges.map((ageMs) => (ageMs === Infinity ? -1 : ageMs)),
        next: this.#earlyNext.map((next) => Math.max(0, next - this.#head)),
      },
    };
  }

  /** Trains an event whose rewards are all there. */
  #train(event: Waiting, done: Joined[]): void {
    if (event.trained || !event.active || event.rewards.some((reward) => reward === null)) return;
    event.trained = true;
    done.push(this.#join(event));
  }

  /** Hands out an event up to a share of it. */
  #join(event: Waiting, upTo = 1): Joined {
    const { aggregation, defaultReward } = this.#rules;
    const { eventId, position, share: before = 0, credited } = event;
    const rewards = event.rewards.map((sum, slot) =>
      sum === null ? defaultReward : totalReward({ sum, count: event.counts?.[slot] ?? 1 }, aggregation),
    );
    const isDone = upTo === 1;
    if (before === 0 && isDone) return { eventId, position, rewards, isDone };
    const share = upTo - before;
    const targets = rewards.map((reward, slot) => defaultReward + (reward - (credited?.[slot] ?? defaultReward)) / share);
    event.share = upTo;
    event.credited = rewards;
    return { eventId, position, rewards, isDone, part: { share, targets, isFirst: before === 0 } };
  }

  /** Hands out the parts of events that have become older than the rewards they wait for, the largest first. */
  #handOutEarly(done: Joined[]): void {
    for (let n = EARLY_SHARES.length - 1; n >= 0; n--) {
      const upTo = EARLY_SHARES[n]!;
      const ageMs = this.#earlyAges[n]!;
      if (ageMs > MAX_EARLY_WAIT * this.#rules.waitMs) continue;
      let next = Math.max(this.#earlyNext[n]!, this.#head);
      for (; next < this.#queue.length && this.#queue[next]!.atMs + ageMs < this.#nowMs; next++) {
        const event = this.#queue[next]!;
        if (event.active && !event.trained && !this.#onArrival && (event.share ?? 0) < upTo) done.push(this.#join(event, upTo));
      }
      this.#earlyNext[n] = next;
    }
  }

  #noteLag(lagMs: number): void {
    this.#lags[this.#lagCount++ % MAX_LAGS] = lagMs;
    if (this.#lagCount % LAGS_PER_MEDIAN !== 0 && this.#patienceMs !== Infinity) return;
    const sorted = Float64Array.from(this.#lags).sort();
    const long = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * LONG_LAG_SHARE))]!;
    this.#patienceMs = Math.max(MEDIAN_LAGS_TO_WAIT * sorted[sorted.length >> 1]!, LONG_LAGS_TO_WAIT * long);
  }

  #noteEarlyLag(lagMs: number): void {
    this.#earlyLags[this.#earlyLagCount++ % MAX_LAGS] = lagMs;
    const count = this.#earlyLagCount;
    if (count < MIN_EARLY_LAGS || (count % LAGS_PER_MEDIAN !== 0 && (count > LAGS_PER_MEDIAN || count % MIN_EARLY_LAGS !== 0))) return;
    const sorted = Float64Array.from(this.#earlyLags).sort();
    this.#earlyAges = EARLY_SHARES.map((share) => sorted[Math.floor(sorted.length * share)]!);
  }

  /** Counts the events that have become old enough. */
  #judge(): void {
    const patienceMs = Math.min(this.#rules.waitMs, this.#patienceMs);
    while (this.#judged < this.#queue.length && this.#queue[this.#judged]!.atMs + patienceMs < this.#nowMs)
      this.#count(this.#queue[this.#judged++]!);
  }

  #count(event: Waiting): void {
    if (!event.active) return;
    const at = this.#coveredCount++ % MAX_EVENTS;
    const covered = event.rewards.some((reward) => reward === null) ? 0 : 1;
    this.#coveredSum += covered - (this.#covered[at] ?? 0);
    this.#covered[at] = covered;
  }

  #switch(done: Joined[]): void {
    const before = this.#onArrival;
    this.#onArrival = this.#rules.aggregation === 'earliest' && this.#covered.length >= MIN_EVENTS && this.coverage >= MIN_COVERAGE;
    if (before || !this.#onArrival) return;
    for (let i = this.#head; i < this.#queue.length; i++) this.#train(this.#queue[i]!, done);
  }
}

function copyWaiting(event: Waiting): Waiting {
  const { counts, credited } = event;
  return { ...event, rewards: [...event.rewards], ...(counts && { counts: [...counts] }), ...(credited && { credited: [...credited] }) };
}
