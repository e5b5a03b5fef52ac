import assert from 'node:assert/strict';
import { test } from 'node:test';
import { across, down, createPaper, createSketchPage } from '../../../../../test/support/page-sketch.ts';
import type { Sketch } from '../../../../../test/support/page-sketch.ts';
import { layoutPage } from '../layout-page.ts';

const ALL = { tables: true, marks: true, figures: false, keyValuePairs: false };
const found = (sketch: Sketch): string[] => layoutPage(createSketchPage(sketch), ALL).items.map(({ text, state }) => state ?? text);

type Paper = ReturnType<typeof createPaper>;

function square(page: Paper, x: number, y: number, side: number): void {
  page.draw(x, y, x + side, y + 2);
  page.draw(x, y + side - 2, x + side, y + side);
  page.draw(x, y, x + 2, y + side);
  page.draw(x + side - 2, y, x + side, y + side);
}

function ring(page: Paper, x: number, y: number, radius: number, thickness: number): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const r = Math.hypot(dx, dy);
      if (r <= radius && r > radius - thickness) page.draw(x + dx, y + dy, x + dx + 1, y + dy + 1);
    }
  }
}

function cross(page: Paper, x: number, y: number, side: number, out: number): void {
  for (let k = -out; k < side + out; k++) {
    page.draw(x + k, y + k, x + k + 2, y + k + 1);
    page.draw(x + side - k - 2, y + k, x + side - k, y + k + 1);
  }
}

const text = (label: string, x: number, y: number): { text: string; x: number; y: number; size: number } => ({
  text: label,
  x,
  y,
  size: 24,
});

test('finds empty and crossed boxes, crosses beyond their box, and rings with and without a dot', () => {
  const image = createPaper(612, 792);
  square(image, 50, 50, 26);
  square(image, 50, 100, 26);
  cross(image, 50, 100, 26, -4);
  square(image, 50, 150, 26);
  cross(image, 50, 150, 26, 4);
  ring(image, 63, 213, 13, 2);
  ring(image, 63, 263, 13, 2);
  ring(image, 63, 263, 6, 6);
  const labels = ['one', 'two', 'three', 'four', 'five'].map((label, i) => text(label, 90, 50 + 50 * i));
  assert.deepEqual(found({ texts: labels, image, fonts: false }), [
    'unselected',
    'one',
    'selected',
    'two',
    'selected',
    'three',
    'unselected',
    'four',
    'selected',
    'five',
  ]);
});

/** Three sides, which something else closes below. */
function openSquare(page: Paper, x: number, y: number, width: number, height: number): void {
  page.draw(x, y, x + width, y + 2);
  page.draw(x, y, x + 2, y + height);
  page.draw(x + width - 2, y, x + width, y + height);
}

test('finds boxes closed by a rule of the form, also tall ones, unless they are part of a grid', () => {
  const image = createPaper(612, 792);
  for (const y of [76, 140, 204]) image.draw(20, y, 420, y + 2);
  openSquare(image, 50, 48, 26, 28);
  openSquare(image, 50, 102, 26, 38);
  cross(image, 50, 108, 26, -4);
  openSquare(image, 50, 166, 26, 38);
  image.draw(20, 166, 100, 168);
  const labels = ['one', 'two', 'three'].map((label, i) => text(label, 90, 50 + 62 * i));
  assert.deepEqual(found({ texts: labels, image, fonts: false }), ['unselected', 'one', 'selected', 'two', 'three']);
});

test('ignores letters, comb fields and bullets', () => {
  const image = createPaper(612, 792);
  ring(image, 60, 62, 8, 3);
  ring(image, 212, 62, 10, 3);
  for (let k = 0; k < 6; k++) square(image, 50 + 28 * k, 120, 30);
  image.draw(52, 208, 62, 218);
  assert.deepEqual(found({ texts: [text('Olive', 50, 50), text('O', 202, 50), text('entry', 90, 200)], image, fonts: false }), [
    'Olive',
    'O',
    'entry',
  ]);
});

test('removes a word that is only the OCR reading of a mark', () => {
  const image = createPaper(612, 792);
  square(image, 50, 50, 26);
  cross(image, 50, 50, 26, -4);
  assert.deepEqual(found({ texts: [{ text: 'X', x: 57, y: 51, size: 24 }, text('agreed', 90, 50)], image, fonts: false }), [
    'selected',
    'agreed',
  ]);
});

test('finds drawn squares ticked by a letter, a stroke or a fill', () => {
  const box = (x: number, y: number) => [across(y, x, x + 10), across(y + 10, x, x + 10), down(x, y, y + 10), down(x + 10, y, y + 10)];
  const rules = [
    ...box(50, 50),
    ...box(50, 80),
    ...box(50, 110),
    ...box(50, 140),
    { from: { x: 52, y: 112 }, to: { x: 58, y: 118 }, width: 1 },
    { from: { x: 52, y: 145 }, to: { x: 58, y: 145 }, width: 6 },
  ];
  const texts = [
    { text: 'none', x: 66, y: 50 },
    { text: 'X', x: 52.5, y: 80 },
    { text: 'letter', x: 66, y: 80 },
    { text: 'stroke', x: 66, y: 110 },
    { text: 'filling', x: 66, y: 140 },
  ];
  assert.deepEqual(found({ texts, rules }), ['unselected', 'none', 'selected', 'letter', 'selected', 'stroke', 'selected', 'filling']);
});

test('treats check box glyphs as marks', () => {
  assert.deepEqual(found({ texts: [{ text: '☒ yes ☐ no', x: 50, y: 50 }] }), ['selected', 'yes', 'unselected', 'no']);
});

test('selects a box glyph by a glyph or a stroke over it', () => {
  const page = createSketchPage({
    texts: [
      { text: '✔', x: 51, y: 50 },
      { text: 'yes', x: 70, y: 50 },
      { text: 'no', x: 70, y: 80 },
    ],
  });
  const marks = [50, 80].map((top) => ({
    box: { left: 49, top, right: 60, bottom: top + 11 },
    state: 'unselected' as const,
    confidence: 1,
  }));
  const laid = layoutPage({ ...page, page: { ...page.page, marks } }, ALL);
  assert.deepEqual(
    laid.items.map(({ text: own, state }) => state ?? own),
    ['selected', 'yes', 'unselected', 'no'],
  );
});

test('finds boxes on a colored background, outlined or white without an outline', () => {
  const image = createPaper(612, 792);
  const { width } = image;
  const fill = (left: number, top: number, right: number, bottom: number, shade: number): void => {
    for (let y = top; y < bottom; y++) image.data.fill(shade, y * width + left, y * width + right);
  };
  fill(20, 30, 600, 260, 180);
  for (const y of [50, 100, 150, 200]) fill(50, y, 76, y + 26, 255);
  for (const y of [50, 100]) square(image, 50, y, 26);
  for (const y of [100, 200]) cross(image, 50, y, 26, -5);
  const labels = ['one', 'two', 'three', 'four'].map((label, i) => text(label, 90, 50 + 50 * i));
  assert.deepEqual(found({ texts: labels, image, fonts: false }), [
    'unselected',
    'one',
    'selected',
    'two',
    'unselected',
    'three',
    'selected',
    'four',
  ]);
});

test('finds boxes whose cross runs through all corners', () => {
  const image = createPaper(612, 792);
  square(image, 50, 50, 26);
  square(image, 50, 100, 26);
  for (let k = -7; k < 33; k++) {
    image.draw(50 + k - 2, 100 + k, 50 + k + 3, 101 + k);
    image.draw(76 - k - 3, 100 + k, 76 - k + 2, 101 + k);
  }
  const labels = ['one', 'two'].map((label, i) => text(label, 100, 50 + 50 * i));
  assert.deepEqual(found({ texts: labels, image, fonts: false }), ['unselected', 'one', 'selected', 'two']);
});

test('finds faint outlines in small print', () => {
  const image = createPaper(612, 792);
  const { width } = image;
  // Lines of a quarter of a pixel's ink on each of two pixels.
  const faint = (left: number, top: number, right: number, bottom: number): void => {
    for (let y = top; y < bottom; y++) image.data.fill(198, y * width + left, y * width + right);
  };
  for (const y of [50, 80]) {
    faint(50, y, 62, y + 2);
    faint(50, y + 10, 62, y + 12);
    faint(50, y, 52, y + 12);
    faint(60, y, 62, y + 12);
  }
  for (let k = 0; k < 6; k++) image.draw(53 + k, 89 - k, 54 + k, 91 - k);
  const texts = [
    { text: 'vague', x: 68, y: 49, size: 14 },
    { text: 'clear', x: 68, y: 79, size: 14 },
  ];
  assert.deepEqual(found({ texts, image, fonts: false }), ['unselected', 'vague', 'selected', 'clear']);
});

test('ignores the texture of photographs, patterned ground and dirt', () => {
  const image = createPaper(612, 792);
  const { width, data } = image;
  let seed = 1;
  const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const fill = (x: number, y: number, wide: number, high: number, shade: number): void => {
    for (let row = y; row < y + high; row++) data.fill(shade, row * width + x, row * width + x + wide);
  };
  // Patches of random shade with short strokes over them, as in a portrait or on a worn card.
  for (let y = 40; y < 400; y += 6) for (let x = 40; x < 560; x += 6) fill(x, y, 6, 6, 190 + 65 * random());
  for (let k = 0; k < 4000; k++) {
    const [x, y, length] = [40 + Math.floor(500 * random()), 40 + Math.floor(340 * random()), 8 + Math.floor(14 * random())];
    if (random() < 0.5) fill(x, y, length, 2, 100 + 80 * random());
    else fill(x, y, 2, length, 100 + 80 * random());
  }
  const texts = [0, 1, 2, 3, 4, 5].map((i) => ({ text: 'BERTHIER', x: 60 + 70 * i, y: 60 + 55 * i, size: 18 }));
  assert.deepEqual(
    found({ texts, image, fonts: false }).filter((item) => item.includes('selected')),
    [],
  );
});

test('ignores pairs of letters that close a square, and numbers in boxes', () => {
  const image = createPaper(612, 792);
  // The letters of "is" and "at" of a small print: stems, bowls and bars that touch.
  for (const x of [100, 120]) {
    image.draw(x, 50, x + 2, 60);
    image.draw(x, 50, x + 10, 52);
    image.draw(x + 3, 54, x + 9, 56);
    image.draw(x + 8, 55, x + 10, 60);
    image.draw(x, 58, x + 9, 60);
  }
  square(image, 50, 100, 26);
  image.draw(61, 106, 64, 120);
  const texts = [
    { text: 'This is at', x: 60, y: 47, size: 16 },
    { text: '1', x: 56, y: 101, size: 24 },
    { text: 'Coffee', x: 90, y: 101, size: 24 },
  ];
  assert.deepEqual(found({ texts, image, fonts: false }), ['This', 'is', 'at', '1', 'Coffee']);
});

test('finds a filled box without outlined ones of its size only if a score confirms it', () => {
  const image = createPaper(612, 792);
  image.draw(50, 50, 76, 76);
  const page = createSketchPage({ texts: [text('one', 90, 50)], image, fonts: false });
  const statesFor = (probability: number): string[] =>
    layoutPage({ ...page, markScore: () => probability }, ALL).items.map(({ text: own, state }) => state ?? own);
  assert.deepEqual(statesFor(0.9), ['selected', 'one']);
  assert.deepEqual(statesFor(0.1), ['one']);
});

test('takes the state of a box that OCR read as a character from the image', () => {
  const image = createPaper(612, 792);
  square(image, 50, 50, 26);
  cross(image, 50, 50, 26, -4);
  assert.deepEqual(found({ texts: [{ text: '☐', x: 52, y: 50, size: 26 }, text('agreed', 90, 50)], image, fonts: false }), [
    'selected',
    'agreed',
  ]);
});

test('removes a letter that is the reading of a mark, but not where the mark is less probable than not', () => {
  const box = { left: 50, top: 50, right: 64, bottom: 74 };
  const itemsFor = (confidence: number): string[] =>
    found({ texts: [text('D', 50, 50), text('876.30', 200, 50)], marks: [{ box, state: 'unselected', confidence }] });
  assert.deepEqual(itemsFor(0.95), ['unselected', '876.30']);
  assert.ok(itemsFor(0.35).includes('D'));
});
