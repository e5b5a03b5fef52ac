/**
 * A document as one vector: the direction of the mean of the vectors of its sentences. What sentences have in common is most of it, and
 * more so the more there are, so vectors of several sentences are longer than 1. Of long documents evenly chosen sentences are read, the
 * first among them: the cost of a document is bounded.
 */
import { embedTexts, vectorSizeFor } from '../../../../engines/loaders/language/sentence-encoder.ts';
import type { WeightsVersion } from '../../../../engines/loaders/language/sentence-weights.ts';
import { ENGLISH_SIZE } from '../../../../engines/language/sentences/english-encoder.ts';
import type { Project, TrainingMode } from '../../projects/model.ts';
import { areDocuments } from './document-start.ts';
import { splitWindows } from './windows.ts';

const MAX_SENTENCES = 64;
const MAX_LENGTH = 3;
/** About what the encoder reads in one pass. */
const MAX_SENTENCE_CHARACTERS = 300;

/**
 * The size of the vectors that a project is trained with, 0 for none. They are used in the advanced mode, in projects of several
 * languages, and where texts are short: documents of pages have words enough to be distinguished by, and many sentences to encode. Texts
 * of many sentences have the vectors of one encoder alone.
 */
export function documentVectorSize(
  texts: readonly string[],
  { language, multilingual }: Pick<Project, 'language' | 'multilingual'>,
  mode: TrainingMode | undefined,
): number {
  if (mode !== 'advanced' && !multilingual && (mode === 'standard' || areDocuments(texts))) return 0;
  const areSentences = 2 * texts.filter(({ length }) => length <= MAX_SENTENCE_CHARACTERS).length >= texts.length;
  return vectorSizeFor(language, multilingual || !areSentences);
}

/** The vectors of documents in a size that a model has (see `embedTexts`). Models of version 0.1 know the start of a document alone. */
export async function embedDocuments(
  texts: readonly string[],
  culture: string,
  size: number,
  version?: WeightsVersion,
): Promise<Float32Array[]> {
  if (size === ENGLISH_SIZE) return await embedTexts(texts, size, version);
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(poolVectors(await embedTexts(chooseSentences(text, culture), size, version), size));
  return vectors;
}

function chooseSentences(text: string, culture: string): string[] {
  if (text.length <= MAX_SENTENCE_CHARACTERS) return [text];
  const sentences = splitWindows(text, culture);
  const count = Math.min(MAX_SENTENCES, sentences.length);
  return Array.from({ length: count }, (_, i) => {
    const { start, end } = sentences[Math.floor((i * sentences.length) / count)]!;
    return text.slice(start, end);
  });
}

function poolVectors(vectors: readonly Float32Array[], size: number): Float32Array {
  const sum = new Float32Array(size);
  for (const vector of vectors) for (let i = 0; i < size; i++) sum[i]! += vector[i]!;
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  const wanted = Math.min(MAX_LENGTH, Math.sqrt(vectors.length));
  return length === 0 ? sum : sum.map((value) => (value * wanted) / length);
}
