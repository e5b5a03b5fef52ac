import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paper, sketchedPage } from '../../../../test/support/page-sketch.ts';
import type { SketchedText } from '../../../../test/support/page-sketch.ts';
import { tokensOf } from '../model/tokens.ts';
import { weighRuns } from './bold-text.ts';

/** Lines of upright strokes: each as wide as asked for, one for every five pixels. */
function weighed(widths: readonly number[], sizes: readonly number[] = widths.map(() => 12)): (boolean | undefined)[] {
  const picture = paper(400, 40 * widths.length + 20);
  const texts = widths.map((_, i): SketchedText => ({ text: 'some words', x: 20, y: 20 + 40 * i, size: sizes[i]! }));
  widths.forEach((width, i) => {
    const [top, size] = [20 + 40 * i, sizes[i]!];
    for (let x = 22; x + width < 20 + 5 * size; x += size / 2) picture.draw(Math.round(x), top + 2, Math.round(x) + width, top + size - 2);
  });
  const seen = sketchedPage({ texts, picture, fonts: false });
  const tokens = tokensOf(seen.page);
  weighRuns(seen, tokens);
  return [...new Set(tokens.map(({ run }) => run))].map(({ bold }) => bold);
}

test('a line with wider strokes than most is bold', () => {
  assert.deepEqual(weighed([2, 4, 2, 2]), [false, true, false, false]);
});

test('strokes are measured by the height of their line: a larger line is not bolder', () => {
  assert.deepEqual(weighed([2, 4, 2, 2], [12, 24, 12, 12]), [false, false, false, false]);
});

test('a page all in bold has no line that stands out; what a file says is not measured again', () => {
  assert.deepEqual(weighed([4, 4, 4]), [false, false, false]);
  const seen = sketchedPage({ texts: [{ text: 'known letters', x: 20, y: 20, bold: true }], picture: paper(200, 100) });
  const tokens = tokensOf(seen.page);
  weighRuns(seen, tokens);
  assert.equal(tokens[0]!.run.bold, true);
});
