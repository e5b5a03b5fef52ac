import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Strip } from '../line-images/strip.ts';
import type { Letter } from './ctc.ts';
import { readLines } from './read-lines.ts';
import type { Cuts } from './read-lines.ts';
import { wordText } from './readings.ts';
import type { Recognizer } from './recognizer.ts';

/** A strip that the fake recognizers know by its width. */
const strip = (width: number): Strip => ({
  image: { width, height: 20, data: new Uint8Array(width * 20).fill(255) },
  map: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 },
});

const letters = (text: string, probability: number): Letter[] =>
  [...text].map((letter, at) => ({ text: letter, at, from: at, to: at, probability }));

/** Reads lines by their widths. */
const reads = (texts: Record<number, readonly [string, number]>): Recognizer => ({
  read: async (images) => images.map(({ width }) => ({ letters: letters(...texts[width]!), pixelsPerStep: 4 })),
  close: async () => {},
});

const LABEL = 'Signature of the person who completes this form, or of somebody who is allowed to sign for them, with the date of signing';

async function readPage(
  print: Record<number, readonly [string, number]>,
  hand: Record<number, readonly [string, number]>,
): Promise<{ texts: string[]; certainties: number[]; opened: number; cut: number[] }> {
  const widths = Object.keys(print).map(Number);
  let opened = 0;
  const cut: number[] = [];
  const cuts: Cuts = {
    line: () => strip(100),
    loose: (line) => {
      cut.push(line);
      return strip(widths[line]!);
    },
  };
  const openHandReader = async (): Promise<Recognizer> => {
    opened++;
    return reads(hand);
  };
  const lines = await readLines(widths.map(strip), { recognizer: reads(print), name: 'own', openHandReader }, cuts);
  return {
    texts: lines.map(({ reading }) => reading.map(wordText).join(' ')),
    certainties: lines.map(({ certainty }) => certainty),
    opened,
    cut,
  };
}

test('does not open the reader of handwriting for a page of print', async () => {
  const { texts, opened } = await readPage({ 200: [LABEL, 0.99], 210: ['12.40', 0.9], 220: ['a', 0.5] }, {});
  assert.deepEqual([texts, opened], [[LABEL, '12.40', 'a'], 0]);
});

test('reads an uncertain line among print by the second network, and keeps the better reading', async () => {
  const print = { 200: [LABEL, 0.99], 210: ['Jchn Srnith', 0.59], 220: ['Smudged', 0.78] } as const;
  const { texts, certainties, cut } = await readPage(print, { 210: ['John Smith', 0.95], 220: ['Snudged', 0.85] });
  assert.deepEqual(texts, [LABEL, 'John Smith', 'Smudged']);
  assert.ok(Math.abs(certainties[1]! - 0.95) < 1e-9, 'certain enough to stay on the page');
  assert.deepEqual(cut, [1, 2]);
});

test('reads all lines of a handwritten page but those that are certainly print', async () => {
  const print = { 200: ['Ihe garbem', 0.6], 210: ['Qardem', 0.93], 220: ['Name:', 0.99] } as const;
  const { texts, cut } = await readPage(print, { 200: ['The garden', 0.97], 210: ['Garden', 0.96] });
  assert.deepEqual(texts, ['The garden', 'Garden', 'Name:']);
  assert.deepEqual(cut, [0, 1]);
});

test('stops after a sample of a poor photograph of print', async () => {
  const print = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [200 + i * 10, [`Blurred line ${String(i)}`, 0.9]])) as Record<
    number,
    [string, number]
  >;
  const hand = Object.fromEntries(Object.keys(print).map((width) => [width, ['Blurnd lime', 0.91]])) as Record<number, [string, number]>;
  const { texts, cut } = await readPage(print, hand);
  assert.deepEqual(texts.length, 10);
  assert.ok(texts.every((text) => text.startsWith('Blurred line')));
  assert.equal(cut.length, 6);
});

/** A line of LABEL, each letter as wide as `widthOf` says and black, and where its letters are. */
function typedLine(widthOf: (letter: string) => number): { line: Strip; places: number[] } {
  const line = strip(400);
  let at = 4;
  const places = [...LABEL].map((letter) => {
    const wide = widthOf(letter);
    if (letter !== ' ') for (let y = 4; y < 16; y++) line.image.data.fill(0, y * 400 + at, y * 400 + at + wide);
    return (at += wide) - wide / 2 - 0.5;
  });
  return { line, places };
}

function readsTyped(text: string, probability: number, places: readonly number[]): Recognizer {
  const placed = [...text].map((letter, i): Letter => ({ text: letter, at: places[i]!, from: places[i]!, to: places[i]!, probability }));
  return { read: async (images) => images.map(() => ({ letters: placed, plain: placed, pixelsPerStep: 1 })), close: async () => {} };
}

for (const [title, widthOf, expected] of [
  ['reads all lines of a typewritten page by the second network', () => 3, LABEL.replace('person', 'porson')],
  ['reads print with letters of many widths itself', (letter: string) => ('ilstfr'.includes(letter) ? 1 : 4), LABEL],
] as const) {
  test(title, async () => {
    const { line, places } = typedLine(widthOf);
    const strips = Array.from({ length: 10 }, () => line);
    const lines = await readLines(strips, {
      recognizer: readsTyped(LABEL, 0.98, places),
      name: 'own',
      openHandReader: async () => readsTyped(LABEL.replace('person', 'porson'), 0.995, places),
    });
    assert.deepEqual(
      lines.map(({ reading }) => reading.map(wordText).join(' ')),
      strips.map(() => expected),
    );
  });
}
