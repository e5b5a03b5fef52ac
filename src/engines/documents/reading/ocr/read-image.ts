/** Reads a gray image into upright lines of text. */
import { IDENTITY, apply, compose, applyToBox, unionBox, inverse } from '../model/affine.ts';
import { bendBox } from '../model/bend.ts';
import type { PageTransform, Affine, Line, GrayImage, Turn } from '../model/page.ts';
import { flattenIllumination } from '../images/illumination.ts';
import { rotateQuarter, rotateImage } from '../images/rotate.ts';
import type { Detector } from './detection/detector.ts';
import type { DetectedLine } from './detection/line-maps.ts';
import { markProbability } from './detection/mark-map.ts';
import type { ReadWord, Reading } from './recognition/readings.ts';
import { extentOf, lettersOf, wordText } from './recognition/readings.ts';
import { certaintyLogit, handwritingProbability } from './line-images/handwriting.ts';
import type { ReadLine } from './recognition/line-pieces.ts';
import { readLines } from './recognition/read-lines.ts';
import type { Engines } from './recognition/read-lines.ts';
import type { OcrResult, ReadOptions } from './reader.ts';
import type { Recognizer } from './recognition/recognizer.ts';
import type { Rectangle } from './detection/rectangle.ts';
import { transformRectangle } from './detection/rectangle.ts';
import { cutLooseStrip, cutStrip } from './line-images/strip.ts';
import type { Strip } from './line-images/strip.ts';
import { findBend, flattenImage, flattenLine } from './orientation/flatten-page.ts';
import { estimateDirection, refineDirection, isUpsideDown } from './orientation/orientation.ts';

/** Degrees below which a page is not rotated. */
const MIN_TILT = 0.15;
/** Degrees above which lines are detected again on the upright page. */
const MAX_TILT = 10;
/** Text within this many degrees of perpendicular runs along the side of the page. */
const SIDEWAYS_TOLERANCE = 20;

export async function readImage(original: GrayImage, detector: Detector, engines: Engines, options: ReadOptions = {}): Promise<OcrResult> {
  const { upright, toOriginal, angle, found, markProbability } = await straightenPage(original, detector, engines.recognizer, options);
  const texts = await readTextLines(upright, found, engines);
  const certainty = options.handwriting === true ? printCertaintyLogit(texts) : undefined;
  const lines = texts.flatMap((text) => toLine(text, certainty)).sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  return { lines, angle, upright, toOriginal, markProbability };
}

/** A page rotated upright, with its detected lines; `angle` as in `OcrResult`. */
export interface StraightenedPage {
  upright: GrayImage;
  toOriginal: PageTransform;
  angle: number;
  found: Rectangle[];
  markProbability: OcrResult['markProbability'];
}

export async function straightenPage(
  original: GrayImage,
  detector: Detector,
  recognizer: Recognizer,
  options: ReadOptions = {},
): Promise<StraightenedPage> {
  const even = flattenIllumination(original);
  let detection = await detector.find(even, options);
  const direction =
    options.upright === true || detection.lines.length === 0 ? 0 : refineDirection(even, estimateDirection(detection.lines));
  const tilt = Math.abs(direction) < MIN_TILT ? 0 : Math.abs(Math.abs(direction) - 90) < MIN_TILT ? Math.sign(direction) * 90 : direction;
  let { image: upright, map: toUpright } = rotateImage(even, -tilt);
  let [angle, fromDetected] = [tilt, toUpright];
  if (Math.abs(tilt) >= MAX_TILT) {
    // Level lines are detected better than steep ones.
    detection = await detector.find(upright, options);
    fromDetected = IDENTITY;
  }
  const level = detection.lines.map((line) => transformLine(fromDetected, line));
  if (options.upright !== true && (await isUpsideDown(upright, level.filter(isLevel), recognizer))) {
    const { image, map } = rotateImage(upright, 180);
    [upright, toUpright, fromDetected] = [image, compose(map, toUpright), compose(map, fromDetected)];
    angle = tilt > 0 ? tilt - 180 : tilt + 180;
  }
  const [lines, toDetected] = [detection.lines.map((line) => transformLine(fromDetected, line)), inverse(fromDetected)];
  const bend = options.photograph === true ? findBend(lines, upright.height) : undefined;
  return {
    upright: bend === undefined ? upright : flattenImage(upright, bend),
    toOriginal: { ...inverse(toUpright), ...(bend && { bend }) },
    angle,
    found: bend === undefined ? lines : lines.map((line) => flattenLine(line, bend)),
    markProbability: (box) => markProbability(detection.marks, applyToBox(toDetected, bend === undefined ? box : bendBox(bend, box))),
  };
}

const transformLine = (map: Affine, line: DetectedLine): DetectedLine => ({
  ...line,
  ...transformRectangle(map, line),
  middle: line.middle.map(({ x, y }) => apply(map, x, y)),
});

/** A less certain line is not text: a logo, a stamp, dirt. */
const MIN_CERTAINTY = 0.6;
/** A few letters much lower than the lines of the page are a speck, unless they are this certain. */
const SPECK = { height: 0.5, letters: 3, sure: 0.8 };

const isLevel = ({ angle, length, height }: Rectangle): boolean => Math.abs(angle) < 90 - SIDEWAYS_TOLERANCE || length < height * 2;

/** A line of text with the strip it was read from. */
interface TextLine extends ReadLine {
  strip: Strip;
  turn: Turn;
}

/** Reads the lines detected on an upright page, and keeps those that are text. */
async function readTextLines(page: GrayImage, found: readonly Rectangle[], engines: Engines): Promise<TextLine[]> {
  const level = found
    .filter(isLevel)
    .map((line) =>
      Math.abs(line.angle) <= 45
        ? line
        : { ...line, length: line.height, height: line.length, angle: line.angle - Math.sign(line.angle) * 90 },
    );
  const strips = level.map((line) => cutStrip(page, line));
  const read = await readLines(strips, engines, {
    line: (line) => cutStrip(page, line),
    loose: (line) => cutLooseStrip(page, level[line]!),
  });
  const typicalHeight = level.map(({ height }) => height).sort((a, b) => a - b)[Math.floor(level.length / 2)]!;
  const isSpeck = ({ reading, certainty }: ReadLine, { height }: Rectangle): boolean =>
    height < typicalHeight * SPECK.height && certainty < SPECK.sure && lettersOf(reading) <= SPECK.letters;
  const lines = read.map((line, i): TextLine => ({ ...line, strip: strips[i]!, turn: 0 })).filter((line, i) => !isSpeck(line, level[i]!));
  // One after another: a reader of another script is closed when the next one opens.
  const sideways: TextLine[] = [];
  for (const line of found) if (!isLevel(line)) sideways.push(await readSidewaysLine(page, line, engines));
  return [...lines, ...sideways].filter(({ certainty }) => certainty >= MIN_CERTAINTY);
}

/** Reads a line along the side of the page in both directions and keeps the more certain reading. */
async function readSidewaysLine(page: GrayImage, line: Rectangle, engines: Engines): Promise<TextLine> {
  const strip = cutStrip(page, line);
  const turn: Turn = line.angle > 0 ? 90 : 270;
  const flipped: Strip = {
    image: rotateQuarter(strip.image, 180),
    map: compose(strip.map, { a: -1, b: 0, c: 0, d: -1, e: strip.image.width, f: strip.image.height }),
  };
  const [down, up] = await readLines([strip, flipped], engines);
  return down!.certainty >= up!.certainty ? { ...down!, strip, turn } : { ...up!, strip: flipped, turn: turn === 90 ? 270 : 90 };
}

/** Removes characters at the ends of a line that are rules of a table. */
function removeRuleCharacters(reading: Reading): Reading {
  const isRule = (word: ReadWord | undefined): boolean => word !== undefined && /^[|¦_]+$/.test(wordText(word));
  return reading.slice(isRule(reading[0]) ? 1 : 0, reading.length - (reading.length > 1 && isRule(reading.at(-1)) ? 1 : 0));
}

/** Of the recognizer of print, over all letters of a page. */
function printCertaintyLogit(lines: readonly ReadLine[]): number {
  const letters = lines.reduce((sum, { reading }) => sum + lettersOf(reading), 0);
  const weigh = ({ reading, certainty, printCertainty = certainty }: ReadLine): number =>
    certaintyLogit(printCertainty) * lettersOf(reading);
  return lines.reduce((sum, line) => sum + weigh(line), 0) / Math.max(1, letters);
}

/** `page` is the mean certainty of the page, if handwriting is of interest. */
function toLine({ reading, certainty, printCertainty, strip: { image, map }, turn }: TextLine, page: number | undefined): Line[] {
  const words = removeRuleCharacters(reading).map((word) => ({
    text: wordText(word),
    confidence: word.probability,
    box: applyToBox(map, { ...extentOf(word), top: 0, bottom: image.height }),
  }));
  if (words.length === 0) return [];
  const handwritten = page !== undefined && turn === 0 ? handwritingProbability(image, printCertainty ?? certainty, page) : undefined;
  return [{ words, box: words.map((word) => word.box).reduce(unionBox), turn, ...(handwritten !== undefined && { handwritten }) }];
}
