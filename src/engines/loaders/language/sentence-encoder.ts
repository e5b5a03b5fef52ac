/** Loads the sentence encoders, once per thread. */
import { readFile } from 'node:fs/promises';
import { SENTENCE_SIZE, SentenceEncoder } from '../../language/sentences/encoder.ts';
import type { EncodedText, WordVector } from '../../language/sentences/encoder.ts';
import { ENGLISH_SIZE, EnglishEncoder } from '../../language/sentences/english-encoder.ts';
import type { Vocabulary } from '../../language/sentences/english-pieces.ts';
import type { LanguageModel } from '../../language/models/model.ts';
import { GramTable } from '../../language/sentences/gram-table.ts';
import { embedBeside, embedInThreads, encodeInThreads } from './encoder-helpers.ts';
import { openNetwork } from '../../bindings/onnx-session.ts';
import { PIECES, englishFile, loadSharedWeights, networkFile, weightsVersion } from './sentence-weights.ts';
import type { WeightsVersion } from './sentence-weights.ts';

/** The vectors of both encoders, for texts in English. */
export const JOINED_SIZE = SENTENCE_SIZE + ENGLISH_SIZE;
const MAX_JOINED_TEXTS = 5000;
const MIN_TEXTS_FOR_THREADS = 400;

async function loadEncoder(version: WeightsVersion): Promise<SentenceEncoder> {
  const { grams } = loadSharedWeights();
  const network = await openNetwork(await readFile(networkFile(version)));
  return new SentenceEncoder(new GramTable(grams), {
    run: async (sums) => {
      const { sentence, words } = await network.run(sums);
      return { sentence: sentence!.data, words: words!.data };
    },
  });
}

async function loadEnglishEncoder(version: WeightsVersion): Promise<EnglishEncoder> {
  const network = await openNetwork(await readFile(englishFile(version)));
  const vocabulary = JSON.parse(await readFile(PIECES, 'utf8')) as Vocabulary;
  return new EnglishEncoder(vocabulary, async (pieces) => (await network.run({ data: pieces, shape: [pieces.length] })).sentence!.data);
}

/** The encoders of this thread. */
const encoders: { [version in WeightsVersion]?: Promise<SentenceEncoder> } = {};
const englishEncoders: { [version in WeightsVersion]?: Promise<EnglishEncoder> } = {};

/** The vectors of texts in any language, and of their words; equal texts are encoded once. */
export async function encodeTexts(texts: readonly string[], version: WeightsVersion = 'current'): Promise<EncodedText[]> {
  const encoder = await (encoders[version] ??= loadEncoder(version));
  return await mapTexts(texts, (text) => encoder.encode(text));
}

/**
 * The size of the vectors that serve a training set best: in a project of English alone those of both encoders, or, where texts are so
 * many that a second vector is worth less than its time, those of the English one.
 */
export function vectorSizeFor(language: string, isMultilingual: boolean, texts = 0): number {
  if (isMultilingual || !/^en\b/i.test(language)) return SENTENCE_SIZE;
  return texts <= MAX_JOINED_TEXTS ? JOINED_SIZE : ENGLISH_SIZE;
}

/** Sentence vectors of a size, which says by which encoders. Those of many texts are computed in several threads. */
export async function embedTexts(texts: readonly string[], size: number, version: WeightsVersion = 'current'): Promise<Float32Array[]> {
  return await (texts.length < MIN_TEXTS_FOR_THREADS ? embedHere(texts, size, version) : embedInThreads(texts, size, embedHere, version));
}

/** The same in this thread alone. */
export async function embedHere(texts: readonly string[], size: number, version: WeightsVersion = 'current'): Promise<Float32Array[]> {
  if (size === ENGLISH_SIZE) return await embedEnglish(texts, version);
  const vectors = (await encodeTexts(texts, version)).map(({ sentence }) => sentence);
  return size === SENTENCE_SIZE ? vectors : joinVectors(vectors, await embedEnglish(texts, version));
}

/** What a model is to be given with a text. */
export interface TextVectors {
  sentence?: Float32Array;
  words?: readonly WordVector[];
}

/** The vectors that a model needs with texts: each text is encoded once for its intents and its entities. */
export async function vectorsFor(
  { sentenceSize, needsWords, definition }: Pick<LanguageModel, 'sentenceSize' | 'needsWords' | 'definition'>,
  texts: readonly string[],
): Promise<TextVectors[]> {
  const encoder = createTextEncoder(sentenceSize, weightsVersion(definition.encoder));
  const sentences = sentenceSize > 0 ? await encoder.embed(texts) : undefined;
  const words = needsWords ? await encoder.encodeWords(texts) : undefined;
  return texts.map((_, i) => ({ ...(sentences && { sentence: sentences[i]! }), ...(words && { words: words[i]! }) }));
}

/** Encodes texts for one training: what intents and entities have in common is encoded once. */
export function createTextEncoder(
  sentenceSize: number,
  version: WeightsVersion = 'current',
): {
  embed: (texts: readonly string[]) => Promise<Float32Array[]>;
  encodeWords: (texts: readonly string[]) => Promise<(readonly WordVector[])[]>;
} {
  const encoded = new Map<string, EncodedText>();
  const encode = async (texts: readonly string[]): Promise<EncodedText[]> => {
    const missing = [...new Set(texts.filter((text) => !encoded.has(text)))];
    const found = missing.length < MIN_TEXTS_FOR_THREADS ? encodeTexts(missing, version) : encodeInThreads(missing, encodeTexts, version);
    (await found).forEach((one, i) => encoded.set(missing[i]!, one));
    return texts.map((text) => encoded.get(text)!);
  };
  return {
    async embed(texts) {
      if (sentenceSize === ENGLISH_SIZE) return await embedTexts(texts, sentenceSize, version);
      const vectors = async (): Promise<Float32Array[]> => (await encode(texts)).map(({ sentence }) => sentence);
      if (sentenceSize === SENTENCE_SIZE) return await vectors();
      if (texts.length >= MIN_TEXTS_FOR_THREADS) return joinVectors(await vectors(), await embedTexts(texts, ENGLISH_SIZE, version));
      const [english, own] = await Promise.all([embedBeside(texts, ENGLISH_SIZE, embedHere, version), vectors()]);
      return joinVectors(own, english);
    },
    encodeWords: async (texts) => (await encode(texts)).map(({ words }) => words),
  };
}

async function embedEnglish(texts: readonly string[], version: WeightsVersion): Promise<Float32Array[]> {
  const encoder = await (englishEncoders[version] ??= loadEnglishEncoder(version));
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
