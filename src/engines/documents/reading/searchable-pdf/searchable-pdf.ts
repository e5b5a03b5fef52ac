/**
 * A searchable PDF: the file's own pages if it is a PDF, otherwise its images, with each word that was read as invisible text
 * over its position. Visible text of a PDF is searchable already and left unchanged; invisible text of another OCR program is
 * replaced on pages that get words of ours.
 */
import { compose, apply, inverse, scaling } from '../model/affine.ts';
import type { Limits } from '../model/limits.ts';
import { LIMITS } from '../model/limits.ts';
import { openFile } from '../files/open-file.ts';
import type { Affine } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { PdfDocument } from '../pdf/document.ts';
import type { PdfPage } from '../pdf/document.ts';
import { DESCENT, MAX_CODES, createToUnicodeMap, glyphlessFont } from './glyphless-font.ts';
import type { Pdfium } from '../pdf/pdfium.ts';
import { createImagePdf } from './pdf-from-images.ts';
import { toVisualOrder, splitLetters } from './visual-order.ts';

/** `corners` as in results: x1, y1 … x4, y4 on the original page; `spaced` if a space follows on the same line. */
export interface OverlayWord {
  text: string;
  corners: readonly number[];
  spaced: boolean;
}

/** The words of a page that the file itself does not have. */
export interface PageWords {
  number: number;
  words: readonly OverlayWord[];
}

export interface SearchableOptions {
  maxBytes: number;
  limits?: Limits;
  /** Called after each page. */
  onPage: () => void;
}

const INVISIBLE = 3;
const TEXT = 1;
const WHOLE_FILE = 2;

/** Contains only the given pages; returns the input if there is nothing to add, and undefined above `maxBytes`. Throws `UnreadableFile`. */
export async function createSearchablePdf(
  bytes: Uint8Array,
  pages: readonly PageWords[],
  { maxBytes, limits = LIMITS, onPage }: SearchableOptions,
): Promise<Uint8Array | undefined> {
  const file = await openFile(bytes, limits);
  if (file.flow !== undefined) throw new UnreadableFile('unsupported', 'office files and HTML cannot be made searchable PDFs');
  if (file.pdf !== undefined) {
    const isWhole = pages.length === file.pageCount && pages.every(({ words }) => words.length === 0);
    if (!isWhole) return addWords(file.pdf, pages, [], maxBytes, onPage);
    file.close();
    return bytes;
  }
  const imagePdf = await createImagePdf(
    file.image,
    pages.map(({ number }) => number),
    { maxBytes, maxInches: limits.maxInches },
    onPage,
  );
  if (imagePdf === undefined) return undefined;
  return addWords(
    await PdfDocument.open(imagePdf.bytes, limits),
    pages.map(({ words }, index) => ({ number: index + 1, words })),
    imagePdf.perInch,
    maxBytes,
    onPage,
  );
}

/** Adds the words and saves; closes the document. */
function addWords(
  document: PdfDocument,
  pages: readonly PageWords[],
  perInch: readonly number[],
  maxBytes: number,
  onPage: () => void,
): Uint8Array | undefined {
  try {
    const codes = assignCodes(pages);
    const font = document.withDocument((pdf) => (codes.size === 0 ? 0 : loadFont(pdf, document.handle, [...codes.keys()])));
    for (const [index, { number, words }] of pages.entries()) {
      if (words.length > 0)
        document.editPage(number, (page) =>
          overlayWords(page, document.handle, words, { font, codes, toInches: scaling(1 / (perInch[index] ?? 1)) }),
        );
      onPage();
    }
    return document.withDocument((pdf) => {
      if (font !== 0) pdf.calls.FPDFFont_Close(font);
      const kept = new Set(pages.map(({ number }) => number));
      for (let number = document.pageCount; number >= 1; number -= 1)
        if (!kept.has(number)) pdf.calls.FPDFPage_Delete(document.handle, number - 1);
      return savePdf(pdf, document.handle, maxBytes);
    });
  } finally {
    document.close();
  }
}

/** A code for each letter, from 1. */
function assignCodes(pages: readonly PageWords[]): Map<string, number> {
  const codes = new Map<string, number>();
  for (const letter of [' ', ...pages.flatMap(({ words }) => words).flatMap(({ text }) => splitLetters(text))])
    if (!codes.has(letter) && codes.size < MAX_CODES) codes.set(letter, codes.size + 1);
  return pages.some(({ words }) => words.length > 0) ? codes : new Map();
}

function loadFont(pdf: Pdfium, document: number, letters: readonly string[]): number {
  const [file, places] = [glyphlessFont(), new Uint8Array(2 * (letters.length + 1))];
  const font = pdf.withBytes(file, (at) =>
    pdf.withBytes(Buffer.from(`${createToUnicodeMap(letters)}\0`), (key) =>
      pdf.withBytes(places, (map) => pdf.calls.FPDFText_LoadCidType2Font(document, at, file.length, key, map, places.length)),
    ),
  );
  if (font === 0) throw new Error('PDFium rejected the font.');
  return font;
}

interface OverlayFont {
  font: number;
  codes: ReadonlyMap<string, number>;
  toInches: Affine;
}

function overlayWords(
  { pdf, handle, toPage }: PdfPage,
  document: number,
  words: readonly OverlayWord[],
  { font, codes, toInches }: OverlayFont,
): void {
  const { calls } = pdf;
  removeHiddenText(pdf, handle);
  const toPdf = compose(inverse(toPage), toInches);
  for (const { text, corners, spaced } of words) {
    const letters = splitLetters(text);
    const shown = toVisualOrder(letters);
    const numbers = [...shown, ...(spaced && shown === letters ? [' '] : [])].flatMap((letter) => codes.get(letter) ?? []);
    if (letters.length === 0 || numbers.length === 0) continue;
    const object = calls.FPDFPageObj_CreateTextObj(document, font, 1);
    pdf.withBytes(new Uint8Array(Uint32Array.from(numbers).buffer), (at) => calls.FPDFText_SetCharcodes(object, at, numbers.length));
    calls.FPDFTextObj_SetTextRenderMode(object, INVISIBLE);
    pdf.withBytes(new Uint8Array(Float32Array.from(textMatrix(corners, letters.length, toPdf)).buffer), (at) =>
      calls.FPDFPageObj_SetMatrix(object, at),
    );
    calls.FPDFPage_InsertObject(handle, object);
  }
  if (calls.FPDFPage_GenerateContent(handle) === 0) throw new UnreadableFile('corrupt', 'a page of the PDF cannot be edited');
}

/** Scales the em square so that `count` letters fill the box from its lower left corner. */
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

function savePdf(pdf: Pdfium, document: number, maxBytes: number): Uint8Array | undefined {
  let done = 0;
  const parts = pdf.collectWrites((writer) => {
    // FPDF_FILEWRITE: the version and the callback.
    done = pdf.withBytes(new Uint8Array(Int32Array.from([1, writer]).buffer), (at) => pdf.calls.FPDF_SaveAsCopy(document, at, WHOLE_FILE));
  });
  if (done === 0) throw new UnreadableFile('corrupt', 'the PDF cannot be written');
  return parts.reduce((sum, { length }) => sum + length, 0) > maxBytes ? undefined : Buffer.concat(parts);
}
