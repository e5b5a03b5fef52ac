/**
 * Limits what the recognizers may take for one text. Expressions of the library backtrack, so that a check between calls is not enough:
 * `node:vm` interrupts JavaScript and its regular expressions anywhere. That costs a third of a millisecond, which short texts are spared:
 * none of up to 150 characters is known that takes a tenth of a second (150 texts each of 60, 100 and 150 characters, put together from
 * what takes longest, all kinds: 71 ms at most, 109 ms of 240 characters).
 *
 * The limit is on the thread's CPU time: what was interrupted without having used it runs again with more time. CPU time too grows on a
 * busy machine, a few times over; what a text costs is bounded by windows (recognizers/windows.ts), 0.3 s for the worst known of 500
 * characters, so that a limit of seconds ends only what would not end, and load does not change answers.
 */
import { Script } from 'node:vm';
import type { RecognizerLimit } from '../../language/recognizers/recognize.ts';

const SHORT_TEXT_CHARACTERS = 150;
const MAX_TRIES = 2;
const HOST = Symbol.for('perennial.recognizers');

const host = globalThis as unknown as Record<symbol, (() => void) | undefined>;
const script = new Script(`globalThis[Symbol.for('perennial.recognizers')]()`);

export class CpuLimit implements RecognizerLimit {
  readonly #maxMs: number;
  readonly #startedAt = threadCpuMs();
  readonly #skipped: string[] = [];

  /** Starts to count now. */
  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /** What was left out. */
  get skipped(): readonly string[] {
    return this.#skipped;
  }

  get usedMs(): number {
    return threadCpuMs() - this.#startedAt;
  }

  isExceeded(): boolean {
    return this.usedMs >= this.#maxMs;
  }

  run(text: string, work: () => void): boolean {
    if (text.length <= SHORT_TEXT_CHARACTERS) {
      work();
      return true;
    }
    const leftMs = Math.ceil(this.#maxMs - this.usedMs);
    const startedAt = threadCpuMs();
    for (let tries = 1; tries <= MAX_TRIES && leftMs > 0; tries++) {
      if (runWithin(leftMs * 2 ** (tries - 1), work)) return true;
      if (threadCpuMs() - startedAt >= leftMs / 2) return false;
    }
    return false;
  }

  onSkipped(recognizers: readonly string[]): void {
    this.#skipped.push(...recognizers);
  }
}

/** Runs the work; false when it was interrupted after this time. */
function runWithin(ms: number, work: () => void): boolean {
  host[HOST] = work;
  try {
    script.runInThisContext({ timeout: ms });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  } finally {
    host[HOST] = undefined;
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
