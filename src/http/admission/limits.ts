/** All that decides which calls are admitted, with what was measured on two cores; `lab/soak` has the scenes `overload` and `uploads`. */
import { totalmem } from 'node:os';

/**
 * Calls in flight; one account alone gets half of them. The scene `overload`, 5,000 connections, twice the capacity: with 1,024 calls 57 %
 * of the capacity are answered and 3 % of the calls of another account refused, with 4,096 calls 95 % and none, for 160 MB.
 */
export const MAX_CALLS = 4096;
/** How calls that have arrived are started (start-queue.ts). */
export interface StartLimits {
  /** Of the event loop. */
  perTurn: number;
  /** In all; those of one sender get half of the places. */
  maxWaiting: number;
  /** Who has more than a turn's calls waiting, and the first of them for longer, gets no further place. */
  maxWaitMs: number;
  /** Of the usual cost; unlimited when omitted. */
  perSecond?: number;
}
/** The scene `overload` without this: turns of up to 2.6 s, and connections that are accepted after 6 s; with it 0.15 s and 0.26 s. */
export const ACCOUNT_STARTS: StartLimits = { perTurn: 32, maxWaiting: MAX_CALLS, maxWaitMs: 1000 };
/**
 * A stranger's call takes about 0.1 ms. Without a rate, a flood of them takes a whole core and fills the memory that is collected in
 * pauses: GETs of others had a p99 of 12 ms beside a control of 2.5 (`attacks`).
 */
export const STRANGER_STARTS: StartLimits = { perTurn: 1, maxWaiting: 2048, maxWaitMs: Infinity, perSecond: 1000 };
/** This much of a stranger's body costs as much as the call itself, up to a limit: more is measured, or written to a file. */
export const STRANGER_BODY_BYTES = 4096;
export const MAX_STRANGER_COST = 16;
/**
 * A refusal costs a third of a durable call. When all were sent immediately, the scene `overload` answered 13 % of the
 * capacity, and refused 53 % of the calls of another account.
 */
export const REFUSALS: StartLimits = { perTurn: 8, maxWaiting: 16_384, maxWaitMs: Infinity };
export const STRANGER_REFUSALS: StartLimits = { perTurn: 1, maxWaiting: 16_384, maxWaitMs: Infinity, perSecond: 1000 };
/** How long nothing must be refused until the server counts as recovered. */
export const RECOVERY_MS = 1000;
/** When a refused call may work; a light load after the scene `overload` is not refused any more. */
export const RETRY_AFTER_SECONDS = 1;
/** Larger bodies are written to a file as they arrive: kept in memory, 50 stalled uploads of 44 MB took 2.3 GB (`uploads`). */
export const MAX_MEMORY_BYTES = 2 ** 20;
/**
 * A JSON body with more names runs in a thread, or is refused by operations that do not: an object with 22,000 names that no schema knows
 * takes 100 ms to read. Shorter bodies cannot hold as many, and are not measured.
 */
export const MAX_NAMES = 2000;
export const MIN_MEASURED_BYTES = 8 * 1024;
/**
 * A body with more values is refused before it is parsed: a thread cannot be stopped inside `JSON.parse`, and one that runs out of memory
 * there ends the process. An object and its comma take 256 bytes in the worst case, one with a name that no other object has.
 */
export const MAX_JSON_VALUES = Math.min(2 ** 30, totalmem() / 8) / 128;
