/** Generated documents, a caller of the document area, and checks that hold for every result. */
import assert from 'node:assert/strict';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { call, eventually } from './server.ts';
import type { HttpResponse, CallOptions } from './server.ts';

export interface Span {
  offset: number;
  length: number;
}
interface Located {
  content: string;
  polygon?: number[];
  boundingBox?: number[];
}
interface Element extends Located {
  spans: Span[];
  boundingRegions?: { pageNumber: number; polygon?: number[]; boundingBox?: number[] }[];
  elements?: string[];
}
interface ResultPage {
  pageNumber: number;
  width?: number;
  height?: number;
  unit?: string;
  angle?: number;
  spans: Span[];
  words: (Located & { span: Span; confidence: number })[];
  /** Absent without geometry. */
  lines?: (Located & { spans: Span[] })[];
  selectionMarks?: { state: string; span: Span }[];
  barcodes?: { kind: string; value: string }[];
}
export interface AnalyzeResult {
  apiVersion: string;
  modelId: string;
  stringIndexType: string;
  contentFormat?: string;
  content: string;
  pages: ResultPage[];
  paragraphs?: (Element & { role?: string })[];
  tables?: {
    rowCount: number;
    columnCount: number;
    spans: Span[];
    cells: (Element & { kind?: string; rowIndex: number; columnIndex: number; rowSpan?: number; columnSpan?: number })[];
    caption?: Element;
  }[];
  figures?: { id?: string; spans: Span[]; elements?: string[]; caption?: Element }[];
  sections?: { spans: Span[]; elements: string[] }[];
  keyValuePairs?: { key: Element; value?: Element; confidence: number }[];
  entities?: (Element & { category: string; subCategory?: string })[];
  styles?: { spans: Span[]; isHandwritten?: boolean; fontWeight?: string; color?: string }[];
  languages?: { locale?: string; languageCode?: string; spans: Span[]; confidence: number }[];
  documents?: FoundDocument[];
}
export interface FieldView extends Partial<Element> {
  type: string;
  /** Absent from lists and rows of older versions. */
  confidence?: number;
  valueString?: string;
  valueDate?: string;
  valueNumber?: number;
  valueSelectionMark?: string;
  valueCurrency?: { amount: number; currencySymbol?: string; currencyCode?: string };
  valueAddress?: object;
  valueArray?: FieldView[];
  valueObject?: Record<string, FieldView>;
}
export interface FoundDocument {
  docType: string;
  spans: Span[];
  boundingRegions?: Element['boundingRegions'];
  fields?: Record<string, FieldView>;
  confidence: number;
}
export interface Polled {
  status: string;
  createdDateTime: string;
  lastUpdatedDateTime: string;
  error?: { code: string; message: string; innererror?: { code: string; message: string } };
  analyzeResult?: AnalyzeResult;
}

/** Lines of text, each page from the top; sizes in points. */
export async function pdfOf(pages: readonly (readonly (string | { text: string; size: number; x?: number })[])[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const lines of pages) {
    const page = document.addPage([612, 792]);
    let y = 720;
    for (const line of lines) {
      const { text, size, x = 72 } = typeof line === 'string' ? { text: line, size: 12 } : line;
      page.drawText(text, { x, y, size, font });
      y -= 2 * size;
    }
  }
  return Buffer.from(await document.save());
}

export interface PlacedText {
  text: string;
  x: number;
  y: number;
  size?: number;
}

/** Texts by position, in points from the upper left corner of the page to their baselines. */
export async function pdfWithTexts(
  pages: readonly (readonly PlacedText[])[],
  [width, height]: [number, number] = [612, 792],
): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const texts of pages) {
    const page = document.addPage([width, height]);
    for (const { text, x, y, size = 11 } of texts) page.drawText(text, { x, y: height - y, size, font });
  }
  return Buffer.from(await document.save());
}

/** A ruled table with its first row as a header. */
export async function pdfTable(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([612, 792]);
  const [left, top, width, height] = [72, 700, 120, 30];
  const right = left + width * rows[0]!.length;
  for (let n = 0; n <= rows.length; n++)
    page.drawLine({
      start: { x: left, y: top - n * height },
      end: { x: right, y: top - n * height },
      thickness: 1,
    });
  for (let n = 0; n <= rows[0]!.length; n++)
    page.drawLine({
      start: { x: left + n * width, y: top },
      end: { x: left + n * width, y: top - rows.length * height },
      thickness: 1,
    });
  for (const [row, cells] of rows.entries()) {
    for (const [column, text] of cells.entries()) {
      page.drawText(text, { x: left + column * width + 8, y: top - row * height - 20, size: 12, font });
    }
  }
  return Buffer.from(await document.save());
}

/** A line of text above a photo of one color, 3 by 2 inches. */
export async function pdfWithPhoto(background: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([612, 792]);
  const photo = await document.embedPng(
    await sharp({ create: { width: 90, height: 60, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  page.drawImage(photo, { x: 144, y: 400, width: 216, height: 144 });
  page.drawText('A page with a rectangle on it.', { x: 72, y: 700, size: 16, font: await document.embedFont(StandardFonts.Helvetica) });
  return Buffer.from(await document.save());
}

/** Scanned pages: each image fills a page. */
export async function pdfOfScans(scans: readonly Buffer[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const scan of scans) {
    document.addPage([612, 792]).drawImage(await document.embedPng(scan), { x: 0, y: 0, width: 612, height: 792 });
  }
  return Buffer.from(await document.save());
}

/** One file with the pages of several files. */
export async function mergePdfs(files: readonly Buffer[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const file of files) {
    const source = await PDFDocument.load(file);
    for (const page of await document.copyPages(source, source.getPageIndices())) document.addPage(page);
  }
  return Buffer.from(await document.save());
}

/** The first page of a PDF as an image. */
export async function renderPdf(pdf: Buffer, { dpi = 150, rotate = 0 }: { dpi?: number; rotate?: number } = {}): Promise<Buffer> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    const { data, width, height } = await document.getPage(0).render({ scale: dpi / 72, render: 'bitmap' });
    document.destroy();
    return await sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
      .flatten({ background: '#fff' })
      .rotate(rotate)
      .png()
      .toBuffer();
  } finally {
    library.destroy();
  }
}

/** The text of the first page of a PDF, as a viewer would copy it. */
export async function extractPdfText(pdf: Buffer): Promise<string> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    const text = document.getPage(0).getText();
    document.destroy();
    return text;
  } finally {
    library.destroy();
  }
}

export interface Endpoint {
  prefix: string;
  version: string;
}

export const NEWER: Endpoint = { prefix: '/documentanalysis', version: '2024-02-29-preview' };
export const OLDER: Endpoint = { prefix: '/formanalysis', version: '2022-01-30-preview' };
/** The prebuilt models of a version, by name. */
export function prebuiltModels({ prefix, version }: Endpoint): string[] {
  const isNewer = prefix.startsWith('/document');
  return [
    'read',
    'layout',
    ...(isNewer ? [] : ['document', 'businessCard']),
    'idDocument',
    'invoice',
    'receipt',
    'tax.us.w2',
    ...(version.startsWith('2022-01') ? [] : ['healthInsuranceCard.us']),
    ...(version.startsWith('2022') ? [] : ['contract', 'tax.us.1098', 'tax.us.1098E', 'tax.us.1098T']),
  ]
    .map((name) => `prebuilt-${name}`)
    .sort();
}
/** Every version, under its neutral and its vendor prefix. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...['2024-02-29-preview', '2024-11-30'].flatMap((version) =>
    ['/documentanalysis', '/documentintelligence'].map((prefix) => ({ prefix, version })),
  ),
  ...['2022-01-30-preview', '2022-08-31', '2023-07-31'].flatMap((version) =>
    ['/formanalysis', '/formrecognizer'].map((prefix) => ({ prefix, version })),
  ),
];

/** Calls one version of the document area with a key. */
export class DocumentCaller {
  readonly server: { address: string };
  readonly key: string;
  readonly endpoint: Endpoint;

  constructor(server: { address: string }, key: string, endpoint: Endpoint = NEWER) {
    this.server = server;
    this.key = key;
    this.endpoint = endpoint;
  }

  at(endpoint: Endpoint): DocumentCaller {
    return new DocumentCaller(this.server, this.key, endpoint);
  }

  /** Calls a route such as `GET /info`; adds the prefix and the version. */
  async call<T = unknown>(route: string, options: CallOptions = {}, query = ''): Promise<HttpResponse<T>> {
    const [method, path] = route.split(' ') as [string, string];
    return await call<T>(
      this.server,
      `${method} ${this.endpoint.prefix}${path}?api-version=${this.endpoint.version}${query && `&${query}`}`,
      { key: this.key, ...options },
    );
  }

  /** Starts an analysis; sends a buffer as bytes, anything else as JSON. */
  async start(model: string, document: Buffer | object, query = '', type = 'application/octet-stream'): Promise<HttpResponse<unknown>> {
    const sent: CallOptions = Buffer.isBuffer(document) ? { body: document, headers: { 'content-type': type } } : { json: document };
    return await this.call(`POST /documentModels/${model}:analyze`, sent, query);
  }

  async poll(location: string): Promise<HttpResponse<Polled>> {
    return await call<Polled>(this.server, `GET ${location.slice(this.server.address.length)}`, { key: this.key });
  }

  /** Polls a location until the work is completed. */
  async waitFor(location: string, ms?: number): Promise<Polled> {
    return (
      await eventually(
        () => this.poll(location),
        ({ status, body }) => status !== 200 || ['succeeded', 'failed', 'canceled'].includes(body.status),
        ms,
      )
    ).body;
  }

  /** Starts an analysis and waits until it is completed. */
  async analyze(model: string, document: Buffer | object, query = '', type?: string): Promise<Polled> {
    const { status, text, headers } = await this.start(model, document, query, type);
    assert.equal(status, 202, text);
    return await this.waitFor(String(headers['operation-location']));
  }

  /** The result of an analysis that succeeds. */
  async result(model: string, document: Buffer | object, query = '', type?: string): Promise<AnalyzeResult> {
    const { status, error, analyzeResult } = await this.analyze(model, document, query, type);
    assert.equal(status, 'succeeded', JSON.stringify(error));
    assertConsistent(analyzeResult!);
    return analyzeResult!;
  }
}

/** Fields with their nested fields. */
function allFields(fields: readonly FieldView[]): FieldView[] {
  return fields.flatMap((field) => [field, ...allFields(field.valueArray ?? []), ...allFields(Object.values(field.valueObject ?? {}))]);
}

const SPLITTERS: Readonly<Record<string, (text: string) => readonly string[]>> = {
  textElements: (text) => Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment),
  unicodeCodePoint: (text) => Array.from(text),
  utf16CodeUnit: (text) => text.split(''),
};

/** Markdown without escapes. */
const withoutMarkup = (text: string): string =>
  text.replaceAll('\\', '').replaceAll('&lt;', '<').replaceAll('&amp;', '&').replace(/\s+/g, ' ').trim();

/**
 * Every span is within the content and contains the text of its element; elements are within their pages. Spans of markdown may also
 * contain markup.
 */
export function assertConsistent({
  content,
  contentFormat,
  stringIndexType,
  pages,
  paragraphs = [],
  tables = [],
  figures = [],
  sections = [],
  keyValuePairs = [],
  entities = [],
  styles = [],
  languages = [],
  documents = [],
}: AnalyzeResult): void {
  const units = SPLITTERS[stringIndexType]!(content);
  const at = ({ offset, length }: Span): string => {
    assert.ok(offset >= 0 && length >= 0 && offset + length <= units.length, `${offset}+${length} of ${units.length}`);
    return units.slice(offset, offset + length).join('');
  };
  const textIn = (spans: readonly Span[]): string => spans.map(at).join('\n');
  const same = (actual: string, expected: string): void =>
    contentFormat === 'markdown'
      ? assert.ok(withoutMarkup(actual).includes(withoutMarkup(expected)), `${actual} is not ${expected}`)
      : assert.equal(actual, expected);
  const assertText = ({ content: expected, spans }: Pick<Element, 'content' | 'spans'>): void => same(textIn(spans), expected);
  let covered = 0;
  for (const { spans, words, lines = [], selectionMarks = [] } of pages) {
    for (const { offset, length } of spans) covered = Math.max(covered, offset + length);
    for (const { content: word, span, confidence } of words) {
      same(at(span), word);
      assert.ok(confidence >= 0 && confidence <= 1);
      assert.ok(
        spans.some(({ offset, length }) => offset <= span.offset && span.offset + span.length <= offset + length),
        `the word ${word} is outside of its page`,
      );
    }
    for (const { state, span } of selectionMarks) {
      assert.ok([`:${state}:`, state === 'selected' ? '☒' : '☐', ''].includes(at(span)), `${state}: ${at(span)}`);
    }
    for (const line of lines) assertText(line);
    assert.ok(
      words.every(({ span }, n) => n === 0 || words[n - 1]!.span.offset <= span.offset),
      'words are in the order of the content',
    );
  }
  assert.ok(pages.length === 0 || covered === units.length, 'the pages cover the content');
  for (const element of [
    ...paragraphs,
    ...entities,
    ...keyValuePairs.flatMap(({ key, value }) => (value ? [key, value] : [key])),
    ...tables.flatMap(({ cells, caption }) => (caption ? [...cells, caption] : cells)),
    ...figures.flatMap(({ caption }) => caption ?? []),
  ]) {
    assertText(element);
  }
  for (const { spans } of [...tables, ...figures, ...sections, ...styles, ...languages, ...documents]) textIn(spans);
  for (const field of documents.flatMap(({ fields = {} }) => allFields(Object.values(fields)))) {
    if (field.content !== undefined) assertText({ content: field.content, spans: field.spans! });
    assert.ok(field.confidence === undefined ? ['array', 'object'].includes(field.type) : field.confidence >= 0 && field.confidence <= 1);
  }
  for (const { rowCount, columnCount, cells } of tables) {
    const taken = new Set<string>();
    for (const { rowIndex, columnIndex, rowSpan = 1, columnSpan = 1 } of cells) {
      for (let row = rowIndex; row < rowIndex + rowSpan; row++) {
        for (let column = columnIndex; column < columnIndex + columnSpan; column++) {
          const isFree = row < rowCount && column < columnCount && !taken.has(`${row} ${column}`);
          assert.ok(isFree, 'cells are within the table and do not overlap');
          taken.add(`${row} ${column}`);
        }
      }
    }
  }
  const lists: Record<string, number> = {
    paragraphs: paragraphs.length,
    tables: tables.length,
    figures: figures.length,
    sections: sections.length,
  };
  for (const { elements = [] } of [...sections, ...tables.flatMap(({ cells }) => cells)])
    for (const path of elements) {
      const [, list, index] = path.split('/');
      assert.ok(Number(index) < lists[list!]!, path);
    }
}

/** The outer and inner code of an error. */
export function innerCode({ body }: HttpResponse<unknown>): [outer: string | undefined, inner: string | undefined] {
  const { error } = (body ?? {}) as { error?: { code: string; innererror?: { code: string } } };
  return [error?.code, error?.innererror?.code];
}
