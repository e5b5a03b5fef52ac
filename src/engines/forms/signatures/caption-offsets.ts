/**
 * What the captions around signatures say of where they stand. A signature is drawn as a region that mostly has no word
 * in it, so the tagger cannot find it; but on most forms some caption stands by it. For each caption that training saw
 * near a signature it is learned on which side it stood and where the region lay from it.
 */
import { heightOf, median, overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import { captionKey } from '../captions/caption-side.ts';
import type { Belonging, Side } from '../captions/caption-side.ts';
import { contextIn } from '../tagger/features.ts';
import type { Context } from '../captions/context.ts';
import type { Form } from '../form/form.ts';
import type { LabelledForm, PlacedBox, PlacedLabel, Tag } from '../form/labelled-form.ts';
import type { Vocabulary } from '../captions/vocabulary.ts';
import { hashOf, heldBy, keyOf, labelledTokens } from '../captions/vocabulary.ts';

/** One caption beside signatures of one tag, on one side of them, on forms whose values mostly have theirs on `formSide`. */
export interface Bearing {
  tag: number;
  caption: number;
  /** Hashes of the caption's words, for captions in other words. */
  words: readonly number[];
  side: Side;
  formSide: Side;
  /** Signatures that it stood beside in that way. */
  seen: number;
  /** Share of the tag's signatures that it stood beside, on whichever side. */
  share: number;
  /** How often a form that has the caption has it. */
  often: number;
  /** How far off it stood, in page heights. */
  away: number;
  /** The region's edges, from the caption's corner that `originOf` names. */
  region: Box;
}

/** How far off, across and down, captions are asked, in page heights, and how many of the nearest. */
const REACH = { across: 0.3, down: 0.12 };
const NEAREST = 6;
/** Of one tag, the bearings that most speaks for. */
const MOST_BEARINGS = 32;

/** What a form tells of itself to whoever looks for captions. */
export interface SeenForm { form: Form; printed: Uint8Array; context: Context; side: Side }

export const isSignature = ({ type, isColumn }: Tag): boolean => type === 'signature' && !isColumn;

/** Training forms, each seen as if it were new: its own words do not vouch for themselves. */
export function seenForms(forms: readonly LabelledForm[], vocabulary: Vocabulary, belonging: Belonging): SeenForm[] {
  return forms.map((labelled) => {
    const { printed, context } = contextIn(labelled.form, vocabulary, heldBy(labelled.form, labelledTokens(labelled)));
    return { form: labelled.form, printed, context, side: belonging.side(labelled.form, context, printed) };
  });
}

export function learnBearings(forms: readonly LabelledForm[], seen: readonly SeenForm[], tags: readonly Tag[]): Bearing[] {
  const near = forms.flatMap(({ labels }, i) => labels.flatMap((label) => {
    const region = isSignature(tags[label.tag]!) ? regionOf(label) : undefined;
    return region === undefined ? [] : besideOf(seen[i]!, region).map((beside) => ({ ...beside, tag: label.tag, form: i, formSide: seen[i]!.side }));
  }));
  const signatures = tags.map((_, tag) => forms.reduce((sum, { labels }) => sum + labels.filter((label) => label.tag === tag && regionOf(label) !== undefined).length, 0));
  const often = occurrences(seen);
  const ofCaption = Map.groupBy(near, ({ tag, caption }) => `${tag} ${caption}`);
  const bearings = [...ofCaption.values()].flatMap((all) => {
    const share = new Set(all.map(({ form }) => form)).size / signatures[all[0]!.tag]!;
    return [...Map.groupBy(all, ({ side, formSide }) => side * 4 + formSide).values()].map((own): Bearing => ({
      tag: own[0]!.tag, caption: own[0]!.caption, words: own[0]!.words, side: own[0]!.side, formSide: own[0]!.formSide,
      seen: own.length, share: Math.min(1, share), often: often.get(own[0]!.caption) ?? 1, away: median(own.map(({ away }) => away)), region: medianBox(own.map(({ region }) => region)),
    }));
  });
  const byTag = Map.groupBy(bearings, ({ tag }) => tag);
  return [...byTag].sort(([a], [b]) => a - b).flatMap(([, own]) => own.sort((a, b) => b.share - a.share || a.away - b.away || a.caption - b.caption || a.side - b.side || a.formSide - b.formSide).slice(0, MOST_BEARINGS));
}

/** What was drawn of a label on its first page. */
export function regionOf({ boxes }: Pick<PlacedLabel, 'boxes'>): PlacedBox | undefined {
  const page = boxes[0]?.page;
  return page === undefined ? undefined : { page, box: union(boxes.filter((one) => one.page === page).map(({ box }) => box)) };
}

/** The corner of a caption that a region is measured from: the one that is next to it. */
export function originOf({ left, top, right, bottom }: Box, side: Side): { x: number; y: number } {
  switch (side) {
    case 0: return { x: right, y: (top + bottom) / 2 };
    case 1: return { x: left, y: bottom };
    case 2: return { x: left, y: top };
    case 3: return { x: left, y: (top + bottom) / 2 };
  }
}

export const captionBox = ({ tokens }: Form, { captions }: Context, caption: number): Box => union(captions[caption]!.tokens.map((token) => tokens[token]!.box));

export const captionWordsOf = ({ tokens }: Form, { captions }: Context, caption: number): number[] => [...new Set(captions[caption]!.tokens.map((token) => hashOf(keyOf(tokens[token]!))))].sort((a, b) => a - b);

interface Beside { caption: number; words: readonly number[]; side: Side; away: number; region: Box }

/** The captions nearest to a region, each with where the region lies from it. */
function besideOf({ form, context }: SeenForm, { page, box }: PlacedBox): Beside[] {
  const found: Beside[] = [];
  context.captions.forEach((caption, i) => {
    if (caption.page !== page) return;
    const own = captionBox(form, context, i);
    const stands = standing(own, box);
    if (stands === undefined) return;
    const { x, y } = originOf(own, stands.side);
    found.push({ caption: captionKey(form, context, i), words: captionWordsOf(form, context, i), ...stands, region: { left: box.left - x, right: box.right - x, top: box.top - y, bottom: box.bottom - y } });
  });
  return found.sort((a, b) => a.away - b.away || a.caption - b.caption).slice(0, NEAREST);
}

/** On which side of a region a caption stands, and how far off; a caption within the region stands over or under what is written. */
function standing(caption: Box, region: Box): { side: Side; away: number } | undefined {
  const [across, down] = [overlap(caption.left, caption.right, region.left, region.right), overlap(caption.top, caption.bottom, region.top, region.bottom)];
  if (down > 0.3 * heightOf(caption) && across <= 0.3 * (caption.right - caption.left)) return -across > REACH.across ? undefined : { side: caption.left < region.left ? 0 : 3, away: Math.max(0, -across) };
  if (across <= 0 || -down > REACH.down) return undefined;
  return { side: caption.top + caption.bottom < region.top + region.bottom ? 1 : 2, away: Math.max(0, -down) };
}

/** By caption: how often the forms that have it have it. */
function occurrences(seen: readonly SeenForm[]): Map<number, number> {
  const counts = new Map<number, { all: number; forms: number }>();
  for (const { form, context } of seen) {
    const own = Map.groupBy(context.captions.map((_, i) => captionKey(form, context, i)), (caption) => caption);
    for (const [caption, list] of own) {
      const before = counts.get(caption) ?? { all: 0, forms: 0 };
      counts.set(caption, { all: before.all + list.length, forms: before.forms + 1 });
    }
  }
  return new Map([...counts].map(([caption, { all, forms }]) => [caption, all / forms]));
}

export function medianBox(boxes: readonly Box[]): Box {
  return { left: median(boxes.map(({ left }) => left)), top: median(boxes.map(({ top }) => top)), right: median(boxes.map(({ right }) => right)), bottom: median(boxes.map(({ bottom }) => bottom)) };
}
