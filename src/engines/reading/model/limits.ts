/** What a file may ask of the machine. Sizes are looked at before memory is taken. */
import { UnreadableFile } from './unreadable-file.ts';

export interface Limits {
  /** Sides of a picture, in pixels. */
  fewestPixels: number;
  mostPixels: number;
  /** Longest side of a PDF page. */
  mostInches: number;
  /** Pages of a PDF or TIFF, slides, sheets. */
  mostPages: number;
  /** Parts of an office file. */
  mostParts: number;
  /** All that an office file unpacks to, as far as it is unpacked. */
  mostUnpackedBytes: number;
  /** Of the text of an office or HTML file. */
  mostCharacters: number;
  /** What PDFium may hold beside the file: what it makes of the document, the page that is read, a picture of it. */
  pdfMemoryBytes: number;
}

/** The first four are the original service's. */
export const LIMITS: Readonly<Limits> = {
  fewestPixels: 50,
  mostPixels: 10_000,
  mostInches: 17,
  mostPages: 2000,
  mostParts: 10_000,
  mostUnpackedBytes: 256 * 2 ** 20,
  mostCharacters: 8_000_000,
  pdfMemoryBytes: 384 * 2 ** 20,
};

export function checkSize(width: number, height: number, { fewestPixels, mostPixels }: Limits): void {
  if (Math.min(width, height) < fewestPixels || Math.max(width, height) > mostPixels) {
    throw new UnreadableFile('dimensions', `a picture of ${width} by ${height} pixels is not read`);
  }
}
