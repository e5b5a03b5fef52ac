/**
 * The weights of the sentence encoders, whose largest table all threads of the process share. Beside those in use are the networks of
 * 1.0.0-rc.1 over the same table, for projects that were trained with them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const WEIGHTS = new URL('../../../../weights/sentences/', import.meta.url);
const [NETWORK, ENGLISH, FORMER] = ['encoder.onnx', 'english.onnx', 'former'];
export const PIECES = new URL('english-pieces.json', WEIGHTS);
const GRAMS = 'grams.bin';
const SHARED = 'perennial sentence encoder';

/** The table takes memory when the first thread needs it. */
interface SharedWeights {
  readonly folder: string;
  readonly grams: SharedArrayBuffer;
  /** ABSENT, LOADING or LOADED. */
  readonly state: SharedArrayBuffer;
  /** Say which weights made a vector, those in use and the former ones: vectors of others cannot be compared with it. */
  readonly digests: SharedArrayBuffer;
}

export type WeightsVersion = 'current' | 'former';

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
    digests: new SharedArrayBuffer(2 * DIGEST_CHARACTERS),
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
    const bytes = readFileSync(join(shared.folder, GRAMS));
    new Uint8Array(shared.grams).set(bytes);
    const hash = createHash('sha256').update(bytes);
    const files = [[networkFile('current'), englishFile('current')], [networkFile('former')]];
    const digests = files.map((paths) => paths.reduce((sum, path) => sum.update(readFileSync(path)), hash.copy()).digest('hex'));
    new Uint8Array(shared.digests).set(Buffer.from(digests.map((digest) => digest.slice(0, DIGEST_CHARACTERS)).join(''), 'latin1'));
    Atomics.store(state, 0, LOADED);
  } catch (error) {
    Atomics.store(state, 0, ABSENT);
    throw error;
  } finally {
    Atomics.notify(state, 0);
  }
  return shared;
}

/** The network for all languages. A folder of the operator's own has one for projects of all ages. */
export function networkFile(version: WeightsVersion): string {
  const { folder } = shareSentenceWeights();
  const former = join(folder, FORMER, NETWORK);
  return version === 'former' && existsSync(former) ? former : join(folder, NETWORK);
}

export function englishFile(version: WeightsVersion): string {
  return fileURLToPath(new URL(version === 'former' ? `${FORMER}/${ENGLISH}` : ENGLISH, WEIGHTS));
}

/** Which weights vectors can be made with: those in use first. */
export function encoderDigests(): string[] {
  const both = Buffer.from(loadSharedWeights().digests).toString('latin1');
  return [both.slice(0, DIGEST_CHARACTERS), both.slice(DIGEST_CHARACTERS)];
}

/** Which weights the vectors come from that projects are trained with. */
export function encoderDigest(): string {
  return encoderDigests()[0]!;
}

/** The weights that a project was trained with; one that does not name any was trained before there were others. */
export function weightsVersion(encoder: string | undefined): WeightsVersion {
  return encoder === encoderDigest() ? 'current' : 'former';
}
