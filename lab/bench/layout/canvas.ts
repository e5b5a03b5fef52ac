/** Draws a PDF from the top left corner, in points, and records what was drawn as truth. */
import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import type { PDFFont, PDFPage } from 'pdf-lib';
import { Random } from '../../../src/engines/shared/random.ts';

export interface Fonts {
  plain: PDFFont;
  bold: PDFFont;
  italic: PDFFont;
  symbols: PDFFont;
}

export interface TrueCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  text: string;
}
export interface TrueTable {
  rows: number;
  columns: number;
  cells: TrueCell[];
}
export interface TrueMark {
  page: number;
  left: number;
  top: number;
  size: number;
  selected: boolean;
  round: boolean;
}
export interface Truth {
  tables: TrueTable[];
  marks: TrueMark[];
  /** In reading order. */
  paragraphs: { text: string; role?: string }[];
  pairs: { key: string; value: string }[];
}

export const WIDTH = 612;
export const HEIGHT = 792;

export class Randomizer {
  private readonly random: Random;
  constructor(seed: number) {
    this.random = new Random(Math.imul(seed, 0x9e3779b1));
  }

  next(): number {
    return this.random.next();
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.whole(0, choices.length - 1)]!;
  }
}

export class Canvas {
  readonly document: PDFDocument;
  readonly fonts: Fonts;
  readonly truth: Truth = { tables: [], marks: [], paragraphs: [], pairs: [] };
  page: PDFPage;

  private constructor(document: PDFDocument, fonts: Fonts) {
    this.document = document;
    this.fonts = fonts;
    this.page = document.addPage([WIDTH, HEIGHT]);
  }

  static async create(random: Randomizer): Promise<Canvas> {
    const document = await PDFDocument.create();
    const [plain, bold, italic] = random.pick([
      [StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.HelveticaOblique],
      [StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.HelveticaOblique],
      [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold, StandardFonts.TimesRomanItalic],
    ] as const);
    return new Canvas(document, {
      plain: await document.embedFont(plain),
      bold: await document.embedFont(bold),
      italic: await document.embedFont(italic),
      symbols: await document.embedFont(StandardFonts.ZapfDingbats),
    });
  }

  get number(): number {
    return this.document.getPageCount() - 1;
  }

  turnPage(): void {
    this.page = this.document.addPage([WIDTH, HEIGHT]);
  }

  /** `y` is the baseline, measured from above. */
  text(text: string, x: number, y: number, size: number, font = this.fonts.plain, shade = 0): void {
    this.page.drawText(text, { x, y: HEIGHT - y, size, font, color: rgb(shade, shade, shade) });
  }

  line(x1: number, y1: number, x2: number, y2: number, thickness: number, shade = 0): void {
    this.page.drawLine({ start: { x: x1, y: HEIGHT - y1 }, end: { x: x2, y: HEIGHT - y2 }, thickness, color: rgb(shade, shade, shade) });
  }

  fill(left: number, top: number, right: number, bottom: number, shade: number): void {
    this.page.drawRectangle({ x: left, y: HEIGHT - bottom, width: right - left, height: bottom - top, color: rgb(shade, shade, shade) });
  }

  /** Wraps a text to the width. */
  wrap(text: string, width: number, size: number, font = this.fonts.plain): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && font.widthOfTextAtSize(longer, size) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    if (line !== '') lines.push(line);
    return lines;
  }

  /** Draws lines from `top` down and returns their bottom. */
  block(lines: readonly string[], x: number, top: number, size: number, leading: number, font = this.fonts.plain): number {
    lines.forEach((line, i) => this.text(line, x, top + size * 0.8 + i * leading, size, font));
    return top + lines.length * leading;
  }

  async bytes(): Promise<Uint8Array> {
    return this.document.save({ useObjectStreams: false });
  }
}

const WORDS =
  'amber anchor apple arrow basket beacon bridge bronze cabin candle canyon carbon castle cedar chapel cinder circle clover copper coral cotton crystal dahlia delta desert dome dragon echo ember falcon feather fern field flint forest frame garden ginger glacier granite harbor hazel heather honey island ivory jasper jungle kettle lagoon lantern laurel lemon lily linen maple marble meadow mineral mirror morning nectar needle nickel north oak oasis ocean olive onyx opal orchard orchid oxide palm paper pearl pebble pepper pine planet plaza poplar prairie quartz quill rain raven reef ribbon ridge river robin rocket saddle saffron sage sail salmon satin shadow shell silver slate sparrow spring spruce station stone summer summit temple thistle thunder timber topaz tower trail tulip tunnel valley velvet vessel violet walnut water wheat willow winter wolf yarn zephyr'.split(
    ' ',
  );

export function randomWords(random: Randomizer, count: number): string {
  return Array.from({ length: count }, () => random.pick(WORDS)).join(' ');
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export const toTitleCase = (text: string): string => text.split(' ').map(capital).join(' ');

export function randomSentences(random: Randomizer, count: number): string {
  return Array.from({ length: count }, () => `${capital(randomWords(random, random.whole(5, 14)))}.`).join(' ');
}
