/** The weights of the sentence encoder for all languages, whose largest table all threads of the process share. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

export const WEIGHTS = new URL('../../../../weights/sentences/', import.meta.url);
export const NETWORK = 'encoder.onnx';
const GRAMS = 'grams.bin';
const SHARED = 'perennial sentence encoder';

/** The table takes memory when the first thread needs it. */
interface SharedWeights {
  readonly folder: string;
  readonly grams: SharedArrayBuffer;
  /** ABSENT, LOADING or LOADED. */
  readonly state: SharedArrayBuffer;
  /** Says which weights made a vector: vectors of others cannot be compared with it. */
  readonly digest: SharedArrayBuffer;
}

const [ABSENT, LOADING, LOADED] = [0, 1, 2];
const DIGEST_CHARACTERS = 16;
/** More than loading takes: a thread that was ended meanwhile is not waited for any longer. */
const MAX_LOAD_MS = 10_000;

/** Names the weights, of a folder of the operator's own or those of the project, for this thread and those started from now on. */
export function shareSentenceWeights(folder = fileURLToPath(WEIGHTS)): SharedWeights {
  const known = getEnvironmentData(SHARED) as SharedWeights | undefined;
  if (known) return known;
  statSync(join(folder, NETWORK));
  const shared: SharedWeights = {
    folder,
    grams: new SharedArrayBuffer(statSync(join(folder, GRAMS)).size),
    state: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    digest: new SharedArrayBuffer(DIGEST_CHARACTERS),
  };
  setEnvironmentData(SHARED, shared as never);
  return shared;
}

/** Reads the weights in the first thread that needs them, while others wait for it. */
export function loadSharedWeights(): SharedWeights {
  const shared = shareSentenceWeights();
  const state = new Int32Array(shared.state);
  const isLoading = Atomics.compareExchange(state, 0, ABSENT, LOADING) === LOADING;
  if (isLoading) Atomics.wait(state, 0, LOADING, MAX_LOAD_MS);
  if (Atomics.load(state, 0) === LOADED) return shared;
  try {
    const [bytes, network] = [readFileSync(join(shared.folder, GRAMS)), readFileSync(join(shared.folder, NETWORK))];
    new Uint8Array(shared.grams).set(bytes);
    const digest = createHash('sha256').update(bytes).update(network).digest('hex').slice(0, DIGEST_CHARACTERS);
    new Uint8Array(shared.digest).set(Buffer.from(digest, 'latin1'));
    Atomics.store(state, 0, LOADED);
  } catch (error) {
    Atomics.store(state, 0, ABSENT);
    throw error;
  } finally {
    Atomics.notify(state, 0);
  }
  return shared;
}

/** Which weights the vectors of this process come from. */
export function encoderDigest(): string {
  return Buffer.from(loadSharedWeights().digest).toString('latin1');
}
