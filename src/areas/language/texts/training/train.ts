/** Runs in threads: training and evaluation of a text project, and predictions of a deployed one. */
import type { MessagePort } from 'node:worker_threads';
import { encoderDigest, encoderDigests } from '../../../../engines/loaders/language/sentence-weights.ts';
import { trainEntities } from '../../../../engines/language/entities/model.ts';
import { trainIntents } from '../../../../engines/language/intents/training/train.ts';
import { readLanguageModel, writeLanguageModel } from '../../../../engines/language/models/checkpoint.ts';
import { InvalidModel } from '../../../../engines/shared/bytes/reader.ts';
import type { Definition } from '../../../../engines/language/models/definition.ts';
import { LanguageModel } from '../../../../engines/language/models/model.ts';
import { offsetsIn } from '../../../../engines/shared/text/offsets.ts';
import type { OffsetUnit } from '../../../../engines/shared/text/offsets.ts';
import { spanConverter } from '../../projects/offset-units.ts';
import { splitRows } from '../../projects/training/evaluation.ts';
import type { Trained, TrainingInput } from '../../projects/family.ts';
import { EVALUATION_SHARE } from '../../projects/wire.ts';
import { areDocuments, startHints } from '../prediction/document-start.ts';
import { documentVectorSize, embedDocuments } from '../prediction/document-vectors.ts';
import { predictDocument } from '../prediction/predict.ts';
import type { DocumentPrediction } from '../prediction/predict.ts';
import { evaluateDocuments } from './evaluation.ts';
import type { Row } from './row.ts';
import { boundWindows, rowsJoinSentences, taggedWindows } from './tagged-windows.ts';
import { ENTITIES, MULTI, classesOf, isLabeled } from '../model.ts';
import type { TextAssets, TextDocument, TextFacts, TextKind } from '../model.ts';

/** Texts are gathered in the order of the documents; undefined for those that are not trained on. */
export type TextTrainingInput = TrainingInput<TextAssets, readonly (string | undefined)[]> & { port: MessagePort };

export async function train({ project, assets, mode, options, gathered: texts, port }: TextTrainingInput): Promise<Trained> {
  const kind = project.kind as TextKind;
  const { documents, classes = [], entities = [] } = assets;
  const rows = documents.flatMap((document, i): Row[] =>
    isLabeled(document) && texts[i] !== undefined ? [{ document, text: texts[i], culture: document.language ?? project.language }] : [],
  );
  const counts = countsOf(rows);
  const split = splitRows(
    rows.map(({ document, text }) => ({ text, label: rarestOf(document, counts), dataset: document.dataset })),
    options,
  );
  const definition: Definition = {
    culture: project.language,
    encoder: encoderDigest(),
    intents: classes.map(({ category }) => category),
    ...(kind === MULTI && { multiLabel: true }),
    entities: entities.map(({ category }) => ({ name: category, learned: true })),
    phraseLists: [],
    regexFeatures: [],
    patterns: [],
    anys: [],
  };
  const onProgress = (share: number): void => port.postMessage((1 - EVALUATION_SHARE) * share);
  const training = split.train.map((index) => rows[index]!);
  const model =
    kind === ENTITIES
      ? await trainTagger(definition, training, onProgress)
      : await trainClassifier(
          definition,
          training,
          documentVectorSize(
            training.map(({ text }) => text),
            project,
            mode,
          ),
          project.multilingual,
          onProgress,
        );
  onProgress(1);
  const tested = [];
  for (const [i, index] of split.test.entries()) {
    const row = rows[index]!;
    if (i % 10 === 0) port.postMessage(1 - EVALUATION_SHARE * (1 - i / split.test.length));
    tested.push({ row, prediction: await predictDocument(model, kind, row.text, row.culture) });
  }
  port.close();
  return { learned: writeLanguageModel(model), evaluation: evaluateDocuments(kind, tested, options), facts: { kind } satisfies TextFacts };
}

/** The number of documents of each class. */
function countsOf(rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { document } of rows) for (const category of classesOf(document)) counts.set(category, (counts.get(category) ?? 0) + 1);
  return counts;
}

/** The rarest class of a document. Documents are split by it, so that both sets have some of every class. */
function rarestOf(document: TextDocument, counts: ReadonlyMap<string, number>): string {
  return classesOf(document).sort((a, b) => counts.get(a)! - counts.get(b)! || (a < b ? -1 : 1))[0] ?? '';
}

async function trainClassifier(
  definition: Definition,
  rows: readonly Row[],
  vectorSize: number,
  isMultilingual: boolean,
  onProgress: (done: number) => void,
): Promise<LanguageModel> {
  const { intents, multiLabel } = definition;
  const examples = rows.map(({ document, text, culture }) => ({
    text,
    culture,
    intents: classesOf(document),
    hints: startHints(text, culture),
  }));
  const { model } = await trainIntents(examples, {
    intents,
    multiLabel,
    onProgress,
    isMultilingual,
    areDocuments: areDocuments(rows.map(({ text }) => text)),
    ...(vectorSize > 0 && { embed: (texts) => embedDocuments(texts, definition.culture, vectorSize) }),
  });
  return new LanguageModel(definition, model, trainEntities([]));
}

async function trainTagger(definition: Definition, rows: readonly Row[], onProgress: (done: number) => void): Promise<LanguageModel> {
  const joinSentences = rowsJoinSentences(rows);
  const entities = trainEntities(
    boundWindows(rows.flatMap((row) => row.document.entities!.flatMap((region) => taggedWindows(row, region, joinSentences)))),
    [],
    (done) => {
      onProgress(done);
      return false;
    },
  );
  return new LanguageModel({ ...definition, ...(joinSentences && { joinSentences }) }, (await trainIntents([])).model, entities);
}

export interface PredictInput {
  learned: string;
  bytes: Uint8Array;
  kind: TextKind;
  threshold?: number;
  /** In which the spans of entities are counted; UTF-16 code units when omitted. */
  unit?: OffsetUnit;
  documents: readonly { text: string; culture: string }[];
}

/** A prediction with the spans of its entities in the caller's unit. */
export interface PredictedDocument extends DocumentPrediction {
  spans: { offset: number; length: number }[];
}

/** The last model that this thread has used. */
let cached: { learned: string; model: LanguageModel } | undefined;

/** Predictions of a deployed model; `outdated` if another version of the server has written it. */
export async function predictDocuments({
  learned,
  bytes,
  kind,
  threshold,
  unit = 'utf16',
  documents,
}: PredictInput): Promise<PredictedDocument[] | 'outdated'> {
  try {
    if (cached?.learned !== learned) cached = { learned, model: readLanguageModel(bytes, encoderDigests()) };
  } catch (problem) {
    if (problem instanceof InvalidModel) return 'outdated';
    throw problem;
  }
  const { model } = cached;
  const predictions: PredictedDocument[] = [];
  for (const { text, culture } of documents) {
    const prediction = await predictDocument(model, kind, text, culture, threshold);
    const toSpan = kind === ENTITIES ? spanConverter(text, unit) : undefined;
    predictions.push({ ...prediction, spans: toSpan ? prediction.entities.map(({ start, end }) => toSpan(start, end)) : [] });
  }
  return predictions;
}

/** The characters of texts as people count them. */
export function countCharacters(texts: readonly string[]): number[] {
  return texts.map((text) => offsetsIn(text, 'grapheme').length);
}
