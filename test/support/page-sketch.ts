/** Pages for layout tests, described as positioned words; letters are half as wide as high. */
import type { Line, Page, GrayImage, Rule, PageWithImage } from '../../src/engines/documents/reading/model/page.ts';

export interface SketchedText {
  text: string;
  x: number;
  y: number;
  size?: number;
  bold?: boolean;
}

export interface Sketch {
  texts: readonly SketchedText[];
  rules?: readonly Rule[];
  marks?: Page['marks'];
  imageBoxes?: Page['imageBoxes'];
  number?: number;
  width?: number;
  height?: number;
  image?: GrayImage;
  /** Whether fonts are known, as in a PDF. */
  fonts?: boolean;
}

export function createSketchPage(sketch: Sketch): PageWithImage {
  const { texts, rules = [], marks = [], imageBoxes = [], number = 1, width = 612, height = 792, image, fonts = true } = sketch;
  return {
    image,
    scale: 1,
    page: {
      number,
      width,
      height,
      unit: 'pixel',
      angle: 0,
      toPage: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 },
      upright: { width, height },
      lines: texts.map((text) => createLine(text, fonts)),
      rules,
      marks,
      imageBoxes,
      barcodes: [],
    },
  };
}

const LETTER_WIDTH = 0.5;

function createLine({ text, x, y, size = 10, bold = false }: SketchedText, fonts: boolean): Line {
  let at = x;
  const words = text.split(' ').map((word) => {
    const box = { left: at, right: at + word.length * LETTER_WIDTH * size, top: y, bottom: y + size };
    at = box.right + 0.3 * size;
    return { text: word, box, confidence: 0.99 };
  });
  return {
    words,
    box: { left: x, right: words.at(-1)!.box.right, top: y, bottom: y + size },
    turn: 0,
    font: fonts ? { size, bold, italic: false } : undefined,
  };
}

export const across = (y: number, from: number, to: number): Rule => ({ from: { x: from, y }, to: { x: to, y }, width: 0.5 });
export const down = (x: number, from: number, to: number): Rule => ({ from: { x, y: from }, to: { x, y: to }, width: 0.5 });

/** A white image to draw dark strokes on. */
export function createPaper(
  width: number,
  height: number,
): GrayImage & { draw(left: number, top: number, right: number, bottom: number): void } {
  const data = new Uint8Array(width * height).fill(255);
  return {
    width,
    height,
    data,
    draw(left, top, right, bottom) {
      for (let y = top; y < bottom; y++) data.fill(0, y * width + left, y * width + right);
    },
  };
}
