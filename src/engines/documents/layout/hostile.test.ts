/** Hostile pages: no word may be lost. Their time is measured, not asserted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { across, down, createSketchPage } from '../../../../test/support/page-sketch.ts';
import type { SketchedText } from '../../../../test/support/page-sketch.ts';
import { writeContent } from './output/content.ts';
import { layoutDocument } from './layout-document.ts';
import { layoutPage } from './layout-page.ts';

const ALL = { tables: true, marks: true, figures: true, keyValuePairs: true };
const MANY = 8000;

function words(place: (i: number) => { x: number; y: number; size?: number }): SketchedText[] {
  return Array.from({ length: MANY }, (_, i) => ({ text: i % 3 === 0 ? 'a:' : `${i}`, ...place(i) }));
}

const PAGES: Record<string, SketchedText[]> = {
  'in a grid': words((i) => ({ x: (i % 250) * 60, y: Math.floor(i / 250) * 13 })),
  'in one row': words((i) => ({ x: i * 60, y: 50 })),
  'in one column': words((i) => ({ x: 50, y: i * 13 })),
  'all in one place': words(() => ({ x: 50, y: 50 })),
  scattered: words((i) => ({ x: Math.imul(i, 2654435761) >>> 18, y: Math.imul(i, 40503 * 7919) >>> 18 })),
  'staggered in two columns': words((i) => ({ x: i % 2 === 0 ? 50 : 400, y: i * 6 })),
};

for (const [name, texts] of Object.entries(PAGES)) {
  test(`lays out eight thousand words ${name}`, () => {
    const document = layoutDocument([layoutPage(createSketchPage({ texts, width: 20_000, height: 20_000 }), ALL)]);
    assert.equal(document.items.length, MANY);
    assert.equal(writeContent(document, { format: 'markdown', selectionMarks: true, tables: 'html' }).items.length, MANY);
  });
}

test('lays out thousands of strokes: crossing, as small squares, and slanted', () => {
  const texts = Array.from({ length: 200 }, (_, i) => ({ text: `${i}`, x: (i % 20) * 50, y: Math.floor(i / 20) * 50 }));
  const crossing = Array.from({ length: MANY }, (_, i) =>
    i % 2 === 0 ? across((i * 0.37) % 5000, 0, 5000) : down((i * 0.41) % 5000, 0, 5000),
  );
  const squares = Array.from({ length: 5000 }, (_, i) => ({ x: (i % 200) * 25, y: Math.floor(i / 200) * 25 })).flatMap(({ x, y }) => [
    across(y, x, x + 10),
    across(y + 10, x, x + 10),
    down(x, y, y + 10),
    down(x + 10, y, y + 10),
  ]);
  const slanted = Array.from({ length: MANY }, (_, i) => ({
    from: { x: i % 500, y: i % 700 },
    to: { x: (i * 7) % 500, y: (i * 3) % 700 },
    width: 1,
  }));
  for (const rules of [crossing, squares, slanted])
    assert.ok(layoutPage(createSketchPage({ texts, rules, width: 5000, height: 5000 }), ALL).items.length >= texts.length);
});

test('tolerates invalid boxes and NaN coordinates', () => {
  const seen = createSketchPage({
    texts: [{ text: 'sound', x: 10, y: 10 }],
    rules: [{ from: { x: NaN, y: 0 }, to: { x: Infinity, y: 0 }, width: NaN }, across(5, 9, 9)],
    imageBoxes: [{ left: NaN, top: 0, right: 5, bottom: 5 }],
  });
  const broken = { text: 'broken', confidence: 1, box: { left: 5, right: NaN, top: -Infinity, bottom: 0 } };
  const page = { ...seen.page, lines: [...seen.page.lines, { words: [broken], box: broken.box, turn: 0 as const }] };
  assert.deepEqual(
    layoutPage({ ...seen, page }, ALL).items.map(({ text }) => text),
    ['sound'],
  );
});

test('lays out an empty page', () => {
  const document = layoutDocument([layoutPage(createSketchPage({ texts: [] }), ALL)]);
  assert.deepEqual(writeContent(document, { format: 'text', selectionMarks: true, tables: 'html' }).pages, [[{ offset: 0, length: 0 }]]);
});
