import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Strip } from '../line-images/strip.ts';
import { wordText } from './readings.ts';
import type { ReadWord, Reading } from './readings.ts';
import { readLines } from './read-lines.ts';
import { probabilityOf } from './confidence.ts';
import type { OpenScriptReader } from './read-scripts.ts';
import type { Recognizer } from './recognizer.ts';
import { completeReading, markSpaces, ownWords, scriptOf, toHalfWidth, withoutPlaceholders } from './scripts.ts';
import type { Script } from './scripts.ts';

/** A word of which only the box is known: its letters share it evenly. */
function evenlySpacedWord(text: string, left: number, right: number, probability: number): ReadWord {
  const letters = [...text];
  const width = (right - left) / letters.length;
  return { letters: letters.map((letter, i) => ({ text: letter, left: left + i * width, right: left + (i + 1) * width })), probability };
}

const [HAN, KANA, HANGUL, OTHER] = ['\ue000', '\ue001', '\ue002', '\ue003'];

const texts = (reading: Reading): string[] => reading.map(wordText);
const words = (text: string, probability = 0.95): Reading => {
  let left = 0;
  return text.split(' ').map((word) => {
    const own = evenlySpacedWord(word, left, left + word.length * 10, probability);
    left += (word.length + 1) * 10;
    return own;
  });
};

test('leaves lines in readable letters to the recognizer', () => {
  for (const line of ['Total 12.00', '', `Invoice number ${HAN}`, 'Ελλάδα']) assert.equal(scriptOf(line), 'none');
});

test('distinguishes Korean, Chinese and Japanese lines from those in other scripts', () => {
  for (const line of [
    `${HANGUL.repeat(5)} 2023`,
    HAN.repeat(4),
    `${HAN}5`,
    `${HAN}${KANA.repeat(3)}`,
    `${KANA}${HANGUL}${OTHER.repeat(2)}`,
  ])
    assert.equal(scriptOf(line), 'cjk');
  assert.equal(scriptOf(OTHER.repeat(6)), 'other');
});

test('never lets placeholders out', () => {
  const read = words(`Café ${HAN}${HAN} Inv${OTHER}ice 42${HAN} ${OTHER}`);
  assert.deepEqual(texts(withoutPlaceholders(read)), ['Café', 'Invice']);
  assert.deepEqual(texts(ownWords(words(`${HAN} TEL 03-5566 - x`))), ['TEL', '03-5566']);
  assert.deepEqual(ownWords(words('TEL', 0.5)), []);
});

test('keeps numbers of the recognizer between the words of the other reader', () => {
  const own = ownWords(words(`${HAN.repeat(3)} ¥2,000`));
  const other = [evenlySpacedWord('海鮮丼学2000', 0, 80, 0.9)];
  assert.deepEqual(texts(completeReading(own, other)), ['海鮮丼学', '¥2,000']);
  assert.deepEqual(texts(completeReading([], other)), ['海鮮丼学2000']);
  assert.deepEqual(texts(completeReading(own, [])), ['¥2,000']);
});

test('ends words at spaces, but within ideographs only at wide gaps', () => {
  const letters = (text: string, xs: readonly number[]): Parameters<typeof markSpaces>[0] =>
    [...text].map((character, i) => ({ text: character, x: xs[i]!, probability: 1 }));
  const spaced = (text: string, xs: readonly number[]): string =>
    markSpaces(letters(text, xs), 20)
      .map((letter) => letter.text)
      .join('');
  assert.equal(spaced('合 計', [10, 25, 40]), '合計');
  assert.equal(spaced('合計', [10, 90]), '合 計');
  assert.equal(spaced('中町 13', [10, 30, 45, 55, 65]), '中町 13');
  assert.equal(spaced('이용해 주', [10, 30, 50, 60, 70]), '이용해 주');
  assert.equal(toHalfWidth('２０２０年（月）￥１'), '2020年(月)¥1');
});

/** Strips of different widths, of which the fake recognizer knows the text. */
function fakePage(lines: readonly string[]): { strips: Strip[]; recognizer: Recognizer } {
  const strips = lines.map((line, i) => {
    const width = 40 + i + line.length * 20;
    return { image: { width, height: 20, data: new Uint8Array(width * 20).fill(255) }, map: { a: 1, b: 0, c: 0, d: 1, e: 0, f: i * 60 } };
  });
  const at = (width: number): number => strips.findIndex(({ image }) => image.width === width);
  return { strips, recognizer: fakeReader((width) => lines[at(width)]!) };
}

const fakeReader = (textOf: (width: number) => string, probability = 0.999): Recognizer => ({
  read: async (images) =>
    images.map(({ width }) => ({
      pixelsPerStep: 20,
      letters: [...textOf(width)].map((text, i) => ({ text, at: i, from: i, to: i, probability })),
    })),
  close: async () => {},
});

test('reads each script with its own reader, from right to left where it runs so', async () => {
  const { strips, recognizer } = fakePage(['Total 12', HAN.repeat(3), HANGUL.repeat(3), `${OTHER.repeat(4)} 1999`]);
  const opened: Script[] = [];
  const readings: Readonly<Record<Script, string>> = { cjk: '合計금', other: 'مالس 1999' };
  const openScriptReader: OpenScriptReader = async (script) => {
    opened.push(script);
    return { recognizer: fakeReader(() => readings[script]), name: 'other' };
  };
  const lines = await readLines(strips, { recognizer, name: 'own', openScriptReader });
  assert.deepEqual(
    lines.map(({ reading }) => texts(reading).join(' ')),
    ['Total 12', '合計금', '合計금', '1999 سلام'],
  );
  assert.deepEqual(opened, ['other', 'cjk']);
});

test('reads uncertain lines of a page in another script by the shared network, and keeps the more certain reading', async () => {
  const { strips, recognizer } = fakePage([OTHER.repeat(4), 'Gsb0 u9', 'Total 12']);
  const unsure: Recognizer = {
    ...recognizer,
    read: async (images) =>
      (await recognizer.read(images)).map(({ letters, ...rest }) => ({
        ...rest,
        letters: letters.map((letter) => ({ ...letter, probability: letters[0]!.text === 'G' ? 0.5 : 0.999 })),
      })),
  };
  const openScriptReader: OpenScriptReader = async () =>
    await Promise.resolve({ recognizer: fakeReader(() => 'கடவுள்'), name: 'other' as const });
  const lines = await readLines(strips, { recognizer: unsure, name: 'own', openScriptReader });
  assert.deepEqual(
    lines.map(({ reading }) => texts(reading).join(' ')),
    ['கடவுள்', 'கடவுள்', 'Total 12'],
  );
});

test('takes a page for one in another script if the shared network is certain of its longest uncertain lines', async () => {
  const { strips, recognizer } = fakePage([OTHER.repeat(4), ...Array.from({ length: 8 }, () => 'Gsb0 u9')]);
  const unsure: Recognizer = {
    ...recognizer,
    read: async (images) =>
      (await recognizer.read(images)).map(({ letters, ...rest }) => ({
        ...rest,
        letters: letters.map((letter) => ({ ...letter, probability: 0.5 })),
      })),
  };
  for (const [probability, expected] of [
    [0.999, 'கடல'],
    [0.8, 'Gsb0 u9'],
  ] as const) {
    const shared = fakeReader(() => 'கடல', probability);
    const openScriptReader: OpenScriptReader = async () => await Promise.resolve({ recognizer: shared, name: 'other' as const });
    const lines = await readLines(strips, { recognizer: unsure, name: 'own', openScriptReader });
    assert.deepEqual(new Set(lines.slice(1).map(({ reading }) => texts(reading).join(' '))), new Set([expected]));
  }
});

test('ends words at gaps in the ink that the shared network has missed, unless all letters are spaced out', async () => {
  const { strips, recognizer } = fakePage([OTHER.repeat(4)]);
  const { width, height, data } = strips[0]!.image;
  const openScriptReader: OpenScriptReader = async () =>
    await Promise.resolve({ recognizer: fakeReader(() => 'கடலஅ'), name: 'scripts' as const });
  for (const { gaps, expected } of [
    { gaps: [35], expected: ['கட', 'லஅ'] },
    { gaps: [15, 35, 55], expected: ['கடலஅ'] },
  ]) {
    const isGap = (x: number): boolean => gaps.some((from) => x >= from && x < from + 10);
    for (let y = 4; y < height - 4; y++) for (let x = 0; x < width; x++) data[y * width + x] = isGap(x) ? 255 : 0;
    const [line] = await readLines(strips, { recognizer, name: 'own', openScriptReader });
    assert.deepEqual(texts(line!.reading), expected);
  }
});

test('fits the confidence of words of other networks, but not how certain they are of a line', async () => {
  for (const [seen, text, name] of [
    [OTHER, 'கடல', 'scripts'],
    [HAN, '合計金', 'cjk'],
  ] as const) {
    const { strips, recognizer } = fakePage([seen!.repeat(4)]);
    const openScriptReader: OpenScriptReader = async () => await Promise.resolve({ recognizer: fakeReader(() => text, 0.9), name });
    const [line] = await readLines(strips, { recognizer, name: 'own', openScriptReader });
    assert.ok(Math.abs(line!.certainty - 0.9) < 1e-6);
    assert.equal(line!.reading[0]!.probability, probabilityOf(name, line!.certainty));
    assert.ok(line!.reading[0]!.probability < 0.8);
  }
});

test('opens no reader on ordinary pages, and leaves lines out if there is none', async () => {
  const fail: OpenScriptReader = async () => await Promise.reject(new Error('not needed'));
  const latin = fakePage(['Total 12', 'Thank you']);
  assert.equal((await readLines(latin.strips, { recognizer: latin.recognizer, name: 'own', openScriptReader: fail })).length, 2);
  const korean = fakePage([`${HANGUL.repeat(4)} 45,000`]);
  for (const openScriptReader of [undefined, async () => await Promise.resolve(undefined)]) {
    const [line] = await readLines(korean.strips, {
      recognizer: korean.recognizer,
      name: 'own',
      ...(openScriptReader !== undefined && { openScriptReader }),
    });
    assert.deepEqual(texts(line!.reading), ['45,000']);
  }
});
