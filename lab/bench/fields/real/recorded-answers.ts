/**
 * Answers of the real service that were recorded: its own words are laid out by us, and the fields that we find in them are compared
 * with its fields. Two forms of answers: `analyzeResult.documents` since 2022, `documentResults` before.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extractDocuments, isFieldModel } from '../../../../src/engines/documents/fields/extract.ts';
import { layoutDocument } from '../../../../src/engines/documents/layout/layout-document.ts';
import { layoutPage } from '../../../../src/engines/documents/layout/layout-page.ts';
import { union } from '../../../../src/engines/documents/layout/model/geometry.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import { IDENTITY } from '../../../../src/engines/documents/reading/model/affine.ts';
import type { Box, Line, Page, SelectionMark, Word } from '../../../../src/engines/documents/reading/model/page.ts';
import { comparePaths } from './compare-paths.ts';
import type { ExpectedByPath } from './compare-paths.ts';
import type { Judged, RealSet, SetContext } from './real-set.ts';
import { fieldsOf } from './real-set.ts';

interface RecordedWord {
  content?: string;
  text?: string;
  polygon?: number[];
  boundingBox?: number[];
  confidence: number;
  span?: { offset: number; length: number };
}

interface RecordedPage {
  pageNumber?: number;
  page?: number;
  width: number;
  height: number;
  unit: 'pixel' | 'inch';
  angle?: number;
  words?: RecordedWord[];
  lines?: { words?: RecordedWord[]; spans?: { offset: number; length: number }[] }[];
  selectionMarks?: { state: 'selected' | 'unselected'; polygon: number[]; confidence: number }[];
}

type RecordedField = { type: string; text?: string; content?: string; confidence?: number } & Record<string, unknown>;

interface RecordedResult {
  modelId?: string;
  content?: string;
  pages?: RecordedPage[];
  readResults?: RecordedPage[];
  documents?: { fields: Record<string, RecordedField> }[];
  documentResults?: { docType: string; fields: Record<string, RecordedField> }[];
}

const OLD_MODELS: Readonly<Record<string, string>> = {
  'prebuilt:idDocument:driverLicense': 'prebuilt-idDocument',
  'prebuilt:businesscard': 'prebuilt-businessCard',
};

export const recordedAnswers: RealSet = {
  name: 'recorded answers of the service',
  async *judge({ data, matching }: SetContext): AsyncIterable<Judged> {
    for (const { name, result } of await Promise.resolve(recordedResults(data))) {
      const model = result.modelId ?? OLD_MODELS[result.documentResults?.[0]?.docType ?? ''] ?? '';
      const documents = result.documents ?? result.documentResults ?? [];
      if (!isFieldModel(model) || documents.length === 0 || !hasLines(result) || !name.includes(matching)) continue;
      const layout = layoutOfResult(result);
      const expected = Object.assign(
        {},
        ...Object.entries(documents[0]!.fields).map(([path, field]) => valuesOf(field, path)),
      ) as ExpectedByPath;
      yield { name, kind: model, results: comparePaths(fieldsOf(extractDocuments(model, layout)), expected, layout) };
    }
  },
};

/** Each answer once: several recordings have the same. */
function recordedResults(data: string): { name: string; result: RecordedResult }[] {
  const found = new Map<string, { name: string; result: RecordedResult }>();
  const add = (name: string, body: unknown): void => {
    const result = (body as { analyzeResult?: RecordedResult } | null)?.analyzeResult;
    if (result !== undefined) {
      const key = `${result.modelId ?? ''} ${result.content ?? JSON.stringify(result.readResults).slice(0, 2000)}`;
      if (!found.has(key)) found.set(key, { name, result });
    }
  };
  const recordings = join(data, 'vendor-recordings', 'documents');
  if (existsSync(recordings))
    for (const name of readdirSync(recordings).sort())
      for (const call of JSON.parse(gunzipSync(readFileSync(join(recordings, name))).toString()) as { response: unknown }[])
        if (typeof call.response === 'object') add(name, call.response);
  const samples = join(data, 'document', 'prebuilt');
  if (existsSync(samples))
    for (const name of readdirSync(samples).sort())
      if (/result.*\.json$/iu.test(name)) add(name, JSON.parse(readFileSync(join(samples, name), 'utf8')));
  return [...found.values()];
}

/** Some samples have fields without the text of the page. */
const hasLines = ({ pages, readResults }: RecordedResult): boolean =>
  (pages ?? readResults ?? []).every(({ lines }) => lines !== undefined);

function layoutOfResult(result: RecordedResult): DocumentLayout {
  const pages = (result.pages ?? result.readResults ?? []).map((page) => pageOf(page));
  return layoutDocument(
    pages.map((page) => layoutPage({ page, scale: 1 }, { tables: true, marks: true, figures: false, keyValuePairs: true })),
  );
}

function pageOf(recorded: RecordedPage): Page {
  const { width, height, unit, angle = 0 } = recorded;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const toBox = (polygon: readonly number[]): Box => {
    const at = (i: number): { x: number; y: number } => ({
      x: cos * polygon[2 * i]! + sin * polygon[2 * i + 1]!,
      y: cos * polygon[2 * i + 1]! - sin * polygon[2 * i]!,
    });
    const corners = [0, 1, 2, 3].map(at);
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  };
  const toWord = ({ content, text, polygon, boundingBox, confidence }: RecordedWord): Word => ({
    text: content ?? text ?? '',
    box: toBox(polygon ?? boundingBox ?? []),
    confidence,
  });
  const words = (recorded.words ?? []).filter(({ content }) => !/^:(?:un)?selected:$/u.test(content ?? ''));
  const lines = recorded.lines!.map((line) => {
    if (line.words !== undefined) return line.words;
    return words.filter(({ span }) => line.spans!.some(({ offset, length }) => span!.offset >= offset && span!.offset < offset + length));
  });
  return {
    number: recorded.pageNumber ?? recorded.page ?? 1,
    width,
    height,
    unit,
    angle: 0,
    toPage: IDENTITY,
    upright: { width, height },
    lines: lines
      .filter((line) => line.length > 0)
      .map((line): Line => {
        const own = line.map(toWord);
        return { words: own, box: union(own.map(({ box }) => box)), turn: 0 };
      }),
    rules: [],
    marks: (recorded.selectionMarks ?? []).map(({ state, polygon, confidence }): SelectionMark => ({
      state,
      box: toBox(polygon),
      confidence,
    })),
    imageBoxes: [],
    barcodes: [],
  };
}

/** Values that the service was sure about enough to give; texts as printed. */
function valuesOf(field: RecordedField, path: string): Record<string, string | number> {
  const value = Object.entries(field).find(([name]) => name.startsWith('value'))?.[1];
  if (field.type === 'array')
    return Object.assign({}, ...((value ?? []) as RecordedField[]).map((entry, i) => valuesOf(entry, `${path}[${String(i)}]`))) as never;
  if (field.type === 'object')
    return Object.assign(
      {},
      ...Object.entries((value ?? {}) as Record<string, RecordedField>).map(([name, part]) => valuesOf(part, `${path}.${name}`)),
    ) as never;
  if (field.type === 'currency') return { [path]: (value as { amount: number }).amount };
  if (field.type === 'address') return { [path]: field.content ?? field.text ?? '' };
  return value === undefined ? {} : { [path]: value as string | number };
}
