/**
 * A pool of workers, threads or processes. A worker runs the tasks of one claim at a time, is reused, and ends when it was idle for a
 * while: the last one later than the others, and as many as are kept warm never. Workers are shared fairly among accounts.
 *
 * Where idle workers are reserved, short tasks of one account never wait for a worker to start because of long tasks of another: a worker
 * is left for a while to the account that used it; and while other accounts are known, one with a task running, or whose task has ended its
 * worker, starts workers of its own instead of taking those of others or a spare.
 *
 * A task that takes long may end with its worker. Where the pool has spares, another one is started meanwhile, so that the next task does
 * not wait for it. A worker that a task has ended is replaced where workers can be warmed up.
 */
import { epochMs } from '../kernel/ports/telemetry.ts';
import { TooManyTasks } from '../kernel/ports/workers.ts';
import type { Claim, Pool, PoolOptions, PoolTask, PoolWorker } from '../kernel/ports/workers.ts';
import { FairQueue } from '../shared/fair-queue.ts';
import { TaskWorker } from './worker.ts';
import type { ObserveTask, StartChannel, WorkerLimits } from './worker.ts';

const IDLE_MS = 30_000;
/** For the first task of a worker, which also loads its engine. */
const FIRST_TASK_FACTOR = 8;

/** Accounts that were added within a time. */
class RecentAccounts {
  readonly #ms: number;
  /** The latest comes last. */
  readonly #at = new Map<string, number>();

  constructor(ms: number) {
    this.#ms = ms;
  }

  add(account: string): void {
    this.#at.delete(account);
    this.#at.set(account, performance.now());
    this.#forget();
  }

  some(isWanted: (account: string) => boolean): boolean {
    this.#forget();
    return [...this.#at.keys()].some(isWanted);
  }

  #forget(): void {
    for (const [account, at] of this.#at) {
      if (performance.now() - at < this.#ms) return;
      this.#at.delete(account);
    }
  }
}

interface Idle {
  since: number;
  /** Ends it. */
  timer: NodeJS.Timeout;
}

export class WorkerPool implements Pool {
  readonly #start: StartChannel;
  readonly #options: PoolOptions & WorkerLimits;
  readonly #observe: ObserveTask | undefined;
  readonly #queue: FairQueue;
  readonly #workers = new Set<TaskWorker>();
  /** The one that was used last comes last. */
  readonly #idle = new Map<TaskWorker, Idle>();
  /** The account that uses a worker, or used it last; none that has been warmed up only. */
  readonly #users = new Map<TaskWorker, string>();
  readonly #accounts: RecentAccounts;
  /** Accounts whose tasks have ended a worker. */
  readonly #disruptive: RecentAccounts;
  #keptWarm = 0;
  #isClosed = false;

  constructor(start: StartChannel, options: PoolOptions & WorkerLimits, observe?: ObserveTask) {
    this.#start = start;
    this.#options = options;
    this.#observe = observe;
    const { count, perAccount, keepMs = 0 } = options;
    this.#accounts = new RecentAccounts(keepMs);
    this.#disruptive = new RecentAccounts(keepMs);
    this.#queue = new FairQueue({ concurrency: count, ...(perAccount !== undefined && { perAccount: Math.max(1, perAccount) }) });
  }

  async run<T>(task: PoolTask): Promise<T> {
    const since = epochMs();
    return await this.#lease(task, (worker) => worker.run<T>(task, since));
  }

  async use<T>(claim: Claim, work: (worker: PoolWorker) => Promise<T>): Promise<T> {
    return await this.#lease(claim, work);
  }

  keepWarm(count: number): void {
    this.#keptWarm = count;
    this.#startMissing(count);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers].map((worker) => worker.end()));
  }

  async #lease<T>({ account = '', maxWaiting, maxWaitMs, signal, prefer }: Claim, work: (worker: TaskWorker) => Promise<T>): Promise<T> {
    return await this.#queue.run(account, {
      maxWaiting,
      maxWaitMs,
      signal,
      refused: () => new TooManyTasks('Too many tasks of the account are waiting.'),
      work: async () => {
        const worker = this.#acquire(account, prefer);
        const spare = this.#spareTimer(worker, account);
        try {
          return await work(worker);
        } finally {
          clearTimeout(spare);
          if (worker.isSpent) void worker.end();
          if (worker.hasEnded) this.#disruptive.add(account);
          else this.#rest(worker);
          this.#accounts.add(account);
        }
      },
    });
  }

  #acquire(account: string, prefer: Claim['prefer']): TaskWorker {
    const usable = [...this.#idle.keys()].filter(({ hasEnded }) => !hasEnded);
    const isLimited = this.#isLimited(account);
    const free = this.#free(usable, account, isLimited);
    // One of a limited account may run beside a spare, which counts too.
    const mayStart = this.#count() < this.#options.count + Number(isLimited);
    const idle = free.length > 0 || mayStart ? free : usable.slice(0, 1);
    const worker = (prefer ? (idle.find(prefer) ?? idle[0]) : idle.at(-1)) ?? this.#add();
    this.#take(worker);
    this.#users.set(worker, account);
    this.#accounts.add(account);
    worker.setRef(true);
    return worker;
  }

  /** The idle workers that the account may take although others can be started. */
  #free(usable: TaskWorker[], account: string, isLimited: boolean): TaskWorker[] {
    const { reserveMs } = this.#options;
    if (reserveMs === undefined) return usable;
    const own = usable.filter((worker) => this.#users.get(worker) === account);
    if (own.length > 0) return own;
    if (isLimited) return [];
    return usable.filter((worker) => !this.#users.has(worker) || performance.now() - this.#idle.get(worker)!.since >= reserveMs);
  }

  /** Whether it leaves idle workers to other accounts. */
  #isLimited(account: string): boolean {
    if (this.#options.reserveMs === undefined || !this.#hasOthers(account)) return false;
    const isAtWork = [...this.#users].some(([worker, user]) => user === account && !this.#idle.has(worker));
    return isAtWork || this.#disruptive.some((other) => other === account);
  }

  #hasOthers(account: string): boolean {
    return this.#accounts.some((other) => other !== account);
  }

  #add(): TaskWorker {
    if (this.#isClosed) throw new Error('The pool is closed.');
    const worker: TaskWorker = new TaskWorker(this.#start, this.#options, {
      observe: this.#observe,
      onEnd: () => {
        this.#workers.delete(worker);
        this.#users.delete(worker);
        this.#take(worker);
        if (worker.hasRun && !worker.isRetired) this.#startMissing(Math.max(this.#keptWarm, this.#options.warmUp ? 1 : 0));
      },
    });
    this.#workers.add(worker);
    return worker;
  }

  /** It is no longer idle. */
  #take(worker: TaskWorker): void {
    clearInterval(this.#idle.get(worker)?.timer);
    this.#idle.delete(worker);
  }

  #startMissing(wanted: number): void {
    while (!this.#isClosed && this.#count() < wanted) this.#addWarm();
  }

  #addWarm(): void {
    const worker = this.#add();
    if (this.#options.warmUp) worker.warmUp(this.#options.warmUp);
    this.#rest(worker);
  }

  #spareTimer(worker: TaskWorker, account: string): NodeJS.Timeout | undefined {
    const { spareAfterMs, reserveMs, maySpare = () => true } = this.#options;
    if (spareAfterMs === undefined) return undefined;
    return setTimeout(
      () => {
        const isWanted = (reserveMs !== undefined && this.#hasOthers(account)) || maySpare();
        if (!this.#isClosed && this.#idle.size === 0 && isWanted) this.#addWarm();
      },
      worker.hasRun ? spareAfterMs : FIRST_TASK_FACTOR * spareAfterMs,
    );
  }

  /** An idle worker does not keep the server alive. */
  #rest(worker: TaskWorker): void {
    const { idleMs = IDLE_MS } = this.#options;
    const since = performance.now();
    worker.setRef(false);
    const timer = setInterval(() => this.#endIdle(worker, since), idleMs).unref();
    this.#idle.set(worker, { since, timer });
  }

  #endIdle(worker: TaskWorker, since: number): void {
    const { keepMs = 0, spareAfterMs } = this.#options;
    const count = this.#count();
    const isKept = count <= this.#keptWarm;
    const isLast = count === 1 && performance.now() - since < keepMs;
    const isSpare = spareAfterMs !== undefined && this.#idle.size === 1 && count > 1;
    if (isKept || isLast || isSpare) return;
    this.#take(worker);
    worker.isRetired = true;
    void worker.end();
  }

  /** Without those that are being ended. */
  #count(): number {
    return [...this.#workers].filter(({ hasEnded }) => !hasEnded).length;
  }
}
