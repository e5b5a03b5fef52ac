/** From a grey picture to the upright lines of its text. */
import { after, applyToBox, around, inverse } from '../model/affine.ts';
import type { Affine, Line, Picture, Turn } from '../model/page.ts';
import { evenLight } from '../images/illumination.ts';
import { quarterTurn, turned } from '../images/rotate.ts';
import { confidenceOf } from './recognition/confidence.ts';
import type { Detector } from './detection/detector.ts';
import type { ReadWord, Reading } from './recognition/fusion.ts';
import { surenessOf, textOf } from './recognition/fusion.ts';
import { handwrittenShare } from './line-images/handwriting.ts';
import { readLines } from './recognition/read-lines.ts';
import type { Engines, ReadLine } from './recognition/read-lines.ts';
import type { PictureRead, ReadOptions } from './reader.ts';
import type { Recogniser } from './recognition/recogniser.ts';
import type { Rectangle } from './detection/rectangle.ts';
import { moved } from './detection/rectangle.ts';
import { cutOut } from './line-images/strip.ts';
import type { Strip } from './line-images/strip.ts';
import { directionOf, exactDirection, isUpsideDown } from './orientation/orientation.ts';

/** Below this many degrees a page is left as it lies. */
const LEVEL = 0.15;
/** Beyond this many degrees lines are looked for again on the upright page. */
const STEEP = 10;
/** Text within so many degrees of a right angle to the rest runs along the side of the page. */
const ASIDE = 20;

export async function readImage(given: Picture, detector: Detector, engines: Engines, options: ReadOptions = {}): Promise<PictureRead> {
  const { upright, toUpright, angle, found } = await straightened(given, detector, engines.recogniser, options);
  const texts = await textLines(upright, found, engines);
  const lines = texts.flatMap((text) => lineOf(text, options.handwriting === true)).sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  return { lines, angle, upright, toGiven: inverse(toUpright) };
}

/** A page turned upright, with the lines that were found on it; `angle` as in `PictureRead`. */
export interface Straightened { upright: Picture; toUpright: Affine; angle: number; found: Rectangle[] }

export async function straightened(given: Picture, detector: Detector, recogniser: Recogniser, options: ReadOptions = {}): Promise<Straightened> {
  const even = evenLight(given);
  const found = await detector.find(even, options);
  const direction = options.upright === true || found.length === 0 ? 0 : exactDirection(even, directionOf(found));
  const tilt = Math.abs(direction) < LEVEL ? 0 : Math.abs(Math.abs(direction) - 90) < LEVEL ? Math.sign(direction) * 90 : direction;
  let { picture: upright, map: toUpright } = turned(even, -tilt);
  let angle = tilt;
  if (options.upright !== true && await isUpsideDown(upright, found.map((line) => moved(toUpright, line)).filter(isLevel), recogniser)) {
    const { picture, map } = turned(upright, 180);
    [upright, toUpright, angle] = [picture, after(map, toUpright), tilt > 0 ? tilt - 180 : tilt + 180];
  }
  // Lines that lie across are found less well than level ones.
  return { upright, toUpright, angle, found: Math.abs(angle) < STEEP ? found.map((line) => moved(toUpright, line)) : await detector.find(upright, options) };
}

/** A line less sure than this is no text: a logo, a stamp, dirt. */
const NOISE = 0.3;
/** A few letters that are so much lower than the lines of the page are a speck, unless they are as sure as this. */
const SPECK = { height: 0.5, letters: 3, sure: 0.8 };

const isLevel = ({ angle, length, height }: Rectangle): boolean => Math.abs(angle) < 90 - ASIDE || length < height * 2;

/** A line that is text, as read from its strip. */
export interface TextLine extends ReadLine { strip: Strip; turn: Turn }

/** What is text of the lines found on an upright page. */
export async function textLines(page: Picture, found: readonly Rectangle[], engines: Engines): Promise<TextLine[]> {
  const level = found.filter(isLevel).map((line) => Math.abs(line.angle) <= 45 ? line : { ...line, length: line.height, height: line.length, angle: line.angle - Math.sign(line.angle) * 90 });
  const strips = level.map((line) => cutOut(page, line));
  const read = await readLines(strips, engines);
  const usual = level.map(({ height }) => height).sort((a, b) => a - b)[Math.floor(level.length / 2)]!;
  const isSpeck = (reading: Reading, { height }: Rectangle): boolean => height < usual * SPECK.height && surenessOf(reading) < SPECK.sure && reading.reduce((sum, { signs }) => sum + signs.length, 0) <= SPECK.letters;
  const lines = read.map((line, i): TextLine => ({ ...line, strip: strips[i]!, turn: 0 })).filter(({ reading }, i) => !isSpeck(reading, level[i]!));
  const aside = await Promise.all(found.filter((line) => !isLevel(line)).map(async (line) => await alongTheSide(page, line, engines)));
  return [...lines, ...aside].filter(({ reading }) => surenessOf(reading) >= NOISE);
}

/** A line that runs up or down the page is read both ways; the surer reading is right. */
async function alongTheSide(page: Picture, line: Rectangle, engines: Engines): Promise<TextLine> {
  const strip = cutOut(page, line);
  const turn: Turn = line.angle > 0 ? 90 : 270;
  const flipped: Strip = { picture: quarterTurn(strip.picture, 180), map: after(strip.map, { a: -1, b: 0, c: 0, d: -1, e: strip.picture.width, f: strip.picture.height }) };
  const [down, up] = await readLines([strip, flipped], { ...engines, tesseract: undefined });
  return surenessOf(down!.reading) >= surenessOf(up!.reading) ? { ...down!, strip, turn } : { ...up!, strip: flipped, turn: turn === 90 ? 270 : 90 };
}

/** Signs at the ends of a line that are rules of a table, not text. */
function withoutRules(reading: Reading): Reading {
  const isRule = (word: ReadWord | undefined): boolean => word !== undefined && /^[|¦_]+$/.test(textOf(word));
  return reading.slice(isRule(reading[0]) ? 1 : 0, reading.length - (reading.length > 1 && isRule(reading.at(-1)) ? 1 : 0));
}

function lineOf({ reading, by, strip: { picture, map }, turn }: TextLine, handwriting: boolean): Line[] {
  const words = withoutRules(reading).map((word) => ({
    text: textOf(word), confidence: confidenceOf(by, word.probability),
    box: applyToBox(map, { left: word.signs[0]!.left, right: word.signs.at(-1)!.right, top: 0, bottom: picture.height }),
  }));
  if (words.length === 0) return [];
  const byHand = handwriting && turn === 0 ? handwrittenShare(picture, surenessOf(reading)) : undefined;
  return [{ words, box: words.map((word) => word.box).reduce(around), turn, ...byHand !== undefined && { handwritten: byHand } }];
}
