/**
 * Queries of trained models, in threads that keep the models loaded, so that no query delays a call of another account.
 *
 * A query takes a free thread that has its model, or else loads the model from its blob into a free one. Threads are shared fairly among
 * the accounts that ask, and one account never takes all of them. Three outcomes of a thread are not answers:
 *
 *   absent  the thread does not have the model (it is new, or has forgotten it): the model is loaded, then asked again
 *   cold    the tables of the prebuilt entities that the text needs are not built yet, which takes half a second, in English two: they
 *           are built, then the model is asked again
 *   ended   the thread ran out of memory, or was ended because the query took too long: the query is tried once more; a model that ends
 *           a thread twice is refused for a while
 */
import type { ModelFacts } from '../engines/language/models/facts.ts';
import type { LoadInput, Query, QueryAnswer, QueryInput } from '../engines/loaders/language/prediction-thread.ts';
import { fail } from '../kernel/failures.ts';
import type { Log } from '../kernel/ports.ts';
import { TooManyTasks, WorkerEnded } from '../kernel/ports/workers.ts';
import type { Pool, PoolWorker, Workers } from '../kernel/ports/workers.ts';
import type { StoredModel } from './stored-model.ts';

const MODULE = new URL('../engines/loaders/language/prediction-thread.ts', import.meta.url);
/** Queries of one account that wait, and how long. */
const MAX_WAITING = 256;
const MAX_WAIT_MS = 20_000;
const RETRY_AFTER_SECONDS = 1;
/** Far beyond what a query takes whose recognizers are limited, on a busy machine too, where the first one also loads the encoder. */
const MAX_QUERY_MS = 15_000;
const MAX_LOAD_MS = 60_000;
const MAX_ATTEMPTS = 2;
const REFUSED_MS = 60_000;
/** Models that are not asked for so long are dropped, and threads ended. */
const MAX_IDLE_MS = 15 * 60_000;
const IDLE_CHECK_MS = 60_000;
/** What a thread needs besides its models. */
const THREAD_MEMORY_MB = 512;
const WARM_CULTURE = 'en-us';

export interface PredictorOptions {
  workers: Pick<Workers, 'start'>;
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

export class Predictor {
  readonly #pool: Pool;
  readonly #options: PredictorOptions;
  /** The models that each thread was sent, by key, with the time of their last use; it may have forgotten some. */
  readonly #sent = new Map<PoolWorker, Map<string, number>>();
  readonly #refusedUntil = new Map<string, number>();
  readonly #idleTimer: NodeJS.Timeout;

  constructor(options: PredictorOptions) {
    const { workers, threads, modelBytes } = options;
    this.#options = options;
    this.#pool = workers.start('thread', {
      count: threads,
      perAccount: threads - 1,
      memoryMb: Math.ceil(modelBytes / threads / 2 ** 20) + THREAD_MEMORY_MB,
      isAwaited: true,
      idleMs: MAX_IDLE_MS,
      warmUp: { module: MODULE, function: 'warmCulture', input: WARM_CULTURE },
    });
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
    const answer = await this.#run(account, model, (thread) => this.#ask(thread, model, query));
    const { recognizerMs } = answer;
    const { leftOut } = answer.prediction;
    if (leftOut) {
      this.#options.log.warn(
        { account, recognizers: leftOut, ms: Math.round(recognizerMs) },
        'recognizers exceeded the time limit of a query and were left out of its answer',
      );
    }
    return answer;
  }

  /** Builds the tables of the most common language in this number of threads before the first query asks for them. */
  warmUp(threads: number): void {
    this.#pool.keepWarm(threads);
  }

  async close(): Promise<void> {
    clearInterval(this.#idleTimer);
    await this.#pool.close();
  }

  /** Runs the work on a thread when it is the account's turn; once more when the thread ended. */
  async #run<T>(account: string, model: StoredModel, work: (thread: PoolWorker) => Promise<T>): Promise<T> {
    this.#checkRefused(model);
    const claim = { account, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS };
    const prefer = (thread: PoolWorker): boolean => this.#modelsOf(thread).has(model.key);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#pool.use({ ...claim, prefer }, (thread) => this.#onThread(thread, model, work));
      } catch (error) {
        if (error instanceof TooManyTasks) throw fail('RateExceeded', { retryAfter: RETRY_AFTER_SECONDS });
        if (!(error instanceof WorkerEnded)) throw error;
        if (attempt < MAX_ATTEMPTS) continue;
        this.#refusedUntil.set(model.key, performance.now() + REFUSED_MS);
        this.#options.log.warn({ account, model: model.key }, 'a query was stopped because it took too much time or memory');
        throw fail('QueryTooCostly');
      }
    }
  }

  #checkRefused({ key }: StoredModel): void {
    const until = this.#refusedUntil.get(key);
    if (until === undefined) return;
    if (performance.now() < until) throw fail('QueryTooCostly');
    this.#refusedUntil.delete(key);
  }

  async #onThread<T>(thread: PoolWorker, model: StoredModel, work: (thread: PoolWorker) => Promise<T>): Promise<T> {
    const models = this.#modelsOf(thread);
    if (models.has(model.key)) models.set(model.key, performance.now());
    try {
      return await work(thread);
    } catch (error) {
      if (error instanceof WorkerEnded) this.#sent.delete(thread);
      throw error;
    } finally {
      if (model.isDropped) this.#drop(thread, model.key);
    }
  }

  #modelsOf(thread: PoolWorker): Map<string, number> {
    let models = this.#sent.get(thread);
    if (!models) this.#sent.set(thread, (models = new Map()));
    return models;
  }

  async #ask(thread: PoolWorker, model: StoredModel, query: Query): Promise<QueryAnswer> {
    const input: QueryInput = { key: model.key, query, recognizerMs: this.#options.recognizerMs };
    // With the time limit of loading: the thread may have to start first, which takes seconds on a busy machine.
    if (!this.#modelsOf(thread).has(model.key)) await this.#load(thread, model);
    for (;;) {
      const answer = await thread.run<QueryAnswer | 'absent' | 'cold'>({
        module: MODULE,
        function: 'predict',
        input,
        timeMs: MAX_QUERY_MS,
      });
      if (answer === 'absent') await this.#load(thread, model);
      else if (answer === 'cold') await thread.run({ module: MODULE, function: 'warmModel', input, timeMs: MAX_LOAD_MS });
      else return answer;
    }
  }

  async #load(thread: PoolWorker, model: StoredModel): Promise<ModelFacts | 'outdated'> {
    const bytes = await model.read();
    const isWhole = bytes.byteLength === bytes.buffer.byteLength;
    const input: LoadInput = { key: model.key, bytes, maxBytes: this.#options.modelBytes / this.#options.threads };
    const facts = await thread.run<ModelFacts | 'outdated'>({
      module: MODULE,
      function: 'loadModel',
      input,
      timeMs: MAX_LOAD_MS,
      ...(isWhole && { transfer: [bytes.buffer as ArrayBuffer] }),
    });
    if (!this.#modelsOf(thread).has(model.key)) model.onDropped(() => this.#drop(thread, model.key));
    this.#modelsOf(thread).set(model.key, performance.now());
    return facts;
  }

  #drop(thread: PoolWorker, key: string): void {
    if (this.#sent.get(thread)?.delete(key) !== true) return;
    // A thread that has ended has forgotten it.
    thread.run({ module: MODULE, function: 'dropModel', input: key }).catch(() => this.#sent.delete(thread));
  }

  /** What nobody asks any more may be content of an account that was deleted. */
  #dropIdle(): void {
    const before = performance.now() - MAX_IDLE_MS;
    for (const [thread, models] of this.#sent) {
      for (const [key, usedAt] of models) if (usedAt < before) this.#drop(thread, key);
      if (models.size === 0) this.#sent.delete(thread);
    }
  }
}
