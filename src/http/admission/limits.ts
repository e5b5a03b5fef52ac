/** All that decides which calls are admitted, with what was measured on two cores; `lab/soak` has the scenes `overload` and `uploads`. */
import { totalmem } from 'node:os';

/** Calls in flight while the event loop keeps up; one account gets half of them. The scene `overload` with 5,000 connections: +68 MB. */
export const MAX_CALLS = 1024;
/** Calls in flight at the least: 96 keep the server busy (`overload`), and a second account gets a quarter. */
export const MIN_CALLS = 128;
/** A longer mean delay of the event loop halves the bound of calls; 64 calls of 0.3 ms that arrive together take as long. */
export const MAX_DELAY_MS = 20;
/** How often the delay is looked at: ten samples of the histogram. */
export const SAMPLE_MS = 100;
/** How many calls more are admitted after each sample with a short delay: from the least to the most in six seconds. */
export const GROWTH = 16;
/** When a refused call may work; a light load after the scene `overload` is not refused any more. */
export const RETRY_AFTER_SECONDS = 1;
/** Larger bodies are written to a file as they arrive: kept in memory, 50 stalled uploads of 44 MB took 2.3 GB (`uploads`). */
export const MAX_MEMORY_BYTES = 2 ** 20;
/**
 * A body with more values is refused before it is parsed: a thread cannot be stopped inside `JSON.parse`, and one that runs out of memory
 * there ends the process. An object and its comma take 256 bytes in the worst case, one with a name that no other object has.
 */
export const MAX_JSON_VALUES = Math.min(2 ** 30, totalmem() / 8) / 128;
