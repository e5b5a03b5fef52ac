/**
 * Where a variant has the values of its fields: the area that labeled values covered, and the free area around it,
 * because other values are longer or shorter.
 */
import { heightOf, overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Form } from '../form/form.ts';
import { growBox } from '../../reading/model/affine.ts';
import { boxOf, clusterTokens, widestGap } from '../form/token-clusters.ts';
import { groupIntoRows } from '../form/token-rows.ts';
import type { LabeledForm, PlacedLabel, Tag } from '../labels/labeled-form.ts';
import type { PlacedWord } from './registration.ts';
import type { VariantForms, VariantPage } from './variants.ts';

export interface Slot {
  tag: number;
  page: number;
  /** Area of the labeled values. */
  valueArea: Box;
  /** Area that values may cover. */
  searchArea: Box;
  /** Lines of the longest value. */
  lines: number;
  /** Widest gap between two words of a line, in line heights. */
  gap: number;
  /** The same in page heights where words are in boxes of their own, which are as far apart for small text; else 0. */
  space: number;
  /** Number of labeled values. */
  seen: number;
  /** Indexes of the nearest printed words. */
  anchors: readonly number[];
  /** Where the caption of the next column starts; a value that starts there belongs to that column. */
  limit: number;
  /** Whether the labeled values are at different places, so that the slot says nothing. */
  isScattered: boolean;
}

export interface Variant {
  pages: readonly VariantPage[];
  forms: number;
  slots: readonly Slot[];
}

/** Gap between words, in line heights, that any value may have. */
const DEFAULT_GAP = 1.6;
/** Wider gaps, in line heights, are not between words of a text. */
const MAX_TEXT_GAP = 1;
/** Maximum distance to the left, in page heights. */
const MAX_REACH_LEFT = 0.25;
const ANCHOR_COUNT = 8;
/** Beyond every page. */
export const NO_LIMIT = 100;
/** Distance between the first lines of a slot's values, in line heights, from which on they are at different places. */
const MAX_SCATTER = 3;
/** Share of the lower height by which two values overlap that are at one height. */
const MIN_OVERLAP = 0.3;
/** Height above the values, in line heights, in which captions are searched. */
const CAPTION_REACH = 2.5;

interface Value {
  tag: number;
  page: number;
  box: Box;
  lines: number;
  gap: number;
  /** Whether the label has other parts. */
  isPart: boolean;
}

export function learnSlots(variantForms: VariantForms, tags: readonly Tag[]): Variant {
  const values = variantForms.members.flatMap(({ labeled, registrations }) =>
    labeled.labels.flatMap((label) =>
      labeledValues(labeled, label, tags[label.tag]!).map((value): Value => {
        const registration = registrations[value.page];
        return registration === undefined ? value : { ...value, box: registration.mapBox(value.box) };
      }),
    ),
  );
  const places = [...Map.groupBy(values, ({ tag, page }) => `${tag} ${page}`).values()].flatMap(groupByPlace);
  const initialSlots = places.map((own): Slot => ({
    tag: own[0]!.tag,
    page: own[0]!.page,
    valueArea: union(own.map(({ box }) => box)),
    searchArea: own[0]!.box,
    seen: own.length,
    anchors: [],
    limit: NO_LIMIT,
    isScattered: !tags[own[0]!.tag]!.isColumn && areScattered(own, variantForms.pages[own[0]!.page]!.line),
    lines: Math.max(...own.map(({ lines }) => lines)),
    gap: Math.max(DEFAULT_GAP, ...own.map(({ gap }) => 1.3 * gap)),
    space: Math.max(...own.map(({ gap, box, lines }) => (gap > MAX_TEXT_GAP ? (1.3 * gap * heightOf(box)) / lines : 0))),
  }));
  const pages = variantForms.pages.map((page, number) => withoutValues(page, initialSlots, number));
  const slots = initialSlots.map((slot) => ({
    ...slot,
    searchArea: findSearchArea(slot, initialSlots, pages[slot.page]!, tags),
    anchors: nearestAnchors(slot, pages[slot.page]!),
    limit: nextCaption(slot, pages[slot.page]!),
  }));
  return { pages, forms: variantForms.members.length, slots: slots.sort((a, b) => a.tag - b.tag || a.page - b.page) };
}

/** A page without the unlabeled words of some forms that are where other forms have values: these were not labeled by mistake. */
function withoutValues(page: VariantPage, slots: readonly Slot[], number: number): VariantPage {
  const areas = slots
    .filter((slot) => slot.page === number && !slot.isScattered)
    .map(({ valueArea }) => growBox(valueArea, 0.5 * page.line));
  return { ...page, occasional: page.occasional.filter(({ box }) => !areas.some((area) => isWithin(box, area))) };
}

/** Whether values start on different lines. */
function areScattered(values: readonly Value[], line: number): boolean {
  const tops = values.map(({ box }) => box.top);
  return Math.max(...tops) - Math.min(...tops) > MAX_SCATTER * line;
}

/** Left edge of the first caption above and to the right of the values that is apart from the words before it. */
function nextCaption({ valueArea }: Slot, { words, line }: VariantPage): number {
  const above = words.filter(({ box }) => box.bottom <= valueArea.top + 0.5 * line && box.bottom > valueArea.top - CAPTION_REACH * line);
  const isStart = ({ box }: PlacedWord): boolean =>
    !above.some(
      ({ box: before }) =>
        before.left < box.left &&
        before.right > box.left - 2 * heightOf(box) &&
        overlap(before.top, before.bottom, box.top, box.bottom) > 0.3 * heightOf(box),
    );
  const next = above.filter((word) => word.box.left >= valueArea.right && isStart(word)).map(({ box }) => box.left);
  return Math.min(NO_LIMIT, ...next.map((left) => left - 0.5 * line));
}

function nearestAnchors({ valueArea }: Slot, { words }: VariantPage): number[] {
  const distance = ({ box }: { box: Box }): number =>
    Math.hypot(
      Math.max(0, valueArea.left - box.right, box.left - valueArea.right),
      Math.max(0, valueArea.top - box.bottom, box.top - valueArea.bottom),
    );
  return words
    .map((word, i) => ({ i, distance: distance(word) }))
    .sort((a, b) => a.distance - b.distance || a.i - b.i)
    .slice(0, ANCHOR_COUNT)
    .map(({ i }) => i);
}

/** The values of a label: of each part of its words, or of the drawn region on its first page. */
function labeledValues({ form }: LabeledForm, label: PlacedLabel, { isColumn }: Tag): Value[] {
  const { tag, tokens, boxes } = label;
  if (tokens.length === 0 || label.kind === 'region') {
    const page = tokens.length > 0 ? form.tokens[tokens[0]!]!.page : boxes[0]?.page;
    const drawn = boxes.filter((box) => box.page === page).map(({ box }) => box);
    if (page === undefined || drawn.length === 0) return [];
    return [{ ...lineShape(form, tokens), tag, page, box: union(drawn), isPart: false }];
  }
  const parts = isColumn ? [[...tokens]] : joinBeside(form, clusterTokens(form, tokens));
  return parts.map((part) => {
    const { page } = form.tokens[part[0]!]!;
    const own = part.filter((token) => form.tokens[token]!.page === page);
    return { ...lineShape(form, own), tag, page, box: boxOf(form, own), isPart: parts.length > 1 };
  });
}

const lineShape = (form: Form, tokens: readonly number[]): Pick<Value, 'lines' | 'gap'> => ({
  lines: Math.max(1, groupIntoRows(form, tokens).length),
  gap: widestGap(form, tokens),
});

/** Parts that are beside each other are one value with a wide gap. */
function joinBeside(form: Form, parts: readonly (readonly number[])[]): number[][] {
  const joined: number[][] = [];
  for (const part of parts) {
    const beside = joined.find((other) => isSameHeight(boxOf(form, other), boxOf(form, part)) && samePage(form, other, part));
    if (beside === undefined) joined.push([...part]);
    else beside.push(...part);
  }
  return joined;
}

const samePage = (form: Form, one: readonly number[], other: readonly number[]): boolean =>
  form.tokens[one[0]!]!.page === form.tokens[other[0]!]!.page;

const isSameHeight = (one: Box, other: Box): boolean =>
  overlap(one.top, one.bottom, other.top, other.bottom) > MIN_OVERLAP * Math.min(heightOf(one), heightOf(other));

/** Values of a field at one height; all of them, if none of the values has parts. */
function groupByPlace(values: readonly Value[]): Value[][] {
  if (!values.some(({ isPart }) => isPart)) return [[...values]];
  const groups: Value[][] = [];
  for (const value of [...values].sort((a, b) => Number(b.isPart) - Number(a.isPart))) {
    const group = groups.find((own) => isSameHeight(union(own.map(({ box }) => box)), value.box));
    if (group === undefined) groups.push([value]);
    else group.push(value);
  }
  return groups;
}

function findSearchArea(slot: Slot, all: readonly Slot[], page: VariantPage, tags: readonly Tag[]): Box {
  const { valueArea, lines } = slot;
  const { line } = page;
  const { type, isColumn } = tags[slot.tag]!;
  if (type === 'selectionMark' || type === 'signature') return valueArea;
  const others = all
    .filter((other) => other !== slot && other.page === slot.page && !isWithin(other.valueArea, valueArea))
    .map((other) => other.valueArea);
  const printed = [...page.words, ...page.occasional].map(({ box }) => box);
  const obstacles = [...printed.filter((box) => !isWithin(box, valueArea)), ...others];
  const searchArea = {
    left: Math.max(0, valueArea.left - MAX_REACH_LEFT),
    right: valueArea.right + 1,
    top: valueArea.top - 0.6 * line,
    bottom: valueArea.bottom + (lines > 1 ? line * 2.5 : 0.6 * line),
  };
  for (const box of obstacles) {
    if (overlap(box.top, box.bottom, valueArea.top, valueArea.bottom) > 0.3 * Math.min(heightOf(box), line)) {
      if (box.right <= valueArea.left + 0.5 * line) searchArea.left = Math.max(searchArea.left, box.right);
      if (box.left >= valueArea.right - 0.5 * line) searchArea.right = Math.min(searchArea.right, box.left);
    }
  }
  const wide = isColumn
    ? valueArea
    : { left: Math.max(searchArea.left, valueArea.left - line), right: Math.min(searchArea.right, valueArea.right + line) };
  for (const box of obstacles) {
    if (overlap(box.left, box.right, wide.left, wide.right) <= 0) continue;
    if (box.bottom <= valueArea.top + 0.4 * line) searchArea.top = Math.max(searchArea.top, box.bottom - 0.3 * line);
    if (box.top >= valueArea.bottom - 0.4 * line) searchArea.bottom = Math.min(searchArea.bottom, box.top + 0.3 * line);
  }
  searchArea.left = Math.min(searchArea.left, valueArea.left);
  searchArea.right = Math.max(searchArea.right, valueArea.right);
  searchArea.top = Math.min(searchArea.top, valueArea.top);
  searchArea.bottom = Math.max(searchArea.bottom, valueArea.bottom);
  return searchArea;
}

const isWithin = (inner: Box, outer: Box): boolean => {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
};
