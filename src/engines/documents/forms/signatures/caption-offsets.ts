/**
 * Learns where signatures are relative to the captions around them. A signature is labeled as a region that usually
 * contains no words, so the tagger cannot find it, but most forms have a caption next to it.
 */
import { heightOf, median, overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import { captionHash } from '../captions/caption-side.ts';
import type { CaptionFields, Side } from '../captions/caption-side.ts';
import { buildPrintedContext } from '../tagger/features.ts';
import type { TokenContext } from '../captions/context.ts';
import type { Form } from '../form/form.ts';
import type { LabeledForm, PlacedBox, PlacedLabel, Tag } from '../labels/labeled-form.ts';
import type { Vocabulary } from '../captions/vocabulary.ts';
import { hashString, collectWords, wordKey, labeledTokens } from '../captions/vocabulary.ts';

/** One caption near signatures of one tag, on one side, on forms with the given caption side. */
export interface CaptionOffset {
  tag: number;
  caption: number;
  /** Hashes of the caption's words, to match reworded captions. */
  words: readonly number[];
  side: Side;
  formSide: Side;
  /** Number of signatures with this caption in this position. */
  seen: number;
  /** Share of the tag's signatures near this caption, on any side. */
  share: number;
  /** How often the caption occurs on forms that have it. */
  occurrences: number;
  /** Distance in page heights. */
  distance: number;
  /** Edges of the region relative to `anchorPoint` of the caption. */
  region: Box;
}

/** Maximum distance of captions in page heights, and how many of the nearest are used. */
const MAX_DISTANCE = { across: 0.3, down: 0.12 };
const MAX_CAPTIONS = 6;
/** Maximum number of offsets per tag. */
const MAX_OFFSETS = 32;

/** A form with its printed words and captions. */
export interface PreparedForm {
  form: Form;
  printed: Uint8Array;
  context: TokenContext;
  side: Side;
}

export const isSignature = ({ type, isColumn }: Tag): boolean => type === 'signature' && !isColumn;

/** Prepares training forms as if they were new: a form's own words do not count as evidence. */
export function prepareForms(forms: readonly LabeledForm[], vocabulary: Vocabulary, captionFields: CaptionFields): PreparedForm[] {
  return forms.map((labeled) => {
    const { printed, context } = buildPrintedContext(labeled.form, vocabulary, collectWords(labeled.form, labeledTokens(labeled)));
    return { form: labeled.form, printed, context, side: captionFields.side(labeled.form, context, printed) };
  });
}

export function learnCaptionOffsets(forms: readonly LabeledForm[], seen: readonly PreparedForm[], tags: readonly Tag[]): CaptionOffset[] {
  const nearby = forms.flatMap(({ labels }, i) =>
    labels.flatMap((label) => {
      const region = isSignature(tags[label.tag]!) ? labelRegion(label) : undefined;
      return region === undefined
        ? []
        : captionsNear(seen[i]!, region).map((beside) => ({ ...beside, tag: label.tag, form: i, formSide: seen[i]!.side }));
    }),
  );
  const signatures = tags.map((_, tag) =>
    forms.reduce((sum, { labels }) => sum + labels.filter((label) => label.tag === tag && labelRegion(label) !== undefined).length, 0),
  );
  const occurrences = countOccurrences(seen);
  const ofCaption = Map.groupBy(nearby, ({ tag, caption }) => `${tag} ${caption}`);
  const captionOffsets = [...ofCaption.values()].flatMap((all) => {
    const share = new Set(all.map(({ form }) => form)).size / signatures[all[0]!.tag]!;
    return [...Map.groupBy(all, ({ side, formSide }) => side * 4 + formSide).values()].map((own): CaptionOffset => ({
      tag: own[0]!.tag,
      caption: own[0]!.caption,
      words: own[0]!.words,
      side: own[0]!.side,
      formSide: own[0]!.formSide,
      seen: own.length,
      share: Math.min(1, share),
      occurrences: occurrences.get(own[0]!.caption) ?? 1,
      distance: median(own.map(({ distance }) => distance)),
      region: medianBox(own.map(({ region }) => region)),
    }));
  });
  const byTag = Map.groupBy(captionOffsets, ({ tag }) => tag);
  return [...byTag]
    .sort(([a], [b]) => a - b)
    .flatMap(([, own]) =>
      own
        .sort((a, b) => b.share - a.share || a.distance - b.distance || a.caption - b.caption || a.side - b.side || a.formSide - b.formSide)
        .slice(0, MAX_OFFSETS),
    );
}

/** The region of a label on its first page. */
export function labelRegion({ boxes }: Pick<PlacedLabel, 'boxes'>): PlacedBox | undefined {
  const page = boxes[0]?.page;
  return page === undefined ? undefined : { page, box: union(boxes.filter((one) => one.page === page).map(({ box }) => box)) };
}

/** The corner of a caption that is next to the region. */
export function anchorPoint({ left, top, right, bottom }: Box, side: Side): { x: number; y: number } {
  switch (side) {
    case 0:
      return { x: right, y: (top + bottom) / 2 };
    case 1:
      return { x: left, y: bottom };
    case 2:
      return { x: left, y: top };
    case 3:
      return { x: left, y: (top + bottom) / 2 };
  }
}

export const captionBox = ({ tokens }: Form, { captions }: TokenContext, caption: number): Box =>
  union(captions[caption]!.tokens.map((token) => tokens[token]!.box));

export const captionWordHashes = ({ tokens }: Form, { captions }: TokenContext, caption: number): number[] =>
  [...new Set(captions[caption]!.tokens.map((token) => hashString(wordKey(tokens[token]!))))].sort((a, b) => a - b);

interface NearbyCaption {
  caption: number;
  words: readonly number[];
  side: Side;
  distance: number;
  region: Box;
}

/** The captions nearest to a region, with their offsets. */
function captionsNear({ form, context }: PreparedForm, { page, box }: PlacedBox): NearbyCaption[] {
  const found: NearbyCaption[] = [];
  context.captions.forEach((caption, i) => {
    if (caption.page !== page) return;
    const own = captionBox(form, context, i);
    const position = relativePosition(own, box);
    if (position === undefined) return;
    const { x, y } = anchorPoint(own, position.side);
    found.push({
      caption: captionHash(form, context, i),
      words: captionWordHashes(form, context, i),
      ...position,
      region: { left: box.left - x, right: box.right - x, top: box.top - y, bottom: box.bottom - y },
    });
  });
  return found.sort((a, b) => a.distance - b.distance || a.caption - b.caption).slice(0, MAX_CAPTIONS);
}

/** Side and distance of a caption relative to a region; a caption inside the region counts as above or below. */
function relativePosition(caption: Box, region: Box): { side: Side; distance: number } | undefined {
  const [across, down] = [
    overlap(caption.left, caption.right, region.left, region.right),
    overlap(caption.top, caption.bottom, region.top, region.bottom),
  ];
  if (down > 0.3 * heightOf(caption) && across <= 0.3 * (caption.right - caption.left))
    return -across > MAX_DISTANCE.across ? undefined : { side: caption.left < region.left ? 0 : 3, distance: Math.max(0, -across) };
  if (across <= 0 || -down > MAX_DISTANCE.down) return undefined;
  return { side: caption.top + caption.bottom < region.top + region.bottom ? 1 : 2, distance: Math.max(0, -down) };
}

/** By caption: mean number of occurrences on forms that have it. */
function countOccurrences(seen: readonly PreparedForm[]): Map<number, number> {
  const counts = new Map<number, { all: number; forms: number }>();
  for (const { form, context } of seen) {
    const own = Map.groupBy(
      context.captions.map((_, i) => captionHash(form, context, i)),
      (caption) => caption,
    );
    for (const [caption, list] of own) {
      const before = counts.get(caption) ?? { all: 0, forms: 0 };
      counts.set(caption, { all: before.all + list.length, forms: before.forms + 1 });
    }
  }
  return new Map([...counts].map(([caption, { all, forms }]) => [caption, all / forms]));
}

export function medianBox(boxes: readonly Box[]): Box {
  return {
    left: median(boxes.map(({ left }) => left)),
    top: median(boxes.map(({ top }) => top)),
    right: median(boxes.map(({ right }) => right)),
    bottom: median(boxes.map(({ bottom }) => bottom)),
  };
}
