import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPaper, createSketchPage } from '../../../../../test/support/page-sketch.ts';
import type { SketchedText } from '../../../../../test/support/page-sketch.ts';
import { pageTokens } from '../model/tokens.ts';
import { detectBold } from './bold-text.ts';

/** Lines of vertical strokes of the given width, one per five pixels. */
function weighed(widths: readonly number[], sizes: readonly number[] = widths.map(() => 12)): (boolean | undefined)[] {
  const image = createPaper(400, 40 * widths.length + 20);
  const texts = widths.map((_, i): SketchedText => ({ text: 'some words', x: 20, y: 20 + 40 * i, size: sizes[i]! }));
  widths.forEach((width, i) => {
    const [top, size] = [20 + 40 * i, sizes[i]!];
    for (let x = 22; x + width < 20 + 5 * size; x += size / 2) image.draw(Math.round(x), top + 2, Math.round(x) + width, top + size - 2);
  });
  const seen = createSketchPage({ texts, image, fonts: false });
  const tokens = pageTokens(seen.page);
  detectBold(seen, tokens);
  return [...new Set(tokens.map(({ run }) => run))].map(({ bold }) => bold);
}

test('marks a line with wider strokes than most as bold', () => {
  assert.deepEqual(weighed([2, 4, 2, 2]), [false, true, false, false]);
});

test('measures strokes relative to the line height: a larger line is not bolder', () => {
  assert.deepEqual(weighed([2, 4, 2, 2], [12, 24, 12, 12]), [false, false, false, false]);
});

test('marks no line of an all-bold page, and trusts the weight given by the file', () => {
  assert.deepEqual(weighed([4, 4, 4]), [false, false, false]);
  const seen = createSketchPage({ texts: [{ text: 'known letters', x: 20, y: 20, bold: true }], image: createPaper(200, 100) });
  const tokens = pageTokens(seen.page);
  detectBold(seen, tokens);
  assert.equal(tokens[0]!.run.bold, true);
});
