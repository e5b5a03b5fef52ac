/**
 * Words from letters, lines from words.
 *
 * A word ends at a space, and where the next letter is not adjacent on the same baseline: files place their text objects in
 * any order, and PDFium's own breaks follow that order. Words form a line while they share a baseline with no more than a
 * space between them, so that columns and cells stay separate.
 */
import { firstIndex } from '../../../shared/collections.ts';
import { applyToBox, areaOf, boundsOf, unionBox, inverse, overlapArea } from '../model/affine.ts';
import type { Affine, Box, Font, Line, Rule, SelectionMark, Turn, Word } from '../model/page.ts';
import { boxState } from './glyphs.ts';
import type { Letter } from './characters.ts';

/** A word in the frame in which its text runs from left to right. */
interface WordDraft extends Word {
  /** The em size. */
  size: number;
  letters: number;
  font: Font;
  baseline: number;
  /** The kind of space before it in the file, if any. */
  before?: 'drawn' | 'implied';
  backwards: boolean;
}

/** In ems: how far the next letter of a word may be ahead, back and off the baseline. */
const MAX_LETTER_GAP = 0.5;
const MAX_LETTER_OVERLAP = 0.6;
const MAX_BASELINE_SHIFT = 0.45;
/** Maximum gap between words of one line, by the kind of space: drawn by the file, implied by PDFium, or none. */
const MAX_WORD_GAP = { drawn: 1.5, implied: 0.9, none: 0.5 };
/** Smaller gaps are within a word. */
const MIN_WORD_GAP = 0.1;
/** Leader dots between a label and its value. */
const LEADER = /^[.·…]+$/;
const MAX_LEADER_GAP = 2.2;
/** Extent of letters above and below the baseline, in ems. */
const ASCENT = 0.75;
const DESCENT = 0.22;
/** How far a wall may overlap a letter's box, in inches. */
const WALL_SLACK = 0.02;
/** Only this many previous lines of a row are considered for joining. */
const MAX_ROW_CANDIDATES = 32;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** Scripts without spaces: each character is a word, as in the original service. */
const NO_SPACE_SCRIPT = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[\ud840-\ud87f][\udc00-\udfff]/;

export interface LinesAndMarks {
  lines: Line[];
  marks: SelectionMark[];
}

/**
 * Lines and check boxes from letters of one direction. `toReading` maps to the frame where they are level, `toUpright` from
 * there to the page's upright frame.
 */
export function buildLines(
  letters: readonly Letter[],
  toReading: Affine,
  toUpright: Affine,
  turn: Turn,
  rules: readonly Rule[],
): LinesAndMarks {
  const words = removeDuplicates(splitWords(letters, toReading));
  const marks = words.flatMap((word): SelectionMark[] => {
    const state = boxState(word.text);
    return state === undefined ? [] : [{ box: applyToBox(toUpright, word.box), state, confidence: 1 }];
  });
  const lines = groupLines(
    words.filter(({ text }) => boxState(text) === undefined),
    findWalls(rules, toUpright),
  );
  return { marks, lines: lines.map((line) => createLine(line, toUpright, turn)) };
}

function splitWords(letters: readonly Letter[], toReading: Affine): WordDraft[] {
  const words: WordDraft[] = [];
  let current: Letter[] = [];
  let before: WordDraft['before'];
  const end = (): void => {
    if (current.length > 0) {
      words.push(createWord(current, toReading, before));
      before = undefined;
    }
    current = [];
  };
  for (const letter of letters) {
    if (letter.space !== undefined) {
      end();
      before = before === 'drawn' ? before : letter.space;
      continue;
    }
    const last = current.at(-1);
    if (
      last !== undefined &&
      (!(letter.continuesWord ?? continuesWord(last, letter)) ||
        NO_SPACE_SCRIPT.test(letter.text) ||
        NO_SPACE_SCRIPT.test(last.text) ||
        boxState(letter.text) !== undefined ||
        boxState(last.text) !== undefined)
    )
      end();
    current.push(letter);
  }
  end();
  return words;
}

/** Whether a letter is where the next letter of the same word would be. */
function continuesWord(last: Letter, next: Letter): boolean {
  const size = Math.max(last.style.font.size, next.style.font.size, 0.02);
  const along = (last.style.angle * Math.PI) / 180;
  const [dx, dy] = [next.origin.x - last.origin.x, next.origin.y - last.origin.y];
  const forward = dx * Math.cos(along) + dy * Math.sin(along);
  const across = dy * Math.cos(along) - dx * Math.sin(along);
  if (Math.abs(next.style.angle - last.style.angle) > 5 || Math.abs(across) > MAX_BASELINE_SHIFT * size) return false;
  if (RTL.test(last.text)) return forward < MAX_LETTER_OVERLAP * size && -forward < 2 * size;
  const extent = Math.abs(Math.cos(along)) >= Math.abs(Math.sin(along)) ? last.box.right - last.box.left : last.box.bottom - last.box.top;
  return forward > -MAX_LETTER_OVERLAP * size && forward - Math.min(extent, 2 * size) < MAX_LETTER_GAP * size;
}

function createWord(letters: readonly Letter[], toReading: Affine, before: WordDraft['before']): WordDraft {
  const ink = letters.map(({ box }) => box).reduce(unionBox);
  const level = applyToBox(toReading, ink);
  const { style, origin } = letters[0]!;
  const size = Math.max(...letters.map(({ style: { font } }) => font.size));
  const baseline = toReading.b * origin.x + toReading.d * origin.y + toReading.f;
  // Some programs write wrong font sizes: then only the ink box counts.
  const plausible = level.bottom - level.top < 1.6 * size && size < 4 * (level.bottom - level.top) + 0.1;
  const box =
    plausible && letters.length > 0
      ? { ...level, top: Math.min(level.top, baseline - ASCENT * size), bottom: Math.max(level.bottom, baseline + DESCENT * size) }
      : level;
  return {
    text: letters.map(({ text }) => text).join(''),
    box,
    confidence: letters.filter(({ unknown }) => !unknown).length / letters.length,
    letters: letters.length,
    baseline,
    size: plausible ? size : level.bottom - level.top,
    font: { ...style.font, size: plausible ? size : level.bottom - level.top },
    ...(before === undefined ? {} : { before }),
    backwards: RTL.test(letters[0]!.text),
  };
}

/** Some programs draw bold text twice. Words are indexed by text and position in tenths of an inch. */
function removeDuplicates(words: readonly WordDraft[]): WordDraft[] {
  const seen = new Map<string, Box>();
  return words.filter(({ text, box }) => {
    const [x, y] = [Math.round(10 * box.left), Math.round(10 * box.top)];
    const near = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => seen.get(`${x + dx} ${y + dy} ${text}`)));
    if (near.some((other) => other !== undefined && overlapArea(other, box) > 0.75 * areaOf(box))) return false;
    seen.set(`${x} ${y} ${text}`, box);
    return true;
  });
}

/** A vertical rule. */
interface Wall {
  x: number;
  top: number;
  bottom: number;
}

function findWalls(rules: readonly Rule[], toUpright: Affine): Wall[] {
  const toReading = inverse(toUpright);
  return rules
    .flatMap(({ from, to }): Wall[] => {
      const level = applyToBox(toReading, boundsOf([from, to]));
      return level.right - level.left > 0.01 ? [] : [{ x: (level.left + level.right) / 2, top: level.top, bottom: level.bottom }];
    })
    .sort((one, other) => one.x - other.x);
}

function hasWallBetween(walls: readonly Wall[], left: number, right: number, y: number): boolean {
  for (let index = firstIndex(walls.length, (i) => walls[i]!.x >= left); index < walls.length && walls[index]!.x <= right; index += 1) {
    if (walls[index]!.top <= y && walls[index]!.bottom >= y) return true;
  }
  return false;
}

function groupLines(words: readonly WordDraft[], walls: readonly Wall[]): WordDraft[][] {
  const lines: WordDraft[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && continuesLine(line, word, MAX_WORD_GAP[word.before ?? 'none'], walls)) line.push(word);
    else lines.push([word]);
  }
  return joinLines(lines, walls);
}

function continuesLine(line: readonly WordDraft[], next: WordDraft, gap: number, walls: readonly Wall[]): boolean {
  const last = line.at(-1)!;
  const size = Math.max(last.size, next.size);
  const shared = Math.min(last.box.bottom, next.box.bottom) - Math.max(last.box.top, next.box.top);
  if (shared < 0.5 * Math.min(last.box.bottom - last.box.top, next.box.bottom - next.box.top)) return false;
  if (Math.abs(last.baseline - next.baseline) > 0.5 * size) return false;
  const [left, right] = next.backwards && last.backwards ? [next.box, last.box] : [last.box, next.box];
  const between = right.left - left.right;
  if (between < -0.3 * size || between > (LEADER.test(last.text) || LEADER.test(next.text) ? MAX_LEADER_GAP : gap) * size) return false;
  return !hasWallBetween(walls, left.right - WALL_SLACK, right.left + WALL_SLACK, (next.box.top + next.box.bottom) / 2);
}

/** Joins parts of a line that the file places out of order. */
function joinLines(lines: readonly WordDraft[][], walls: readonly Wall[]): WordDraft[][] {
  const result = lines.map((line) => [...line]);
  const order = result.map((_, index) => index).sort((one, other) => result[one]![0]!.box.left - result[other]![0]!.box.left);
  const rows = new Map<number, number[]>();
  const rowOf = (line: readonly WordDraft[]): number => Math.round(line[0]!.baseline * 10);
  const gone = new Set<number>();
  for (const index of order) {
    const line = result[index]!;
    const row = rowOf(line);
    const before = [row - 1, row, row + 1]
      .flatMap((near) => rows.get(near) ?? [])
      .find((other) => continuesLine(result[other]!, line[0]!, MAX_WORD_GAP.none, walls));
    if (before === undefined || line[0]!.backwards) {
      rows.set(row, [...(rows.get(row) ?? []).slice(-MAX_ROW_CANDIDATES), index]);
      continue;
    }
    appendWords(result[before]!, line);
    gone.add(index);
  }
  return result.filter((_, index) => !gone.has(index));
}

/** Merges the last and first word where there is no gap between them: parts of one word placed separately. */
function appendWords(line: WordDraft[], next: readonly WordDraft[]): void {
  const [last, first] = [line.at(-1)!, next[0]!];
  if (first.box.left - last.box.right > MIN_WORD_GAP * Math.max(last.size, first.size) || NO_SPACE_SCRIPT.test(first.text)) {
    line.push(...next);
    return;
  }
  line[line.length - 1] = {
    ...last,
    text: last.text + first.text,
    box: unionBox(last.box, first.box),
    confidence: Math.min(last.confidence, first.confidence),
    letters: last.letters + first.letters,
  };
  line.push(...next.slice(1));
}

function createLine(drafts: readonly WordDraft[], toUpright: Affine, turn: Turn): Line {
  const words = drafts.map(({ text, box, confidence }): Word => ({ text, box: applyToBox(toUpright, box), confidence }));
  const weights = new Map<string, { font: Font; letters: number }>();
  for (const { font, letters } of drafts) {
    const key = `${font.name} ${font.size.toFixed(3)} ${font.bold} ${font.italic} ${font.color}`;
    const known = weights.get(key) ?? { font, letters: 0 };
    weights.set(key, { font: known.font, letters: known.letters + letters });
  }
  const { font } = [...weights.values()].sort((one, other) => other.letters - one.letters)[0]!;
  return { words, box: words.map(({ box }) => box).reduce(unionBox), turn, font };
}
