/**
 * Fits the handwriting model (ocr/line-images/handwriting.ts) on lines in fonts of a folder, with jittered words for
 * handwriting fonts, all degraded like scans. Prints the weights, and the accuracy on font families left out of the fit. File
 * names of fonts start with their family; lab/training/recognizer collects them.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { Random } from '../../../src/engines/shared/random.ts';
import { handwritingProbability, measureHandwriting } from '../../../src/engines/documents/reading/ocr/line-images/handwriting.ts';
import { createDetector } from '../../../src/engines/documents/reading/ocr/detection/detector.ts';
import { meanProbability } from '../../../src/engines/documents/reading/ocr/recognition/readings.ts';
import { recognizeStrips } from '../../../src/engines/documents/reading/ocr/recognition/read-lines.ts';
import { openNetworkFile } from '../../../src/engines/bindings/onnx-session.ts';
import type { Recognizer } from '../../../src/engines/documents/reading/ocr/recognition/recognizer.ts';
import { createRecognizer } from '../../../src/engines/documents/reading/ocr/recognition/recognizer.ts';
import { cutStrip } from '../../../src/engines/documents/reading/ocr/line-images/strip.ts';
import { shippedDetector, shippedRecognizer } from '../../../src/engines/loaders/reading/ocr-weights.ts';
import type { GrayImage } from '../../../src/engines/documents/reading/model/page.ts';
import { combine, blur, renderPdf, jpeg, noise, shrink } from './degrade.ts';
import type { Settings } from './settings.ts';
import { KINDS, createPage, WORDS } from './pages.ts';
import { printHeader, printRow } from './table.ts';

const FONTS = fileURLToPath(new URL('../../training/recognizer/data/fonts', import.meta.url));
const HANDWRITING_FONTS = /^(caveat|gochi-hand|indie-flower|kalam|patrick-hand|shadows-into-light)/;
/** Families left out of the fit. */
const HELD_OUT = /^(indie-flower|kalam|lato|courier-prime|ibm-plex|roboto|merriweather|pt-)/;
const LINES = 500;
const DEGRADED = combine(shrink(0.55), blur(0.7), noise(20), jpeg(35));
/** Names of web font files: family, script, weight, style. */
const WOFF_NAME = /^(.+?)(?:-latin)?-400-normal\.woff$/;

interface Example {
  measures: number[];
  hand: boolean;
  heldOut: boolean;
  now: number;
}

export async function fitHandwriting(_settings: Settings): Promise<void> {
  if (!existsSync(FONTS)) {
    console.log(`No fonts in ${FONTS}: skipped.`);
    return;
  }
  const { file, settings } = await shippedRecognizer();
  const recognizer = createRecognizer(await openNetworkFile(file), settings);
  const folder = mkdtempSync(join(tmpdir(), 'perennial-fonts-'));
  const fonts = readdirSync(FONTS)
    .filter((name) => WOFF_NAME.test(name))
    .sort();
  for (const name of fonts) writeFileSync(join(folder, name), unpackWoff(readFileSync(join(FONTS, name))));
  const [hands, prints] = [fonts.filter((name) => HANDWRITING_FONTS.test(name)), fonts.filter((name) => !HANDWRITING_FONTS.test(name))];
  const random = new Random(4242);
  const examples: Example[] = [];
  for (let i = 0; i < LINES; i++) {
    const hand = i % 2 === 0;
    const from = hand ? hands : prints;
    const font = from[Math.floor(random.next() * from.length)]!;
    const strip = await drawLine(join(folder, font), WOFF_NAME.exec(font)![1]!.replaceAll('-', ' '), hand, random);
    if (strip === undefined) continue;
    const [reading] = await recognizeStrips([strip], { recognizer, name: 'own' });
    const probability = meanProbability(reading!.reading);
    const measures = measureHandwriting(strip.image, probability);
    if (measures !== undefined)
      examples.push({ measures, hand, heldOut: HELD_OUT.test(font), now: handwritingProbability(strip.image, probability)! });
  }
  examples.push(...(await printedLines(recognizer)));
  await recognizer.close();
  rmSync(folder, { recursive: true });
  const [fit, rest] = [examples.filter(({ heldOut }) => !heldOut), examples.filter(({ heldOut }) => heldOut)];
  const weights = fitWeights(fit);
  printHeader('Handwriting', ['lines', 'accuracy', 'handwriting', 'print']);
  const says = (share: (one: Example) => number, of: readonly Example[]): number[] =>
    [of, of.filter(({ hand }) => hand), of.filter(({ hand }) => !hand)].map(
      (some) => some.filter((one) => share(one) > 0.5 === one.hand).length / Math.max(1, some.length),
    );
  printRow('fitted families', [String(fit.length), ...says((one) => shareOf(weights, one.measures), fit)]);
  printRow('held-out families', [String(rest.length), ...says((one) => shareOf(weights, one.measures), rest)]);
  printRow('held-out families, current code', [String(rest.length), ...says(({ now }) => now, rest)]);
  console.log(`weights: ${weights.map((weight) => weight.toFixed(2)).join(', ')}`);
}

/** Detected lines of synthetic pages, clean and degraded: print, which is far more common than handwriting. */
async function printedLines(recognizer: Recognizer): Promise<Example[]> {
  const detector = createDetector(await openNetworkFile(shippedDetector()));
  const examples: Example[] = [];
  for (const [i, kind] of [...KINDS, ...KINDS].entries()) {
    const shot = await renderPdf((await createPage(kind, 300 + i)).pdf, 200);
    const { image } = i < KINDS.length ? shot : await DEGRADED(shot, i);
    const strips = (await detector.find(image)).lines.filter((_, line) => line % 2 === 0).map((line) => cutStrip(image, line));
    const readings = await recognizeStrips(strips, { recognizer, name: 'own' });
    strips.forEach((strip, line) => {
      const probability = meanProbability(readings[line]!.reading);
      const measures = measureHandwriting(strip.image, probability);
      if (measures !== undefined)
        examples.push({ measures, hand: false, heldOut: line % 4 === 0, now: handwritingProbability(strip.image, probability)! });
    });
  }
  await detector.close();
  return examples;
}

/** Unpacks a WOFF 1.0 font to TrueType. */
function unpackWoff(packed: Buffer): Buffer {
  const count = packed.readUInt16BE(12);
  const directory = Buffer.alloc(12 + count * 16);
  packed.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let at = directory.length;
  for (let i = 0; i < count; i++) {
    const [entry, own] = [44 + i * 20, 12 + i * 16];
    const [offset, length, whole] = [packed.readUInt32BE(entry + 4), packed.readUInt32BE(entry + 8), packed.readUInt32BE(entry + 12)];
    const stored = packed.subarray(offset, offset + length);
    const table = length < whole ? inflateSync(stored) : stored;
    packed.copy(directory, own, entry, entry + 4);
    packed.copy(directory, own + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(at, own + 8);
    directory.writeUInt32BE(whole, own + 12);
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    tables.push(padded);
    at += padded.length;
  }
  return Buffer.concat([directory, ...tables]);
}

/** A line of words drawn one by one; handwritten words vary in height, angle and size. */
async function drawLine(
  fontfile: string,
  font: string,
  hand: boolean,
  random: Random,
): Promise<{ image: GrayImage; map: { a: number; b: number; c: number; d: number; e: number; f: number } } | undefined> {
  const size = 18 + random.next() * 14;
  const count = 2 + Math.floor(random.next() * 4);
  const texts = Array.from({ length: count }, () =>
    random.next() < 0.8 ? WORDS[Math.floor(random.next() * WORDS.length)]! : `${Math.floor(random.next() * 9000)}`,
  );
  if (random.next() < 0.5) texts[0] = texts[0]![0]!.toUpperCase() + texts[0]!.slice(1);
  const height = Math.round(size * 3);
  const layers: { input: Buffer; left: number; top: number }[] = [];
  let x = 10;
  // Printed text is drawn as a whole so that its words share a baseline; handwritten words are drawn separately.
  for (const text of hand ? texts : [texts.join(' ')]) {
    const scale = hand ? 0.9 + random.next() * 0.2 : 1;
    const word = sharp({
      text: { text: `<span foreground="black">${text}</span>`, fontfile, font, rgba: true, dpi: Math.round((72 * size * scale) / 12) },
    });
    const input = await word
      .rotate(hand ? (random.next() - 0.5) * 6 : 0, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer();
    const { width = 0, height: tall = 0 } = await sharp(input).metadata();
    if (tall >= height) return undefined;
    layers.push({
      input,
      left: Math.round(x),
      top: Math.max(0, Math.round(height * 0.6 - tall / 2 + (hand ? (random.next() - 0.5) * size * 0.25 : 0) - size * 0.3)),
    });
    x += width + size * (hand ? 0.25 + random.next() * 0.4 : 0.3);
  }
  const width = Math.round(x + 10);
  let made = sharp(
    await sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .composite(layers)
      .png()
      .toBuffer(),
  ).toColourspace('b-w');
  if (random.next() < 0.4) made = made.blur(0.4 + random.next());
  if (random.next() < 0.4) made = sharp(await made.jpeg({ quality: 30 + Math.floor(random.next() * 50) }).toBuffer()).toColourspace('b-w');
  const { data, info } = await made.raw().toBuffer({ resolveWithObject: true });
  const noisy = random.next() < 0.4 ? 20 : 4;
  const page = {
    width: info.width,
    height: info.height,
    data: Uint8Array.from(data, (value) => Math.min(255, Math.max(0, value + (random.next() - 0.5) * noisy))),
  };
  return cutStrip(page, { x: width / 2, y: height * 0.55, length: width - 12, height: height * 0.85, angle: 0 });
}

function shareOf(weights: readonly number[], measures: readonly number[]): number {
  return 1 / (1 + Math.exp(-measures.reduce((sum, value, i) => sum + value * weights[i]!, weights[measures.length]!)));
}

/** Logistic regression by gradient descent with weak L2 regularization. */
function fitWeights(examples: readonly Example[]): number[] {
  const weights = new Array<number>(examples[0]!.measures.length + 1).fill(0);
  for (let round = 0; round < 20_000; round++) {
    const slopes = new Array<number>(weights.length).fill(0);
    for (const { measures, hand } of examples) {
      const error = (hand ? 1 : 0) - shareOf(weights, measures);
      measures.forEach((value, i) => {
        slopes[i]! += error * value;
      });
      slopes[measures.length]! += error;
    }
    slopes.forEach((slope, i) => {
      weights[i]! += 2 * (slope / examples.length - 0.0005 * (i < weights.length - 1 ? weights[i]! : 0));
    });
  }
  return weights;
}
