/** Training and evaluation of a project, in a worker thread. */
import type { MessagePort } from 'node:worker_threads';
import { createTextEncoder, vectorSizeFor, vectorsFor } from '../../../../engines/loaders/language/sentence-encoder.ts';
import { encoderDigest } from '../../../../engines/loaders/language/sentence-weights.ts';
import { writeLanguageModel } from '../../../../engines/language/models/checkpoint.ts';
import type { LanguageModel } from '../../../../engines/language/models/model.ts';
import { trainLanguage } from '../../../../engines/language/models/train.ts';
import { evaluateEntities, evaluateLabels, splitRows } from '../../projects/training/evaluation.ts';
import type { EntitySpan } from '../../projects/training/evaluation.ts';
import type { Trained, TrainingInput } from '../../projects/family.ts';
import type { EvaluationOptions } from '../../projects/model.ts';
import { EVALUATION_SHARE } from '../../projects/wire.ts';
import { toDefinition, toRow } from './definition.ts';
import { languageOf } from '../../projects/languages.ts';
import { categoryOf } from '../app-fields.ts';
import { NONE } from '../model.ts';
import type { ConversationAssets, Facts, Label, Utterance } from '../model.ts';

/** The share of its own texts that an only intent keeps; None takes what is further from them. */
const KEEP_IN_SCOPE = 0.98;
/** Standard training is to be quick: up to this many utterances it has sentence vectors too. */
const STANDARD_ENCODED = 2000;
/** A fixed date: prebuilts find the same spans on any day. */
const WHEN = { referenceMs: Date.UTC(2020, 0, 1, 12) };

/** The stored prediction for a test utterance; offsets in UTF-16. */
export interface UtteranceResult {
  text: string;
  language: string;
  entitiesResult: { expectedEntities: Label[]; predictedEntities: Label[] };
  intentsResult: { expectedIntent: string; predictedIntent: string; confidenceScore: number };
}

export interface GatheredUtterances {
  /** Those of linked projects. */
  readonly linked: readonly Utterance[];
  /** Queries without labels that may teach too. */
  readonly logged: readonly { readonly text: string; readonly language?: string | undefined }[];
}

/** Trains a model and reports its progress through the port. */
export async function train({
  project: { language, multilingual },
  assets,
  mode,
  options,
  gathered: { linked, logged },
  port,
}: TrainingInput<ConversationAssets, GatheredUtterances> & { port: MessagePort }): Promise<Trained> {
  const utterances = [...assets.utterances, ...linked];
  const split = splitRows(
    utterances.map(({ text, intent, dataset }) => ({ text, label: intent, dataset })),
    options,
  );
  const [training, testing] = [split.train, split.test].map((indexes) => indexes.map((index) => utterances[index]!)) as [
    Utterance[],
    Utterance[],
  ];
  const isOneLanguage = training.every((one) => languageOf(one.language ?? language) === languageOf(language));
  const isMultilingual = multilingual || !isOneLanguage;
  const vectorSize = vectorSizeFor(language, isMultilingual || mode === 'standard', training.length);
  const { model } = await trainLanguage({ ...toDefinition(assets, training, language), encoder: encoderDigest() }, training.map(toRow), {
    ...((mode !== 'standard' || training.length <= STANDARD_ENCODED) && createTextEncoder(vectorSize)),
    isMultilingual: multilingual,
    unlabeled: logged.map(({ text, language: culture }) => ({ text, ...(culture !== undefined && { culture }) })),
    ...(hasOneIntent(training) && { keepInScope: KEEP_IN_SCOPE }),
    onProgress: (share) => port.postMessage(share * (1 - EVALUATION_SHARE)),
  });
  port.postMessage(1 - EVALUATION_SHARE);
  const results = await predictUtterances(model, testing, language);
  port.close();
  return {
    learned: writeLanguageModel(model),
    evaluation: { summary: summarizeResults(model, results, options), results },
    facts: deploymentFacts(assets),
  };
}

/** There is nothing to tell the only intent of a project from, such as that of an orchestration with one target. */
function hasOneIntent(utterances: readonly Utterance[]): boolean {
  return new Set(utterances.map(({ intent }) => intent)).size === 1;
}

async function predictUtterances(
  model: LanguageModel,
  utterances: readonly Utterance[],
  projectLanguage: string,
): Promise<UtteranceResult[]> {
  const vectors = await vectorsFor(
    model,
    utterances.map(({ text }) => text),
  );
  return utterances.map(({ text, language = projectLanguage, intent, entities }, i) => {
    const prediction = model.predict(text, { culture: language, when: WHEN, ...vectors[i] });
    return {
      text,
      language,
      entitiesResult: {
        expectedEntities: entities,
        predictedEntities: prediction.entities.map((entity) => ({
          category: categoryOf(entity),
          offset: entity.start,
          length: entity.end - entity.start,
        })),
      },
      intentsResult: {
        expectedIntent: intent,
        predictedIntent: prediction.intents[0]?.intent ?? NONE,
        confidenceScore: prediction.intents[0]?.score ?? 0,
      },
    };
  });
}

/** Only labeled entities are evaluated: what lists, expressions and prebuilts find has no labels to compare with. */
function summarizeResults(
  { definition: { entities } }: LanguageModel,
  results: readonly UtteranceResult[],
  { kind, training, testing }: EvaluationOptions,
): object {
  const labeled = new Set(entities.filter(({ learned }) => learned).map(({ name }) => name));
  for (const { entitiesResult } of results) for (const { category } of entitiesResult.expectedEntities) labeled.add(category);
  const toSpans = (labels: readonly Label[]): EntitySpan[] =>
    labels
      .filter(({ category }) => labeled.has(category))
      .map(({ category, offset, length }) => ({
        entity: category,
        start: offset,
        end: offset + length,
      }));
  return {
    entitiesEvaluation: evaluateEntities(
      results.map(({ entitiesResult: { expectedEntities, predictedEntities } }) => ({
        labels: toSpans(expectedEntities),
        found: toSpans(predictedEntities),
      })),
    ),
    intentsEvaluation: evaluateLabels(
      'intents',
      results.map(({ intentsResult: { expectedIntent, predictedIntent } }) => ({
        expected: [expectedIntent],
        predicted: [predictedIntent],
      })),
    ),
    evaluationOptions: { kind, ...(kind === 'percentage' && { trainingSplitPercentage: training, testingSplitPercentage: testing }) },
  };
}

function deploymentFacts({ intents }: ConversationAssets): Facts {
  return {
    targets: intents.flatMap(({ category, orchestration }) => (orchestration ? [{ intent: category, target: orchestration }] : [])),
  };
}
