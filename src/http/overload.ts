/**
 * Refuses calls when they wait too long, so that those admitted are answered soon. The wait is measured where it arises: in turns of the
 * event loop that are long for an interval (as in CoDel) or in which very many calls or connections arrive, and in commits. While it is too
 * long, admitted calls get a part of the thread's time: a fifth less after each long turn, slowly more during short ones, and none while
 * as many calls are in progress as keep the server busy. The others are shed, except those of accounts that have used less than their
 * fair share of the thread's time. Shedding ends when the waits have been short and few calls were shed for a second. Below a number of
 * calls at once nothing is shed, however slow the machine.
 */

export interface OverloadOptions {
  now?: () => number;
  /** How many connections are accepted in a turn of the loop at most. */
  acceptedInTurn?: number;
  /** Called when shedding starts and ends. */
  onChange?(cause: ShedReason | undefined): void;
}

export type ShedReason = 'loop' | 'commit';

/** A turn of the loop that takes longer makes calls wait. */
const LOOP_TARGET_MS = 100;
/**
 * Fewer calls at once are never too many, however slow the machine. That more are too many shows in one turn of this length, if half of
 * them have arrived in it or they are twice as many.
 */
const MANY_CALLS = 256;
const CROWDED_LOOP_MS = 25;
/** Commits that take longer queue; those of a slow disk take longer even so, and are compared with what they take without a queue. */
const COMMIT_TARGET_MS = 50;
const COMMIT_FACTOR = 4;
const LOOP_INTERVAL_MS = 200;
/** Where a turn accepts nearly as many connections as it can, more of them wait. */
const ACCEPTED_PART = 0.9;
/** One large commit is no queue. */
const COMMIT_INTERVAL_MS = 500;
/** Calls in progress that keep the server busy: more would wait, and no more are answered. */
const ENOUGH_CALLS = 96;
/**
 * While calls are shed, those admitted get a part of the thread's time: less when a turn of the loop is longer than this, and slowly more
 * when turns are shorter. The loop does not end its turn while very many connections have sent something, so a long one counts as several.
 */
const TURN_TARGET_MS = 20;
const MIN_ADMITTED_PART = 0.05;
const PART_FACTOR = 0.8;
const PART_PER_MS = 0.0005;
/** Nothing waits in turns this short, so no call is shed in them. */
const SHORT_TURN_MS = 5;
/** Time that is not used by admitted calls is kept for those of the next moments. */
const MAX_CREDIT_MS = 10;
/** The time between two calls is that of the first one, unless the loop was idle meanwhile. */
const MAX_CALL_MS = 2;
/** How long the waits must be short, and few calls shed, before shedding ends. */
const CALM_MS = 1000;
const FEW_SHED = 0.02;
const DECAY_MS = 100;
const SAMPLE_MS = 10;
/** Time used counts less by half after this long. */
const HALF_LIFE_MS = 1000;
const FORGET_BELOW_MS = 0.05;
/** What a call costs beside the time that is measured: its connection, its headers and its reply. */
const CALL_MS = 0.05;

export class Overload {
  readonly #now: () => number;
  readonly #acceptedInTurn: number;
  readonly #onChange: (cause: ShedReason | undefined) => void;
  readonly #used = new Map<string, number>();
  #totalUsed = 0;
  readonly #commits = new Set<{ startedAt: number }>();
  #commitMs = COMMIT_TARGET_MS;
  #sampler: NodeJS.Timeout | undefined;
  #sampledAt = 0;
  #decayedAt = 0;
  #lastCallAt = 0;
  #inProgress = 0;
  /** Calls that arrived in this turn of the loop; most reads are answered within it. */
  #turnCalls = 0;
  #turnConnections = 0;
  #isInTurn = false;
  #turnStartedAt = 0;
  /** Since when every turn has accepted as many connections as it can. */
  #connectionsWaitSince: number | undefined;
  /** The part of the time that admitted calls get, and what is left of it. */
  #admittedPart = MIN_ADMITTED_PART;
  #creditMs = 0;
  #wasAdmitted = false;
  /** Calls at once since the last sample. */
  #mostCalls = 0;
  #loopSlowSince: number | undefined;
  #commitSlowSince: number | undefined;
  #calmSince = 0;
  #arrived = 0;
  #shed = 0;
  #cause: ShedReason | undefined;
  /** The longest turn of the loop in the last second, for the metrics. */
  loopMs = 0;

  constructor({ now = () => performance.now(), acceptedInTurn = Infinity, onChange = () => undefined }: OverloadOptions = {}) {
    this.#now = now;
    this.#acceptedInTurn = acceptedInTurn;
    this.#onChange = onChange;
  }

  get isOverloaded(): boolean {
    return this.#cause !== undefined;
  }

  /** How long the oldest commit in progress has taken. */
  get commitMs(): number {
    for (const { startedAt } of this.#commits) return this.#now() - startedAt;
    return 0;
  }

  /** Why a call that has just arrived should be refused, unless its account has used less than its share; to be called for every call. */
  arrival(): ShedReason | undefined {
    const now = this.#now();
    const sinceLast = now - this.#lastCallAt;
    this.#lastCallAt = now;
    this.#arrived++;
    if (this.#sampler === undefined) this.#startSampling(now);
    if (!this.#isInTurn) this.#startTurn(now);
    else if (this.#cause && now - this.#turnStartedAt > TURN_TARGET_MS) this.#adapt(now);
    this.#turnCalls++;
    const calls = Math.max(this.#inProgress, this.#turnCalls);
    this.#mostCalls = Math.max(this.#mostCalls, calls);
    if (!this.#cause) {
      const isCrowded = calls >= MANY_CALLS && 2 * this.#turnCalls >= MANY_CALLS && now - this.#turnStartedAt > CROWDED_LOOP_MS;
      if (isCrowded) this.#change('loop', now);
      return this.#cause;
    }
    const usedMs = this.#wasAdmitted ? Math.min(sinceLast, MAX_CALL_MS) : 0;
    this.#creditMs = Math.min(MAX_CREDIT_MS, this.#creditMs + this.#admittedPart * sinceLast - usedMs);
    const hasTime = this.#creditMs > 0 || now - this.#turnStartedAt < SHORT_TURN_MS;
    this.#wasAdmitted = hasTime && this.#inProgress < ENOUGH_CALLS;
    return this.#wasAdmitted ? undefined : this.#cause;
  }

  /** To be called for every new connection. */
  connected(): void {
    if (!this.#isInTurn) this.#startTurn(this.#now());
    this.#turnConnections++;
  }

  /** To be called when an admitted call starts, and when it ends. */
  started(): void {
    this.#inProgress++;
  }

  ended(): void {
    this.#inProgress--;
  }

  /** Whether the account has used at least its fair share of the time of this thread. */
  isAboveShare(account: string): boolean {
    const used = this.#used.get(account);
    return used !== undefined && used * this.#used.size >= this.#totalUsed;
  }

  /** Counts a call that was refused. */
  shed(): void {
    this.#shed++;
  }

  /** Counts time that a call of the account has used. */
  use(account: string, ms: number): void {
    this.#used.set(account, (this.#used.get(account) ?? 0) + ms + CALL_MS);
    this.#totalUsed += ms + CALL_MS;
  }

  async commit<T>(work: Promise<T>): Promise<T> {
    const commit = { startedAt: this.#now() };
    this.#commits.add(commit);
    try {
      return await work;
    } finally {
      this.#commits.delete(commit);
      const ms = this.#now() - commit.startedAt;
      // Follows short commits at once and long ones slowly: what a commit takes without a queue.
      this.#commitMs += (ms - this.#commitMs) * (ms < this.#commitMs ? 0.1 : 0.0005);
    }
  }

  close(): void {
    clearInterval(this.#sampler);
    this.#sampler = undefined;
  }

  #startTurn(now: number): void {
    this.#isInTurn = true;
    this.#turnStartedAt = now;
    setImmediate(this.#endTurn);
  }

  readonly #endTurn = (): void => {
    const now = this.#now();
    const areConnectionsWaiting =
      this.#turnConnections >= ACCEPTED_PART * this.#acceptedInTurn && now - this.#turnStartedAt > CROWDED_LOOP_MS;
    this.#connectionsWaitSince = areConnectionsWaiting ? (this.#connectionsWaitSince ?? now) : undefined;
    if (!this.#cause && now - (this.#connectionsWaitSince ?? now) >= LOOP_INTERVAL_MS) this.#change('loop', now);
    if (this.#cause) this.#adapt(now);
    this.#isInTurn = false;
    this.#turnCalls = 0;
    this.#turnConnections = 0;
  };

  #adapt(now: number): void {
    const turnMs = now - this.#turnStartedAt;
    this.#turnStartedAt = now;
    this.#admittedPart =
      turnMs > TURN_TARGET_MS
        ? Math.max(MIN_ADMITTED_PART, this.#admittedPart * PART_FACTOR)
        : Math.min(1, this.#admittedPart + turnMs * PART_PER_MS);
  }

  get #commitTarget(): number {
    return Math.max(COMMIT_TARGET_MS, COMMIT_FACTOR * this.#commitMs);
  }

  #startSampling(now: number): void {
    this.#sampledAt = now;
    this.#decayedAt = now;
    this.#sampler = setInterval(() => this.#sample(), SAMPLE_MS).unref();
  }

  #sample(): void {
    const now = this.#now();
    const turnMs = now - this.#sampledAt - SAMPLE_MS;
    this.#sampledAt = now;
    this.loopMs = Math.max(turnMs, this.loopMs * 0.95);
    const calls = Math.max(this.#mostCalls, this.#inProgress);
    this.#mostCalls = 0;
    const isMany = calls >= MANY_CALLS || this.#cause !== undefined;
    this.#loopSlowSince = isMany && turnMs > LOOP_TARGET_MS ? (this.#loopSlowSince ?? now) : undefined;
    this.#commitSlowSince = isMany && this.commitMs > this.#commitTarget ? (this.#commitSlowSince ?? now) : undefined;
    const isSlow = this.#loopSlowSince !== undefined || this.#commitSlowSince !== undefined;
    if (!this.#cause) {
      const isCrowded = calls >= 2 * MANY_CALLS && turnMs > CROWDED_LOOP_MS;
      if (isCrowded || now - (this.#loopSlowSince ?? now) >= LOOP_INTERVAL_MS) this.#change('loop', now);
      else if (now - (this.#commitSlowSince ?? now) >= COMMIT_INTERVAL_MS) this.#change('commit', now);
    } else if (isSlow || this.#shed > FEW_SHED * this.#arrived) this.#restartCalm(now);
    else if (now - this.#calmSince >= CALM_MS) this.#change(undefined, now);
    if (now - this.#decayedAt >= DECAY_MS) this.#decay(now);
    if (now - this.#lastCallAt > 2 * CALM_MS && this.#used.size === 0 && !this.#cause) this.close();
  }

  #change(cause: ShedReason | undefined, now: number): void {
    this.#cause = cause;
    this.#admittedPart = MIN_ADMITTED_PART;
    this.#creditMs = 0;
    this.#restartCalm(now);
    this.#onChange(cause);
  }

  #restartCalm(now: number): void {
    this.#calmSince = now;
    this.#arrived = 0;
    this.#shed = 0;
  }

  #decay(now: number): void {
    const factor = 0.5 ** ((now - this.#decayedAt) / HALF_LIFE_MS);
    this.#decayedAt = now;
    this.#totalUsed = 0;
    for (const [account, used] of this.#used) {
      const left = used * factor;
      if (left < FORGET_BELOW_MS) this.#used.delete(account);
      else {
        this.#used.set(account, left);
        this.#totalUsed += left;
      }
    }
  }
}
