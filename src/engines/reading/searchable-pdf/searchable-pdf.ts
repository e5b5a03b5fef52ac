/**
 * A file as a PDF in which what was read of it can be found, marked and copied: the file's own pages where it is a PDF, else its
 * pictures, with each word that was read laid over it, unseen and where it stands. Text of a PDF that can be seen is found already,
 * and is left alone; text without ink that another program laid over a page goes where words of ours come.
 */
import { compose, apply, inverse, scaling } from '../model/affine.ts';
import type { Limits } from '../model/limits.ts';
import { LIMITS } from '../model/limits.ts';
import { openFile } from '../files/open-file.ts';
import type { Affine } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { PdfDocument } from '../pdf/document.ts';
import type { PdfPage } from '../pdf/document.ts';
import { DESCENT, MAX_CODES, createGlyphlessFont, createToUnicodeMap } from './glyphless-font.ts';
import type { Pdfium } from '../pdf/pdfium.ts';
import { createImagePdf } from './pdf-from-images.ts';
import { toVisualOrder, splitLetters } from './visual-order.ts';

/** `corners` as answers tell them: x1, y1 … x4, y4 on the page as it was given; `spaced` where a space follows on the same line. */
export interface OverlayWord { text: string; corners: readonly number[]; spaced: boolean }

/** The words that the file itself does not have. */
export interface PageWords { number: number; words: readonly OverlayWord[] }

export interface SearchableOptions {
  maxBytes: number;
  limits?: Limits;
  /** Is told of each page. */
  onPage: () => void;
}

const INVISIBLE = 3;
const TEXT = 1;
const WHOLE_FILE = 2;

/** With the pages that were read only; the file itself where nothing is to be added. Nothing where it would have more than so many bytes. Throws `UnreadableFile`. */
export async function createSearchablePdf(bytes: Uint8Array, sheets: readonly PageWords[], { maxBytes: mostBytes, limits = LIMITS, onPage: step }: SearchableOptions): Promise<Uint8Array | undefined> {
  const file = await openFile(bytes, limits);
  if (file.flow !== undefined) throw new UnreadableFile('unsupported', 'office files and HTML have no pages that words could be laid over');
  if (file.pdf !== undefined) {
    const isWhole = sheets.length === file.pageCount && sheets.every(({ words }) => words.length === 0);
    if (!isWhole) return addWords(file.pdf, sheets, [], mostBytes, step);
    file.close();
    return bytes;
  }
  const pictured = await createImagePdf(file.image, sheets.map(({ number }) => number), { mostBytes, mostInches: limits.maxInches }, step);
  if (pictured === undefined) return undefined;
  return addWords(await PdfDocument.open(pictured.bytes, limits), sheets.map(({ words }, index) => ({ number: index + 1, words })), pictured.perInch, mostBytes, step);
}

/** Lets go of the document. */
function addWords(document: PdfDocument, sheets: readonly PageWords[], perInch: readonly number[], mostBytes: number, step: () => void): Uint8Array | undefined {
  try {
    const codes = assignCodes(sheets);
    const font = document.withDocument((pdf) => codes.size === 0 ? 0 : loadFont(pdf, document.handle, [...codes.keys()]));
    for (const [index, { number, words }] of sheets.entries()) {
      if (words.length > 0) document.editPage(number, (page) => overlayWords(page, document.handle, words, { font, codes, toInches: scaling(1 / (perInch[index] ?? 1)) }));
      step();
    }
    return document.withDocument((pdf) => {
      if (font !== 0) pdf.calls.FPDFFont_Close(font);
      const kept = new Set(sheets.map(({ number }) => number));
      for (let number = document.pageCount; number >= 1; number -= 1) if (!kept.has(number)) pdf.calls.FPDFPage_Delete(document.handle, number - 1);
      return savePdf(pdf, document.handle, mostBytes);
    });
  } finally {
    document.close();
  }
}

/** Each letter with its code, from 1. */
function assignCodes(sheets: readonly PageWords[]): Map<string, number> {
  const codes = new Map<string, number>();
  for (const letter of [' ', ...sheets.flatMap(({ words }) => words).flatMap(({ text }) => splitLetters(text))]) if (!codes.has(letter) && codes.size < MAX_CODES) codes.set(letter, codes.size + 1);
  return sheets.some(({ words }) => words.length > 0) ? codes : new Map();
}

function loadFont(pdf: Pdfium, document: number, letters: readonly string[]): number {
  const [file, places] = [createGlyphlessFont(), new Uint8Array(2 * (letters.length + 1))];
  const font = pdf.withBytes(file, (at) => pdf.withBytes(Buffer.from(`${createToUnicodeMap(letters)}\0`), (key) => pdf.withBytes(places, (map) => pdf.calls.FPDFText_LoadCidType2Font(document, at, file.length, key, map, places.length))));
  if (font === 0) throw new Error('PDFium does not take the font.');
  return font;
}

interface OverlayFont { font: number; codes: ReadonlyMap<string, number>; toInches: Affine }

function overlayWords({ pdf, handle, toPage }: PdfPage, document: number, words: readonly OverlayWord[], { font, codes, toInches }: OverlayFont): void {
  const { calls } = pdf;
  removeHiddenText(pdf, handle);
  const toPdf = compose(inverse(toPage), toInches);
  for (const { text, corners, spaced } of words) {
    const letters = splitLetters(text);
    const shown = toVisualOrder(letters);
    const numbers = [...shown, ...spaced && shown === letters ? [' '] : []].flatMap((letter) => codes.get(letter) ?? []);
    if (letters.length === 0 || numbers.length === 0) continue;
    const object = calls.FPDFPageObj_CreateTextObj(document, font, 1);
    pdf.withBytes(new Uint8Array(Uint32Array.from(numbers).buffer), (at) => calls.FPDFText_SetCharcodes(object, at, numbers.length));
    calls.FPDFTextObj_SetTextRenderMode(object, INVISIBLE);
    pdf.withBytes(new Uint8Array(Float32Array.from(textMatrix(corners, letters.length, toPdf)).buffer), (at) => calls.FPDFPageObj_SetMatrix(object, at));
    calls.FPDFPage_InsertObject(handle, object);
  }
  if (calls.FPDFPage_GenerateContent(handle) === 0) throw new UnreadableFile('corrupt', 'a page of the PDF cannot be written on');
}

/** From the letter's square, whose side is 1, to the page: so many of them fill the box from its lower left corner on. */
function textMatrix(corners: readonly number[], count: number, toPdf: Affine): number[] {
  const corner = (n: 0 | 2 | 3): { x: number; y: number } => apply(toPdf, corners[2 * n]!, corners[2 * n + 1]!);
  const [above, end, begin] = [corner(0), corner(2), corner(3)];
  const up = { x: above.x - begin.x, y: above.y - begin.y };
  return [(end.x - begin.x) / count, (end.y - begin.y) / count, up.x, up.y, begin.x + DESCENT * up.x, begin.y + DESCENT * up.y];
}

function removeHiddenText({ calls }: Pdfium, page: number): void {
  for (let index = calls.FPDFPage_CountObjects(page) - 1; index >= 0; index -= 1) {
    const object = calls.FPDFPage_GetObject(page, index);
    if (calls.FPDFPageObj_GetType(object) !== TEXT || calls.FPDFTextObj_GetTextRenderMode(object) !== INVISIBLE) continue;
    if (calls.FPDFPage_RemoveObject(page, object) === 1) calls.FPDFPageObj_Destroy(object);
  }
}

function savePdf(pdf: Pdfium, document: number, mostBytes: number): Uint8Array | undefined {
  let done = 0;
  const parts = pdf.collectWrites((writer) => {
    // A version, and the function to write with.
    done = pdf.withBytes(new Uint8Array(Int32Array.from([1, writer]).buffer), (at) => pdf.calls.FPDF_SaveAsCopy(document, at, WHOLE_FILE));
  });
  if (done === 0) throw new UnreadableFile('corrupt', 'the PDF cannot be written');
  return parts.reduce((sum, { length }) => sum + length, 0) > mostBytes ? undefined : Buffer.concat(parts);
}
