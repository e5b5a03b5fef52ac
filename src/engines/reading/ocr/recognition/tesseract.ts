/** What Tesseract gives, by whichever build: the words of a page with their boxes, read from its table of tabs. */
import type { Box, Picture } from '../../model/page.ts';

/** `confidence` from 0 to 1 as Tesseract says it; `line` is the same for words that it puts on one line. */
export interface TesseractWord { text: string; box: Box; confidence: number; line: string }

export interface Tesseract {
  read(picture: Picture, mode: PageMode): Promise<TesseractWord[]>;
  close(): Promise<void>;
}

/** Tesseract's page modes: 3 finds the blocks of a page, 6 takes it as one block of lines, 11 as text anywhere. */
export type PageMode = 3 | 4 | 6 | 11;

export function wordsOf(table: string): TesseractWord[] {
  return table.split('\n').flatMap((row) => {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, text = ''] = row.split('\t');
    if (level !== '5' || text.trim() === '') return [];
    const box = { left: Number(left), top: Number(top), right: Number(left) + Number(width), bottom: Number(top) + Number(height) };
    return [{ text: text.trim(), box, confidence: Math.min(1, Math.max(0, Number(confidence) / 100)), line: `${block}.${paragraph}.${line}` }];
  });
}

/** The picture as a portable grey map. */
export function greyMap({ width, height, data }: Picture): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const bytes = new Uint8Array(head.length + data.length);
  bytes.set(head);
  bytes.set(data, head.length);
  return bytes;
}
