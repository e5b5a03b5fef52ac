/**
 * Whether this process can serve: each part that it needs is checked. Results are cached for a second and a check that is still
 * running is not started again, so that frequent requests do not load the store.
 */
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';

export interface ReadyCheck {
  run(): Promise<void>;
  /** How long a good result counts; a second when omitted. */
  ttlMs?: number;
}

export interface ReadyReport {
  isReady: boolean;
  /** `ok` or the problem, by part; contains no paths and no addresses. */
  checks: Record<string, string>;
}

const CACHE_TTL_MS = 1000;
const TIMEOUT_MS = 800;
const OK = 'ok';

export class Readiness {
  readonly #parts: Map<string, CheckedPart>;

  constructor(checks: Readonly<Record<string, ReadyCheck>>, now: () => number = () => performance.now()) {
    this.#parts = new Map(Object.entries(checks).map(([name, check]) => [name, new CheckedPart(check, now)]));
  }

  async report(): Promise<ReadyReport> {
    const results = await Promise.all([...this.#parts].map(async ([name, part]) => [name, await part.result()] as const));
    return { isReady: results.every(([, result]) => result === OK), checks: Object.fromEntries(results) };
  }
}

class CheckedPart {
  readonly #check: ReadyCheck;
  readonly #now: () => number;
  #running: Promise<string> | undefined;
  #last: { result: string; until: number } | undefined;

  constructor(check: ReadyCheck, now: () => number) {
    this.#check = check;
    this.#now = now;
  }

  async result(): Promise<string> {
    if (this.#last && this.#now() < this.#last.until) return this.#last.result;
    this.#running ??= this.#run();
    const late = Promise.withResolvers<string>();
    const timer = setTimeout(() => late.resolve('does not answer'), TIMEOUT_MS);
    try {
      return await Promise.race([this.#running, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #run(): Promise<string> {
    let result = OK;
    try {
      await this.#check.run();
    } catch (error) {
      result = error instanceof StorageUnavailable || error instanceof NotReady ? error.message : 'fails';
    }
    this.#last = { result, until: this.#now() + (result === OK ? (this.#check.ttlMs ?? CACHE_TTL_MS) : CACHE_TTL_MS) };
    this.#running = undefined;
    return result;
  }
}

/** A problem whose message may be shown to anyone. */
export class NotReady extends Error {
  override name = 'NotReady';
}
