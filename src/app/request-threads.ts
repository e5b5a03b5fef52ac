/**
 * Threads for calls with large bodies and replies. A thread parses, checks, runs, commits and writes the whole call with a connection
 * to the store of its own, so that the HTTP thread handles bytes only. The accounts share the threads fairly, and no account has all
 * of them.
 */
import type { Config } from '../config.ts';
import { LARGE_BODY_BYTES } from '../http/body/uploaded-body.ts';
import type { RequestThreads, ThreadRequest } from '../http/request-threads.ts';
import { CommitFailed } from '../http/run-operation.ts';
import { Failure, fail } from '../kernel/failures.ts';
import type { Reply } from '../kernel/operation.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Damage, Store } from '../kernel/ports/store.ts';
import type { Report } from '../kernel/ports/telemetry.ts';
import { TooManyTasks, WorkerEnded } from '../kernel/ports/workers.ts';
import type { Pool, PoolWorker } from '../kernel/ports/workers.ts';
import { StorageUnavailable } from '../kernel/storage-unavailable.ts';
import { startPool } from './pools.ts';
import type { ThreadInput, ThreadOutcome } from './request-thread.ts';

const MODULE = new URL('./request-thread.ts', import.meta.url);
const THREADS = 2;
/** Calls of one account that wait for a thread; their bodies take memory. */
const MAX_WAITING = 8;
const RETRY_SECONDS = 5;
/** Above what any accepted body takes (http/admission/limits.ts): a thread at its limit can take the process with it. */
const MEMORY_MB = 4096;

export interface RequestThreadsOptions {
  config: Config;
  store: Store;
  isSigned: boolean;
  clock: Clock;
  onDamage(damage: Damage): void;
  report: Report;
  traceparent?: () => string | undefined;
}

/** Undefined for a store in memory, which other threads cannot see. */
export function startRequestThreads(options: RequestThreadsOptions): (RequestThreads & { close(): Promise<void> }) | undefined {
  return options.config.dev ? undefined : new SharedRequestThreads(options);
}

class SharedRequestThreads implements RequestThreads {
  readonly #options: RequestThreadsOptions;
  readonly #pool: Pool;

  constructor(options: RequestThreadsOptions) {
    this.#options = options;
    this.#pool = startPool('thread', { count: THREADS, perAccount: THREADS - 1, memoryMb: MEMORY_MB }, options.report);
  }

  async run(request: ThreadRequest): Promise<Reply> {
    const signal = AbortSignal.timeout(request.timeMs);
    const account = (request.call.account as ThreadRequest['call']['account'] | undefined)?.id ?? '';
    try {
      const outcome = await this.#pool.use({ account, maxWaiting: MAX_WAITING, signal }, (thread) => this.#send(thread, request, signal));
      for (const found of outcome.damage) this.#options.onDamage(found);
      for (const work of outcome.reports) this.#options.report(...work);
      return replyOf(outcome);
    } catch (error) {
      if (signal.aborted) throw fail('TookTooLong', { retryAfter: RETRY_SECONDS });
      if (error instanceof TooManyTasks) throw fail('RateExceeded', { retryAfter: RETRY_SECONDS });
      if (error instanceof WorkerEnded) throw fail('Unavailable', { retryAfter: RETRY_SECONDS });
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #send(thread: PoolWorker, request: ThreadRequest, signal: AbortSignal): Promise<ThreadOutcome> {
    const { config, store, isSigned, clock, traceparent } = this.#options;
    const trace = traceparent?.();
    const port = store.connect?.();
    const input: ThreadInput = {
      config,
      isSigned,
      request: { ...request, area: { name: request.area.name, module: request.area.module } },
      now: clock.now(),
      ...(port && { port }),
      ...(trace !== undefined && { trace }),
    };
    const bytes = request.body?.bytes;
    // Moved where it has memory of its own, else copied: small ones and empty ones can share theirs.
    const isLarge = bytes !== undefined && bytes.length > LARGE_BODY_BYTES;
    const isMovable = isLarge && bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength;
    return await thread.run<ThreadOutcome>({
      module: MODULE,
      function: 'runRequest',
      input,
      transfer: [...(isMovable ? [bytes.buffer as ArrayBuffer] : []), ...(port ? [port] : [])],
      signal,
    });
  }
}

function replyOf(outcome: ThreadOutcome): Reply {
  if ('reply' in outcome) return outcome.reply;
  if ('failure' in outcome) throw Failure.from(outcome.failure);
  throw errorOf(outcome.error);
}

function errorOf({ name, message, stack, isCommit, problem }: Extract<ThreadOutcome, { error: unknown }>['error']): Error {
  const error = problem
    ? new StorageUnavailable(problem)
    : Object.assign(new Error(message), { name, ...(stack !== undefined && { stack }) });
  return isCommit ? new CommitFailed('The change could not be committed.', { cause: error }) : error;
}
