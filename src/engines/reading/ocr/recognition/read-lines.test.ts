import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GrayImage } from '../../model/page.ts';
import { decodeGreedy } from './ctc.ts';
import { fuse, wordText } from './fusion.ts';
import type { Reading } from './fusion.ts';
import { readWithTesseract, readLines, fuseReadings } from './read-lines.ts';
import { createMontage, locateInMontage } from '../line-images/montage.ts';
import type { Recogniser } from './recogniser.ts';
import { createRecogniser } from './recogniser.ts';
import { cutStrip, splitStrip } from '../line-images/strip.ts';
import { encodePgm, parseTsv } from './tesseract.ts';
import type { Tesseract } from './tesseract.ts';
import { evenlySpacedWord, splitWords } from './word-boxes.ts';

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

test('crops a strip to its ink and removes rules', () => {
  const page = paper(200, 100);
  ink(page, 40, 42, 150, 58);
  ink(page, 30, 0, 32, 100);
  const { image, map } = cutStrip(page, { x: 95, y: 50, length: 125, height: 36, angle: 0 });
  assert.ok(image.height >= 18 && image.height <= 22);
  assert.deepEqual([map.f <= 42, map.f >= 39], [true, true]);
  const firstInk = image.data.subarray(0).findIndex((value) => value === 0) % image.width;
  assert.equal(Math.round(firstInk + map.e), 40, 'the first ink is the text, not the rule beside it');
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
  const recogniser = createRecogniser(
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
  const reads = await recogniser.read(
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

const said = (text: string, probability: number): Reading =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word, i) => evenlySpacedWord(word, i * 100, i * 100 + 80, probability));
const texts = (reading: Reading): string => reading.map(wordText).join(' ');

test('takes each segment from the more certain reading', () => {
  const first = [...said('Total', 0.99), ...said('1O.00', 0.4)];
  const second = [...said('Tota1', 0.3), ...said('10.00', 0.9)];
  assert.equal(texts(fuse([first, second])), 'Total 10.00');
  assert.equal(texts(fuse([second, first])), 'Total 10.00');
});

test('raises the probability of agreement and lowers that of disagreement', () => {
  const [alike] = fuse([said('Total', 0.8), said('Total', 0.8)]);
  assert.ok(alike!.probability > 0.9);
  const [quarrel] = fuse([said('Total', 0.8), said('Tota1', 0.7)]);
  assert.ok(quarrel!.probability < 0.8);
});

test('compares readings with different spaces by segments', () => {
  assert.equal(texts(fuse([said('ab cd ef', 0.5), said('abcd ef', 0.9)])), 'abcd ef');
  assert.equal(texts(fuse([said('abcd ef', 0.9), said('ab cd ef', 0.5)])), 'abcd ef');
});

test('keeps a reading when the other engine sees nothing', () => {
  assert.equal(texts(fuse([said('a b', 0.9), []])), 'a b');
  assert.equal(texts(fuse([[], said('a b', 0.9)])), 'a b');
  assert.deepEqual(fuse([[], []]), []);
  assert.ok(
    fuseReadings(said('a b', 0.2), []).reading.every(({ probability }) => probability < 0.2),
    'but what it did not see is no surer for it',
  );
  assert.ok(fuseReadings([], said('a b', 0.2)).reading.every(({ probability }) => probability < 0.2));
});

test('fuses any readings to words of one of them, each with a probability', () => {
  const readings = fc
    .array(fc.tuple(fc.stringMatching(/^[ab1]{1,4}$/), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 6 })
    .map((words): Reading => words.map(([text, probability], i) => evenlySpacedWord(text, i * 50, i * 50 + 40, probability)));
  fc.assert(
    fc.property(fc.array(readings, { minLength: 1, maxLength: 3 }), (given) => {
      const known = new Set(given.flat().map(wordText));
      for (const word of fuse(given)) {
        assert.ok(known.has(wordText(word)));
        assert.ok(word.probability >= 0 && word.probability <= 1);
      }
    }),
  );
});

test('maps words on a montage back to their strips', async () => {
  const strips = [paper(100, 22), paper(300, 44), paper(50, 11)];
  const montage = createMontage(strips);
  assert.ok(montage.image.width > 300 && montage.rows.length === 3);
  const { top, bottom } = montage.rows[1]!;
  assert.deepEqual(locateInMontage(montage, (top + bottom) / 2, 24), { strip: 1, x: 0 });
  assert.equal(locateInMontage(montage, 10_000, 0), undefined);
  const engine: Tesseract = {
    read: async () =>
      montage.rows.map((row, i) => ({
        text: `line${i}`,
        confidence: 0.9,
        line: String(i),
        box: { left: 24, right: 68, top: row.top, bottom: row.bottom },
      })),
    close: async () => {},
  };
  const readings = await readWithTesseract(strips, engine);
  assert.deepEqual(readings.map(texts), ['line0', 'line1', 'line2']);
  assert.equal(readings[0]![0]!.letters.at(-1)!.right, 22);
});

test('sends only uncertain lines to the second engine', async () => {
  const strips = [30, 60].map((width) => {
    const image = paper(width, 20);
    ink(image, 2, 2, width - 2, 18);
    return { image, map: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } };
  });
  const recogniser: Recogniser = {
    read: async (lines) =>
      lines.map(({ width }) => ({
        pixelsPerStep: 4,
        letters: [{ text: 'x', at: 2, from: 2, to: 2, probability: width > 40 ? 0.05 : 0.9999 }],
      })),
    close: async () => {},
  };
  let seen = 0;
  const tesseract: Tesseract = {
    read: async ({ height }) => {
      seen = height;
      return [{ text: 'y', confidence: 0.99, line: '1', box: { left: 24, right: 60, top: 30, bottom: 60 } }];
    },
    close: async () => {},
  };
  const lines = await readLines(strips, { recogniser, name: 'own', tesseract });
  assert.deepEqual(
    lines.map(({ reading, by }) => [texts(reading), by]),
    [
      ['x', 'recogniser'],
      ['y', 'both'],
    ],
  );
  assert.equal(seen, createMontage([strips[1]!.image]).image.height, 'one line was shown');
  seen = 0;
  for (const { by } of await readLines(strips, { recogniser, name: 'own' })) assert.equal(by, 'recogniser');
  assert.equal(seen, 0);
});

test('parses the TSV table of Tesseract', () => {
  const table =
    'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n4\t1\t1\t1\t1\t0\t5\t6\t70\t8\t-1\t\n5\t1\t1\t1\t1\t1\t5\t6\t30\t8\t96.5\tHello\n5\t1\t1\t1\t1\t2\t40\t6\t3\t8\t20\t \n';
  assert.deepEqual(parseTsv(table), [{ text: 'Hello', box: { left: 5, top: 6, right: 35, bottom: 14 }, confidence: 0.965, line: '1.1.1' }]);
  assert.equal(new TextDecoder().decode(encodePgm({ width: 2, height: 1, data: Uint8Array.of(65, 66) })), 'P5\n2 1\n255\nAB');
});
