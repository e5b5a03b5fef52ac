/**
 * Keeps a thread from being ended while it is inside onnxruntime, whose native code would end the whole process: it creates its results
 * after the thread may no longer run JavaScript, and does not expect that to fail.
 *
 * A counter shared by all threads says how many are inside. Whoever ends a thread first closes the gate, so that no thread enters, and
 * waits until all have left, which takes milliseconds.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const KEY = 'perennial native calls';
const INSIDE = 0;
const CLOSED = 1;
const POLL_MS = 1;
/** A thread that ended by itself inside, such as for lack of memory, does not leave: it is not waited for any longer. */
const MAX_WAIT_MS = 2000;

const state = new Int32Array(sharedState());

function sharedState(): SharedArrayBuffer {
  const known = getEnvironmentData(KEY) as SharedArrayBuffer | undefined;
  if (known) return known;
  const created = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  setEnvironmentData(KEY, created as never);
  return created;
}

/** Runs a native call. Waits while a thread is being ended. */
export async function insideNativeCode<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    Atomics.add(state, INSIDE, 1);
    const closed = Atomics.load(state, CLOSED);
    if (closed === 0) break;
    Atomics.sub(state, INSIDE, 1);
    const waited = Atomics.waitAsync(state, CLOSED, closed, MAX_WAIT_MS);
    if (waited.async) await waited.value;
  }
  try {
    return await call();
  } finally {
    Atomics.sub(state, INSIDE, 1);
  }
}

/** Ends a thread by `end`, which resolves when it has ended, while no thread is inside native code. */
export async function endOutsideNativeCode(end: () => Promise<unknown>): Promise<void> {
  Atomics.add(state, CLOSED, 1);
  try {
    for (let waited = 0; Atomics.load(state, INSIDE) > 0 && waited < MAX_WAIT_MS; waited += POLL_MS) await delay(POLL_MS);
    await end();
  } finally {
    Atomics.sub(state, CLOSED, 1);
    Atomics.notify(state, CLOSED);
  }
}
