/**
 * Queries of trained models, in threads that keep the models loaded, so that no query delays a call of another account.
 *
 * Each thread is a pool of one. A query takes a free thread that has its model, or else loads the model from its blob into a free one.
 * Threads are shared fairly among the accounts that ask, and one account never takes all of them. Three outcomes of a thread are not
 * answers:
 *
 *   absent  the thread does not have the model (it is new, or has forgotten it): the model is loaded, then asked again
 *   cold    the prebuilt entities have no tables for this language yet, which take seconds to build: one thread builds at a time, and a
 *           query that would need a second one waits for the first without taking a place; English, which takes a second, is built at once
 *   ended   the thread ran out of memory, or was ended because the query took too long: the query is tried once more; a model that ends
 *           a thread twice is refused for a while
 */
import type { ModelFacts } from '../../../engines/language/models/facts.ts';
import type { LoadInput, Query, QueryAnswer, QueryInput } from '../../../engines/loaders/language/prediction-thread.ts';
import { fail } from '../../../kernel/failures.ts';
import { FairQueue } from '../../../shared/fair-queue.ts';
import type { Log } from '../../../kernel/ports.ts';
import { ThreadEnded } from '../../../kernel/ports/workers.ts';
import type { Threads, Workers } from '../../../kernel/ports/workers.ts';
import { Deadlines } from './deadlines.ts';
import type { StoredModel } from './stored-model.ts';

const MODULE = new URL('../../../engines/loaders/language/prediction-thread.ts', import.meta.url);
/** Queries of one account that wait, and how long. */
const MAX_WAITING = 256;
const MAX_WAIT_MS = 20_000;
const RETRY_AFTER_SECONDS = 1;
/** Far beyond what any query takes whose recognizers are limited: a guard against what nobody has thought of. */
const MAX_QUERY_MS = 5000;
const MAX_LOAD_MS = 60_000;
const REFUSED_MS = 60_000;
/** Models that are not asked for so long are dropped. */
const MAX_IDLE_MS = 15 * 60_000;
const IDLE_CHECK_MS = 60_000;
/** What a thread needs besides its models. */
const THREAD_MEMORY_MB = 512;
const WARM_CULTURE = 'en-us';
/** Short-lived servers are spared the work. */
const WARM_AFTER_MS = 1000;
const SYSTEM_ACCOUNT = '';

export interface PredictorOptions {
  workers: Pick<Workers, 'startThreads'>;
  log: Log;
  /** At least two, so that one account cannot take all. */
  threads: number;
  /** Memory for the models of all threads. */
  modelBytes: number;
  /** CPU time of one query for prebuilt entities, expressions and patterns. */
  recognizerMs: number;
}

export interface PredictorQuery extends Query {
  /** The account that asks. */
  account: string;
}

interface PredictionThread {
  pool: Threads;
  /** The models that it was sent, by key, with the time of their last use; it may have forgotten some. */
  sent: Map<string, number>;
  isBusy: boolean;
}

export class Predictor {
  readonly #threads: readonly PredictionThread[];
  readonly #queue: FairQueue;
  readonly #options: PredictorOptions;
  readonly #waits = new Deadlines(MAX_WAIT_MS);
  readonly #queries = new Deadlines(MAX_QUERY_MS);
  readonly #loads = new Deadlines(MAX_LOAD_MS);
  /** Settles when the tables that are being built are ready. */
  #warming: Promise<unknown> | undefined;
  #waitingForTables = 0;
  readonly #refusedUntil = new Map<string, number>();
  #warmUpTimer: NodeJS.Timeout | undefined;
  readonly #idleTimer: NodeJS.Timeout;

  constructor(options: PredictorOptions) {
    const { workers, threads, modelBytes } = options;
    this.#options = options;
    const memoryMb = Math.ceil(modelBytes / threads / 2 ** 20) + THREAD_MEMORY_MB;
    this.#threads = Array.from({ length: threads }, () => ({
      pool: workers.startThreads({ count: 1, memoryMb, keepsIdle: true }),
      sent: new Map(),
      isBusy: false,
    }));
    this.#queue = new FairQueue({ concurrency: threads, perAccount: Math.max(1, threads - 1), maxWaiting: MAX_WAITING });
    this.#idleTimer = setInterval(() => this.#dropIdle(), IDLE_CHECK_MS).unref();
  }

  /** What is known of a model; `outdated` when another version of the server has written it. */
  async describe(model: StoredModel): Promise<ModelFacts | 'outdated'> {
    if (model.facts) return await model.facts;
    const facts = this.#run(model.account, model, (thread) => this.#load(thread, model));
    model.facts = facts;
    facts.catch(() => (model.facts = undefined));
    return await facts;
  }

  async predict(model: StoredModel, { account, ...query }: PredictorQuery): Promise<QueryAnswer> {
    for (;;) {
      const answer = await this.#run(account, model, (thread) => this.#ask(thread, model, query));
      if (answer === 'cold') {
        await this.#tablesReady();
        continue;
      }
      const { skipped, recognizerMs } = answer;
      if (skipped.length > 0) {
        this.#options.log.warn(
          { account, recognizers: skipped, ms: Math.round(recognizerMs) },
          'recognizers exceeded the time limit of a query and were left out of its answer',
        );
      }
      return answer;
    }
  }

  /** Builds the tables of the most common language before the first query asks for them. */
  warmUp(threads: number): void {
    this.#warmUpTimer = setTimeout(() => void this.#warmThreads(threads), WARM_AFTER_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#warmUpTimer);
    clearInterval(this.#idleTimer);
    await Promise.all(this.#threads.map(({ pool }) => pool.close()));
  }

  /** Runs the work on a thread when it is the account's turn; once more when the thread ended. */
  async #run<T>(account: string, model: StoredModel, work: (thread: PredictionThread) => Promise<T>): Promise<T> {
    this.#checkRefused(model);
    const refused = (): Error => fail('RateExceeded', { retryAfter: RETRY_AFTER_SECONDS });
    const signal = this.#waits.signal();
    let isStarted = false;
    try {
      return await this.#queue.run(account, {
        refused,
        signal,
        work: async () => {
          isStarted = true;
          try {
            return await this.#onThread(model, work);
          } catch (error) {
            if (!isThreadEnded(error)) throw error;
          }
          try {
            return await this.#onThread(model, work);
          } catch (error) {
            if (!isThreadEnded(error)) throw error;
            this.#refusedUntil.set(model.key, performance.now() + REFUSED_MS);
            this.#options.log.warn({ account, model: model.key }, 'a query was stopped because it took too much time or memory');
            throw fail('QueryTooCostly');
          }
        },
      });
    } catch (error) {
      throw !isStarted && signal.aborted && error === signal.reason ? refused() : error;
    }
  }

  #checkRefused({ key }: StoredModel): void {
    const until = this.#refusedUntil.get(key);
    if (until === undefined) return;
    if (performance.now() < until) throw fail('QueryTooCostly');
    this.#refusedUntil.delete(key);
  }

  /** As many calls run as there are threads, so one is free. */
  async #onThread<T>(model: StoredModel, work: (thread: PredictionThread) => Promise<T>): Promise<T> {
    const free = this.#threads.filter(({ isBusy }) => !isBusy);
    const thread = free.find(({ sent }) => sent.has(model.key)) ?? free[0]!;
    thread.isBusy = true;
    if (thread.sent.has(model.key)) thread.sent.set(model.key, performance.now());
    try {
      return await work(thread);
    } catch (error) {
      if (isThreadEnded(error)) thread.sent.clear();
      throw error;
    } finally {
      thread.isBusy = false;
      if (model.isDropped) this.#drop(thread, model.key);
    }
  }

  async #ask(thread: PredictionThread, model: StoredModel, query: Query): Promise<QueryAnswer | 'cold'> {
    const input: QueryInput = { key: model.key, query, recognizerMs: this.#options.recognizerMs };
    // With the time limit of loading: the thread may have to start first, which takes seconds on a busy machine.
    if (!thread.sent.has(model.key)) await this.#load(thread, model);
    for (;;) {
      const answer = await thread.pool.run<QueryAnswer | 'absent' | 'cold' | 'coldEnglish'>({
        module: MODULE,
        function: 'predict',
        input,
        signal: this.#queries.signal(),
      });
      const build = (): Promise<unknown> => thread.pool.run({ module: MODULE, function: 'warmModel', input });
      if (answer === 'absent') await this.#load(thread, model);
      else if (answer === 'coldEnglish') await build();
      else if (answer === 'cold') {
        if (this.#warming) return 'cold';
        await this.#warm(build());
      } else return answer;
    }
  }

  async #load(thread: PredictionThread, model: StoredModel): Promise<ModelFacts | 'outdated'> {
    const bytes = await model.read();
    const isWhole = bytes.byteLength === bytes.buffer.byteLength;
    const input: LoadInput = { key: model.key, bytes, maxBytes: this.#options.modelBytes / this.#threads.length };
    const facts = await thread.pool.run<ModelFacts | 'outdated'>({
      module: MODULE,
      function: 'loadModel',
      input,
      signal: this.#loads.signal(),
      ...(isWhole && { transfer: [bytes.buffer as ArrayBuffer] }),
    });
    if (!thread.sent.has(model.key)) model.onDropped(() => this.#drop(thread, model.key));
    thread.sent.set(model.key, performance.now());
    return facts;
  }

  #drop(thread: PredictionThread, key: string): void {
    if (!thread.sent.delete(key)) return;
    // A thread that has ended has forgotten it.
    thread.pool.run({ module: MODULE, function: 'dropModel', input: key }).catch(() => undefined);
  }

  /** What nobody asks any more may be content of an account that was deleted. */
  #dropIdle(): void {
    const before = performance.now() - MAX_IDLE_MS;
    for (const thread of this.#threads) for (const [key, usedAt] of thread.sent) if (usedAt < before) this.#drop(thread, key);
  }

  async #warm(warming: Promise<unknown>): Promise<void> {
    this.#warming = warming;
    try {
      await warming;
    } finally {
      this.#warming = undefined;
    }
  }

  async #tablesReady(): Promise<void> {
    if (this.#waitingForTables >= MAX_WAITING) throw fail('RateExceeded', { retryAfter: RETRY_AFTER_SECONDS });
    this.#waitingForTables++;
    try {
      await this.#warming;
    } catch {
      // Whoever builds them reports it.
    } finally {
      this.#waitingForTables--;
    }
  }

  async #warmThreads(count: number): Promise<void> {
    for (const thread of this.#threads.slice(0, count)) {
      try {
        await this.#queue.run(SYSTEM_ACCOUNT, {
          refused: () => new Error('The queue is full.'),
          work: async () => {
            // Whoever uses it builds what is needed.
            if (thread.isBusy) return;
            thread.isBusy = true;
            try {
              await thread.pool.run({ module: MODULE, function: 'warmCulture', input: WARM_CULTURE });
            } finally {
              thread.isBusy = false;
            }
          },
        });
      } catch {
        // The server stops, or the first query builds them.
      }
    }
  }
}

/** Also by its time limit. */
function isThreadEnded(error: unknown): boolean {
  return error instanceof ThreadEnded || (error instanceof Error && error.name === 'AbortError');
}
