/**
 * Selection marks of a page: the file's own form fields first, then squares it draws, then shapes in its image. Letters like
 * O and D are round too, and a word may contain a square glyph, so shapes inside words are checked against their text.
 */
import type { Box, PageWithImage, SelectionMark } from '../../reading/model/page.ts';
import { findDrawnMarks, isTicked, TICK } from './drawn-marks.ts';
import { centreX, heightOf, middleY, shareInside, widthOf } from '../model/geometry.ts';
import type { Ink } from '../../reading/images/marks/ink-mask.ts';
import { MIN_SOLID_SHARE, findMarkShapes, markState } from '../../reading/images/marks/mark-shapes.ts';
import type { MarkShape } from '../../reading/images/marks/mark-shapes.ts';
import { detectTintedInk } from '../../reading/images/marks/tinted-ink-mask.ts';
import type { Token } from '../model/tokens.ts';

const MAX_MARKS = 5000;

const GLYPHS: ReadonlyMap<string, SelectionMark['state']> = new Map([
  ['☐', 'unselected'],
  ['☑', 'selected'],
  ['☒', 'selected'],
]);

/** What OCR reads for an empty or ticked box. */
const MISREAD = /^(?:[\[(]?[xX✓✔✗✘]?[\])]?|[O0oQD□口☐☑☒■○●◯◻IVv/\\|lLJEUCGc])$/u;

export interface MarksAndWords {
  marks: SelectionMark[];
  tokens: Token[];
}

/** The marks, and the words that remain. */
export function findMarks(
  { page, image, scale }: PageWithImage,
  ink: Ink | undefined,
  tokens: readonly Token[],
  height: number,
): MarksAndWords {
  const marks: SelectionMark[] = [];
  const words: Token[] = [];
  for (const token of tokens) {
    const state = GLYPHS.get(token.text);
    if (state === undefined) words.push(token);
    else marks.push({ box: token.box, state, confidence: token.confidence });
  }
  // A box of the file is selected by what is drawn or written over it.
  for (const mark of page.marks.slice(0, MAX_MARKS))
    marks.push(mark.state === 'unselected' && isTicked(mark.box, page.rules, words) ? { ...mark, state: 'selected' } : mark);
  const isNew = (box: Box): boolean => !marks.some((mark) => shareInside(mark.box, box) > 0.3 || shareInside(box, mark.box) > 0.3);
  for (const mark of findDrawnMarks(page.rules, words, height)) if (marks.length < MAX_MARKS && isNew(mark.box)) marks.push(mark);
  const tinted = ink === undefined || image === undefined ? undefined : detectTintedInk(image);
  for (const seen of [ink, tinted])
    if (seen !== undefined)
      for (const mark of findImageMarks(seen, words, height, scale)) if (marks.length < MAX_MARKS && isNew(mark.box)) marks.push(mark);
  return { marks, tokens: removeMarkWords(words, marks) };
}

function findImageMarks(ink: Ink, words: readonly Token[], height: number, scale: number): SelectionMark[] {
  const near = indexWords(words, 4 * height);
  const plausible = findMarkShapes(ink, height * scale).filter((shape) => !isPartOfText(toPageUnits(shape, scale), shape, near));
  // A solid square may be a bullet or a stain: it is a filled box only where there are outlined marks of its size.
  const outlined = plausible.filter(({ filled }) => filled < MIN_SOLID_SHARE);
  const kept = plausible.filter(
    (shape) => shape.filled < MIN_SOLID_SHARE || outlined.some((other) => other.round === shape.round && isSimilarSize(other, shape)),
  );
  return kept.map((shape) => ({ box: toPageUnits(shape, scale), ...markState(shape) }));
}

const isSimilarSize = (one: MarkShape, other: MarkShape): boolean => Math.abs(widthOf(one) - widthOf(other)) < 0.25 * widthOf(one);

const toPageUnits = ({ left, top, right, bottom }: MarkShape, scale: number): Box => ({
  left: left / scale,
  top: top / scale,
  right: right / scale,
  bottom: bottom / scale,
});

/** A spatial index: finds the words that cover a box. */
function indexWords(words: readonly Token[], cell: number): (box: Box) => Token[] {
  const grid = new Map<string, Token[]>();
  for (const word of words) {
    const row = Math.floor(middleY(word.box) / cell);
    const last = Math.min(Math.floor(word.box.right / cell), Math.floor(word.box.left / cell) + 100);
    for (let column = Math.floor(word.box.left / cell); column <= last; column++) {
      const key = `${column} ${row}`;
      const own = grid.get(key);
      if (own === undefined) grid.set(key, [word]);
      else own.push(word);
    }
  }
  return (box) => {
    const column = Math.floor(centreX(box) / cell);
    const row = Math.floor(middleY(box) / cell);
    return [-1, 0, 1].flatMap((down) => grid.get(`${column} ${row + down}`) ?? []).filter((word) => shareInside(box, word.box) > 0.35);
  };
}

/** A shape inside a longer word is one of its letters; a ring with letter-thick strokes that was read as O is an O. */
function isPartOfText(box: Box, { round, thickness, left, right }: MarkShape, near: (box: Box) => Token[]): boolean {
  return near(box).some(({ text, box: word }) => {
    const wide = widthOf(word) > 1.6 * widthOf(box);
    if (wide)
      return (
        round ||
        Math.abs(word.left - box.left) > 0.3 * heightOf(box) ||
        heightOf(box) < 0.95 * heightOf(word) ||
        !/^[O0DCo□口☐[\]|]/.test(text)
      );
    if (round) return (/^[OoQ0DUCGe@©®○●•°6898]$/.test(text) && thickness > 0.075 * (right - left)) || text.length > 2;
    return text.length > 2 && !MISREAD.test(text);
  });
}

/** Removes words that are only the OCR reading of a mark. */
function removeMarkWords(words: readonly Token[], marks: readonly SelectionMark[]): Token[] {
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
      if (
        centreX(box) >= mark.left &&
        centreX(box) <= mark.right &&
        middleY(box) >= mark.top &&
        middleY(box) <= mark.bottom &&
        widthOf(box) < 2 * widthOf(mark)
      )
        return false;
    }
    return true;
  });
}
