/** Fills a blank PDF form: values are drawn into rectangles as a printer or typewriter would, and become part of the text layer. */
import { PDFDocument, PDFName, StandardFonts, rgb } from 'pdf-lib';
import type { PDFFont, PDFPage } from 'pdf-lib';
import type { SeededRandom } from '../seeded-random.ts';

/** Left, bottom, right and top in points; the origin is the bottom left corner of the page. */
export type Rect = readonly [number, number, number, number];

export interface BoxValue {
  /** Page of the blank form, from 1. */
  page: number;
  rect: Rect;
  /** Lines are separated by a line feed. */
  text?: string;
  /** Of a checkbox; an unchecked one is left empty. */
  checked?: boolean;
  /** `amount` is aligned as the style says; default is left. */
  align?: 'left' | 'right' | 'center' | 'amount';
}

export interface FillStyle {
  font: StandardFonts;
  size: number;
  /** How far the print is off the boxes, in points, as if the paper had slipped in the printer. */
  shift: { x: number; y: number };
  /** Space to the left or right edge of the box. */
  indent: number;
  amountAlign: 'left' | 'right';
  /** 0 is black. */
  shade: number;
  mark: 'X' | 'cross' | 'tick';
}

const FONTS = [
  StandardFonts.Courier,
  StandardFonts.Courier,
  StandardFonts.CourierBold,
  StandardFonts.Helvetica,
  StandardFonts.Helvetica,
  StandardFonts.HelveticaBold,
  StandardFonts.TimesRoman,
];

export function randomFillStyle(random: SeededRandom): FillStyle {
  return {
    font: random.pick(FONTS),
    size: random.between(7.5, 10.5),
    shift: { x: random.between(-1.5, 2), y: random.between(-1, 1.2) },
    indent: random.between(2, 10),
    amountAlign: random.chance(0.5) ? 'right' : 'left',
    shade: random.chance(0.7) ? 0 : random.between(0.1, 0.35),
    mark: random.pick(['X', 'X', 'cross', 'tick']),
  };
}

/** Draws the values; widgets are removed, so that only what is printed remains. `pages` selects pages of the blank form, from 1. */
export async function fillForm(
  blank: Uint8Array,
  values: readonly BoxValue[],
  style: FillStyle,
  pages?: readonly number[],
): Promise<Uint8Array> {
  const form = await PDFDocument.load(blank);
  const font = await form.embedFont(style.font);
  const all = form.getPages();
  for (const value of values) drawValue(all[value.page - 1]!, value, style, font);
  const filled = pages === undefined ? form : await selectPages(form, pages);
  for (const page of filled.getPages()) page.node.delete(PDFName.of('Annots'));
  filled.catalog.delete(PDFName.of('AcroForm'));
  return filled.save();
}

async function selectPages(form: PDFDocument, pages: readonly number[]): Promise<PDFDocument> {
  const selected = await PDFDocument.create();
  const copies = await selected.copyPages(
    form,
    pages.map((page) => page - 1),
  );
  for (const page of copies) selected.addPage(page);
  return selected;
}

function drawValue(page: PDFPage, { rect, text, checked, align }: BoxValue, style: FillStyle, font: PDFFont): void {
  if (text !== undefined && text !== '')
    drawLines(page, text.split('\n'), rect, align === 'amount' ? style.amountAlign : (align ?? 'left'), style, font);
  if (checked === true) drawTick(page, rect, style, font);
}

/** Lines start at the top of a tall box; a single line is in the middle. The font shrinks until the text fits. */
function drawLines(
  page: PDFPage,
  lines: readonly string[],
  [left, bottom, right, top]: Rect,
  align: 'left' | 'right' | 'center',
  { size: wanted, shift, indent: space, shade }: FillStyle,
  font: PDFFont,
): void {
  const [width, height] = [right - left, top - bottom];
  const indent = Math.min(space, 0.1 * width);
  const widest = Math.max(...lines.map((line) => font.widthOfTextAtSize(line, 1)));
  const size = Math.min(wanted, (width - 2 * indent) / widest, (height * 1.1) / lines.length);
  const step = Math.min(size * 1.25, height / lines.length);
  const isTall = height > 2.2 * size;
  let y = lines.length === 1 && !isTall ? bottom + (height - size) / 2 + 0.2 * size : top - size;
  for (const line of lines) {
    const spare = width - font.widthOfTextAtSize(line, size);
    const x = align === 'left' ? indent : align === 'right' ? spare - indent : spare / 2;
    page.drawText(line, { x: left + x + shift.x, y: y + shift.y, size, font, color: rgb(shade, shade, shade) });
    y -= step;
  }
}

function drawTick(page: PDFPage, [left, bottom, right, top]: Rect, { mark, shade, shift }: FillStyle, font: PDFFont): void {
  const color = rgb(shade, shade, shade);
  const [width, height] = [right - left, top - bottom];
  // Misprints of a tick are smaller than those of text: a tick outside its box is none.
  const [x, y] = [left + 0.4 * shift.x, bottom + 0.4 * shift.y];
  const at = (across: number, up: number): { x: number; y: number } => ({ x: x + across * width, y: y + up * height });
  if (mark === 'X') {
    const size = 1.1 * height;
    page.drawText('X', { x: x + (width - font.widthOfTextAtSize('X', size)) / 2, y: y + 0.13 * height, size, font, color });
  } else if (mark === 'cross') {
    page.drawLine({ start: at(0.15, 0.15), end: at(0.85, 0.85), thickness: 1.1, color });
    page.drawLine({ start: at(0.15, 0.85), end: at(0.85, 0.15), thickness: 1.1, color });
  } else {
    page.drawLine({ start: at(0.15, 0.5), end: at(0.4, 0.2), thickness: 1.2, color });
    page.drawLine({ start: at(0.4, 0.2), end: at(0.9, 0.9), thickness: 1.2, color });
  }
}
