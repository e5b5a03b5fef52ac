/**
 * On which side of its value a form prints a caption. Forms of one family may differ in that, but a form is mostly of one
 * mind; so once the side is known, a caption that training only saw to the left of its value also speaks for the value
 * above it. The side is the one on which the captions that belong to a field have values of its kind.
 */
import { captionAlong, captionLeft, captionRight } from './context.ts';
import type { Context } from './context.ts';
import type { Form } from '../form/form.ts';
import type { LabelledForm, Tag } from '../form/labelled-form.ts';
import { wordShape } from '../../entities/tagging/features.ts';
import { hashOf, keyOf } from './vocabulary.ts';

/** Left, above, below, right: in the order in which they are preferred where all else is equal. */
export type Side = 0 | 1 | 2 | 3;

const MOST_STEPS = 3;
/** What a caption counts that another one stands nearer than, on the other side of the value. */
const FURTHER = 0.25;

export function captionOn(context: Context, token: number, side: Side): number {
  switch (side) {
    case 0: return captionLeft(context, token);
    case 1: return captionAlong(context, context.above, token, MOST_STEPS).caption;
    case 2: return captionAlong(context, context.below, token, MOST_STEPS).caption;
    case 3: return captionRight(context, token);
  }
}

export const captionKey = (form: Form, context: Context, caption: number): number => hashOf(context.captions[caption]!.tokens.map((token) => keyOf(form.tokens[token]!)).filter((word) => !/^\d+$/.test(word)).join(' '));

const kindKey = (text: string): number => hashOf(wordShape(text).replace(/(.)\1+/gu, '$1'));

/** Whether a caption above or below stands further off than the one on the other side, which it is then rather the caption of. */
function isFurther(form: Form, context: Context, token: number, side: Side, caption: number): boolean {
  if (side !== 1 && side !== 2) return false;
  const other = captionOn(context, token, side === 1 ? 2 : 1);
  return other >= 0 && gapTo(form, context, token, caption) > gapTo(form, context, token, other);
}

/** Empty height between a token and a caption. */
function gapTo({ tokens }: Form, { captions }: Context, token: number, caption: number): number {
  const [own, other] = [tokens[token]!.box, tokens[captions[caption]!.tokens[0]!]!.box];
  return Math.max(0, own.top - other.bottom, other.top - own.bottom);
}

/** What captions and kinds of first words belong to which fields. */
export class Belonging {
  /** By caption: how often it stood beside values of each tag, on whichever side. */
  readonly captions: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** By tag: kinds of words that its values have. */
  readonly kinds: readonly ReadonlySet<number>[];

  constructor(captions: ReadonlyMap<number, ReadonlyMap<number, number>>, kinds: readonly ReadonlySet<number>[]) {
    this.captions = captions;
    this.kinds = kinds;
  }

  static learn(forms: readonly { labelled: LabelledForm; context: Context }[], tags: readonly Tag[]): Belonging {
    const captions = new Map<number, Map<number, number>>();
    const kinds = tags.map(() => new Set<number>());
    for (const { labelled: { form, labels }, context } of forms) {
      for (const { tag, tokens } of labels) {
        if (tokens.length === 0 || tags[tag]!.isColumn || tags[tag]!.type === 'selectionMark') continue;
        for (const token of tokens) kinds[tag]!.add(kindKey(form.tokens[token]!.text));
        const beside = new Set(([0, 1, 2, 3] as const).map((side) => captionOn(context, tokens[0]!, side)).filter((caption) => caption >= 0).map((caption) => captionKey(form, context, caption)));
        for (const caption of beside) {
          const counts = captions.get(caption) ?? new Map<number, number>();
          captions.set(caption, counts.set(tag, (counts.get(tag) ?? 0) + 1));
        }
      }
    }
    return new Belonging(captions, kinds);
  }

  /** The side for which most speaks on a form. */
  side(form: Form, context: Context, printed: Uint8Array): Side {
    const totals = [0, 0, 0, 0];
    form.tokens.forEach((token, i) => {
      if (printed[i] === 1 || token.state !== undefined) return;
      const kind = kindKey(token.text);
      for (const side of [0, 1, 2, 3] as const) {
        const caption = captionOn(context, i, side);
        if (caption < 0) continue;
        const counts = this.captions.get(captionKey(form, context, caption));
        if (counts === undefined) continue;
        let [all, most] = [0, 0];
        for (const [tag, count] of counts) {
          all += count;
          if (this.kinds[tag]!.has(kind)) most = Math.max(most, count * count);
        }
        totals[side]! += (isFurther(form, context, i, side, caption) ? FURTHER : 1) * (most / (all + 1));
      }
    });
    return totals.indexOf(Math.max(...totals)) as Side;
  }
}
