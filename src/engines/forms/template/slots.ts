/**
 * Where the values of a variant's fields stand: the stretch that labelled values took, and around it the room that no
 * printed word and no other field takes, since other values will be longer or shorter.
 */
import { heightOf, overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Form } from '../form/form.ts';
import type { LabelledForm, PlacedLabel, Tag } from '../form/labelled-form.ts';
import type { VariantDraft, VariantPage } from './variants.ts';

export interface Slot {
  tag: number;
  page: number;
  /** What labelled values took. */
  core: Box;
  /** What values may take. */
  room: Box;
  /** Lines of the longest value. */
  lines: number;
  /** Widest gap between two words of a line, in line heights. */
  gap: number;
  /** How many labelled values it was learned from. */
  seen: number;
  /** The page's printed words that stand nearest to it, by index. */
  anchors: readonly number[];
}

export interface Variant { pages: readonly VariantPage[]; forms: number; slots: readonly Slot[] }

/** Gap between words, in line heights, that any value may have. */
const PLAIN_GAP = 1.6;
/** Share of a page's height that room may reach beyond labelled values to the left. */
const REACH_LEFT = 0.25;
const ANCHORS = 8;

interface Value { tag: number; page: number; box: Box; lines: number; gap: number }

export function learnSlots(draft: VariantDraft, tags: readonly Tag[]): Variant {
  const values = draft.members.flatMap(({ labelled, ways }) => labelled.labels.flatMap((label): Value[] => {
    const value = valueOf(labelled, label);
    if (value === undefined) return [];
    const way = ways[value.page];
    return [way === undefined ? value : { ...value, box: way.place(value.box) }];
  }));
  const cores = [...Map.groupBy(values, ({ tag, page }) => `${tag} ${page}`).values()].map((own): Slot => ({
    tag: own[0]!.tag, page: own[0]!.page, core: union(own.map(({ box }) => box)), room: own[0]!.box, seen: own.length, anchors: [],
    lines: Math.max(...own.map(({ lines }) => lines)), gap: Math.max(PLAIN_GAP, ...own.map(({ gap }) => 1.3 * gap)),
  }));
  const slots = cores.map((slot) => ({ ...slot, room: roomOf(slot, cores, draft.pages[slot.page]!, tags), anchors: anchorsOf(slot, draft.pages[slot.page]!) }));
  return { pages: draft.pages, forms: draft.members.length, slots: slots.sort((a, b) => a.tag - b.tag || a.page - b.page) };
}

function anchorsOf({ core }: Slot, { words }: VariantPage): number[] {
  const away = ({ box }: { box: Box }): number => Math.hypot(Math.max(0, core.left - box.right, box.left - core.right), Math.max(0, core.top - box.bottom, box.top - core.bottom));
  return words.map((word, i) => ({ i, distance: away(word) })).sort((a, b) => a.distance - b.distance || a.i - b.i).slice(0, ANCHORS).map(({ i }) => i);
}

/** The stretch of one label on its first page: of its words where it has some, else of what was drawn. */
function valueOf({ form }: LabelledForm, label: PlacedLabel): Value | undefined {
  const page = label.tokens.length > 0 ? form.tokens[label.tokens[0]!]!.page : label.boxes[0]?.page;
  if (page === undefined) return undefined;
  const tokens = label.tokens.filter((token) => form.tokens[token]!.page === page);
  const drawn = label.boxes.filter((box) => box.page === page).map(({ box }) => box);
  const box = label.kind === 'region' && drawn.length > 0 ? union(drawn) : tokens.length > 0 ? union(tokens.map((token) => form.tokens[token]!.box)) : union(drawn);
  const rows = rowsOf(form, tokens);
  return { tag: label.tag, page, box, lines: Math.max(1, rows.length), gap: Math.max(0, ...rows.map((row) => widestGap(form, row))) };
}

/** Tokens in rows from the top down, each from left to right. */
export function rowsOf(form: Form, tokens: readonly number[]): number[][] {
  const middle = (token: number): number => (form.tokens[token]!.box.top + form.tokens[token]!.box.bottom) / 2;
  const rows: number[][] = [];
  for (const token of [...tokens].sort((a, b) => form.tokens[a]!.page - form.tokens[b]!.page || middle(a) - middle(b))) {
    const row = rows.at(-1);
    const last = row === undefined ? undefined : form.tokens[row[0]!]!;
    const own = form.tokens[token]!;
    if (last !== undefined && last.page === own.page && Math.abs(middle(row![0]!) - middle(token)) < 0.6 * Math.max(heightOf(last.box), heightOf(own.box))) row!.push(token);
    else rows.push([token]);
  }
  for (const row of rows) row.sort((a, b) => form.tokens[a]!.box.left - form.tokens[b]!.box.left);
  return rows;
}

function widestGap(form: Form, row: readonly number[]): number {
  let widest = 0;
  for (let i = 1; i < row.length; i++) {
    const [before, after] = [form.tokens[row[i - 1]!]!.box, form.tokens[row[i]!]!.box];
    widest = Math.max(widest, (after.left - before.right) / Math.max(1e-6, heightOf(before)));
  }
  return widest;
}

function roomOf(slot: Slot, all: readonly Slot[], page: VariantPage, tags: readonly Tag[]): Box {
  const { core, lines } = slot;
  const { line } = page;
  const { type, isColumn } = tags[slot.tag]!;
  if (type === 'selectionMark' || type === 'signature') return core;
  const others = all.filter((other) => other !== slot && other.page === slot.page && !isWithin(other.core, core)).map((other) => other.core);
  const obstacles = [...page.words.map(({ box }) => box).filter((box) => !isWithin(box, core)), ...others];
  const room = { left: Math.max(0, core.left - REACH_LEFT), right: core.right + 1, top: core.top - 0.6 * line, bottom: core.bottom + (lines > 1 ? line * 2.5 : 0.6 * line) };
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
