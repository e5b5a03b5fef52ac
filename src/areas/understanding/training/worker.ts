/** What runs in threads: the training of a version, the evaluation of its entities, and the review of logged queries. */
import type { MessagePort } from 'node:worker_threads';
import { embedTexts } from '../../../engines/embedding/load.ts';
import { suggest } from '../../../engines/intents/suggest.ts';
import { wordVector } from '../../../engines/intents/word-vector.ts';
import { LanguageModelProblem, readLanguageModel, writeLanguageModel } from '../../../engines/language/checkpoint.ts';
import type { Definition, LanguageRow } from '../../../engines/language/definition.ts';
import { heldOutEntities } from '../../../engines/language/held-out.ts';
import type { LanguageModel, LanguagePrediction } from '../../../engines/language/model.ts';
import { trainLanguage } from '../../../engines/language/train.ts';
import { NONE_INTENT } from '../model.ts';
import type { Requirements, EntitySpan } from '../model.ts';
import { applyRequirements } from '../schema/requirements.ts';

/** Whether there is a sentence encoder for a culture. */
export function hasSentenceEncoder(culture: string): boolean {
  return /^en\b/i.test(culture);
}

export interface Trained { bytes: Uint8Array; /** Of each row, what intents that were trained without it say. */ heldOut: { intent: string; score: number }[] }

/** Trains; the share that is done goes through the port. */
export function train({ definition, rows, port }: { definition: Definition; rows: LanguageRow[]; port: MessagePort }): Trained {
  const { model, heldOut } = trainLanguage(definition, rows, {
    ...hasSentenceEncoder(definition.culture) && { embed: embedTexts },
    onProgress: (done) => port.postMessage(done),
  });
  port.close();
  return { bytes: writeLanguageModel(model), heldOut: rows.map((_, i) => heldOut(i).intents[0] ?? { intent: NONE_INTENT, score: 0 }) };
}

/** Of each row, the learned entities it is labelled with, and those that are found in it by entities that were trained without it. */
export function evaluateEntities({ definition, rows, intents, requirements, port }: { definition: Definition; rows: LanguageRow[]; intents: string[]; requirements: Requirements; port: MessagePort }): { labels: EntitySpan[]; found: EntitySpan[] }[] {
  const learned = new Set(definition.entities.flatMap((entity) => entity.learned ? [entity.name] : []));
  const learnedOf = (stretches: readonly EntitySpan[]): EntitySpan[] => stretches.filter(({ entity }) => learned.has(entity)).map(({ entity, start, end }) => ({ entity, start, end }));
  const found = heldOutEntities(definition, rows, { intents, onProgress: (done) => port.postMessage(done) });
  port.close();
  return rows.map(({ labels }, i) => ({ labels: learnedOf(labels), found: learnedOf(applyRequirements({ entities: found[i]! }, requirements).entities) }));
}

/** A trained project; nothing where another version of the server wrote it, which is as good as untrained. */
function readable(bytes: Uint8Array): LanguageModel | undefined {
  try {
    return readLanguageModel(bytes);
  } catch (problem) {
    if (problem instanceof LanguageModelProblem) return undefined;
    throw problem;
  }
}

export interface RankedQuery { text: string; prediction: LanguagePrediction }

/** The logged texts that would teach most: uncertain ones first, no two of a kind; `wanted` at most. */
export function review({ bytes, texts, examples, wanted, referenceMs }: { bytes: Uint8Array; texts: string[]; examples: string[]; wanted: number; referenceMs: number }): RankedQuery[] {
  const model = readable(bytes);
  if (!model) return [];
  const { culture } = model.definition;
  const sentences = model.needsSentence ? embedTexts(texts) : undefined;
  const predictions = texts.map((text, i) => model.predict(text, { when: { referenceMs }, sentence: sentences?.[i] }));
  const log = texts.map((text, i) => ({ text, culture, scores: predictions[i]!.intents.map(({ score }) => score), vector: wordVector(text, culture) }));
  return suggest(log, examples.map((text) => wordVector(text, culture)), wanted).map(({ index }) => ({ text: texts[index]!, prediction: predictions[index]! }));
}

/** Predictions of texts, in their order. */
export function predictTexts({ bytes, texts, referenceMs }: { bytes: Uint8Array; texts: string[]; referenceMs: number }): (LanguagePrediction | undefined)[] {
  const model = readable(bytes);
  if (!model) return texts.map(() => undefined);
  const sentences = model.needsSentence ? embedTexts(texts) : undefined;
  return texts.map((text, i) => model.predict(text, { when: { referenceMs }, sentence: sentences?.[i] }));
}
