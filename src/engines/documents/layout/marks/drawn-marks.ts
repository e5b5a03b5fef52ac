/**
 * Check boxes that a file draws as four strokes: squares of about the text height. A word like X or ✓, or a stroke that
 * crosses the square, selects it. Squares that share a side are a comb field.
 */
import { contains } from '../../reading/model/affine.ts';
import type { Box, Rule, SelectionMark } from '../../reading/model/page.ts';
import { shareInside } from '../model/geometry.ts';
import { strokesFromRules } from '../strokes/strokes.ts';
import type { Stroke } from '../model/strokes.ts';
import type { Token } from '../model/tokens.ts';

const MAX_RULES = 60_000;
const MAX_SQUARES = 1000;

/** Texts found in a selected box: crosses and ticks, and their codes in symbol fonts. */
export const TICK = /^(?:[xX✓✔✕✖✗✘☑☒×•●■✚]|[48nlu])$/u;

export function findDrawnMarks(rules: readonly Rule[], tokens: readonly Token[], height: number): SelectionMark[] {
  if (rules.length > MAX_RULES) return [];
  const { across, down } = strokesFromRules(rules, height);
  const sized = ({ from, to }: Stroke): boolean => to - from >= 0.5 * height && to - from <= 1.9 * height;
  const cell = 0.5 * height;
  const keyOf = (x: number, y: number): string => `${Math.round(x / cell)} ${Math.round(y / cell)}`;
  const sides = new Map<string, Stroke[]>();
  for (const stroke of down.filter(sized)) {
    const key = keyOf(stroke.at, stroke.from);
    sides.set(key, [...(sides.get(key)?.slice(0, 20) ?? []), stroke]);
  }
  const bottoms = new Map<string, Stroke[]>();
  for (const stroke of across.filter(sized)) {
    const key = keyOf(stroke.from, stroke.at);
    bottoms.set(key, [...(bottoms.get(key)?.slice(0, 20) ?? []), stroke]);
  }
  const near = (map: Map<string, Stroke[]>, x: number, y: number, fits: (stroke: Stroke) => boolean): Stroke | undefined => {
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        const found = map.get(`${Math.round(x / cell) + dx} ${Math.round(y / cell) + dy}`)?.find(fits);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  const slack = 0.15 * height;
  const alike = (one: number, other: number): boolean => Math.abs(one - other) <= slack;
  const squares: Box[] = [];
  for (const top of across.filter(sized)) {
    const side = (x: number): Stroke | undefined =>
      near(
        sides,
        x,
        top.at,
        ({ at, from, to }) =>
          alike(at, x) && alike(from, top.at) && to - from > 0.75 * (top.to - top.from) && to - from < 1.33 * (top.to - top.from),
      );
    const left = side(top.from);
    if (left === undefined || side(top.to) === undefined) continue;
    if (
      near(bottoms, top.from, left.to, ({ at, from, to }) => alike(at, left.to) && alike(from, top.from) && alike(to, top.to)) === undefined
    )
      continue;
    squares.push({ left: top.from, right: top.to, top: top.at, bottom: left.to });
  }
  return removeTouching(squares, slack)
    .slice(0, MAX_SQUARES)
    .map((box) => ({ box, state: isTicked(box, rules, tokens) ? 'selected' : 'unselected', confidence: 0.95 }));
}

/** Removes duplicates and squares that touch another one. */
function removeTouching(squares: readonly Box[], slack: number): Box[] {
  const sorted = [...squares].sort((one, other) => one.top - other.top || one.left - other.left);
  const kept: Box[] = [];
  const touched = new Set<Box>();
  for (const box of sorted) {
    let same = false;
    for (let i = kept.length - 1; i >= 0 && i > kept.length - 400; i--) {
      const other = kept[i]!;
      if (shareInside(box, other) > 0.6) same = true;
      else if (
        box.left <= other.right + slack &&
        other.left <= box.right + slack &&
        box.top <= other.bottom + slack &&
        other.top <= box.bottom + slack
      ) {
        touched.add(box);
        touched.add(other);
      }
    }
    if (!same) kept.push(box);
  }
  return kept.filter((box) => !touched.has(box));
}

/** Whether a box contains a tick, or a stroke that crosses or fills it. */
export function isTicked(box: Box, rules: readonly Rule[], tokens: readonly Token[]): boolean {
  const inside = tokens.some(
    ({ text, box: word }) => TICK.test(text) && contains(box, (word.left + word.right) / 2, (word.top + word.bottom) / 2),
  );
  return (
    inside ||
    rules.some(({ from, to, width }) => {
      if (!contains(box, (from.x + to.x) / 2, (from.y + to.y) / 2)) return false;
      const [wide, high] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
      const slanted = wide > 0.25 * (box.right - box.left) && high > 0.25 * (box.bottom - box.top);
      // A filled square is drawn as a stroke about as wide as it is long.
      const fills = width > 0.35 * (box.bottom - box.top) && Math.max(wide, high) > 0.35 * (box.right - box.left);
      return fills || (slanted && wide < 2 * (box.right - box.left));
    })
  );
}
