/** Text of comb fields, which display each character in a cell of its own: adjacent cells form a word. */
import { isCenterInside } from '../model/affine.ts';
import type { Box } from '../model/page.ts';
import type { Letter } from './characters.ts';

/** A larger distance than this many cells is an empty cell; letters are not exactly in the middle of theirs. */
const MAX_CELL_STEP = 1.6;

/** Marks letters that continue a word in the next cell and drops the spaces implied between them. */
export function joinCombLetters(letters: readonly Letter[], combs: readonly Box[]): Letter[] {
  const joined = new Map<number, number>();
  for (const comb of combs) for (const [before, next] of adjacentCells(letters, comb)) joined.set(next, before);
  if (joined.size === 0) return [...letters];
  const dropped = new Set<number>();
  for (const [next, before] of joined) for (let index = before + 1; index < next; index += 1) dropped.add(index);
  return letters.flatMap((letter, index) =>
    dropped.has(index) ? [] : joined.has(index) ? [{ ...letter, continuesWord: true }] : [letter],
  );
}

/** Pairs of indexes of letters in adjacent cells, with at most an implied space between them. */
function adjacentCells(letters: readonly Letter[], comb: Box): [number, number][] {
  const pairs: { before: number; next: number; step: number }[] = [];
  let before = -1;
  for (const [index, letter] of letters.entries()) {
    if (letter.space === 'drawn') before = -1;
    if (letter.space !== undefined) continue;
    const inside = isCenterInside(letter.box, comb);
    if (inside && before >= 0) pairs.push({ before, next: index, step: stepBetween(letters[before]!, letter) });
    before = inside ? index : -1;
  }
  const forward = pairs.filter(({ step }) => step > 0);
  const cell = forward.reduce((least, { step }) => Math.min(least, step), Infinity);
  return forward.filter(({ step }) => step <= MAX_CELL_STEP * cell).map(({ before: one, next }) => [one, next]);
}

const centerOf = ({ left, top, right, bottom }: Box): { x: number; y: number } => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** Distance of the centers in reading direction, in inches. */
function stepBetween(last: Letter, next: Letter): number {
  const angle = (last.style.angle * Math.PI) / 180;
  const [from, to] = [centerOf(last.box), centerOf(next.box)];
  return (to.x - from.x) * Math.cos(angle) + (to.y - from.y) * Math.sin(angle);
}
