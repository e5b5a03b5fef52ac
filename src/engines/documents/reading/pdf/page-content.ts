/**
 * The content of a PDF page from the file itself: text, strokes, marks and images in the upright frame, and the regions that
 * OCR has to read.
 *
 * The text layer is used where it can be trusted: unmapped letters make it worthless, and invisible text, or text behind a
 * scan, is another program's OCR, which is repeated. Without OCR, both are better than nothing.
 */
import { applyToBox, apply, areaOf, contains, growBox, unionBox, overlapArea } from '../model/affine.ts';
import type { UprightFrame } from '../model/upright-frame.ts';
import { turnAngle, createFrame, nearestTurn } from '../model/upright-frame.ts';
import type { Box, Line, Page, GrayImage, Rule, SelectionMark, Turn } from '../model/page.ts';
import type { PdfPage } from './document.ts';
import type { Letter } from './characters.ts';
import { readLetters } from './characters.ts';
import { placeClusters } from './clusters.ts';
import { joinCombLetters } from './comb-fields.ts';
import type { DrawnObjects } from './objects.ts';
import { readDrawnObjects, readObjectBox } from './objects.ts';
import { filterMarkSized, findMarksInImage } from './image-marks.ts';
import type { MarkCandidate } from './image-marks.ts';
import { buildLines } from './words.ts';

export interface PdfPageContent {
  page: Page;
  /** The rendered upright frame, if something needs it; `scale` is pixels per inch. */
  image?: GrayImage;
  scale: number;
  /** What OCR has to read: everything, or some regions in inches of the upright frame. */
  unread: 'all' | readonly Box[];
  /** Whether the text layer determines the orientation. */
  upright: boolean;
}

export interface PageContentOptions {
  ocr: boolean;
  /** Always render the page. */
  rendered?: boolean;
  /** Always render the page, at this resolution. */
  renderDpi?: number;
}

const TURNS: readonly Turn[] = [0, 90, 180, 270];
const MAX_UNKNOWN_SHARE = 0.2;
const GIBBERISH = { words: 20, share: 0.2 };
/** An image that covers more of the page is a scan of it. */
const MIN_COVER_SHARE = 0.5;
const DPI = { min: 200, max: 300 };
const MAX_PIXELS = 16_000_000;
/** Smaller images are bullets and ornaments. */
const MIN_IMAGE_INCHES = { width: 0.4, height: 0.12 };
/** If the unread regions cover more of the page, it is read as a whole. */
const MAX_PARTIAL_SHARE = 0.6;
const MIN_OUTLINES = 30;
/** Number of letters that determine the orientation. */
const MIN_LETTERS_FOR_DIRECTION = 200;
const MAX_REGIONS = 200;
const MAX_IMAGES = 1000;
/** A larger image is the page's background or a scan of it, not a figure. */
const MAX_IMAGE_SHARE = 0.8;

export function readPageContent(page: PdfPage, number: number, options: PageContentOptions): PdfPageContent {
  const drawn = readDrawnObjects(page.pdf, page.handle, page.toPage, page.bounds);
  const placed = placeClusters(readLetters(page.pdf, page.handle, page.toPage), drawn.texts.keys(), (object) =>
    readObjectBox(page.pdf, object, page.toPage),
  );
  const letters = joinCombLetters(
    placed.filter(({ origin, space }) => space !== undefined || isInside(page.bounds, origin)),
    page.formFields.combs,
  );
  const trustedOrNone = options.ocr ? trustedLetters(letters, createCoverTest(page, drawn)) : letters;
  const trusted = trustedOrNone ?? [];
  const turn = mainTurn(trusted);
  const frame = createFrame(turn, page.width, page.height);
  const rules = drawn.rules.map(({ from, to, width }): Rule => ({
    from: apply(frame.fromPage, from.x, from.y),
    to: apply(frame.fromPage, to.x, to.y),
    width,
  }));
  const { lines: all, marks } = readText(trusted, page, frame, turn, rules);
  // A line with an unmapped letter is read by OCR, if available.
  const lines = options.ocr ? all.filter(isKnown) : all;
  const uncertain = options.ocr ? all.filter((line) => !isKnown(line)).map(({ box }) => growBox(box, 0.5 * (box.bottom - box.top))) : [];
  const imageBoxes = mergeTouching(largest(drawn.images.map(({ box }) => applyToBox(frame.fromPage, box)))).filter(isLarge);
  const candidates =
    trustedOrNone === undefined
      ? []
      : filterMarkSized(markCandidates(drawn).map(({ box, isImage }) => ({ box: applyToBox(frame.fromPage, box), isImage })));
  const read: Page = {
    number,
    width: page.width,
    height: page.height,
    unit: 'inch',
    angle: turnAngle(turn),
    toPage: frame.toPage,
    upright: { width: frame.width, height: frame.height },
    lines,
    rules,
    fills: drawn.fills.map((box) => applyToBox(frame.fromPage, box)),
    marks,
    imageBoxes: imageBoxes.filter((box) => areaOf(box) < MAX_IMAGE_SHARE * page.width * page.height),
    barcodes: [],
  };
  const unread =
    trustedOrNone === undefined ? 'all' : options.ocr ? findUnreadRegions(lines, [...imageBoxes, ...uncertain], drawn.outlines, frame) : [];
  const dpi =
    options.renderDpi ??
    (options.rendered || unread === 'all' || unread.length > 0 || imageBoxes.length > 0 ? chooseDpi(page, drawn) : undefined);
  if (dpi === undefined && candidates.length === 0) return { page: read, scale: 1, unread, upright: true };
  const scale = Math.min(dpi ?? DPI.min, Math.sqrt(MAX_PIXELS / (page.width * page.height)));
  const image = page.render(scale, quarterTurns(turn));
  const seen = findMarksInImage(candidates, image, scale, lines).filter(
    ({ box }) => !marks.some((mark) => overlapArea(mark.box, box) > 0.3 * areaOf(box)),
  );
  const marked: Page = { ...read, marks: [...marks, ...seen] };
  if (dpi === undefined) return { page: marked, scale: 1, unread, upright: true };
  return {
    page: marked,
    image,
    scale,
    unread,
    upright: trusted.filter(({ space }) => space === undefined).length >= MIN_LETTERS_FOR_DIRECTION,
  };
}

const isInside = (box: Box, { x, y }: { x: number; y: number }): boolean => contains(box, x, y);

const quarterTurns = (turn: Turn): 0 | 1 | 2 | 3 => ((4 - turn / 90) % 4) as 0 | 1 | 2 | 3;

const isKnown = ({ words }: Line): boolean => words.every(({ confidence }) => confidence === 1);

const markCandidates = ({ images, rings }: DrawnObjects): MarkCandidate[] => [
  ...images.map(({ box }) => ({ box, isImage: true })),
  ...rings.map((box) => ({ box, isImage: false })),
];

type IsCovered = (letter: Letter) => boolean;

/** Whether a letter is hidden by a large image: some OCR programs put their text behind the scan. */
function createCoverTest(page: PdfPage, { images, texts }: DrawnObjects): IsCovered {
  const covers = images.filter(({ box, opaque }) => opaque && areaOf(box) > MIN_COVER_SHARE * page.width * page.height);
  return ({ origin, style }) => covers.some(({ box, order }) => order > (texts.get(style.object) ?? Infinity) && isInside(box, origin));
}

/** The visible letters; undefined if too many of them are unmapped or gibberish. */
function trustedLetters(letters: readonly Letter[], isCovered: IsCovered): Letter[] | undefined {
  const seen = letters.filter((letter) => letter.space !== undefined || (!letter.style.hidden && !isCovered(letter)));
  const inked = seen.filter(({ space }) => space === undefined);
  return inked.filter(({ unknown }) => unknown).length > MAX_UNKNOWN_SHARE * inked.length || isGibberish(seen) ? undefined : seen;
}

/** Fonts with a custom encoding and no Unicode map yield wrong letters; then far too many words have no vowel. */
function isGibberish(letters: readonly Letter[]): boolean {
  const words =
    letters
      .map(({ text }) => text)
      .join('')
      .match(/[A-Za-z]{4,}/g) ?? [];
  return words.length >= GIBBERISH.words && words.filter((word) => !/[aeiouy]/i.test(word)).length > GIBBERISH.share * words.length;
}

/** The direction of most letters. */
function mainTurn(letters: readonly Letter[]): Turn {
  const counts = new Map<Turn, number>();
  for (const { space, style } of letters)
    if (space === undefined) counts.set(nearestTurn(style.angle), (counts.get(nearestTurn(style.angle)) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

function readText(
  letters: readonly Letter[],
  page: PdfPage,
  frame: UprightFrame,
  mainTurn: Turn,
  rules: readonly Rule[],
): { lines: Line[]; marks: SelectionMark[] } {
  const boxes = page.formFields.marks.map(({ box, ...mark }): SelectionMark => ({ ...mark, box: applyToBox(frame.fromPage, box) }));
  const byTurn = Map.groupBy(letters, ({ style }) => nearestTurn(style.angle));
  const all = TURNS.flatMap((turn) => {
    const group = byTurn.get(turn);
    if (group === undefined) return [];
    const own = createFrame(turn, page.width, page.height);
    const toUpright = createFrame(((turn - mainTurn + 360) % 360) as Turn, frame.width, frame.height).toPage;
    return [buildLines(group, own.fromPage, toUpright, ((turn - mainTurn + 360) % 360) as Turn, rules)];
  });
  // The tick drawn by a form field is not text.
  const isTick = (box: Box): boolean => boxes.some((mark) => overlapArea(mark.box, box) > 0.6 * areaOf(box));
  return {
    lines: all.flatMap(({ lines }) => lines).filter((line) => !(line.words.length === 1 && isTick(line.box))),
    marks: [...boxes, ...all.flatMap(({ marks }) => marks).filter(({ box }) => !isTick(box))],
  };
}

const isLarge = ({ left, top, right, bottom }: Box): boolean =>
  right - left >= MIN_IMAGE_INCHES.width && bottom - top >= MIN_IMAGE_INCHES.height;

function chooseDpi(page: PdfPage, { images }: DrawnObjects): number {
  const densities = images
    .filter(({ box }) => areaOf(box) > 0.25 * page.width * page.height)
    .map(({ box, pixels }) => Math.max(pixels.width, pixels.height) / Math.max(box.right - box.left, box.bottom - box.top));
  return Math.round(Math.min(DPI.max, Math.max(DPI.min, ...densities)));
}

const largest = (boxes: readonly Box[]): Box[] => [...boxes].sort((one, other) => areaOf(other) - areaOf(one)).slice(0, MAX_IMAGES);

/** Images, uncertain lines and outlined letters, which the text layer does not cover. */
function findUnreadRegions(lines: readonly Line[], seen: readonly Box[], outlines: readonly Box[], frame: UprightFrame): 'all' | Box[] {
  if (lines.length === 0) return seen.length + outlines.length > 0 ? 'all' : [];
  const letters = lines.reduce((sum, { words }) => sum + words.reduce((count, { text }) => count + text.length, 0), 0);
  const outlined = outlines.length >= Math.max(MIN_OUTLINES, 0.3 * letters) ? [applyToBox(frame.fromPage, outlines.reduce(unionBox))] : [];
  const regions = mergeTouching([...seen, ...outlined].slice(0, MAX_REGIONS));
  return regions.reduce((sum, box) => sum + areaOf(box), 0) > MAX_PARTIAL_SHARE * frame.width * frame.height ? 'all' : regions;
}

/** Merges touching boxes: scans are often split into strips. */
function mergeTouching(boxes: readonly Box[]): Box[] {
  const result: Box[] = [];
  for (const box of boxes) {
    let grown = box;
    for (let index = 0; index < result.length;) {
      const other = result[index]!;
      const { left, top, right, bottom } = growBox(grown, 0.05);
      const touches = other.left <= right && other.right >= left && other.top <= bottom && other.bottom >= top;
      if (!touches) {
        index += 1;
        continue;
      }
      grown = unionBox(grown, other);
      result.splice(index, 1);
      index = 0;
    }
    result.push(grown);
  }
  return result;
}
