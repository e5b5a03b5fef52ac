/** Limits on the resources a file may use. Sizes are checked before memory is allocated. */
import { UnreadableFile } from './unreadable-file.ts';

export interface Limits {
  /** Width and height of an image. */
  minPixels: number;
  maxPixels: number;
  /** Longest side of a PDF page. */
  maxInches: number;
  /** Area of a PDF page: a long receipt is narrow. */
  maxSquareInches: number;
  /** Pages of a PDF or TIFF, slides, worksheets. */
  maxPages: number;
  /** Parts of an office file. */
  maxParts: number;
  /** Total size of the unpacked parts of an office file. */
  maxUnpackedBytes: number;
  /** Images of an office file; further ones are left out. */
  maxEmbeddedImages: number;
  /** Length of the text of an office or HTML file. */
  maxCharacters: number;
  /** What PDFium may allocate in addition to the file itself. */
  pdfMemoryBytes: number;
}

/** The limits on images and pages are those of the original service, which refuses PDF pages longer than 17 inches. */
export const LIMITS: Readonly<Limits> = {
  minPixels: 50,
  maxPixels: 10_000,
  maxInches: 50,
  maxSquareInches: 17 ** 2,
  maxPages: 2000,
  maxParts: 10_000,
  maxUnpackedBytes: 256 * 2 ** 20,
  maxEmbeddedImages: 500,
  maxCharacters: 8_000_000,
  pdfMemoryBytes: 384 * 2 ** 20,
};

export function checkImageSize(width: number, height: number, { minPixels, maxPixels }: Limits): void {
  if (Math.min(width, height) < minPixels || Math.max(width, height) > maxPixels) {
    throw new UnreadableFile('dimensions', `an image of ${width} by ${height} pixels cannot be read`);
  }
}
