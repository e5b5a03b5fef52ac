/** The text of a value: its words line by line, and what the engine knows of how values of its field are written. */
import { wordShape } from '../../entities/tagging/features.ts';
import type { Form } from './form.ts';
import { rowsOf } from '../template/slots.ts';

export function valueText(form: Form, tokens: readonly number[], between = ' '): string {
  return rowsOf(form, tokens).map((row) => row.map((token) => form.tokens[token]!.text).join(' ')).join(between);
}

/** Equal but for spaces. */
export const sameText = (one: string, other: string): boolean => one.replace(/\s+/gu, '') === other.replace(/\s+/gu, '');

/** The kinds of characters in a text, in order: the same for all dates, all amounts, all names. */
export const kindOf = (text: string): string => wordShape(text).replace(/(.)\1+/gu, '$1').slice(0, 24);

/** Kinds of values that a field was seen with. */
export interface Kinds { has(kind: string): boolean }
