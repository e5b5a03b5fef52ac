/** Builds fields from words. */
import type { Field, FieldValue } from '../field.ts';

/** `confidence` is that of the value if its words were read right; it is multiplied by their OCR confidence. */
export function buildField<V extends FieldValue>(
  value: V,
  words: readonly { item: number; confidence: number; text?: string }[],
  confidence: number,
): V & Pick<Field, 'items' | 'confidence'> {
  return {
    ...value,
    items: words.map(({ item }) => item).sort((a, b) => a - b),
    confidence: Math.max(0, Math.min(1, confidence * ocrConfidenceOf(words))),
  };
}

/** OCR confidence of a few words: mean of the average and the lowest; words without letters or digits are ignored. */
export function ocrConfidenceOf(all: readonly { confidence: number; text?: string }[]): number {
  const lettered = all.filter(({ text }) => text === undefined || /[\p{L}\p{N}]/u.test(text));
  const words = lettered.length > 0 ? lettered : all;
  if (words.length === 0) return 1;
  const mean = words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
  const least = Math.min(...words.map(({ confidence }) => confidence));
  return (mean + least) / 2;
}

/** An array has the mean confidence of its entries. */
export const arrayField = (value: readonly Field[]): Field => ({
  type: 'array',
  value,
  items: [],
  confidence: value.length === 0 ? 0 : value.reduce((sum, { confidence }) => sum + confidence, 0) / value.length,
});

/** An object has the lowest confidence of its parts. */
export const objectField = (value: Readonly<Record<string, Field>>): Field => ({
  type: 'object',
  value,
  items: [],
  confidence: Math.min(1, ...Object.values(value).map(({ confidence }) => confidence)),
});
