import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { writeContent } from '../../../engines/documents/layout/output/content.ts';
import { layoutDocument } from '../../../engines/documents/layout/layout-document.ts';
import { layoutFlow } from '../../../engines/documents/layout/layout-flow.ts';
import { layoutPage } from '../../../engines/documents/layout/layout-page.ts';
import type { Affine, Page, Turn } from '../../../engines/documents/reading/model/page.ts';
import { assertConsistent } from '../../../../test/support/documents.ts';
import type { AnalyzeResult } from '../../../../test/support/documents.ts';
import { planAnalysis } from './analyze.ts';
import { toPolygon, roundTo } from './geometry.ts';
import { buildResult, isolateWords } from './result.ts';
import { findStyles } from './styles.ts';
import { VERSIONS } from '../versions.ts';
import type { Version } from '../versions.ts';

const UPRIGHT: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
const box = { left: 1, top: 2, right: 3, bottom: 2.5 };

test('starts a polygon where its text starts, on the original page', () => {
  const geometry = { width: 8.5, height: 11, unit: 'inch', angle: 0, toPage: UPRIGHT } as const;
  const corners = (turn: Turn): number[] => toPolygon(box, geometry, turn);
  assert.deepEqual(corners(0), [1, 2, 3, 2, 3, 2.5, 1, 2.5]);
  assert.deepEqual(corners(90).slice(0, 2), [3, 2]);
  assert.deepEqual(corners(180).slice(0, 2), [3, 2.5]);
  assert.deepEqual(corners(270).slice(0, 2), [1, 2.5]);
  // The page is turned sideways: the top of the upright frame is the right of the page.
  assert.deepEqual(
    toPolygon(box, { ...geometry, angle: 90, toPage: { a: 0, b: 1, c: -1, d: 0, e: 8.5, f: 0 } }),
    [6.5, 1, 6.5, 3, 6, 3, 6, 1],
  );
  assert.deepEqual(
    toPolygon({ left: 1.4, top: 1.5, right: 10.2, bottom: 20 }, { ...geometry, unit: 'pixel' }),
    [1, 2, 10, 2, 10, 20, 1, 20],
  );
  assert.ok(Object.is(roundTo(-0.00001, 4), 0));
});

/** Characters that would merge with the neighbors of a word, among all others. */
const joining = fc.constantFrom('\u0301', '\u0600', '\u{1f3fd}', '\u200d', '\u0e33', '\u{1f1e9}', '\u093f');
const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((text) => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]/gu, 'x'));
const words = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: letters },
    fc.tuple(joining, letters, joining).map((parts) => parts.join('')),
  ),
  { minLength: 1, maxLength: 6 },
);

function pageOf(number: number, lines: readonly (readonly string[])[], bold: boolean): Page {
  return {
    number,
    width: 8.5,
    height: 11,
    unit: 'inch',
    angle: 0,
    toPage: UPRIGHT,
    upright: { width: 8.5, height: 11 },
    rules: [],
    marks: [],
    imageBoxes: [],
    barcodes: [],
    lines: lines.map((line, row) => {
      const top = 1 + row * 0.3;
      const words = line.map((text, n) => ({ text, confidence: 0.9876, box: { left: 1 + n, top, right: 1.8 + n, bottom: top + 0.15 } }));
      return {
        words,
        box: { left: 1, top, right: 0.8 + line.length, bottom: top + 0.15 },
        turn: 0 as const,
        font: { size: 0.15, bold, italic: false, color: '#102030' },
        handwritten: row % 2,
      };
    }),
  };
}

function build(
  layout: ReturnType<typeof layoutDocument>,
  version: Version,
  modelId: string,
  stringIndexType: 'textElements' | 'unicodeCodePoint' | 'utf16CodeUnit',
  format: 'text' | 'markdown',
): AnalyzeResult {
  const plan = planAnalysis(
    modelId,
    version.features.filter((feature) => feature !== 'keyValuePairs'),
    version,
  );
  const content = writeContent(layout, { format, selectionMarks: plan.layout.marks, tables: version.markdown ?? 'pipes' });
  const styles = findStyles(layout, content, plan.fonts);
  return buildResult(
    { layout, content, styles, languages: [], entities: [] },
    modelId,
    { stringIndexType, format, features: [] },
    plan,
    version,
  ) as AnalyzeResult;
}

test('writes spans that contain the text of their elements, in every version, unit and format', () => {
  const documents = fc.array(fc.array(words, { maxLength: 6 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      documents,
      fc.constantFrom(...VERSIONS),
      fc.constantFrom('textElements', 'unicodeCodePoint', 'utf16CodeUnit'),
      fc.constantFrom('text', 'markdown'),
      (pages, version, unit, format) => {
        for (const modelId of version.models) {
          const plan = planAnalysis(modelId, [], version);
          const layout = isolateWords(
            layoutDocument(pages.map((lines, n) => layoutPage({ page: pageOf(n + 1, lines, n === 0), scale: 1 }, plan.layout))),
          );
          assertConsistent(build(layout, version, modelId, unit, version.markdown ? format : 'text'));
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('writes the field names and lists of each version', () => {
  for (const version of VERSIONS) {
    const layout = layoutDocument([
      layoutPage(
        { page: pageOf(1, [['Hello', 'there']], true), scale: 1 },
        { tables: true, marks: true, figures: true, keyValuePairs: true },
      ),
    ]);
    const result = build(layout, version, 'prebuilt-layout', 'utf16CodeUnit', 'text');
    assert.deepEqual(result.pages[0]!.words[0]![version.corners], [1, 1, 1.8, 1, 1.8, 1.15, 1, 1.15]);
    assert.equal(result.pages[0]!.words[0]!.confidence, 0.988);
    assert.deepEqual(
      [result.paragraphs !== undefined, result.sections !== undefined, result.figures !== undefined, result.contentFormat],
      [
        version.lists.includes('paragraphs'),
        version.lists.includes('sections'),
        version.lists.includes('figures'),
        version.markdown && 'text',
      ],
    );
    const weights = result.styles!.flatMap(({ fontWeight, color }) => fontWeight ?? color ?? []);
    assert.deepEqual(weights, version.features.includes('styleFont') ? ['bold', '#102030'] : []);
  }
});

test('writes no regions for a document without page geometry', () => {
  const layout = layoutFlow({
    pages: [
      [
        { kind: 'heading', level: 1, text: 'Plants' },
        { kind: 'table', rows: 1, columns: 1, cells: [{ row: 0, column: 0, rowSpan: 1, columnSpan: 1, header: false, text: 'Fern' }] },
      ],
    ],
  });
  const result = build(layout, VERSIONS[0]!, 'prebuilt-layout', 'textElements', 'markdown');
  assertConsistent(result);
  assert.doesNotMatch(JSON.stringify(result), /polygon|boundingRegions|"unit"|"width"/);
  assert.equal(result.paragraphs![0]!.content, 'Plants');
});
