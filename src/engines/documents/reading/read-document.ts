/**
 * Reads a file of any kind: pages with positioned text one after another, or the flow of an office file.
 *
 * Pages are passed on one at a time and not retained, so that a file of two thousand pages takes no more memory than its
 * largest page.
 */
import { IDENTITY } from './model/affine.ts';
import { readPageBarcodes } from './images/barcodes.ts';
import type { FileKind } from './files/file-kind.ts';
import type { Limits } from './model/limits.ts';
import { LIMITS } from './model/limits.ts';
import type { Reader } from './ocr/reader.ts';
import type { OpenFile } from './files/open-file.ts';
import { openFile } from './files/open-file.ts';
import type { Block, Flow, Page, GrayImage, PageWithImage } from './model/page.ts';
import { imageOrNone } from './files/embedded-image.ts';
import { selectPages } from './model/page-ranges.ts';
import type { ImageFile } from './files/decode-image.ts';
import type { PdfDocument } from './pdf/document.ts';
import { addOcr } from './pdf/add-ocr.ts';
import { readPageContent } from './pdf/page-content.ts';

export interface ReadFeatures {
  barcodes?: boolean;
  handwriting?: boolean;
  /** Detects small print on large pages; takes longer. */
  highResolution?: boolean;
  /** Reads the images inside office files. */
  embeddedImages?: boolean;
  /** Renders pages even if nothing on them needs OCR. */
  images?: boolean;
}

export interface ReadDocumentOptions {
  /** Such as `1-3,5,7-`; all pages by default. */
  pages?: string;
  /** Reads scans and images; without it such pages have no lines. */
  ocr?: Reader;
  features?: ReadFeatures;
  limits?: Partial<Limits>;
  /** Called with each page in order, and awaited. */
  onPage?: (seen: PageWithImage, progress: { done: number; of: number }) => void | Promise<void>;
  /** Called after each image of an office file that was read. */
  onEmbeddedImage?: () => void;
}

export interface ReadDocument {
  kind: FileKind;
  /** Of the whole file. */
  pageCount: number;
  /** The numbers of the pages that were read. */
  pages: readonly number[];
  /** For an office or HTML file: the selected pages. */
  flow?: Flow;
}

/** Resolution where a page is rendered only to find barcodes. */
const BARCODE_DPI = 300;

/** Throws `UnreadableFile` and `PageRangeError`. */
export async function readDocument(bytes: Uint8Array, options: ReadDocumentOptions = {}): Promise<ReadDocument> {
  const limits: Limits = { ...LIMITS, ...options.limits };
  const file = await openFile(bytes, limits);
  try {
    const pages = selectPages(options.pages, file.pageCount);
    const read = { kind: file.kind, pageCount: file.pageCount, pages };
    if (file.flow !== undefined) return { ...read, flow: await readFlow(file, pages, options, limits) };
    for (const [index, number] of pages.entries()) {
      const seen = await readPage(file, number, options);
      await options.onPage?.(seen, { done: index + 1, of: pages.length });
    }
    return read;
  } finally {
    file.close();
  }
}

/** The selected pages, with what their images show. Each image is read once, however often it is shown. */
async function readFlow(
  file: OpenFile & { flow: Flow },
  numbers: readonly number[],
  options: ReadDocumentOptions,
  { maxEmbeddedImages }: Limits,
): Promise<Flow> {
  const seen = new Map<string, Page | undefined>();
  const readEmbedded = async (part: string): Promise<Page | undefined> => {
    if (options.features?.embeddedImages !== true || seen.has(part)) return seen.get(part);
    const image = seen.size < maxEmbeddedImages ? await file.embeddedImage(part) : undefined;
    const page = image && (await imageOrNone(async () => (await readImagePage(image, 1, options)).page));
    seen.set(part, page);
    if (page) options.onEmbeddedImage?.();
    return page;
  };
  const pages: Block[][] = [];
  let left = maxEmbeddedImages;
  for (const number of numbers) {
    const blocks: Block[] = [];
    for (const block of file.flow.pages[number - 1]!) {
      const read = block.kind === 'image' && left > 0 ? await readEmbedded(block.part) : undefined;
      if (read) left -= 1;
      if (block.kind !== 'image') blocks.push(block);
      else if (read) blocks.push({ ...block, read });
    }
    pages.push(blocks);
  }
  return { pages };
}

async function readPage(file: OpenFile & { flow?: undefined }, number: number, options: ReadDocumentOptions): Promise<PageWithImage> {
  const seen = file.pdf !== undefined ? await readPdfPage(file.pdf, number, options) : await readImagePage(file.image, number, options);
  if (options.features?.barcodes !== true || seen.image === undefined) return seen;
  return { ...seen, page: { ...seen.page, barcodes: await readPageBarcodes(seen.image, seen.scale) } };
}

async function readPdfPage(pdf: PdfDocument, number: number, { ocr, features }: ReadDocumentOptions): Promise<PageWithImage> {
  const content = pdf.withPage(number, (page) =>
    readPageContent(page, number, {
      ocr: ocr !== undefined,
      rendered: features?.images === true,
      ...(features?.barcodes === true && { renderDpi: BARCODE_DPI }),
    }),
  );
  return ocr === undefined ? content : await addOcr(content, ocr, ocrOptions(features));
}

function ocrOptions({ handwriting = false, highResolution = false }: ReadFeatures = {}): Required<
  Pick<ReadFeatures, 'handwriting' | 'highResolution'>
> {
  return { handwriting, highResolution };
}

async function readImagePage(file: ImageFile, number: number, { ocr, features }: ReadDocumentOptions): Promise<PageWithImage> {
  const image = await file.readGray(number);
  const read = ocr === undefined ? undefined : await ocr.read(image, { ...ocrOptions(features), photograph: true });
  const upright: GrayImage = read?.upright ?? image;
  const page: Page = {
    number,
    width: image.width,
    height: image.height,
    unit: 'pixel',
    angle: read?.angle ?? 0,
    toPage: read?.toOriginal ?? IDENTITY,
    upright: { width: upright.width, height: upright.height },
    lines: read?.lines ?? [],
    rules: [],
    marks: [],
    imageBoxes: [],
    barcodes: [],
  };
  return { page, image: upright, scale: 1, ...(read?.markProbability !== undefined && { markScore: read.markProbability }) };
}
