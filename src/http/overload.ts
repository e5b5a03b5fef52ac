/**
 * Refuses calls when they wait too long, so that those admitted are answered soon. The wait is measured where it arises: in the event loop
 * and in commits. When either has exceeded its target for an interval (as in CoDel), only as many calls are in progress as keep the server
 * busy, and the rest are shed, until the waits have been short for a while and few calls too many arrive. An account that has used less
 * than its fair share of the thread's time is never shed.
 */

export interface OverloadOptions {
  now?: () => number;
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
const MANY_CALLS = 512;
const CROWDED_LOOP_MS = 25;
/** Commits that take longer queue; those of a slow disk take longer even so, and are compared with what they take without a queue. */
const COMMIT_TARGET_MS = 50;
const COMMIT_FACTOR = 4;
const LOOP_INTERVAL_MS = 200;
/** One large commit is no queue. */
const COMMIT_INTERVAL_MS = 500;
/** Calls in progress that keep the server busy: more would wait, and no more are answered. */
const ENOUGH_CALLS = 96;
/** For how long calls are admitted in a turn; what arrives meanwhile waits for its end. */
const ADMIT_MS = 20;
/** The event loop reads what has arrived meanwhile without ending its turn when there is very much of it. */
const MAX_TURN_MS = 100;
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
  #turnStartedAt = 0;
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

  constructor({ now = () => performance.now(), onChange = () => undefined }: OverloadOptions = {}) {
    this.#now = now;
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
    this.#lastCallAt = now;
    this.#arrived++;
    if (this.#sampler === undefined) this.#startSampling(now);
    if (this.#turnCalls++ === 0) {
      this.#turnStartedAt = now;
      setImmediate(this.#endTurn);
    } else if (now - this.#turnStartedAt > MAX_TURN_MS) this.#turnStartedAt = now;
    const calls = Math.max(this.#inProgress, this.#turnCalls);
    this.#mostCalls = Math.max(this.#mostCalls, calls);
    const turnMs = now - this.#turnStartedAt;
    if (turnMs > CROWDED_LOOP_MS && calls >= MANY_CALLS && 2 * this.#turnCalls >= MANY_CALLS && !this.#cause) this.#change('loop', now);
    return this.#inProgress >= ENOUGH_CALLS || turnMs > ADMIT_MS ? this.#cause : undefined;
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

  readonly #endTurn = (): void => {
    this.#turnCalls = 0;
  };

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
