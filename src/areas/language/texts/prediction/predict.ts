/**
 * Predictions for a document. Classes depend on its words, once more on those of its start, and on the vectors of its
 * sentences, each where it helped in training. Entities are found window by window (windows.ts).
 */
import type { LanguageModel } from '../../../../engines/language/models/model.ts';
import { weightsVersion } from '../../../../engines/loaders/language/sentence-weights.ts';
import { ENTITIES, MULTI } from '../model.ts';
import type { TextKind } from '../model.ts';
import { startHints } from './document-start.ts';
import { embedDocuments } from './document-vectors.ts';
import { partOf, splitWindows } from './windows.ts';

export interface ScoredClass {
  category: string;
  score: number;
}
export interface FoundEntity {
  category: string;
  start: number;
  end: number;
  score: number;
}
/** Classes best first; entities from left to right. */
export interface DocumentPrediction {
  classes: ScoredClass[];
  entities: FoundEntity[];
}

/** With several labels, returns those that reach `threshold`, which by default training has chosen for each label. */
export async function predictDocument(
  model: LanguageModel,
  kind: TextKind,
  text: string,
  culture: string,
  threshold?: number,
): Promise<DocumentPrediction> {
  if (kind === ENTITIES) {
    return { classes: [], entities: findEntities(model, text, culture).filter(({ score }) => score >= (threshold ?? 0)) };
  }
  const { encoder, culture: own } = model.definition;
  const [sentence] = model.sentenceSize > 0 ? await embedDocuments([text], own, model.sentenceSize, weightsVersion(encoder)) : [];
  const { intents, labels } = model.intents.predict(text, { culture, sentence, hints: startHints(text, culture) });
  const scored = intents.map(({ intent, score }): ScoredClass => ({ category: intent, score }));
  if (kind === MULTI) {
    return {
      classes: scored.filter(({ category, score }) => (threshold === undefined ? labels.includes(category) : score >= threshold)),
      entities: [],
    };
  }
  return { classes: scored.slice(0, 1), entities: [] };
}

function findEntities({ entities, definition: { joinSentences } }: LanguageModel, text: string, culture: string): FoundEntity[] {
  return splitWindows(text, culture, { joinSentences }).flatMap((window) =>
    entities
      .find(text.slice(window.start, window.end), { culture, intent: partOf(window, text) })
      .map(({ entity, start, end, score }): FoundEntity => ({
        category: entity,
        start: window.start + start,
        end: window.start + end,
        score,
      })),
  );
}
