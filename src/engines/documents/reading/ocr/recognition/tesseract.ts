/** Tesseract, whichever build runs it: images go in as PGM, words with boxes come out of its TSV table. */
import type { TesseractBinding } from '../../../../bindings/tesseract-wasm.ts';
import type { Box, GrayImage } from '../../model/page.ts';

/** `confidence` from 0 to 1 as Tesseract reports it; words on the same line share `line`. */
export interface TesseractWord {
  text: string;
  box: Box;
  confidence: number;
  line: string;
}

export interface Tesseract {
  read(image: GrayImage, mode: PageMode): Promise<TesseractWord[]>;
  close(): Promise<void>;
}

/** Tesseract's page segmentation modes: 3 finds the blocks of a page, 4 expects a column, 6 a block of lines, 7 a line, 11 sparse text. */
export type PageMode = 3 | 4 | 6 | 7 | 11;

export function createTesseract(binding: TesseractBinding): Tesseract {
  return {
    read: async (image, mode) => parseTsv(await binding.recognize(encodePgm(image), mode)),
    close: async () => {
      await binding.close();
    },
  };
}

export function parseTsv(table: string): TesseractWord[] {
  return table.split('\n').flatMap((row) => {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, text = ''] = row.split('\t');
    if (level !== '5' || text.trim() === '') return [];
    const box = { left: Number(left), top: Number(top), right: Number(left) + Number(width), bottom: Number(top) + Number(height) };
    return [
      { text: text.trim(), box, confidence: Math.min(1, Math.max(0, Number(confidence) / 100)), line: `${block}.${paragraph}.${line}` },
    ];
  });
}

/** The image as a portable graymap. */
export function encodePgm({ width, height, data }: GrayImage): Uint8Array {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const bytes = new Uint8Array(header.length + data.length);
  bytes.set(header);
  bytes.set(data, header.length);
  return bytes;
}
