/**
 * What is said of a document by what was learned. Classes go by the words of the whole document and, where that
 * was of use in training, by the meaning of its beginning. Entities are looked for window by window (windows.ts).
 */
import { embedTexts } from '../../../../engines/embedding/load.ts';
import type { LanguageModel } from '../../../../engines/language/model.ts';
import type { TrainingMode } from '../../projects/model.ts';
import { ENTITIES, MULTI } from '../model.ts';
import type { TextKind } from '../model.ts';
import { splitWindows } from './windows.ts';

export interface ScoredClass { category: string; score: number }
export interface FoundEntity { category: string; start: number; end: number; score: number }
/** Classes best first; entities from left to right. */
export interface DocumentPrediction { classes: ScoredClass[]; entities: FoundEntity[] }

/** The encoder reads about so many characters of a text. */
const ENCODER_CHARACTERS = 500;

/**
 * Whether meaning is learned beside words: in the language of the encoder, where it reads most texts to their end.
 * Of longer documents it sees the beginning only, at many times the cost of all their words; that must be asked for.
 */
export function usesSentenceEncoder(texts: readonly string[], culture: string, mode: TrainingMode | undefined): boolean {
  if (!/^en\b/i.test(culture) || mode === 'standard') return false;
  return mode === 'advanced' || 2 * texts.filter(({ length }) => length <= ENCODER_CHARACTERS).length >= texts.length;
}

/** Asks a model of a kind. With several labels, those count that reach `threshold`, or where it is not given the ones that training found best. */
export function predictDocument(model: LanguageModel, kind: TextKind, text: string, culture: string, threshold?: number): DocumentPrediction {
  if (kind === ENTITIES) return { classes: [], entities: findEntities(model, text, culture).filter(({ score }) => score >= (threshold ?? 0)) };
  const [sentence] = model.needsSentence ? embedTexts([text]) : [];
  const { intents, labels } = model.intents.predict(text, { culture, sentence });
  const scored = intents.map(({ intent, score }): ScoredClass => ({ category: intent, score }));
  if (kind === MULTI) return { classes: scored.filter(({ category, score }) => threshold === undefined ? labels.includes(category) : score >= threshold), entities: [] };
  return { classes: scored.slice(0, 1), entities: [] };
}

function findEntities({ entities }: LanguageModel, text: string, culture: string): FoundEntity[] {
  return splitWindows(text, culture).flatMap((window) =>
    entities.find(text.slice(window.start, window.end), { culture }).map(({ entity, start, end, score }): FoundEntity => ({ category: entity, start: window.start + start, end: window.start + end, score })));
}
