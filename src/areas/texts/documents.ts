/**
 * What is said of a document by what was learned. Classes go by the words of the whole document and, where that
 * helps, by its meaning: the mean of the sentence vectors of its parts, from the beginning. Entities are looked for
 * window by window (windows.ts).
 */
import { embedTexts } from '../../engines/embedding/load.ts';
import type { LanguageModel } from '../../engines/language/model.ts';
import { ENTITIES, MULTI } from './model.ts';
import type { TextKind } from './model.ts';
import { windowsOf } from './windows.ts';

export interface ScoredClass { category: string; score: number }
export interface FoundEntity { category: string; start: number; end: number; score: number }
/** Classes best first; entities from left to right. */
export interface Said { classes: ScoredClass[]; entities: FoundEntity[] }

/** The encoder reads about so many characters of a text, and no more. */
const PART_CHARACTERS = 500;
const MOST_PARTS = 4;

export function hasSentences(culture: string): boolean {
  return /^en\b/i.test(culture);
}

/** Vectors of whole documents, of length 1. */
export function embedDocuments(texts: readonly string[]): Float32Array[] {
  const parts = texts.map(partsOf);
  const vectors = embedTexts(parts.flat());
  let next = 0;
  return parts.map(({ length }) => meanOf(vectors.slice(next, next += length)));
}

/** The first parts of a document, cut between words. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length && parts.length < MOST_PARTS;) {
    const space = text.lastIndexOf(' ', start + PART_CHARACTERS);
    const end = start + PART_CHARACTERS >= text.length ? text.length : space > start ? space : start + PART_CHARACTERS;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts.length > 0 ? parts : [''];
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  if (vectors.length === 1) return vectors[0]!;
  const sum = vectors[0]!.map((_, i) => vectors.reduce((total, vector) => total + vector[i]!, 0));
  const length = Math.hypot(...sum);
  return length === 0 ? sum : sum.map((value) => value / length);
}

/** Asks a model of a kind. With several labels, those count that reach `threshold`, or where it is not given the ones that training found best. */
export function sayOf(model: LanguageModel, kind: TextKind, text: string, culture: string, threshold?: number): Said {
  if (kind === ENTITIES) return { classes: [], entities: entitiesOf(model, text, culture).filter(({ score }) => score >= (threshold ?? 0)) };
  const [sentence] = model.needsSentence ? embedDocuments([text]) : [];
  const { intents, labels } = model.intents.predict(text, { culture, sentence });
  const scored = intents.map(({ intent, score }): ScoredClass => ({ category: intent, score }));
  if (kind === MULTI) return { classes: scored.filter(({ category, score }) => threshold === undefined ? labels.includes(category) : score >= threshold), entities: [] };
  return { classes: scored.slice(0, 1), entities: [] };
}

function entitiesOf({ entities }: LanguageModel, text: string, culture: string): FoundEntity[] {
  return windowsOf(text, culture).flatMap((window) =>
    entities.find(text.slice(window.start, window.end), { culture }).map(({ entity, start, end, score }): FoundEntity => ({ category: entity, start: window.start + start, end: window.start + end, score })));
}
