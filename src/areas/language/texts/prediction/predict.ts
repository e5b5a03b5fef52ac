/**
 * Predictions for a document. Classes depend on the words of the whole document and, if it helped in training, on the
 * sentence vector of its start. Entities are found window by window (windows.ts).
 */
import { embedTexts } from '../../../../engines/runtime/sentence-encoder.ts';
import type { LanguageModel } from '../../../../engines/language/model.ts';
import type { TrainingMode } from '../../projects/model.ts';
import { ENTITIES, MULTI } from '../model.ts';
import type { TextKind } from '../model.ts';
import { splitWindows } from './windows.ts';

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

/** About the number of characters that the encoder reads of a text. */
const ENCODER_CHARACTERS = 500;

/**
 * Whether sentence vectors are used besides words: if the encoder reads most texts to their end.
 * Of longer documents it reads only the start, at many times the cost of their words; that needs the advanced mode.
 */
export function usesSentenceEncoder(texts: readonly string[], mode: TrainingMode | undefined): boolean {
  if (mode === 'standard') return false;
  return mode === 'advanced' || 2 * texts.filter(({ length }) => length <= ENCODER_CHARACTERS).length >= texts.length;
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
  const [sentence] = model.sentenceSize > 0 ? await embedTexts([text], model.sentenceSize) : [];
  const { intents, labels } = model.intents.predict(text, { culture, sentence });
  const scored = intents.map(({ intent, score }): ScoredClass => ({ category: intent, score }));
  if (kind === MULTI) {
    return {
      classes: scored.filter(({ category, score }) => (threshold === undefined ? labels.includes(category) : score >= threshold)),
      entities: [],
    };
  }
  return { classes: scored.slice(0, 1), entities: [] };
}

function findEntities({ entities }: LanguageModel, text: string, culture: string): FoundEntity[] {
  return splitWindows(text, culture).flatMap((window) =>
    entities.find(text.slice(window.start, window.end), { culture }).map(({ entity, start, end, score }): FoundEntity => ({
      category: entity,
      start: window.start + start,
      end: window.start + end,
      score,
    })),
  );
}
