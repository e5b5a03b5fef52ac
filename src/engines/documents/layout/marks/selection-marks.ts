/**
 * Selection marks of a page: the file's own form fields first, then squares it draws, then shapes in its image. Letters like
 * O and D are round too, and a word may contain a square glyph, so shapes inside words are checked against their text.
 */
import { contains, divideBox } from '../../reading/model/affine.ts';
import { append, firstIndex } from '../../../shared/collections.ts';
import type { Box, GrayImage, PageWithImage, SelectionMark } from '../../reading/model/page.ts';
import { findDrawnMarks, isTicked, TICK } from './drawn-marks.ts';
import { centerX, heightOf, middleY, shareInside, widthOf } from '../model/geometry.ts';
import { detectInk } from '../../reading/images/marks/ink-mask.ts';
import type { Ink } from '../../reading/images/marks/ink-mask.ts';
import { MIN_TICKED_SHARE, findMarkShapes, markState } from '../../reading/images/marks/mark-shapes.ts';
import type { MarkShape } from '../../reading/images/marks/mark-shapes.ts';
import { isDrawnOnEvenGround } from '../../reading/images/marks/outline-contrast.ts';
import { MIN_DENSE_SHARE } from '../../reading/images/marks/square-marks.ts';
import { detectTintedInk } from '../../reading/images/marks/tinted-ink-mask.ts';
import type { Token } from '../model/tokens.ts';

const MAX_MARKS = 5000;
/** In small print, of less than this height in pixels, the thin outline of a box spreads over two light pixels. */
const MAX_LIGHT_PRINT = 20;
const LIGHT_INK_RATIO = 0.84;
/** The network confirms a candidate that it finds at least this probable, and OCR a character that it read as a box. */
const MIN_MARK_PROBABILITY = 0.5;
/** The strokes of letters are thicker, as a share of their width; what was read as a letter must be thinner still. */
const MAX_RING_THICKNESS = 0.16;
const MAX_RING_THICKNESS_IN_WORD = 0.075;

type MarkScore = NonNullable<PageWithImage['markScore']>;

const GLYPHS: ReadonlyMap<string, SelectionMark['state']> = new Map([
  ['☐', 'unselected'],
  ['☑', 'selected'],
  ['☒', 'selected'],
]);

/** What OCR reads for an empty or ticked box. */
const MISREAD = /^(?:[\[(]?[xX✓✔✗✘]?[\])]?|[O0oQD□口☐☑☒■○●◯◻IVv/\\|lLJEUCGc])$/u;

/** Letters that look like an empty box, unless it is wide enough (in pixels) that its corners are visible. */
const BOX_LETTER = /[O0oDQUC]/u;
const MIN_CORNER_PIXELS = 16;

export interface MarksAndWords {
  marks: SelectionMark[];
  tokens: Token[];
}

/** The marks, and the words that remain. */
export function findMarks(
  { page, image, scale, markScore }: PageWithImage,
  ink: Ink | undefined,
  tokens: readonly Token[],
  height: number,
): MarksAndWords {
  const marks: SelectionMark[] = [];
  const words: Token[] = [];
  // OCR may read a mark as a character; its state is then seen in the image.
  const readMarks: SelectionMark[] = [];
  for (const token of tokens) {
    const state = GLYPHS.get(token.text);
    if (state === undefined) words.push(token);
    else (token.confidence < 1 ? readMarks : marks).push({ box: token.box, state, confidence: token.confidence });
  }
  // A box of the file is selected by what is drawn or written over it.
  for (const mark of page.marks.slice(0, MAX_MARKS))
    marks.push(mark.state === 'unselected' && isTicked(mark.box, page.rules, words) ? { ...mark, state: 'selected' } : mark);
  const isNew = (box: Box): boolean => !marks.some((mark) => shareInside(mark.box, box) > 0.3 || shareInside(box, mark.box) > 0.3);
  for (const mark of findDrawnMarks(page.rules, words, height)) if (marks.length < MAX_MARKS && isNew(mark.box)) marks.push(mark);
  if (ink !== undefined && image !== undefined) {
    const light = height * scale < MAX_LIGHT_PRINT ? detectInk(image, LIGHT_INK_RATIO) : undefined;
    for (const seen of [ink, light, detectTintedInk(image)]) {
      if (seen === undefined) continue;
      for (const mark of findImageMarks(image, seen, words, readMarks, height, scale, markScore))
        if (marks.length < MAX_MARKS && isNew(mark.box)) marks.push(mark);
    }
  }
  for (const mark of readMarks)
    if (mark.confidence >= MIN_MARK_PROBABILITY && marks.length < MAX_MARKS && isNew(mark.box)) marks.push(mark);
  return { marks, tokens: removeMarkWords(words, marks) };
}

/** A shape in the image that may be a mark. */
interface MarkCandidate {
  shape: MarkShape;
  box: Box;
  /** `clear` is apart from words; `doubtful` is solid or at the end of a word; `text` is inside one. */
  isolation: 'clear' | 'doubtful' | 'text';
}

function findImageMarks(
  image: GrayImage,
  ink: Ink,
  words: readonly Token[],
  readMarks: readonly SelectionMark[],
  height: number,
  scale: number,
  score?: MarkScore,
): SelectionMark[] {
  const near = indexWords(words, LABEL_REACH.beside * 2 * height);
  const candidates = findMarkShapes(ink, height * scale)
    .slice(0, MAX_MARKS)
    .map((shape): MarkCandidate => {
      const box = divideBox(shape, scale);
      return { shape, box, isolation: isolationOf(box, shape, near(box)) };
    });
  const isConfirmed = (box: Box): boolean =>
    (score !== undefined && score(box) >= MIN_MARK_PROBABILITY) || readMarks.some((mark) => shareInside(box, mark.box) > 0.5);
  const kept = keepPlausible(candidates, image, near, isConfirmed);
  return kept.map(({ shape, box }) => ({ box, ...markState(shape) }));
}

/**
 * Marks are confirmed by the network or OCR, or are drawn on even ground and stand clear of words but beside one. Others are marks only
 * where there is such a one of their size.
 */
function keepPlausible(
  candidates: readonly MarkCandidate[],
  image: GrayImage,
  near: (box: Box) => Token[],
  isConfirmed: (box: Box) => boolean,
): MarkCandidate[] {
  const drawn = candidates.filter(
    ({ shape, box, isolation }) => isConfirmed(box) || (isolation !== 'text' && isDrawnOnEvenGround(image, shape, shape.thickness)),
  );
  const clear = drawn.filter(({ isolation, box }) => isConfirmed(box) || (isolation === 'clear' && hasLabel(box, near(box))));
  const isLike = (one: MarkCandidate, other: MarkCandidate): boolean =>
    one.shape.round === other.shape.round && isSimilarSize(one.shape, other.shape);
  return drawn.filter((one) => clear.includes(one) || clear.some((other) => isLike(one, other)));
}

/** How far a label may be: beside a mark in marks' widths, above or below it in marks' heights. */
const LABEL_REACH = { beside: 3, above: 1 };
/** The height of a label in marks' heights. */
const LABEL_HEIGHT = { min: 0.4, max: 2 };

/** Whether a word of about its size stands beside a mark, above or below it. */
function hasLabel(box: Box, words: readonly Token[]): boolean {
  const [wide, high] = [widthOf(box), heightOf(box)];
  return words.some(({ box: word }) => {
    const size = heightOf(word) / high;
    if (size < LABEL_HEIGHT.min || size > LABEL_HEIGHT.max) return false;
    const [across, down] = [Math.max(word.left - box.right, box.left - word.right), Math.max(word.top - box.bottom, box.top - word.bottom)];
    return (down < 0 && across < LABEL_REACH.beside * wide) || (across < 0 && down < LABEL_REACH.above * high);
  });
}

/** Marks of one kind are drawn alike; a pixel more or less is the resolution. */
const isSimilarSize = (one: MarkShape, other: MarkShape): boolean =>
  Math.abs(widthOf(one) - widthOf(other)) <= Math.max(1, 0.12 * widthOf(one)) &&
  Math.abs(heightOf(one) - heightOf(other)) <= Math.max(1, 0.12 * heightOf(one));

/** A spatial index: finds the words within a cell of a box. */
function indexWords(words: readonly Token[], cell: number): (box: Box) => Token[] {
  const grid = new Map<string, Token[]>();
  for (const word of words) {
    const row = Math.floor(middleY(word.box) / cell);
    const last = Math.min(Math.floor(word.box.right / cell), Math.floor(word.box.left / cell) + 100);
    for (let column = Math.floor(word.box.left / cell); column <= last; column++) append(grid, `${column} ${row}`, word);
  }
  return (box) => {
    const column = Math.floor(centerX(box) / cell);
    const row = Math.floor(middleY(box) / cell);
    const around = [-1, 0, 1].flatMap((down) => [-1, 0, 1].flatMap((across) => grid.get(`${column + across} ${row + down}`) ?? []));
    return [...new Set(around)];
  };
}

/** How isolated a shape is from the words that cover it. An empty box with an even outline is clear also where it was misread. */
function isolationOf(box: Box, shape: MarkShape, near: readonly Token[]): MarkCandidate['isolation'] {
  const covering = near.filter(({ box: word }) => shareInside(box, word) > 0.5 || shareInside(word, box) > 0.5);
  const { round, filled, thickness, even } = shape;
  const isEmpty = even && filled < MIN_TICKED_SHARE;
  const isLetterLike = filled < MIN_TICKED_SHARE && !even;
  if (round && (!even || thickness > MAX_RING_THICKNESS * widthOf(shape))) return 'text';
  let isolation: MarkCandidate['isolation'] = filled >= MIN_DENSE_SHARE || isLetterLike ? 'doubtful' : 'clear';
  for (const { text, box: word } of covering) {
    if (isLetterLike && /[A-Za-z0-9]/.test(text)) return 'text';
    const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length;
    const isLong = letters > 2 || widthOf(word) > 2.2 * widthOf(box);
    // A ring with strokes as thick as those of letters that was read as O is an O; a number in a box is no tick.
    if (round && (isLong || !MISREAD.test(text) || thickness > MAX_RING_THICKNESS_IN_WORD * widthOf(shape))) return 'text';
    if (!isEmpty && /\d/.test(text)) return 'text';
    if (isLong) {
      const isAtStart = Math.abs(word.left - box.left) < 0.3 * heightOf(box);
      const isAtEnd = Math.abs(word.right - box.right) < 0.3 * heightOf(box);
      if (!isAtStart && !(isAtEnd && isEmpty)) return 'text';
      if (!isEmpty || BOX_LETTER.test(isAtStart ? text.slice(0, 1) : text.slice(-1))) isolation = 'doubtful';
    } else if (isEmpty ? BOX_LETTER.test(text) && widthOf(shape) < MIN_CORNER_PIXELS : !MISREAD.test(text)) isolation = 'doubtful';
  }
  return isolation;
}

/** Removes words that are only the OCR reading of a mark; a mark that is less probable than not may be a letter. */
function removeMarkWords(words: readonly Token[], marks: readonly SelectionMark[]): Token[] {
  const probable = marks.filter(({ confidence }) => confidence >= MIN_MARK_PROBABILITY);
  if (probable.length === 0) return [...words];
  const sorted = probable.sort((one, other) => one.box.top - other.box.top);
  const tallest = Math.max(...sorted.map(({ box }) => heightOf(box)));
  return words.filter(({ text, box }) => {
    if (text.length > 3 || !(MISREAD.test(text) || TICK.test(text))) return true;
    const first = firstIndex(sorted.length, (i) => sorted[i]!.box.top >= box.top - tallest - heightOf(box));
    for (let i = first; i < sorted.length && sorted[i]!.box.top <= box.bottom; i++) {
      const mark = sorted[i]!.box;
      if (contains(mark, centerX(box), middleY(box)) && widthOf(box) < 2 * widthOf(mark)) return false;
    }
    return true;
  });
}
