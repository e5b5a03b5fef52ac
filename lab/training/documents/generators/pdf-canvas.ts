/** Draws a PDF from the top left corner in points, in one of the standard fonts. */
import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import type { PDFFont, PDFPage } from 'pdf-lib';
import type { SeededRandom } from '../seeded-random.ts';

const FAMILIES = [
  [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  [StandardFonts.Courier, StandardFonts.CourierBold],
] as const;

export interface Style {
  size?: number;
  bold?: boolean;
  align?: 'left' | 'right' | 'center';
  shade?: number;
}

export class PdfCanvas {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly #document: PDFDocument;
  readonly #plain: PDFFont;
  readonly #bold: PDFFont;
  #page: PDFPage;

  private constructor(document: PDFDocument, plain: PDFFont, bold: PDFFont, width: number, height: number, size: number) {
    this.#document = document;
    this.#plain = plain;
    this.#bold = bold;
    this.width = width;
    this.height = height;
    this.size = size;
    this.#page = document.addPage([width, height]);
  }

  static async create(
    random: SeededRandom,
    { width, height, size, family }: { width: number; height: number; size: number; family?: number },
  ): Promise<PdfCanvas> {
    const document = await PDFDocument.create();
    const [plain, bold] = FAMILIES[family ?? random.integer(0, FAMILIES.length - 1)]!;
    return new PdfCanvas(document, await document.embedFont(plain), await document.embedFont(bold), width, height, size);
  }

  addPage(): void {
    this.#page = this.#document.addPage([this.width, this.height]);
  }

  widthOf(text: string, { size = this.size, bold = false }: Style = {}): number {
    return (bold ? this.#bold : this.#plain).widthOfTextAtSize(text, size);
  }

  /** `y` is the baseline from the top; `x` is the edge or center of the text. */
  text(text: string, x: number, y: number, style: Style = {}): void {
    const { size = this.size, bold = false, align = 'left', shade = 0 } = style;
    const width = this.widthOf(text, style);
    const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
    this.#page.drawText(text, {
      x: left,
      y: this.height - y,
      size,
      font: bold ? this.#bold : this.#plain,
      color: rgb(shade, shade, shade),
    });
  }

  /** Draws lines below each other and returns the next baseline. */
  lines(lines: readonly string[], x: number, y: number, style: Style = {}): number {
    const step = (style.size ?? this.size) * 1.3;
    lines.forEach((line, i) => {
      this.text(line, x, y + i * step, style);
    });
    return y + lines.length * step;
  }

  line(x1: number, y1: number, x2: number, y2: number, thickness = 0.6): void {
    this.#page.drawLine({
      start: { x: x1, y: this.height - y1 },
      end: { x: x2, y: this.height - y2 },
      thickness,
      color: rgb(0.2, 0.2, 0.2),
    });
  }

  fill(left: number, top: number, right: number, bottom: number, shade: number): void {
    this.#page.drawRectangle({
      x: left,
      y: this.height - bottom,
      width: right - left,
      height: bottom - top,
      color: rgb(shade, shade, shade),
    });
  }

  /** Wraps a text to a width. */
  wrap(text: string, width: number, style: Style = {}): string[] {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)!} ${word}`;
      if (lines.length > 0 && this.widthOf(longer, style) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  bytes(): Promise<Uint8Array> {
    return this.#document.save({ useObjectStreams: false });
  }
}
