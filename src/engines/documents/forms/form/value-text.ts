/** Text of values, and normalized forms of it. */
import { wordShape } from '../../../language/entities/tagging/features.ts';
import type { Form } from './form.ts';
import { groupIntoRows } from './token-rows.ts';

export function valueText(form: Form, tokens: readonly number[], between = ' '): string {
  return groupIntoRows(form, tokens)
    .map((row) => row.map((token) => form.tokens[token]!.text).join(' '))
    .join(between);
}

/** Equal except for whitespace. */
export const sameText = (one: string, other: string): boolean => one.replace(/\s+/gu, '') === other.replace(/\s+/gu, '');

/** Character classes of a text in order, repetitions collapsed: the same for all dates, amounts or names. */
export const valueShape = (text: string): string =>
  wordShape(text)
    .replace(/(.)\1+/gu, '$1')
    .slice(0, 24);

/** Shapes of the values of a field. */
export interface ShapeSet {
  has(kind: string): boolean;
}

/** Letters and digits in lower case; a text of other characters only stays unchanged. */
export function foldWord(text: string): string {
  const small = text.toLowerCase();
  return small.replace(/[^\p{L}\p{N}]+/gu, '') || small;
}
