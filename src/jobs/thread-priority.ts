/**
 * Imported by worker threads when they start: on Linux, where a thread has a priority of its own, they run below the thread that answers
 * calls, so that it is served first where all processors are busy.
 */
import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

const LOWER_BY = 4;

try {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
  setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority() + LOWER_BY));
} catch {
  // Other systems have no priority for a thread alone.
}
