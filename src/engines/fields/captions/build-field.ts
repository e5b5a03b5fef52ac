/** Fields from words: what every reader of a box hands back. */
import type { Field, FieldValue } from '../field.ts';
import type { PlacedWord } from './page-text.ts';

/** `certainty` is how sure the reader is; how well its words were read comes on top. */
export function fieldOf<V extends FieldValue>(value: V, words: readonly { item: number; confidence: number; text?: string }[], certainty: number): V & Pick<Field, 'items' | 'confidence'> {
  return { ...value, items: words.map(({ item }) => item).sort((a, b) => a - b), confidence: Math.max(0, Math.min(1, certainty * readAt(words))) };
}

/** The reading's confidence in a few words: their mean, drawn towards the least sure one; strokes and dots do not count. */
function readAt(all: readonly { confidence: number; text?: string }[]): number {
  const lettered = all.filter(({ text }) => text === undefined || /[\p{L}\p{N}]/u.test(text));
  const words = lettered.length > 0 ? lettered : all;
  if (words.length === 0) return 1;
  const mean = words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
  const least = Math.min(...words.map(({ confidence }) => confidence));
  return (mean + least) / 2;
}

export const stringField = (words: readonly PlacedWord[], certainty: number, value = words.map(({ text }) => text).join(' ')): Field => fieldOf({ type: 'string', value }, words, certainty);

/** A list is as sure as its entries are on the whole. */
export const arrayField = (value: readonly Field[]): Field => ({ type: 'array', value, items: [], confidence: value.length === 0 ? 0 : value.reduce((sum, { confidence }) => sum + confidence, 0) / value.length });

/** An object is as sure as its least sure part. */
export const objectField = (value: Readonly<Record<string, Field>>): Field => ({ type: 'object', value, items: [], confidence: Math.min(1, ...Object.values(value).map(({ confidence }) => confidence)) });
