import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Letter } from './characters.ts';
import { placeClusters } from './clusters.ts';

const NO_BOX = { left: 0, top: 0, right: 0, bottom: 0 };

/** A letter of a text object from `left` to `right`; with `glyph`, one of a glyph that starts there. */
const letter = (text: string, object: number, left: number, right: number, glyph = left): Letter => ({
  text,
  unknown: false,
  box: { left, right, top: 0, bottom: 1 },
  origin: { x: glyph, y: 1 },
  style: { angle: 0, hidden: false, object, font: { size: 1, bold: false, italic: false, color: '#000000' } },
});

const implied = (at: number): Letter => ({
  ...letter(' ', 0, at, at),
  space: 'implied',
  box: { left: at, right: at, top: 1, bottom: 1 },
});

test('gives the letters of a ligature origins of their own', () => {
  const placed = placeClusters([letter('f', 1, 0, 0.4, 0), letter('i', 1, 0.4, 0.8, 0), letter('n', 1, 0.8, 1.2)], [1], () => NO_BOX);
  assert.deepEqual(
    placed.map(({ origin }) => origin.x.toFixed(2)),
    ['0.00', '0.40', '0.80'],
  );
});

test('makes a cluster as wide as its glyphs and drops the space that its width implied', () => {
  // The object 2 draws the second glyph of the cluster, and has no letters.
  const letters = [letter('च', 1, 0, 0.3, 0), letter('ा', 1, 0.3, 0.6, 0), implied(0.35), letter('ल', 3, 1, 1.5)];
  const placed = placeClusters(letters, [1, 2, 3], () => ({ left: 0.6, right: 0.95, top: 0, bottom: 1 }));
  assert.equal(placed.map(({ text }) => text).join(''), 'चाल');
  assert.equal(placed[1]!.box.right, 0.95);
});

test('keeps the space behind a cluster if there is room for one', () => {
  const letters = [letter('च', 1, 0, 0.3, 0), letter('ा', 1, 0.3, 0.6, 0), implied(0.35), letter('ल', 3, 1.2, 1.7)];
  const placed = placeClusters(letters, [1, 2, 3], () => ({ left: 0.6, right: 0.95, top: 0, bottom: 1 }));
  assert.equal(placed.map(({ text }) => text).join(''), 'चा ल');
});

test('leaves letters with glyphs of their own as they are', () => {
  const letters = [letter('a', 1, 0, 0.5), implied(0.6), letter('b', 2, 0.62, 1)];
  assert.deepEqual(
    placeClusters(letters, [1, 2, 3], () => NO_BOX),
    letters,
  );
});

test('asks for the box of an object a single time, however often letters return to the object before it', () => {
  const letters = Array.from({ length: 50 }, () => [letter('f', 1, 0, 0.4, 0), letter('i', 1, 0.4, 0.8, 0), letter('n', 3, 2, 2.5)]).flat();
  let asked = 0;
  placeClusters(letters, [1, 2, 3], () => {
    asked++;
    return NO_BOX;
  });
  assert.equal(asked, 1);
});
