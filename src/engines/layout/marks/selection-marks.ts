/**
 * Selection marks of a page: the file's own first, then squares that it draws, then what its picture shows. A letter O
 * or D is round too, and a word may hold a square glyph, so what lies in a word is looked at twice.
 */
import type { Box, Seen, SelectionMark } from '../../reading/model/page.ts';
import { drawnMarks, isTicked, TICK } from './drawn-marks.ts';
import { centreOf, heightOf, middleOf, shareInside, widthOf } from '../model/geometry.ts';
import type { Ink } from '../../reading/images/marks/ink-mask.ts';
import { SOLID, markShapes, stateOf } from '../../reading/images/marks/mark-shapes.ts';
import type { MarkShape } from '../../reading/images/marks/mark-shapes.ts';
import { tintedInk } from '../../reading/images/marks/tinted-ink-mask.ts';
import type { Token } from '../model/tokens.ts';

const MOST_MARKS = 5000;

const GLYPHS: ReadonlyMap<string, SelectionMark['state']> = new Map([['☐', 'unselected'], ['☑', 'selected'], ['☒', 'selected']]);

/** What a reader makes of an empty or ticked box. */
const MISREAD = /^(?:[\[(]?[xX✓✔✗✘]?[\])]?|[O0oQD□口☐☑☒■○●◯◻IVv/\\|lLJEUCGc])$/u;

export interface Marked { marks: SelectionMark[]; tokens: Token[] }

/** The marks, and the words without those that were marks. */
export function findMarks({ page, picture, scale }: Seen, ink: Ink | undefined, tokens: readonly Token[], height: number): Marked {
  const marks: SelectionMark[] = [];
  const words: Token[] = [];
  for (const token of tokens) {
    const state = GLYPHS.get(token.text);
    if (state === undefined) words.push(token);
    else marks.push({ box: token.box, state, confidence: token.confidence });
  }
  // A box that the file has as a sign is ticked by what is drawn or written over it.
  for (const mark of page.marks.slice(0, MOST_MARKS)) marks.push(mark.state === 'unselected' && isTicked(mark.box, page.rules, words) ? { ...mark, state: 'selected' } : mark);
  const fresh = (box: Box): boolean => !marks.some((mark) => shareInside(mark.box, box) > 0.3 || shareInside(box, mark.box) > 0.3);
  for (const mark of drawnMarks(page.rules, words, height)) if (marks.length < MOST_MARKS && fresh(mark.box)) marks.push(mark);
  const tinted = ink === undefined || picture === undefined ? undefined : tintedInk(picture);
  for (const seen of [ink, tinted]) if (seen !== undefined) for (const mark of seenMarks(seen, words, height, scale)) if (marks.length < MOST_MARKS && fresh(mark.box)) marks.push(mark);
  return { marks, tokens: withoutMarks(words, marks) };
}

function seenMarks(ink: Ink, words: readonly Token[], height: number, scale: number): SelectionMark[] {
  const near = nearby(words, 4 * height);
  const plausible = markShapes(ink, height * scale).filter((shape) => !isPartOfText(toUnits(shape, scale), shape, near));
  // A solid square may be a bullet or a blot: only beside outlined marks of its size it is a filled box.
  const outlined = plausible.filter(({ filled }) => filled < SOLID);
  const kept = plausible.filter((shape) => shape.filled < SOLID || outlined.some((other) => other.round === shape.round && alikeSize(other, shape)));
  return kept.map((shape) => ({ box: toUnits(shape, scale), ...stateOf(shape) }));
}

const alikeSize = (one: MarkShape, other: MarkShape): boolean => Math.abs(widthOf(one) - widthOf(other)) < 0.25 * widthOf(one);

const toUnits = ({ left, top, right, bottom }: MarkShape, scale: number): Box => ({ left: left / scale, top: top / scale, right: right / scale, bottom: bottom / scale });

/** Words by place, for boxes about as large as a word. */
function nearby(words: readonly Token[], cell: number): (box: Box) => Token[] {
  const grid = new Map<string, Token[]>();
  for (const word of words) {
    const row = Math.floor(middleOf(word.box) / cell);
    const last = Math.min(Math.floor(word.box.right / cell), Math.floor(word.box.left / cell) + 100);
    for (let column = Math.floor(word.box.left / cell); column <= last; column++) {
      const key = `${column} ${row}`;
      const own = grid.get(key);
      if (own === undefined) grid.set(key, [word]);
      else own.push(word);
    }
  }
  return (box) => {
    const column = Math.floor(centreOf(box) / cell);
    const row = Math.floor(middleOf(box) / cell);
    return [-1, 0, 1].flatMap((down) => grid.get(`${column} ${row + down}`) ?? []).filter((word) => shareInside(box, word.box) > 0.35);
  };
}

/** A shape inside a longer word is one of its letters; a ring as thick as a letter's stroke, read as O, is that letter. */
function isPartOfText(box: Box, { round, thickness, left, right }: MarkShape, near: (box: Box) => Token[]): boolean {
  return near(box).some(({ text, box: word }) => {
    const wide = widthOf(word) > 1.6 * widthOf(box);
    if (wide) return round || Math.abs(word.left - box.left) > 0.3 * heightOf(box) || heightOf(box) < 0.95 * heightOf(word) || !/^[O0DCo□口☐[\]|]/.test(text);
    if (round) return /^[OoQ0DUCGe@©®○●•°6898]$/.test(text) && thickness > 0.075 * (right - left) || text.length > 2;
    return text.length > 2 && !MISREAD.test(text);
  });
}

/** Words that were nothing but the reading of a mark. */
function withoutMarks(words: readonly Token[], marks: readonly SelectionMark[]): Token[] {
  if (marks.length === 0) return [...words];
  const sorted = [...marks].sort((one, other) => one.box.top - other.box.top);
  const tallest = Math.max(...sorted.map(({ box }) => heightOf(box)));
  return words.filter(({ text, box }) => {
    if (text.length > 3 || !(MISREAD.test(text) || TICK.test(text))) return true;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.box.top < box.top - tallest - heightOf(box)) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < sorted.length && sorted[i]!.box.top <= box.bottom; i++) {
      const mark = sorted[i]!.box;
      if (centreOf(box) >= mark.left && centreOf(box) <= mark.right && middleOf(box) >= mark.top && middleOf(box) <= mark.bottom && widthOf(box) < 2 * widthOf(mark)) return false;
    }
    return true;
  });
}
