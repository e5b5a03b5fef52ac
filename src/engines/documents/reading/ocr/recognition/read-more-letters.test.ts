import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Strip } from '../line-images/strip.ts';
import { readLines } from './read-lines.ts';
import { wordText } from './readings.ts';
import type { Recognizer } from './recognizer.ts';

/** A strip that the fake recognizers know by its width. */
const strip = (width: number): Strip => ({
  image: { width, height: 20, data: new Uint8Array(width * 20).fill(255) },
  map: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 },
});

type Page = Readonly<Record<number, readonly [string, number]>>;

const reads = (page: Page): Recognizer => ({
  read: async (images) =>
    images.map(({ width }) => {
      const [text, probability] = page[width]!;
      return { letters: [...text].map((letter, at) => ({ text: letter, at, from: at, to: at, probability })), pixelsPerStep: 4 };
    }),
  close: async () => {},
});

async function readPage(print: Page, more: Page): Promise<{ texts: string[]; opened: number }> {
  let opened = 0;
  const lines = await readLines(Object.keys(print).map(Number).map(strip), {
    recognizer: reads(print),
    name: 'own',
    openLetterReader: async () => {
      opened++;
      return { recognizer: reads(more), letters: new Set('ộợ') };
    },
  });
  return { texts: lines.map(({ reading }) => reading.map(wordText).join(' ')), opened };
}

test('reads a page with letters that the recognizer does not know by the second network, all of its lines', async () => {
  const print = { 200: ['môt nguoi', 0.93], 210: ['hôi chô', 0.95], 220: ['25.000', 0.995] } as const;
  const more = { 200: ['một người', 0.97], 210: ['hội chợ', 0.98], 220: ['25.000', 0.99] } as const;
  assert.deepEqual((await readPage(print, more)).texts, ['một người', 'hội chợ', '25.000']);
});

test('keeps the lines of a page where few uncertain ones have such letters, or the network is less certain of them', async () => {
  const print = { 200: ['Invoice', 0.95], 210: ['Total due', 0.9], 220: ['Thank you', 0.9] } as const;
  const few = { 200: ['Invoice', 0.97], 210: ['Tộtal due', 0.95], 220: ['Thank you', 0.97] } as const;
  const uncertain = { 200: ['Invộice', 0.8], 210: ['Tộtal due', 0.7], 220: ['Thank yợu', 0.6] } as const;
  for (const more of [few, uncertain]) assert.deepEqual((await readPage(print, more)).texts, ['Invoice', 'Total due', 'Thank you']);
});

test('does not open the second network for clean print', async () => {
  assert.equal((await readPage({ 200: ['Invoice', 0.999], 210: ['Total', 0.99] }, {})).opened, 0);
});

test('reads two lines with the second network when neither has its letters', async () => {
  const print = { 200: ['Invoice 12', 0.95], 210: ['Total due', 0.9], 220: ['Thank you', 0.9], 230: ['Goodbye', 0.9] } as const;
  const seen: number[] = [];
  const more = reads(print);
  await readLines(Object.keys(print).map(Number).map(strip), {
    recognizer: more,
    name: 'own',
    openLetterReader: async () => ({
      recognizer: {
        ...more,
        read: async (images) => {
          seen.push(...images.map(({ width }) => width));
          return await more.read(images);
        },
      },
      letters: new Set('ộợ'),
    }),
  });
  assert.equal(seen.length, 2);
});
