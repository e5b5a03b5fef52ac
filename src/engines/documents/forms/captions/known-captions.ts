/**
 * Captions that are recognized without training: names of fields of the prebuilt models in about forty languages, words
 * before a colon, and words after the number of a question.
 */
import { knownFields } from '../../fields/query/known-fields.ts';
import { keysOf } from '../../fields/query/names.ts';
import type { Form } from '../form/form.ts';

const MAX_WORDS = 8;
/** How surely a text names a field; lower for column headings and for parts of names. */
const MIN_WEIGHT = 0.8;
const NUMBER = /^\(?(?:\d{1,2}[a-z]?|[a-z])[.)]$/iu;
const LETTERS = /\p{L}{2}/u;

/** Whether a text, without its number and what is in parentheses, names a field. */
function namesField(words: readonly string[]): boolean {
  const text = (NUMBER.test(words[0]!) ? words.slice(1) : words)
    .join(' ')
    .replace(/\([^)]*\)?/gu, ' ')
    .trim();
  return LETTERS.test(text) && knownFields(keysOf(text)).some(({ weight }) => weight >= MIN_WEIGHT);
}

export function isKnownCaption({ tokens }: Form, segment: readonly number[]): boolean {
  const words = segment.map((token) => tokens[token]!.text);
  if (words.length > MAX_WORDS || !words.some((word) => LETTERS.test(word))) return false;
  const isNumbered = NUMBER.test(words[0]!) && !words.slice(1).some((word) => /\d/u.test(word));
  return isNumbered || words.at(-1)!.endsWith(':') || namesField(words);
}
