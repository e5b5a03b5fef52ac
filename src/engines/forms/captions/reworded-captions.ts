/**
 * Captions in other words. Editions of a form reword them, and a line that says "birth date" where others said "date of
 * birth" is still a caption: words that stand together are printed if most of them were words of captions.
 */
import { heightOf } from '../../layout/model/geometry.ts';
import { captionOn } from './caption-side.ts';
import type { Side } from './caption-side.ts';
import type { Context } from './context.ts';
import type { Form } from '../form/form.ts';
import type { LabelledForm } from '../form/labelled-form.ts';
import { hashOf, keyOf } from './vocabulary.ts';

/** A printed line of more words is text, not a caption. */
const LONGEST = 6;
/** Gap, in heights, that is wider than one between words of a caption. */
const GAP = 0.6;
/** Share of the words that must be known from captions. */
const SHARE = 0.5;
const BESIDE: readonly Side[] = [0, 3];
const LETTER = /\p{L}/u;

/** Hashes of the words of captions of labelled values, which stand on the form's side of them, and beside marks. */
export function captionWords({ form, labels }: LabelledForm, context: Context, side: Side): Set<number> {
  const words = new Set<number>();
  for (const { tokens } of labels) {
    if (tokens.length === 0) continue;
    for (const one of form.tokens[tokens[0]!]!.state === undefined ? [side] : BESIDE) {
      const caption = captionOn(context, tokens[0]!, one);
      const own = caption < 0 ? [] : context.captions[caption]!.tokens;
      if (own.length <= LONGEST) for (const token of own) if (LETTER.test(form.tokens[token]!.text)) words.add(hashOf(keyOf(form.tokens[token]!)));
    }
  }
  return words;
}

/** What is printed, with the captions that have other words than the forms of training; a training form's `own` words must be another's too. */
export function withCaptions(form: Form, rows: readonly (readonly number[])[], printed: Uint8Array, words: ReadonlyMap<number, number>, own?: ReadonlySet<number>): Uint8Array {
  const widened = printed.slice();
  const isKnown = (token: number): boolean => {
    if (printed[token] === 1) return true;
    const hash = hashOf(keyOf(form.tokens[token]!));
    return (words.get(hash) ?? 0) > (own?.has(hash) === true ? 1 : 0);
  };
  for (const row of rows) {
    for (const segment of segmentsOf(form, row)) {
      if (segment.length <= LONGEST && segment.filter(isKnown).length >= SHARE * segment.length) for (const token of segment) widened[token] = 1;
    }
  }
  return widened;
}

/** Words of a row that stand together; marks end them, and so do colons. */
function segmentsOf({ tokens }: Form, row: readonly number[]): number[][] {
  const segments: number[][] = [];
  let before: number | undefined;
  for (const token of row) {
    if (tokens[token]!.state !== undefined) before = undefined;
    else {
      const { box } = tokens[token]!;
      const isSame = before !== undefined && !tokens[before]!.text.endsWith(':') && box.left - tokens[before]!.box.right < GAP * heightOf(box);
      if (isSame) segments.at(-1)!.push(token);
      else segments.push([token]);
      before = token;
    }
  }
  return segments;
}
