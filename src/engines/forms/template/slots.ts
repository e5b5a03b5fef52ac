/**
 * Where a variant has the values of its fields: the area that labelled values covered, and the free area around it,
 * because other values are longer or shorter.
 */
import { heightOf, overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Form } from '../form/form.ts';
import { groupIntoRows } from '../form/token-rows.ts';
import type { LabelledForm, PlacedLabel, Tag } from '../form/labelled-form.ts';
import type { VariantForms, VariantPage } from './variants.ts';

export interface Slot {
  tag: number;
  page: number;
  /** Area of the labelled values. */
  core: Box;
  /** Area that values may cover. */
  room: Box;
  /** Lines of the longest value. */
  lines: number;
  /** Widest gap between two words of a line, in line heights. */
  gap: number;
  /** Number of labelled values. */
  seen: number;
  /** Indexes of the nearest printed words. */
  anchors: readonly number[];
}

export interface Variant { pages: readonly VariantPage[]; forms: number; slots: readonly Slot[] }

/** Gap between words, in line heights, that any value may have. */
const DEFAULT_GAP = 1.6;
/** Maximum distance to the left, in page heights. */
const MAX_REACH_LEFT = 0.25;
const ANCHOR_COUNT = 8;

interface Value { tag: number; page: number; box: Box; lines: number; gap: number }

export function learnSlots(variantForms: VariantForms, tags: readonly Tag[]): Variant {
  const values = variantForms.members.flatMap(({ labelled, registrations }) => labelled.labels.flatMap((label): Value[] => {
    const value = labelledValue(labelled, label);
    if (value === undefined) return [];
    const registration = registrations[value.page];
    return [registration === undefined ? value : { ...value, box: registration.mapBox(value.box) }];
  }));
  const slotsWithoutRoom = [...Map.groupBy(values, ({ tag, page }) => `${tag} ${page}`).values()].map((own): Slot => ({
    tag: own[0]!.tag, page: own[0]!.page, core: union(own.map(({ box }) => box)), room: own[0]!.box, seen: own.length, anchors: [],
    lines: Math.max(...own.map(({ lines }) => lines)), gap: Math.max(DEFAULT_GAP, ...own.map(({ gap }) => 1.3 * gap)),
  }));
  const slots = slotsWithoutRoom.map((slot) => ({ ...slot, room: searchArea(slot, slotsWithoutRoom, variantForms.pages[slot.page]!, tags), anchors: nearestAnchors(slot, variantForms.pages[slot.page]!) }));
  return { pages: variantForms.pages, forms: variantForms.members.length, slots: slots.sort((a, b) => a.tag - b.tag || a.page - b.page) };
}

function nearestAnchors({ core }: Slot, { words }: VariantPage): number[] {
  const away = ({ box }: { box: Box }): number => Math.hypot(Math.max(0, core.left - box.right, box.left - core.right), Math.max(0, core.top - box.bottom, box.top - core.bottom));
  return words.map((word, i) => ({ i, distance: away(word) })).sort((a, b) => a.distance - b.distance || a.i - b.i).slice(0, ANCHOR_COUNT).map(({ i }) => i);
}

/** The area of a label on its first page: of its words, or of the drawn region. */
function labelledValue({ form }: LabelledForm, label: PlacedLabel): Value | undefined {
  const page = label.tokens.length > 0 ? form.tokens[label.tokens[0]!]!.page : label.boxes[0]?.page;
  if (page === undefined) return undefined;
  const tokens = label.tokens.filter((token) => form.tokens[token]!.page === page);
  const drawn = label.boxes.filter((box) => box.page === page).map(({ box }) => box);
  const box = label.kind === 'region' && drawn.length > 0 ? union(drawn) : tokens.length > 0 ? union(tokens.map((token) => form.tokens[token]!.box)) : union(drawn);
  const rows = groupIntoRows(form, tokens);
  return { tag: label.tag, page, box, lines: Math.max(1, rows.length), gap: Math.max(0, ...rows.map((row) => widestGap(form, row))) };
}

function widestGap(form: Form, row: readonly number[]): number {
  let widest = 0;
  for (let i = 1; i < row.length; i++) {
    const [before, after] = [form.tokens[row[i - 1]!]!.box, form.tokens[row[i]!]!.box];
    widest = Math.max(widest, (after.left - before.right) / Math.max(1e-6, heightOf(before)));
  }
  return widest;
}

function searchArea(slot: Slot, all: readonly Slot[], page: VariantPage, tags: readonly Tag[]): Box {
  const { core, lines } = slot;
  const { line } = page;
  const { type, isColumn } = tags[slot.tag]!;
  if (type === 'selectionMark' || type === 'signature') return core;
  const others = all.filter((other) => other !== slot && other.page === slot.page && !isWithin(other.core, core)).map((other) => other.core);
  const obstacles = [...page.words.map(({ box }) => box).filter((box) => !isWithin(box, core)), ...others];
  const room = { left: Math.max(0, core.left - MAX_REACH_LEFT), right: core.right + 1, top: core.top - 0.6 * line, bottom: core.bottom + (lines > 1 ? line * 2.5 : 0.6 * line) };
  for (const box of obstacles) {
    if (overlap(box.top, box.bottom, core.top, core.bottom) > 0.3 * Math.min(heightOf(box), line)) {
      if (box.right <= core.left + 0.5 * line) room.left = Math.max(room.left, box.right);
      if (box.left >= core.right - 0.5 * line) room.right = Math.min(room.right, box.left);
    }
  }
  const wide = isColumn ? core : { left: Math.max(room.left, core.left - line), right: Math.min(room.right, core.right + line) };
  for (const box of obstacles) {
    if (overlap(box.left, box.right, wide.left, wide.right) <= 0) continue;
    if (box.bottom <= core.top + 0.4 * line) room.top = Math.max(room.top, box.bottom - 0.3 * line);
    if (box.top >= core.bottom - 0.4 * line) room.bottom = Math.min(room.bottom, box.top + 0.3 * line);
  }
  room.left = Math.min(room.left, core.left);
  room.right = Math.max(room.right, core.right);
  room.top = Math.min(room.top, core.top);
  room.bottom = Math.max(room.bottom, core.bottom);
  return room;
}

const isWithin = (inner: Box, outer: Box): boolean => {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
};
