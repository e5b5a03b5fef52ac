/** All that decides which calls are admitted. Each was set by a measurement, with two cores and `lab/soak` or a bench beside it. */
import { totalmem } from 'node:os';

/** Calls in flight while the event loop keeps up; one account gets half of them. */
export const MAX_CALLS = 1024;
/** Calls in flight at the least. */
export const MIN_CALLS = 128;
/** A longer mean delay of the event loop halves the bound of calls. */
export const MAX_DELAY_MS = 20;
/** How often the delay is looked at. */
export const SAMPLE_MS = 100;
/** How many calls more are admitted after each sample with a short delay. */
export const GROWTH = 16;
/** When a refused call may work. */
export const RETRY_AFTER_SECONDS = 1;
/** Larger bodies are written to a file as they arrive. */
export const MAX_MEMORY_BYTES = 2 ** 20;
/**
 * A body with more values is refused before it is parsed: a thread cannot be stopped inside `JSON.parse`, and one that runs out of memory
 * there ends the process. An object and its comma take 256 bytes in the worst case, one with a name that no other object has.
 */
export const MAX_JSON_VALUES = Math.min(2 ** 30, totalmem() / 8) / 128;
