/** How much a document looks like the forms of training, by its words alone. */
import type { Form } from './form.ts';
import { hashOf, keyOf } from '../captions/vocabulary.ts';

/** Distinct words of a form as ascending hashes. */
export type Print = Uint32Array;

/** Forms whose words are kept; of more, so many evenly. */
const MOST_PRINTS = 60;
const MOST_WORDS = 4000;

export function printOf(form: Form): Print {
  const words = new Set<number>();
  for (const token of form.tokens) {
    if (token.state === undefined && words.size < MOST_WORDS) words.add(hashOf(keyOf(token)) >>> 0);
  }
  return Uint32Array.from(words).sort();
}

export function printsOf(forms: readonly Form[]): Print[] {
  const step = Math.max(1, forms.length / MOST_PRINTS);
  const kept: Print[] = [];
  for (let at = 0; at < forms.length; at += step) kept.push(printOf(forms[Math.floor(at)]!));
  return kept;
}

/** Words in common by the geometric mean of both counts. */
export function likeness(one: Print, other: Print): number {
  let [i, j, both] = [0, 0, 0];
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      both++;
      i++;
      j++;
    } else if (one[i]! < other[j]!) i++;
    else j++;
  }
  return both / Math.max(1, Math.sqrt(one.length * other.length));
}

export const nearest = (print: Print, prints: readonly Print[]): number => prints.reduce((most, other) => Math.max(most, likeness(print, other)), 0);

/** How like a form of training is to the nearest of the others: the least of the middle half, so that most forms are at least so like. */
export function typicalLikeness(prints: readonly Print[]): number {
  const best = prints.map((print, i) => nearest(print, prints.filter((_, j) => j !== i))).sort((a, b) => a - b);
  return Math.max(0.05, best[Math.floor(best.length / 4)] ?? 1);
}
