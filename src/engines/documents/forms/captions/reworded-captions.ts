/**
 * Detects reworded captions. Editions of a form reword captions: "birth date" instead of "date of birth". Adjacent words
 * count as printed if most of them occurred in captions of the training forms.
 */
import { heightOf } from '../../layout/model/geometry.ts';
import { captionOnSide } from './caption-side.ts';
import type { Side } from './caption-side.ts';
import type { TokenContext } from './context.ts';
import type { Form } from '../form/form.ts';
import type { LabeledForm } from '../labels/labeled-form.ts';
import { isKnownCaption } from './known-captions.ts';
import { hashString, wordKey } from './vocabulary.ts';

/** Longer printed lines are running text, not captions. */
const MAX_CAPTION_WORDS = 6;
/** Gap, in word heights, that separates two captions. */
const MAX_WORD_GAP = 0.6;
/** Gap, in word heights, between words of a value in wide type. */
const MAX_VALUE_GAP = 1.1;
/** Share of words that must occur in known captions. */
const MIN_KNOWN_SHARE = 0.5;
const MARK_SIDES: readonly Side[] = [0, 3];
const LETTER = /\p{L}/u;

/** Hashes of the caption words of labeled values, on the form's caption side, and beside selection marks. */
export function collectCaptionWords({ form, labels }: LabeledForm, context: TokenContext, side: Side): Set<number> {
  const words = new Set<number>();
  for (const { tokens } of labels) {
    if (tokens.length === 0) continue;
    for (const one of form.tokens[tokens[0]!]!.state === undefined ? [side] : MARK_SIDES) {
      const caption = captionOnSide(context, tokens[0]!, one);
      const captionTokens = caption < 0 ? [] : context.captions[caption]!.tokens;
      if (captionTokens.length <= MAX_CAPTION_WORDS)
        for (const token of captionTokens) if (LETTER.test(form.tokens[token]!.text)) words.add(hashString(wordKey(form.tokens[token]!)));
    }
  }
  return words;
}

/**
 * Marks reworded captions as printed too. The words of a training form itself (`captionTokens`) only count if another form
 * has them; its labeled tokens (`values`) are no captions.
 */
export function markRewordedCaptions(
  form: Form,
  rows: readonly (readonly number[])[],
  printed: Uint8Array,
  words: ReadonlyMap<number, number>,
  captionTokens?: ReadonlySet<number>,
  values?: ReadonlySet<number>,
): Uint8Array {
  const extended = printed.slice();
  const isKnown = (token: number): boolean => {
    if (printed[token] === 1) return true;
    const hash = hashString(wordKey(form.tokens[token]!));
    return (words.get(hash) ?? 0) > (captionTokens?.has(hash) === true ? 1 : 0);
  };
  for (const row of rows) {
    let before: number | undefined;
    for (const segment of splitIntoSegments(form, row)) {
      const known = segment.filter(isKnown);
      const isReworded =
        segment.length <= MAX_CAPTION_WORDS &&
        known.length >= MIN_KNOWN_SHARE * segment.length &&
        known.some((token) => LETTER.test(form.tokens[token]!.text));
      const isCaption = isReworded || (!segment.some((token) => values?.has(token)) && isKnownCaption(form, segment));
      if (isCaption && !continues(form, before, segment[0]!, extended)) for (const token of segment) extended[token] = 1;
      before = segment.at(-1);
    }
  }
  return extended;
}

/** Whether a word follows a filled-in one in wide type, so that it belongs to the value: the "Street" of an address. */
function continues({ tokens }: Form, before: number | undefined, token: number, printed: Uint8Array): boolean {
  if (before === undefined || printed[before] === 1 || tokens[before]!.text.endsWith(':')) return false;
  const [one, other] = [tokens[before]!.box, tokens[token]!.box];
  return other.left > one.right && other.left - one.right < MAX_VALUE_GAP * heightOf(other);
}

/** Adjacent words of a row; selection marks and colons end a segment. */
function splitIntoSegments({ tokens }: Form, row: readonly number[]): number[][] {
  const segments: number[][] = [];
  let before: number | undefined;
  for (const token of row) {
    if (tokens[token]!.state !== undefined) before = undefined;
    else {
      const { box } = tokens[token]!;
      const isSameSegment =
        before !== undefined && !tokens[before]!.text.endsWith(':') && box.left - tokens[before]!.box.right < MAX_WORD_GAP * heightOf(box);
      if (isSameSegment) segments.at(-1)!.push(token);
      else segments.push([token]);
      before = token;
    }
  }
  return segments;
}
