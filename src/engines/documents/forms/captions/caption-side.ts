/**
 * Which side of its value a form prints a caption on. Forms of one family may differ, but a single form is usually
 * consistent. Once the side is known, a caption that training only saw left of its value also identifies the value above
 * or below it. The detected side is the one where captions of a field have values of that field's shape.
 */
import { findCaptionAlong, findCaptionLeft, findCaptionRight } from './context.ts';
import type { TokenContext } from './context.ts';
import type { Form } from '../form/form.ts';
import type { LabeledForm, Tag } from '../labels/labeled-form.ts';
import { wordShape } from '../../../language/entities/tagging/features.ts';
import { hashString, wordKey } from './vocabulary.ts';

/** Left, above, below, right; ties are resolved in this order. */
export type Side = 0 | 1 | 2 | 3;

const MAX_STEPS = 3;
/** Weight of a caption when another one is closer, on the opposite side of the value. */
const FARTHER_WEIGHT = 0.25;

/** `maxSteps`: number of words above or below that are searched for the caption. */
export function captionOnSide(context: TokenContext, token: number, side: Side, maxSteps = MAX_STEPS): number {
  switch (side) {
    case 0:
      return findCaptionLeft(context, token);
    case 1:
      return findCaptionAlong(context, context.above, token, maxSteps).caption;
    case 2:
      return findCaptionAlong(context, context.below, token, maxSteps).caption;
    case 3:
      return findCaptionRight(context, token);
  }
}

export const captionHash = (form: Form, context: TokenContext, caption: number): number =>
  hashString(
    context.captions[caption]!.tokens.map((token) => wordKey(form.tokens[token]!))
      .filter((word) => !/^\d+$/.test(word))
      .join(' '),
  );

const shapeHash = (text: string): number => hashString(wordShape(text).replace(/(.)\1+/gu, '$1'));

/**
 * Whether a caption above or below is farther away than the one on the opposite side, so that the value more likely
 * belongs to the other caption.
 */
function isFartherCaption(form: Form, context: TokenContext, token: number, side: Side, caption: number): boolean {
  if (side !== 1 && side !== 2) return false;
  const other = captionOnSide(context, token, side === 1 ? 2 : 1);
  return other >= 0 && verticalGap(form, context, token, caption) > verticalGap(form, context, token, other);
}

/** Vertical distance between a token and a caption. */
function verticalGap({ tokens }: Form, { captions }: TokenContext, token: number, caption: number): number {
  const [own, other] = [tokens[token]!.box, tokens[captions[caption]!.tokens[0]!]!.box];
  return Math.max(0, own.top - other.bottom, other.top - own.bottom);
}

/** Which captions and which word shapes occur with which fields. */
export class CaptionFields {
  /** By caption hash: how often it occurred next to values of each tag, on any side. */
  readonly captions: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** By tag: word shapes of its values. */
  readonly shapes: readonly ReadonlySet<number>[];

  constructor(captions: ReadonlyMap<number, ReadonlyMap<number, number>>, shapes: readonly ReadonlySet<number>[]) {
    this.captions = captions;
    this.shapes = shapes;
  }

  static learn(forms: readonly { labeled: LabeledForm; context: TokenContext }[], tags: readonly Tag[]): CaptionFields {
    const captions = new Map<number, Map<number, number>>();
    const shapes = tags.map(() => new Set<number>());
    for (const {
      labeled: { form, labels },
      context,
    } of forms) {
      for (const { tag, tokens } of labels) {
        if (tokens.length === 0 || tags[tag]!.isColumn || tags[tag]!.type === 'selectionMark') continue;
        for (const token of tokens) shapes[tag]!.add(shapeHash(form.tokens[token]!.text));
        const beside = new Set(
          ([0, 1, 2, 3] as const)
            .map((side) => captionOnSide(context, tokens[0]!, side))
            .filter((caption) => caption >= 0)
            .map((caption) => captionHash(form, context, caption)),
        );
        for (const caption of beside) {
          const counts = captions.get(caption) ?? new Map<number, number>();
          captions.set(caption, counts.set(tag, (counts.get(tag) ?? 0) + 1));
        }
      }
    }
    return new CaptionFields(captions, shapes);
  }

  /** The most likely caption side of a form. */
  side(form: Form, context: TokenContext, printed: Uint8Array): Side {
    const totals = [0, 0, 0, 0];
    form.tokens.forEach((token, i) => {
      if (printed[i] === 1 || token.state !== undefined) return;
      const kind = shapeHash(token.text);
      for (const side of [0, 1, 2, 3] as const) {
        const caption = captionOnSide(context, i, side);
        if (caption < 0) continue;
        const counts = this.captions.get(captionHash(form, context, caption));
        if (counts === undefined) continue;
        let [total, best] = [0, 0];
        for (const [tag, count] of counts) {
          total += count;
          if (this.shapes[tag]!.has(kind)) best = Math.max(best, count * count);
        }
        totals[side]! += (isFartherCaption(form, context, i, side, caption) ? FARTHER_WEIGHT : 1) * (best / (total + 1));
      }
    });
    return totals.indexOf(Math.max(...totals)) as Side;
  }
}
