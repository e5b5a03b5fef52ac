/** Loads the sentence encoders, once per thread; their largest table is shared by all threads of the process. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { SENTENCE_SIZE, SentenceEncoder } from '../sentences/encoder.ts';
import type { EncodedText } from '../sentences/encoder.ts';
import { ENGLISH_SIZE, EnglishEncoder } from '../sentences/english-encoder.ts';
import type { Vocabulary } from '../sentences/english-pieces.ts';
import { GramTable } from '../sentences/gram-table.ts';
import { openNetwork } from './onnx-session.ts';

const WEIGHTS = new URL('../../../weights/sentences/', import.meta.url);
const SHARED_GRAMS = 'perennial sentence encoder grams';

/** The vectors of both encoders, for texts in English. */
export const JOINED_SIZE = SENTENCE_SIZE + ENGLISH_SIZE;

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

async function loadEncoder(): Promise<SentenceEncoder> {
  const network = await openNetwork(await readFile(new URL('encoder.onnx', WEIGHTS)));
  return new SentenceEncoder(new GramTable(shareSentenceWeights()), {
    run: async (sums) => {
      const { sentence, words } = await network.run(sums);
      return { sentence: sentence!.data, words: words!.data };
    },
  });
}

async function loadEnglishEncoder(): Promise<EnglishEncoder> {
  const network = await openNetwork(await readFile(new URL('english.onnx', WEIGHTS)));
  const vocabulary = JSON.parse(await readFile(new URL('english-pieces.json', WEIGHTS), 'utf8')) as Vocabulary;
  return new EnglishEncoder(vocabulary, async (pieces) => (await network.run({ data: pieces, shape: [pieces.length] })).sentence!.data);
}

let encoderOfThread: Promise<SentenceEncoder> | undefined;
let englishEncoderOfThread: Promise<EnglishEncoder> | undefined;

/** The vectors of texts in any language, and of their words; equal texts are encoded once. */
export async function encodeTexts(texts: readonly string[]): Promise<EncodedText[]> {
  const encoder = await (encoderOfThread ??= loadEncoder());
  return await mapTexts(texts, (text) => encoder.encode(text));
}

/** The size of sentence vectors that serve texts best: English ones have those of both encoders, unless other languages are compared with them. */
export function vectorSizeFor(language: string, isMultilingual: boolean): number {
  return /^en\b/i.test(language) && !isMultilingual ? JOINED_SIZE : SENTENCE_SIZE;
}

/** Sentence vectors of a size, which says by which encoders: models of version 0.1 have those of the English one alone. */
export async function embedTexts(texts: readonly string[], size: number): Promise<Float32Array[]> {
  if (size === ENGLISH_SIZE) return await embedEnglish(texts);
  const vectors = (await encodeTexts(texts)).map(({ sentence }) => sentence);
  return size === SENTENCE_SIZE ? vectors : joinVectors(vectors, await embedEnglish(texts));
}

async function embedEnglish(texts: readonly string[]): Promise<Float32Array[]> {
  const encoder = await (englishEncoderOfThread ??= loadEnglishEncoder());
  return await mapTexts(texts, (text) => encoder.encode(text));
}

async function mapTexts<T>(texts: readonly string[], encode: (text: string) => Promise<T>): Promise<T[]> {
  const encoded = new Map<string, T>();
  for (const text of texts) if (!encoded.has(text)) encoded.set(text, await encode(text));
  return texts.map((text) => encoded.get(text)!);
}

/** One vector out of two of length 1, of the same length. */
function joinVectors(left: readonly Float32Array[], right: readonly Float32Array[]): Float32Array[] {
  return left.map((vector, i) => {
    const joined = new Float32Array(vector.length + right[i]!.length);
    joined.set(vector);
    joined.set(right[i]!, vector.length);
    return joined.map((value) => value * Math.SQRT1_2);
  });
}
