/** Functions that run in worker threads: training, evaluation of entities, and predictions for many texts. */
import type { MessagePort } from 'node:worker_threads';
import { createTextEncoder, vectorSizeFor, vectorsFor } from '../../../engines/loaders/language/sentence-encoder.ts';
import { encoderDigest, encoderDigests } from '../../../engines/loaders/language/sentence-weights.ts';
import { suggest } from '../../../engines/language/intents/evaluation/suggest.ts';
import { wordVector } from '../../../engines/language/intents/features/word-vector.ts';
import { readLanguageModel, writeLanguageModel } from '../../../engines/language/models/checkpoint.ts';
import { InvalidModel } from '../../../engines/shared/bytes/reader.ts';
import type { Definition, LanguageRow } from '../../../engines/language/models/definition.ts';
import { predictHeldOutEntities } from '../../../engines/language/models/held-out.ts';
import type { LanguageModel, LanguagePrediction } from '../../../engines/language/models/model.ts';
import { trainLanguage } from '../../../engines/language/models/train.ts';
import { NONE_INTENT } from '../model.ts';
import type { EntitySpan, Requirements } from '../model.ts';
import { applyRequirements } from '../schema/requirements.ts';

export interface Trained {
  bytes: Uint8Array;
  /** For each row, the prediction of intents that were trained without it. */ heldOut: { intent: string; score: number }[];
}
interface TrainInput {
  definition: Definition;
  rows: LanguageRow[];
  /** Queries without labels that may teach too. */
  logged?: string[];
  port: MessagePort;
}

/** Trains a model and reports its progress through the port. */
export async function train({ definition, rows, logged = [], port }: TrainInput): Promise<Trained> {
  const { model, heldOut } = await trainLanguage({ ...definition, encoder: encoderDigest() }, rows, {
    ...createTextEncoder(vectorSizeFor(definition.culture, false, rows.length)),
    unlabeled: logged.map((text) => ({ text })),
    onProgress: (fraction) => port.postMessage(fraction),
  });
  port.close();
  return { bytes: writeLanguageModel(model), heldOut: rows.map((_, i) => heldOut(i).intents[0] ?? { intent: NONE_INTENT, score: 0 }) };
}

interface CrossValidateInput extends TrainInput {
  intents: string[];
  requirements: Requirements;
}

/** For each row, its labels of learned entities, and the entities that are found by a model that was trained without it. */
export async function crossValidateEntities({
  definition,
  rows,
  intents,
  requirements,
  port,
}: CrossValidateInput): Promise<{ labels: EntitySpan[]; found: EntitySpan[] }[]> {
  const learnedNames = new Set(definition.entities.flatMap((entity) => (entity.learned ? [entity.name] : [])));
  const keepLearned = (spans: readonly EntitySpan[]): EntitySpan[] =>
    spans.filter(({ entity }) => learnedNames.has(entity)).map(({ entity, start, end }) => ({ entity, start, end }));
  const { encodeWords } = createTextEncoder(vectorSizeFor(definition.culture, false));
  const found = await predictHeldOutEntities(definition, rows, {
    intents,
    encodeWords,
    onProgress: (fraction) => port.postMessage(fraction),
  });
  port.close();
  return rows.map(({ labels }, i) => ({
    labels: keepLearned(labels),
    found: keepLearned(applyRequirements({ entities: found[i]! }, requirements).entities),
  }));
}

/** Reads a trained model. One that another version of the server wrote counts as untrained. */
function tryReadModel(bytes: Uint8Array): LanguageModel | undefined {
  try {
    return readLanguageModel(bytes, encoderDigests());
  } catch (problem) {
    if (problem instanceof InvalidModel) return undefined;
    throw problem;
  }
}

export interface RankedQuery {
  text: string;
  prediction: LanguagePrediction;
}
interface PredictInput {
  bytes: Uint8Array;
  texts: string[];
  referenceMs: number;
}

/** Orders logged texts by how much labeling them would teach: uncertain ones first, similar ones once. */
export async function rankQueries({
  bytes,
  texts,
  examples,
  wanted,
  referenceMs,
}: PredictInput & { examples: string[]; wanted: number }): Promise<RankedQuery[]> {
  const model = tryReadModel(bytes);
  if (!model) return [];
  const { culture } = model.definition;
  const predictions = await predictWith(model, texts, referenceMs);
  const log = texts.map((text, i) => ({
    text,
    culture,
    scores: predictions[i]!.intents.map(({ score }) => score),
    vector: wordVector(text, culture),
  }));
  const suggestions = suggest(
    log,
    examples.map((text) => wordVector(text, culture)),
    wanted,
  );
  return suggestions.map(({ index }) => ({ text: texts[index]!, prediction: predictions[index]! }));
}

/** Predictions for texts, in their order. */
export async function predictTexts({ bytes, texts, referenceMs }: PredictInput): Promise<(LanguagePrediction | undefined)[]> {
  const model = tryReadModel(bytes);
  return model ? await predictWith(model, texts, referenceMs) : texts.map(() => undefined);
}

async function predictWith(model: LanguageModel, texts: string[], referenceMs: number): Promise<LanguagePrediction[]> {
  const vectors = await vectorsFor(model, texts);
  return texts.map((text, i) => model.predict(text, { when: { referenceMs }, ...vectors[i] }));
}
