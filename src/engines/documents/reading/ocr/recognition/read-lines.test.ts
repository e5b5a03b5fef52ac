import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GrayImage } from '../../model/page.ts';
import { decodeGreedy } from './ctc.ts';
import type { Letter } from './ctc.ts';
import { wordText } from './readings.ts';
import { readLines } from './read-lines.ts';
import type { Recognizer } from './recognizer.ts';
import { createRecognizer } from './recognizer.ts';
import { cutStrip, splitStrip } from '../line-images/strip.ts';
import { splitWords } from './word-boxes.ts';

const paper = (width: number, height: number): GrayImage => ({ width, height, data: new Uint8Array(width * height).fill(255) });

function ink(image: GrayImage, left: number, top: number, right: number, bottom: number): void {
  for (let y = top; y < bottom; y++) image.data.fill(0, y * image.width + left, y * image.width + right);
}

test('decodes steps: merges repeats, keeps a letter twice across a blank', () => {
  const classes = [1, 1, 0, 1, 2, 2, 0];
  const scores = Float32Array.from(classes.flatMap((best) => [0, 1, 2].map((one) => (one === best ? 0.9 : 0.05))));
  const letters = decodeGreedy(scores, 7, 3, ['a', 'b'], true);
  assert.deepEqual(
    letters.map(({ text, from, to }) => [text, from, to]),
    [
      ['a', 0, 1],
      ['a', 3, 3],
      ['b', 4, 5],
    ],
  );
  assert.ok(letters.every(({ probability }) => Math.abs(probability - 0.9) < 1e-6));
  const [sure] = decodeGreedy(Float32Array.of(0, Math.log(3)), 1, 2, ['x'], false);
  assert.ok(Math.abs(sure!.probability - 0.75) < 1e-6, 'scores that are no probabilities go through a softmax');
});

test('crops a strip to its ink', () => {
  const page = paper(200, 100);
  ink(page, 40, 42, 150, 58);
  const { image, map } = cutStrip(page, { x: 95, y: 50, length: 125, height: 36, angle: 0 });
  assert.ok(image.height >= 18 && image.height <= 22);
  assert.deepEqual([map.f <= 42, map.f >= 39], [true, true]);
});

test('cuts a slanted line out level', () => {
  const page = paper(300, 200);
  for (let x = 50; x < 250; x++) ink(page, x, Math.round(60 + (x - 50) * Math.tan(0.2)), x + 1, Math.round(76 + (x - 50) * Math.tan(0.2)));
  const { image } = cutStrip(page, {
    x: 150,
    y: 68 + 100 * Math.tan(0.2),
    length: 200 / Math.cos(0.2),
    height: 34,
    angle: (0.2 * 180) / Math.PI,
  });
  assert.ok(image.height <= 22, `${image.height} rows`);
});

test('splits a long strip in its widest gap', () => {
  const strip = paper(400, 20);
  for (let x = 0; x < 400; x += 10) ink(strip, x, 4, x + 6, 16);
  for (let y = 0; y < 20; y++) strip.data.fill(255, y * 400 + 170, y * 400 + 190);
  assert.deepEqual(splitStrip(strip, 500), [{ from: 0, to: 400 }]);
  const parts = splitStrip(strip, 250);
  assert.equal(parts.length, 2);
  assert.ok(parts[0]!.to >= 170 && parts[0]!.to <= 190);
  assert.deepEqual([parts[0]!.from, parts[1]!.from, parts[1]!.to], [0, parts[0]!.to, 400]);
});

test('splits any strip into ordered, complete pieces within the limit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 8, max: 120 }),
      fc.infiniteStream(fc.boolean()),
      (width, most, dark) => {
        const strip = paper(width, 4);
        for (let x = 0; x < width; x++) if (dark.next().value) ink(strip, x, 1, x + 1, 3);
        const parts = splitStrip(strip, most);
        assert.equal(parts[0]!.from, 0);
        assert.equal(parts.at(-1)!.to, width);
        parts.forEach(({ from, to }, i) => {
          assert.ok(to > from && to - from <= most && (i === 0 || parts[i - 1]!.to === from));
        });
      },
    ),
  );
});

test('places words where their ink is', () => {
  const strip = paper(120, 20);
  ink(strip, 10, 4, 40, 16);
  ink(strip, 60, 4, 100, 16);
  const letter = (text: string, at: number): Parameters<typeof splitWords>[1][number] => ({ text, at, from: at, to: at, probability: 0.9 });
  const words = splitWords(strip, [letter('a', 3), letter('b', 7), letter(' ', 11), letter('c', 16), letter('d', 22)], 4);
  assert.deepEqual(
    words.map(({ letters }) => [letters.map(({ text }) => text).join(''), letters[0]!.left, letters.at(-1)!.right]),
    [
      ['ab', 10, 40],
      ['cd', 60, 100],
    ],
  );
  assert.ok(Math.abs(words[0]!.figure - 0.81) < 1e-9);
  assert.deepEqual(splitWords(strip, [], 4), []);
});

test('returns lines of all lengths in input order', async () => {
  // Classifies each step by whether its column is dark: class 1 is not a letter, class 2 is "x".
  const recognizer = createRecognizer(
    {
      async run({ data, shape: [count, , height, width] }) {
        const steps = width! / 4;
        const scores = new Float32Array(count! * steps * 3);
        for (let line = 0; line < count!; line++) {
          for (let step = 0; step < steps; step++) {
            const dark = data[(line * height! + 16) * width! + step * 4]! < 0.5;
            scores[(line * steps + step) * 3 + (dark ? 1 : 0)] = 9;
          }
        }
        return { data: scores, shape: [count!, steps, 3] };
      },
      async close() {},
    },
    { height: 32, channels: 1, mean: 0, deviation: 1, characters: ['x', 'y'], probabilities: false },
  );
  const counts = [3, 40, 1, 12, 7, 40, 2];
  const reads = await recognizer.read(
    counts.map((count) => {
      const line = paper(16 * count + 4, 32);
      for (let i = 0; i < count; i++) ink(line, 16 * i + 2, 8, 16 * i + 10, 28);
      return line;
    }),
  );
  assert.deepEqual(
    reads.map(({ letters }) => letters.length),
    counts,
  );
});

test('returns the mean probability of letters apart from the probability of words', async () => {
  const image = paper(100, 20);
  ink(image, 2, 2, 98, 18);
  const letter = (text: string, at: number, probability: number): Letter => ({ text, at, from: at, to: at, probability });
  const recognizer: Recognizer = {
    read: async (lines) =>
      lines.map(() => ({
        pixelsPerStep: 4,
        letters: [letter('a', 2, 0.9), letter(' ', 5, 0.2), letter('b', 8, 0.5), letter('c', 12, 0.1)],
      })),
    close: async () => {},
  };
  const [line] = await readLines([{ image, map: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } }], { recognizer, name: 'other' });
  assert.deepEqual(line!.reading.map(wordText), ['a', 'bc']);
  assert.ok(Math.abs(line!.certainty - 0.5) < 1e-9, 'the mean of the letters');
  assert.ok(Math.abs(line!.reading[1]!.probability - 0.05) < 1e-6, 'the product of its letters');
});
