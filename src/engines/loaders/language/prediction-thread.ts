/**
 * Runs in a thread: trained projects, loaded once and asked many times. The least recently used are forgotten when they take too much
 * memory together; whoever asks for one that is not there loads it again.
 */
import { hash } from 'node:crypto';
import { LOADED_PER_BYTE, readLanguageModel } from '../../language/models/checkpoint.ts';
import { InvalidModel } from '../../shared/bytes/reader.ts';
import { withGivenValues } from '../../language/models/given-values.ts';
import { describeModel } from '../../language/models/facts.ts';
import type { ModelFacts } from '../../language/models/facts.ts';
import type { LanguageModel, LanguagePrediction, PredictOptions } from '../../language/models/model.ts';
import { KINDS } from '../../language/recognizers/entity.ts';
import { warm } from '../../language/recognizers/recognize.ts';
import { CpuLimit } from './recognizer-limit.ts';
import { vectorsFor } from './sentence-encoder.ts';
import { encoderDigests } from './sentence-weights.ts';
import type { TextVectors } from './sentence-encoder.ts';

const MAX_VECTORS = 1000;

/** Least recently used first. */
const models = new Map<string, { model: LanguageModel; bytes: number }>();
let modelBytes = 0;

export interface LoadInput {
  key: string;
  bytes: Uint8Array;
  /** Memory for all models of this thread. */
  maxBytes: number;
}

/** Loads a model; `outdated` when another version of the server has written it, or it was trained with other weights of the encoder. */
export function loadModel({ key, bytes, maxBytes }: LoadInput): ModelFacts | 'outdated' {
  dropModel(key);
  let model: LanguageModel;
  try {
    model = readLanguageModel(bytes, encoderDigests());
  } catch (problem) {
    if (problem instanceof InvalidModel) return 'outdated';
    throw problem;
  }
  models.set(key, { model, bytes: LOADED_PER_BYTE * bytes.length });
  modelBytes += LOADED_PER_BYTE * bytes.length;
  for (const oldest of models.keys()) {
    if (modelBytes <= maxBytes || oldest === key) break;
    dropModel(oldest);
  }
  // The encoders are loaded while the first query is on its way; a failure is that query's.
  if (model.sentenceSize > 0 || model.needsWords) vectorsFor(model, ['']).catch(() => undefined);
  return describeModel(model);
}

export function dropModel(key: string): void {
  modelBytes -= models.get(key)?.bytes ?? 0;
  models.delete(key);
}

/** A query of a model; `culture` is that of the model when omitted. */
export interface Query extends Pick<PredictOptions, 'when' | 'lists' | 'given' | 'culture'> {
  text: string;
}

export interface QueryInput {
  key: string;
  query: Query;
  /** CPU time for prebuilt entities, expressions and patterns. */
  recognizerMs: number;
}

export interface QueryAnswer {
  prediction: LanguagePrediction;
  /** The template of the pattern that decided. */
  template?: string;
  recognizerMs: number;
}

/** `absent` when the model is not loaded here; `cold` when the tables of its prebuilt entities are not built yet. */
export async function predict({ key, query, recognizerMs }: QueryInput): Promise<QueryAnswer | 'absent' | 'cold'> {
  const loaded = models.get(key);
  if (!loaded) return 'absent';
  models.delete(key);
  models.set(key, loaded);
  const { model } = loaded;
  const { text, ...options } = query;
  if (model.isCold(text, options.culture)) return 'cold';
  const read = withGivenValues(text, [], options.given ?? []).text;
  const { words, ...asked } = await encode(text, model);
  const { sentence } = read === text ? asked : await encode(read, model);
  const limit = new CpuLimit(recognizerMs);
  const prediction = model.predict(text, { ...options, words, sentence, limit });
  return {
    prediction: limit.skipped.length > 0 ? { ...prediction, leftOut: limit.skipped } : prediction,
    ...(prediction.pattern && { template: model.definition.patterns[prediction.pattern.pattern]!.template }),
    recognizerMs: limit.usedMs,
  };
}

/** Builds the tables that a query needs. */
export function warmModel({ key, query: { text, culture } }: Pick<QueryInput, 'key' | 'query'>): void {
  models.get(key)?.model.warm(text, culture);
}

/** Builds the tables of a culture before the first query. */
export function warmCulture(culture: string): void {
  warm(KINDS, culture);
}

/** By the digest of the text: the text itself is not kept. */
const encoded = new Map<string, TextVectors>();

/** Vectors are kept, since people ask the same things again. */
async function encode(text: string, model: LanguageModel): Promise<TextVectors> {
  const { sentenceSize, needsWords, definition } = model;
  if (sentenceSize === 0 && !needsWords) return {};
  const key = `${definition.encoder} ${sentenceSize} ${needsWords} ${hash('sha256', text, 'base64')}`;
  const known = encoded.get(key);
  if (known) return known;
  const [vectors] = await vectorsFor(model, [text]);
  if (encoded.size >= MAX_VECTORS) encoded.delete(encoded.keys().next().value!);
  encoded.set(key, vectors!);
  return vectors!;
}
