/**
 * Template mode: the printed words of a form tell its variant and where on it every field of that variant must stand;
 * what is not printed there is the field's value.
 */
import { heightOf, overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import { lineHeight, wordsOfPage } from './variants.ts';
import type { Form } from '../form/form.ts';
import { Grid, grown } from '../form/token-grid.ts';
import type { Tag } from '../form/labelled-form.ts';
import { nearestMark } from '../form/labelled-form.ts';
import { register } from './registration.ts';
import type { Registration } from './registration.ts';
import type { Slot, Variant } from './slots.ts';
import { rowsOf } from './slots.ts';
import type { Scores } from '../tagger/tagger.ts';

export interface Laid {
  /** Index of the variant. */
  variant: number;
  /** Share of the variant's printed words that stand where they should. */
  fit: number;
  /** Whether a token is a printed word of the variant. */
  isPrinted: Uint8Array;
  ways: readonly (Registration | undefined)[];
}

/** Lines that a dynamic table may go on for below its labelled ones. */
const MOST_LINES = 60;

/** The variant whose printed words are best found on the form; undefined where none can be laid on it at all. */
export function layOn(form: Form, variants: readonly Variant[]): Laid | undefined {
  const pages = form.pages.map((_, page) => wordsOfPage(form, page));
  let best: Laid | undefined;
  variants.forEach((variant, index) => {
    const ways = variant.pages.map(({ words }, page) => (pages[page] === undefined ? undefined : register(words, pages[page])));
    const words = variant.pages.reduce((sum, page) => sum + page.words.length, 0);
    const found = ways.reduce((sum, way) => sum + (way?.matches.length ?? 0), 0);
    const fit = found / Math.max(1, words);
    if (found > 0 && fit > (best?.fit ?? 0)) best = { variant: index, fit, ways, isPrinted: new Uint8Array(0) };
  });
  return best === undefined ? undefined : { ...best, isPrinted: printedOf(form, variants[best.variant]!, best.ways) };
}

/** Words that were matched, and such as stand where a printed word should but were read otherwise. */
function printedOf(form: Form, variant: Variant, ways: readonly (Registration | undefined)[]): Uint8Array {
  const printed = new Uint8Array(form.tokens.length);
  const grid = new Grid(form);
  ways.forEach((way, page) => {
    if (way === undefined) return;
    const tokens: number[] = [];
    form.tokens.forEach((token, i) => {
      if (token.page === page && token.state === undefined) tokens.push(i);
    });
    const found = new Set<number>();
    for (const { from, to } of way.matches) {
      printed[tokens[to]!] = 1;
      found.add(from);
    }
    variant.pages[page]!.words.forEach(({ box }, i) => {
      if (found.has(i)) return;
      const should = way.place(box);
      for (const token of grid.within(page, grown(should, 0.1 * heightOf(should)))) {
        const own = form.tokens[token]!.box;
        const across = overlap(own.left, own.right, should.left, should.right);
        if (form.tokens[token]!.state === undefined && across > 0.6 * Math.max(own.right - own.left, should.right - should.left)) printed[token] = 1;
      }
    });
  });
  return printed;
}

export interface SlotScores extends Scores {
  /** By tag: share of the printed words around its slot that stand where they should; undefined where the variant has no slot of it. */
  trust: readonly (number | undefined)[];
}

/** From this share of its anchors on, a slot is where it should be, and every other word in it is a value. */
const SURE = 0.75;
/** Share of a variant's printed words from which on a form is surely of that variant, however badly some of it was read. */
const SAME_VARIANT = 0.6;

/** 1 for tokens that a slot of their variant holds, by tag; `captions` are words that other forms have printed somewhere. */
export function slotScores(form: Form, laid: Laid, variant: Variant, tags: readonly Tag[], captions: Uint8Array): SlotScores {
  const trust: (number | undefined)[] = tags.map(() => undefined);
  const either = laid.isPrinted.map((printed, token) => printed | captions[token]!);
  const found = laid.ways.map((way) => new Set(way?.matches.map(({ from }) => from)));
  const values = new Float32Array(form.tokens.length * tags.length);
  const grid = new Grid(form);
  const owner = new Map<number, { tag: number; distance: number }>();
  for (const slot of variant.slots) {
    const way = laid.ways[slot.page];
    if (way === undefined) continue;
    const core = way.place(slot.core);
    const room = placedRoom(slot, core, way);
    const near = slot.anchors.filter((anchor) => found[slot.page]!.has(anchor)).length / Math.max(1, slot.anchors.length);
    const fit = laid.fit >= SAME_VARIANT ? Math.max(near, laid.fit) : near;
    trust[slot.tag] = Math.max(trust[slot.tag] ?? 0, fit);
    for (const token of tokensIn(form, grid, slot, core, room, tags[slot.tag]!, fit < SURE ? either : laid.isPrinted, captions)) {
      const { box } = form.tokens[token]!;
      const distance = away((box.left + box.right) / 2, core.left, core.right) + 2 * away((box.top + box.bottom) / 2, core.top, core.bottom);
      const before = owner.get(token);
      if (before === undefined || distance < before.distance) owner.set(token, { tag: slot.tag, distance });
    }
  }
  for (const [token, { tag }] of owner) values[token * tags.length + tag] = 1;
  return { tags: tags.length, values, trust };
}

const away = (at: number, from: number, to: number): number => Math.max(0, from - at, at - to);

/** The room keeps its distances from the core, so that both are shifted by the same neighbours. */
function placedRoom({ core, room }: Slot, placed: Box, { way }: Registration): Box {
  return { left: placed.left + (room.left - core.left) * way.a, right: placed.right + (room.right - core.right) * way.a, top: placed.top + (room.top - core.top) * way.d, bottom: placed.bottom + (room.bottom - core.bottom) * way.d };
}

function tokensIn(form: Form, grid: Grid, slot: Slot, core: Box, room: Box, { type, isColumn }: Tag, printed: Uint8Array, captions: Uint8Array): number[] {
  if (type === 'selectionMark') {
    const mark = nearestMark(form, grid, slot.page, core, Math.max(0.015, heightOf(core)));
    return mark === undefined ? [] : [mark];
  }
  const free = (box: Box): number[] => grid.within(slot.page, box).filter((token) => printed[token] === 0 && form.tokens[token]!.state === undefined);
  if (isColumn) return columnTokens(form, grid, free, slot, core, room, captions);
  const tokens = free(room);
  if (tokens.length === 0) return [];
  const line = lineHeight(tokens.map((token) => form.tokens[token]!));
  const rows = rowsOf(form, tokens).map((row) => runNear(form, row, core, slot.gap * line));
  const middle = (row: readonly number[]): number => {
    const { top, bottom } = union(row.map((token) => form.tokens[token]!.box));
    return (top + bottom) / 2;
  };
  if (slot.lines > 1) {
    const kept: number[][] = [];
    for (const row of rows) {
      const last = kept.at(-1);
      if (last !== undefined && middle(row) - middle(last) > 2.2 * line) break;
      kept.push(row);
    }
    return kept.flat();
  }
  const at = (core.top + core.bottom) / 2;
  return rows.sort((a, b) => Math.abs(middle(a) - at) - Math.abs(middle(b) - at))[0]!;
}

/** Of the words of a row those that hang together without a wide gap and lie nearest to where values lay. */
function runNear(form: Form, row: readonly number[], core: Box, gap: number): number[] {
  const runs: number[][] = [];
  for (const token of row) {
    const run = runs.at(-1);
    if (run !== undefined && form.tokens[token]!.box.left - form.tokens[run.at(-1)!]!.box.right <= gap) run.push(token);
    else runs.push([token]);
  }
  const distance = (run: readonly number[]): number => {
    const box = union(run.map((token) => form.tokens[token]!.box));
    return Math.max(0, core.left - box.right, box.left - core.right) - 1e-3 * Math.max(0, overlap(box.left, box.right, core.left, core.right));
  };
  return runs.sort((a, b) => distance(a) - distance(b))[0]!;
}

/** Words of a column from its first row down to the next row that has a printed word. */
function columnTokens(form: Form, grid: Grid, free: (box: Box) => number[], slot: Slot, core: Box, room: Box, captions: Uint8Array): number[] {
  const line = heightOf(core) / Math.max(1, slot.seen * slot.lines);
  const below = { ...room, bottom: core.bottom + MOST_LINES * Math.max(line, 0.012) };
  const tokens = free(below);
  const end = Math.min(Infinity, ...grid.within(slot.page, { left: 0, right: Infinity, top: core.top, bottom: below.bottom }).filter((token) => captions[token] === 1).map((token) => form.tokens[token]!.box.top));
  return tokens.filter((token) => form.tokens[token]!.box.bottom <= end + 0.3 * heightOf(form.tokens[token]!.box));
}
