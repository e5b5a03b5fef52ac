/**
 * A page of a PDF as far as the file itself tells: its text, strokes, marks and pictures in the upright frame, and what
 * of it remains to be read from its picture.
 *
 * The text layer counts where it can be believed: letters that stand for nothing known make it worthless, and text
 * drawn without ink, or behind a scan, is another program's reading, which is done again. Where OCR is not to be had,
 * both are better than nothing.
 */
import { applyToBox, apply, areaOf, around, overlapOf } from '../model/affine.ts';
import type { Frame } from '../model/upright-frame.ts';
import { angleOf, frameOf, nearestTurn } from '../model/upright-frame.ts';
import type { Box, Line, Page, Picture, Rule, SelectionMark, Turn } from '../model/page.ts';
import type { PdfPage } from './document.ts';
import type { Letter } from './characters.ts';
import { lettersOf } from './characters.ts';
import type { Drawn } from './objects.ts';
import { drawnOn } from './objects.ts';
import { likeMarks, marksIn } from './image-marks.ts';
import type { MaybeMark } from './image-marks.ts';
import { written } from './words.ts';

export interface Sheet {
  page: Page;
  /** Of the upright frame, where something of the page has to be seen; `scale` pixels make an inch. */
  picture?: Picture;
  scale: number;
  /** What OCR is to read: all of it, or some parts (in inches of the upright frame). */
  unread: 'all' | readonly Box[];
  /** The text layer says which way is up. */
  upright: boolean;
}

export interface SheetOptions {
  ocr: boolean;
  /** The picture is wanted in any case. */
  drawn?: boolean;
  /** The picture is wanted in any case, with so many pixels to the inch. */
  pictureDpi?: number;
}

const TURNS: readonly Turn[] = [0, 90, 180, 270];
const UNKNOWN_SHARE = 0.2;
const GIBBERISH = { words: 20, share: 0.2 };
/** The part of a page from which on a picture counts as a scan of it. */
const COVER = 0.5;
const DPI = { least: 200, most: 300 };
const MOST_PIXELS = 16_000_000;
/** Pictures that are smaller than this, in inches, are bullets and ornaments. */
const PICTURE = { width: 0.4, height: 0.12 };
/** A part of the page from which on it is read as a whole. */
const WHOLE = 0.6;
const OUTLINES = 30;
/** So many letters tell which way is up. */
const TELLING = 200;
const MOST_REGIONS = 200;
const MOST_PICTURES = 1000;
/** A picture of about the size of the page is its ground, or the scan of it, not a picture on it. */
const GROUND = 0.8;

export function sheetOf(page: PdfPage, number: number, options: SheetOptions): Sheet {
  const letters = lettersOf(page.pdf, page.handle, page.toPage).filter(({ origin, space }) => space !== undefined || isOn(page.bounds, origin));
  const drawn = drawnOn(page.pdf, page.handle, page.toPage, page.bounds);
  const believed = options.ocr ? believedLetters(letters, coversOf(page, drawn)) : letters;
  const trusted = believed ?? [];
  const turn = mainTurn(trusted);
  const frame = frameOf(turn, page.width, page.height);
  const rules = drawn.rules.map(({ from, to, width }): Rule => ({ from: apply(frame.fromPage, from.x, from.y), to: apply(frame.fromPage, to.x, to.y), width }));
  const { lines: all, marks } = textOf(trusted, page, frame, turn, rules);
  // A line with a letter that stands for nothing known is read from the picture, where that can be done.
  const [lines, doubtful] = options.ocr ? [all.filter(isKnown), all.filter((line) => !isKnown(line)).map(({ box }) => box)] : [all, []];
  const pictures = merged(largest(drawn.pictures.map(({ box }) => applyToBox(frame.fromPage, box)))).filter(isLarge);
  const maybeMarks = believed === undefined ? [] : likeMarks(maybeMarksOf(drawn).map(({ box, isPicture }) => ({ box: applyToBox(frame.fromPage, box), isPicture })));
  const read: Page = {
    number, width: page.width, height: page.height, unit: 'inch', angle: angleOf(turn), toPage: frame.toPage, upright: { width: frame.width, height: frame.height },
    lines, rules, marks, pictures: pictures.filter((box) => areaOf(box) < GROUND * page.width * page.height), barcodes: [],
  };
  const unread = believed === undefined ? 'all' : options.ocr ? unreadOf(lines, [...pictures, ...doubtful], drawn.outlines, frame) : [];
  const dpi = options.pictureDpi ?? (options.drawn || unread === 'all' || unread.length > 0 || pictures.length > 0 ? dpiOf(page, drawn) : undefined);
  if (dpi === undefined && maybeMarks.length === 0) return { page: read, scale: 1, unread, upright: true };
  const scale = Math.min(dpi ?? DPI.least, Math.sqrt(MOST_PIXELS / (page.width * page.height)));
  const picture = page.render(scale, quarters(turn));
  const seen = marksIn(maybeMarks, picture, scale, lines).filter(({ box }) => !marks.some((mark) => overlapOf(mark.box, box) > 0.3 * areaOf(box)));
  const marked: Page = { ...read, marks: [...marks, ...seen] };
  if (dpi === undefined) return { page: marked, scale: 1, unread, upright: true };
  return { page: marked, picture, scale, unread, upright: trusted.filter(({ space }) => space === undefined).length >= TELLING };
}

const isOn = ({ left, top, right, bottom }: Box, { x, y }: { x: number; y: number }): boolean => x >= left && x <= right && y >= top && y <= bottom;

const quarters = (turn: Turn): 0 | 1 | 2 | 3 => ((4 - turn / 90) % 4) as 0 | 1 | 2 | 3;

const isKnown = ({ words }: Line): boolean => words.every(({ confidence }) => confidence === 1);

const maybeMarksOf = ({ pictures, rings }: Drawn): MaybeMark[] => [...pictures.map(({ box }) => ({ box, isPicture: true })), ...rings.map((box) => ({ box, isPicture: false }))];

type IsCovered = (letter: Letter) => boolean;

/** Whether a letter lies under a large picture that is drawn over it: some programs put what they read behind the scan. */
function coversOf(page: PdfPage, { pictures, texts }: Drawn): IsCovered {
  const covers = pictures.filter(({ box, opaque }) => opaque && areaOf(box) > COVER * page.width * page.height);
  return ({ origin, style }) => covers.some(({ box, order }) => order > (texts.get(style.object) ?? Infinity) && isOn(box, origin));
}

/** The letters that are there to be seen; nothing where they do not tell what they stand for. */
function believedLetters(letters: readonly Letter[], isCovered: IsCovered): Letter[] | undefined {
  const seen = letters.filter((letter) => letter.space !== undefined || (!letter.style.hidden && !isCovered(letter)));
  const inked = seen.filter(({ space }) => space === undefined);
  return inked.filter(({ unknown }) => unknown).length > UNKNOWN_SHARE * inked.length || isGibberish(seen) ? undefined : seen;
}

/** Fonts with a numbering of their own and no key to it come out as other letters; then far too many words have no vowel. */
function isGibberish(letters: readonly Letter[]): boolean {
  const words = letters.map(({ text }) => text).join('').match(/[A-Za-z]{4,}/g) ?? [];
  return words.length >= GIBBERISH.words && words.filter((word) => !/[aeiouy]/i.test(word)).length > GIBBERISH.share * words.length;
}

/** The direction that most letters run in. */
function mainTurn(letters: readonly Letter[]): Turn {
  const counts = new Map<Turn, number>();
  for (const { space, style } of letters) if (space === undefined) counts.set(nearestTurn(style.angle), (counts.get(nearestTurn(style.angle)) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

function textOf(letters: readonly Letter[], page: PdfPage, frame: Frame, mainTurn: Turn, rules: readonly Rule[]): { lines: Line[]; marks: SelectionMark[] } {
  const boxes = page.widgets.marks.map(({ box, ...mark }): SelectionMark => ({ ...mark, box: applyToBox(frame.fromPage, box) }));
  const byTurn = Map.groupBy(letters, ({ style }) => nearestTurn(style.angle));
  const all = TURNS.flatMap((turn) => {
    const group = byTurn.get(turn);
    if (group === undefined) return [];
    const own = frameOf(turn, page.width, page.height);
    const toUpright = frameOf(((turn - mainTurn + 360) % 360) as Turn, frame.width, frame.height).toPage;
    return [written(group, own.fromPage, toUpright, ((turn - mainTurn + 360) % 360) as Turn, rules)];
  });
  // The tick in a field's own drawing is not text.
  const isTick = (box: Box): boolean => boxes.some((mark) => overlapOf(mark.box, box) > 0.6 * areaOf(box));
  return {
    lines: all.flatMap(({ lines }) => lines).filter((line) => !(line.words.length === 1 && isTick(line.box))),
    marks: [...boxes, ...all.flatMap(({ marks }) => marks).filter(({ box }) => !isTick(box))],
  };
}

const isLarge = ({ left, top, right, bottom }: Box): boolean => right - left >= PICTURE.width && bottom - top >= PICTURE.height;

function dpiOf(page: PdfPage, { pictures }: Drawn): number {
  const fine = pictures.filter(({ box }) => areaOf(box) > 0.25 * page.width * page.height).map(({ box, pixels }) => Math.max(pixels.width, pixels.height) / Math.max(box.right - box.left, box.bottom - box.top));
  return Math.round(Math.min(DPI.most, Math.max(DPI.least, ...fine)));
}

const largest = (boxes: readonly Box[]): Box[] => [...boxes].sort((one, other) => areaOf(other) - areaOf(one)).slice(0, MOST_PICTURES);

/** Pictures, doubtful lines and outlined letters: what the text layer says nothing of. */
function unreadOf(lines: readonly Line[], seen: readonly Box[], outlines: readonly Box[], frame: Frame): 'all' | Box[] {
  if (lines.length === 0) return seen.length + outlines.length > 0 ? 'all' : [];
  const letters = lines.reduce((sum, { words }) => sum + words.reduce((count, { text }) => count + text.length, 0), 0);
  const outlined = outlines.length >= Math.max(OUTLINES, 0.3 * letters) ? [applyToBox(frame.fromPage, outlines.reduce(around))] : [];
  const regions = merged([...seen, ...outlined].slice(0, MOST_REGIONS));
  return regions.reduce((sum, box) => sum + areaOf(box), 0) > WHOLE * frame.width * frame.height ? 'all' : regions;
}

/** Boxes that touch are one: scans often come in strips. */
function merged(boxes: readonly Box[]): Box[] {
  const result: Box[] = [];
  for (const box of boxes) {
    let grown = box;
    for (let index = 0; index < result.length;) {
      const other = result[index]!;
      const touches = other.left <= grown.right + 0.05 && other.right >= grown.left - 0.05 && other.top <= grown.bottom + 0.05 && other.bottom >= grown.top - 0.05;
      if (!touches) {
        index += 1;
        continue;
      }
      grown = around(grown, other);
      result.splice(index, 1);
      index = 0;
    }
    result.push(grown);
  }
  return result;
}
