/**
 * The letters of a page's text layer with their positions, in inches on the displayed page (/Rotate applied, cropped to its
 * crop box).
 *
 * PDFium's boxes are axis-aligned, which is too large for a letter at an odd angle; those boxes are shrunk by solving for
 * the sides of the rotated box.
 */
import { apply, boundsOf } from '../model/affine.ts';
import type { Affine, Box, Font } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { glyphText } from './glyphs.ts';
import type { Pdfium } from './pdfium.ts';

/** The common style of the letters of one text object. */
export interface TextStyle {
  /** Degrees clockwise on the displayed page. */
  angle: number;
  font: Font;
  /** Invisible text, which another OCR program put over a scan. */
  hidden: boolean;
  /** PDFium's handle of the text object. */
  object: number;
}

export interface Letter {
  text: string;
  /** A space: 'drawn' by the file, or 'implied' by a gap. */
  space?: 'drawn' | 'implied';
  /** Continues the word of the letter before it, whatever the gap. */
  continuesWord?: true;
  /** The font does not map the glyph to a character. */
  unknown: boolean;
  box: Box;
  /** Its origin on the baseline. */
  origin: { x: number; y: number };
  style: TextStyle;
}

/** Ten times what fits on a page of small print. */
const MAX_LETTERS = 200_000;
const POINTS_PER_INCH = 72;
const MODE_INVISIBLE = 3;
const FLAG_ITALIC = 1 << 6;
const FLAG_FORCE_BOLD = 1 << 18;
const MIN_BOLD_WEIGHT = 600;
const HYPHEN_AT_LINE_END = 2;

/** `toPage` maps from PDF coordinates to inches on the displayed page. */
export function readLetters(pdf: Pdfium, page: number, toPage: Affine): Letter[] {
  const { calls } = pdf;
  const text = calls.FPDFText_LoadPage(page);
  if (text === 0) throw new UnreadableFile('corrupt', 'the text of a page cannot be read');
  try {
    const count = calls.FPDFText_CountChars(text);
    if (count > MAX_LETTERS) throw new UnreadableFile('tooLarge', `a page has ${count} letters`);
    const styles = new Map<number, TextStyle>();
    const letters: Letter[] = [];
    for (let index = 0; index < count; index += 1) {
      const object = calls.FPDFText_GetTextObject(text, index);
      let style = styles.get(object);
      if (style === undefined) styles.set(object, (style = readStyle(pdf, text, index, object, toPage)));
      letters.push(readLetter(pdf, text, index, style, toPage));
    }
    return joinSurrogates(letters);
  } finally {
    calls.FPDFText_ClosePage(text);
  }
}

function readLetter({ calls, view, scratch }: Pdfium, text: number, index: number, style: TextStyle, toPage: Affine): Letter {
  const code = calls.FPDFText_GetUnicode(text, index);
  const glyph = code === HYPHEN_AT_LINE_END ? '-' : glyphText(code, style.font.name);
  calls.FPDFText_GetCharOrigin(text, index, scratch, scratch + 8);
  const origin = apply(toPage, view.getFloat64(scratch, true), view.getFloat64(scratch + 8, true));
  if (glyph === ' ') {
    const implied = calls.FPDFText_IsGenerated(text, index) === 1;
    return {
      text: ' ',
      space: implied ? 'implied' : 'drawn',
      unknown: false,
      box: { left: origin.x, right: origin.x, top: origin.y, bottom: origin.y },
      origin,
      style,
    };
  }
  calls.FPDFText_GetCharBox(text, index, scratch, scratch + 8, scratch + 16, scratch + 24);
  const [left, right, bottom, top] = [0, 8, 16, 24].map((at) => view.getFloat64(scratch + at, true)) as [number, number, number, number];
  const box = boundsOf([apply(toPage, left, bottom), apply(toPage, right, top)]);
  return {
    text: glyph ?? '\ufffd',
    unknown: glyph === undefined || calls.FPDFText_HasUnicodeMapError(text, index) === 1,
    box: shrinkTurnedBox(box, style.angle),
    origin,
    style,
  };
}

function readStyle(pdf: Pdfium, text: number, index: number, object: number, toPage: Affine): TextStyle {
  const { calls, scratch, nameAddress, nameBytes } = pdf;
  calls.FPDFText_GetMatrix(text, index, scratch);
  const [a, b, c, d] = pdf.floats(4) as [number, number, number, number];
  const angle = (Math.atan2(toPage.b * a + toPage.d * b, toPage.a * a + toPage.c * b) * 180) / Math.PI;
  const size = (calls.FPDFText_GetFontSize(text, index) * Math.hypot(c, d)) / POINTS_PER_INCH;
  const length = calls.FPDFText_GetFontInfo(text, index, nameAddress, nameBytes, scratch);
  const flags = pdf.view.getInt32(scratch, true);
  const name = length > 1 && length <= nameBytes ? pdf.name(nameAddress, length - 1).replace(/^[A-Z]{6}\+/, '') : undefined;
  const weight = calls.FPDFText_GetFontWeight(text, index);
  return {
    angle,
    object,
    hidden: object !== 0 && calls.FPDFTextObj_GetTextRenderMode(object) === MODE_INVISIBLE,
    font: {
      size: Number.isFinite(size) ? size : 0,
      bold: weight >= MIN_BOLD_WEIGHT || (flags & FLAG_FORCE_BOLD) !== 0 || /bold|black|heavy|demi/i.test(name ?? ''),
      italic: (flags & FLAG_ITALIC) !== 0 || /italic|oblique/i.test(name ?? ''),
      ...(name === undefined ? {} : { name }),
      color: readColor(pdf, text, index),
    },
  };
}

function readColor({ calls, view, scratch }: Pdfium, text: number, index: number): string {
  if (calls.FPDFText_GetFillColor(text, index, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return '#000000';
  return `#${[0, 4, 8].map((at) => (view.getUint32(scratch + at, true) & 255).toString(16).padStart(2, '0')).join('')}`;
}

/** A box with the size of the rotated letter and the same center. */
function shrinkTurnedBox(box: Box, angle: number): Box {
  const off = (Math.abs(angle - 90 * Math.round(angle / 90)) * Math.PI) / 180;
  if (off < 0.005) return box;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const [sine, cosine] = [Math.sin(off), Math.cos(off)];
  const det = cosine * cosine - sine * sine;
  const across = det < 0.1 ? Math.min(width, height) / (sine + cosine) : Math.max(0, (width * cosine - height * sine) / det);
  const along = det < 0.1 ? across : Math.max(0, (height * cosine - width * sine) / det);
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return { left: x - across / 2, right: x + across / 2, top: y - along / 2, bottom: y + along / 2 };
}

/** A letter outside the basic plane may come as two surrogates. */
function joinSurrogates(letters: readonly Letter[]): Letter[] {
  const joined: Letter[] = [];
  for (const letter of letters) {
    const last = joined.at(-1);
    if (last !== undefined && /^[\ud800-\udbff]$/.test(last.text) && /^[\udc00-\udfff]$/.test(letter.text))
      joined[joined.length - 1] = { ...last, text: last.text + letter.text };
    else joined.push(letter);
  }
  return joined.map((letter) => (letter.text.isWellFormed() ? letter : { ...letter, text: '\ufffd', unknown: true }));
}
