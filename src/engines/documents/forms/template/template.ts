/**
 * Template matching: the printed words of a form identify its variant and the location of every field; other words at
 * that location are the value.
 */
import { growBox } from '../../reading/model/affine.ts';
import { heightOf, overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import { lineHeight, pageWords } from './variants.ts';
import { BORDER } from '../form/form.ts';
import type { Form } from '../form/form.ts';
import { TokenGrid } from '../form/token-grid.ts';
import type { Tag } from '../labels/labeled-form.ts';
import { nearestMark } from '../labels/labeled-form.ts';
import { register } from './registration.ts';
import type { Registration } from './registration.ts';
import type { Slot, Variant } from './slots.ts';
import { foldWord } from '../form/value-text.ts';
import { groupIntoRows } from '../form/token-rows.ts';
import type { Scores } from '../form/scores.ts';

export interface TemplateMatch {
  /** Index of the variant. */
  variant: number;
  /** Share of the variant's printed words found at their expected position; words that a bad scan lost do not count. */
  fit: number;
  /** Whether a token is a printed word of the variant. */
  isPrinted: Uint8Array;
  registrations: readonly (Registration | undefined)[];
}

/** Maximum number of lines that a dynamic table continues below its labeled rows. */
const MAX_TABLE_LINES = 60;

/** The variant that matches the form best; undefined if none can be aligned. */
export function matchTemplate(form: Form, variants: readonly Variant[]): TemplateMatch | undefined {
  const pages = form.pages.map((_, page) => pageWords(form, page));
  const tokens = pages.reduce((sum, words) => sum + words.length, 0);
  let best: TemplateMatch | undefined;
  variants.forEach((variant, index) => {
    const registrations = variant.pages.map(({ words }, page) => (pages[page] === undefined ? undefined : register(words, pages[page])));
    const words = variant.pages.reduce((sum, page) => sum + page.words.length, 0);
    const readable = Math.min(words, Math.max(tokens, words / 2));
    const found = registrations.reduce((sum, registration) => sum + (registration?.matches.length ?? 0), 0);
    const fit = Math.min(1, found / Math.max(1, readable));
    if (found > 0 && fit > (best?.fit ?? 0)) best = { variant: index, fit, registrations, isPrinted: new Uint8Array(0) };
  });
  return best === undefined ? undefined : { ...best, isPrinted: markPrinted(form, variants[best.variant]!, best.registrations) };
}

/** Matched words, words at the position of a printed word that were read differently, and words printed on some forms only. */
function markPrinted(form: Form, variant: Variant, registrations: readonly (Registration | undefined)[]): Uint8Array {
  const printed = new Uint8Array(form.tokens.length);
  const grid = new TokenGrid(form);
  registrations.forEach((registration, page) => {
    if (registration === undefined) return;
    const tokens: number[] = [];
    form.tokens.forEach((token, i) => {
      if (token.page === page && token.state === undefined) tokens.push(i);
    });
    const found = new Set<number>();
    for (const { from, to } of registration.matches) {
      printed[tokens[to]!] = 1;
      found.add(from);
    }
    variant.pages[page]!.words.forEach(({ text, box }, i) => {
      if (found.has(i)) return;
      const expected = registration.mapBox(box);
      for (const token of grid.within(page, growBox(expected, 0.1 * heightOf(expected)))) {
        const own = form.tokens[token]!.box;
        const across = overlap(own.left, own.right, expected.left, expected.right);
        const [width, expectedWidth] = [own.right - own.left, expected.right - expected.left];
        const isSign = text.length === 1 && form.tokens[token]!.text.length <= 2;
        if (form.tokens[token]!.state === undefined && across > 0.6 * (isSign ? Math.min : Math.max)(width, expectedWidth))
          printed[token] = 1;
      }
    });
    for (const { text, box } of variant.pages[page]!.occasional) {
      const expected = registration.mapBox(box);
      for (const token of grid.within(page, growBox(expected, 0.5 * heightOf(expected))))
        if (form.tokens[token]!.state === undefined && foldWord(form.tokens[token]!.text) === foldWord(text)) printed[token] = 1;
    }
  });
  return printed;
}

export interface SlotScores extends Scores {
  /** By tag: share of the printed words around its slot that were found; undefined if the variant has no slot for it. */
  trust: readonly (number | undefined)[];
}

/** A template that fits a form, and what it says about its words. */
export interface MatchedTemplate {
  scores: SlotScores;
  fit: number;
  match: TemplateMatch;
  variant: Variant;
}

/** Share of anchors from which on a slot is located reliably and every other word in it is a value. */
const MIN_ANCHOR_SHARE = 0.75;
/** Share of printed words from which on a form certainly belongs to the variant, even if parts are misread. */
const MIN_VARIANT_FIT = 0.75;

/** Score of a word in a slot; below 1, so that the shape of the value still counts. */
const VALUE_SCORE = 0.97;

/** Scores tokens for the tag of their slot; `captions` are words that other forms have printed anywhere. */
export function scoreSlots(form: Form, match: TemplateMatch, variant: Variant, tags: readonly Tag[], captions: Uint8Array): SlotScores {
  const trust: (number | undefined)[] = tags.map(() => undefined);
  const printedOrCaption = match.isPrinted.map((printed, token) => printed | captions[token]!);
  const found = match.registrations.map((registration) => new Set(registration?.matches.map(({ from }) => from)));
  const values = new Float32Array(form.tokens.length * tags.length);
  const grid = new TokenGrid(form);
  const owner = new Map<number, { tag: number; distance: number }>();
  for (const slot of variant.slots) {
    const registration = match.registrations[slot.page];
    if (registration === undefined) continue;
    const valueArea = registration.mapBox(slot.valueArea);
    const searchArea = mapSearchArea(slot, valueArea, registration);
    const near = slot.anchors.filter((anchor) => found[slot.page]!.has(anchor)).length / Math.max(1, slot.anchors.length);
    const fit = match.fit >= MIN_VARIANT_FIT ? Math.max(near, match.fit) : near;
    trust[slot.tag] = Math.max(trust[slot.tag] ?? 0, slot.isScattered ? 0 : fit);
    if (slot.isScattered) continue;
    for (const token of findSlotTokens(
      form,
      grid,
      slot,
      valueArea,
      searchArea,
      tags[slot.tag]!,
      fit < MIN_ANCHOR_SHARE ? printedOrCaption : match.isPrinted,
      captions,
    )) {
      const { box } = form.tokens[token]!;
      const distance =
        distanceToSpan((box.left + box.right) / 2, valueArea.left, valueArea.right) +
        2 * distanceToSpan((box.top + box.bottom) / 2, valueArea.top, valueArea.bottom);
      const before = owner.get(token);
      if (before === undefined || distance < before.distance) owner.set(token, { tag: slot.tag, distance });
    }
  }
  for (const [token, { tag }] of owner) values[token * tags.length + tag] = VALUE_SCORE;
  return { tags: tags.length, values, trust };
}

const distanceToSpan = (at: number, from: number, to: number): number => Math.max(0, from - at, at - to);

/** The search area keeps its distances from the value area, so that both are shifted alike. */
function mapSearchArea({ valueArea, searchArea }: Slot, placed: Box, { transform }: Registration): Box {
  return {
    left: placed.left + (searchArea.left - valueArea.left) * transform.a,
    right: placed.right + (searchArea.right - valueArea.right) * transform.a,
    top: placed.top + (searchArea.top - valueArea.top) * transform.d,
    bottom: placed.bottom + (searchArea.bottom - valueArea.bottom) * transform.d,
  };
}

function findSlotTokens(
  form: Form,
  grid: TokenGrid,
  slot: Slot,
  valueArea: Box,
  searchArea: Box,
  { type, isColumn }: Tag,
  printed: Uint8Array,
  captions: Uint8Array,
): number[] {
  if (type === 'selectionMark') {
    const mark = nearestMark(form, grid, slot.page, valueArea, Math.max(0.015, heightOf(valueArea)));
    return mark === undefined ? [] : [mark];
  }
  const free = (box: Box): number[] =>
    grid.within(slot.page, box).filter((token) => printed[token] === 0 && form.tokens[token]!.state === undefined);
  if (isColumn) return findColumnTokens(form, grid, free, slot, valueArea, searchArea, captions);
  const tokens = free(searchArea);
  if (tokens.length === 0) return [];
  const line = lineHeight(tokens.map((token) => form.tokens[token]!));
  const limit = valueArea.right + (slot.limit - slot.valueArea.right);
  const rows = groupIntoRows(form, tokens)
    .map((row) => nearestRun(form, row, valueArea, Math.max(slot.gap * line, slot.space), limit))
    .filter((row) => row.length > 0);
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
  const at = (valueArea.top + valueArea.bottom) / 2;
  return rows.sort((a, b) => Math.abs(middle(a) - at) - Math.abs(middle(b) - at))[0] ?? [];
}

/** The group of adjacent words in a row that is nearest to the value area and starts before the limit. */
function nearestRun(form: Form, row: readonly number[], valueArea: Box, gap: number, limit: number): number[] {
  const runs: number[][] = [];
  let isCut = false;
  for (const token of row) {
    const run = runs.at(-1);
    if (BORDER.test(form.tokens[token]!.text)) isCut = true;
    else if (!isCut && run !== undefined && form.tokens[token]!.box.left - form.tokens[run.at(-1)!]!.box.right <= gap) run.push(token);
    else {
      runs.push([token]);
      isCut = false;
    }
  }
  const distance = (run: readonly number[]): number => {
    const box = union(run.map((token) => form.tokens[token]!.box));
    return (
      Math.max(0, valueArea.left - box.right, box.left - valueArea.right) -
      1e-3 * Math.max(0, overlap(box.left, box.right, valueArea.left, valueArea.right))
    );
  };
  return runs.filter((run) => form.tokens[run[0]!]!.box.left < limit).sort((a, b) => distance(a) - distance(b))[0] ?? [];
}

/** Words of a column from its first row to the next row with a printed word. */
function findColumnTokens(
  form: Form,
  grid: TokenGrid,
  free: (box: Box) => number[],
  slot: Slot,
  valueArea: Box,
  searchArea: Box,
  captions: Uint8Array,
): number[] {
  const line = heightOf(valueArea) / Math.max(1, slot.seen * slot.lines);
  const below = { ...searchArea, bottom: valueArea.bottom + MAX_TABLE_LINES * Math.max(line, 0.012) };
  const tokens = free(below);
  const end = Math.min(
    Infinity,
    ...grid
      .within(slot.page, { left: 0, right: Infinity, top: valueArea.top, bottom: below.bottom })
      .filter((token) => captions[token] === 1)
      .map((token) => form.tokens[token]!.box.top),
  );
  return tokens.filter((token) => form.tokens[token]!.box.bottom <= end + 0.3 * heightOf(form.tokens[token]!.box));
}
