/**
 * A file of any kind, read: pages with text and places one after the other, or the flow of an office file.
 *
 * Pages are handed over one at a time and not kept, so that a file of two thousand pages takes no more memory than its
 * largest page.
 */
import { IDENTITY } from './model/affine.ts';
import { barcodesOf } from './images/barcodes.ts';
import type { FileKind } from './files/file-kind.ts';
import type { Limits } from './model/limits.ts';
import { LIMITS } from './model/limits.ts';
import type { Reader } from './ocr/reader.ts';
import type { OpenFile } from './files/open-file.ts';
import { openFile } from './files/open-file.ts';
import type { Flow, Page, Picture, Seen } from './model/page.ts';
import { selectPages } from './model/page-ranges.ts';
import type { PictureFile } from './files/decode-image.ts';
import type { PdfDocument } from './pdf/document.ts';
import { completed } from './pdf/add-ocr.ts';
import { sheetOf } from './pdf/page-content.ts';

export interface ReadFeatures {
  barcodes?: boolean;
  handwriting?: boolean;
  /** Small print on large pages is looked for; takes longer. */
  fine?: boolean;
  /** Pages are drawn even if nothing on them has to be read from a picture. */
  pictures?: boolean;
}

export interface ReadDocumentOptions {
  /** Such as `1-3,5,7-`; all pages where it is absent. */
  pages?: string;
  /** Reads what a file has as pictures only; without it such pages have no lines. */
  ocr?: Reader;
  features?: ReadFeatures;
  limits?: Partial<Limits>;
  /** Is given each page in order, and waited for. */
  onPage?: (seen: Seen, progress: { done: number; of: number }) => void | Promise<void>;
}

export interface DocumentRead {
  kind: FileKind;
  /** Of the file, whichever were asked for. */
  pageCount: number;
  /** Numbers of the pages that were read. */
  pages: readonly number[];
  /** Of an office or HTML file, only the pages asked for. */
  flow?: Flow;
}

/** Pixels to an inch where a page is drawn only to look for barcodes. */
const BARCODE_DPI = 300;

/** Throws `UnreadableFile` and `PageRangeProblem`. */
export async function readDocument(bytes: Uint8Array, options: ReadDocumentOptions = {}): Promise<DocumentRead> {
  const limits: Limits = { ...LIMITS, ...options.limits };
  const file = await openFile(bytes, limits);
  try {
    const pages = selectPages(options.pages, file.pageCount);
    const read = { kind: file.kind, pageCount: file.pageCount, pages };
    if (file.flow !== undefined) return { ...read, flow: { pages: pages.map((number) => file.flow.pages[number - 1]!) } };
    for (const [index, number] of pages.entries()) {
      const seen = await readPage(file, number, options);
      await options.onPage?.(seen, { done: index + 1, of: pages.length });
    }
    return read;
  } finally {
    file.close();
  }
}

async function readPage(file: OpenFile & { flow?: undefined }, number: number, options: ReadDocumentOptions): Promise<Seen> {
  const seen = file.pdf !== undefined ? await readPdfPage(file.pdf, number, options) : await readPicturePage(file.picture, number, options);
  if (options.features?.barcodes !== true || seen.picture === undefined) return seen;
  return { ...seen, page: { ...seen.page, barcodes: await barcodesOf(seen.picture, seen.scale) } };
}

async function readPdfPage(pdf: PdfDocument, number: number, { ocr, features }: ReadDocumentOptions): Promise<Seen> {
  const sheet = pdf.withPage(number, (page) => sheetOf(page, number, { ocr: ocr !== undefined, drawn: features?.pictures === true, ...features?.barcodes === true && { pictureDpi: BARCODE_DPI } }));
  return ocr === undefined ? sheet : await completed(sheet, ocr, wanted(features));
}

function wanted({ handwriting = false, fine = false }: ReadFeatures = {}): Required<Pick<ReadFeatures, 'handwriting' | 'fine'>> {
  return { handwriting, fine };
}

async function readPicturePage(file: PictureFile, number: number, { ocr, features }: ReadDocumentOptions): Promise<Seen> {
  const picture = await file.picture(number);
  const read = ocr === undefined ? undefined : await ocr.read(picture, wanted(features));
  const upright: Picture = read?.upright ?? picture;
  const page: Page = {
    number, width: picture.width, height: picture.height, unit: 'pixel', angle: read?.angle ?? 0, toPage: read?.toGiven ?? IDENTITY,
    upright: { width: upright.width, height: upright.height }, lines: read?.lines ?? [], rules: [], marks: [], pictures: [], barcodes: [],
  };
  return { page, picture: upright, scale: 1 };
}
