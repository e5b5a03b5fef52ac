/** Form boxes: a frame, a small caption at the top, and a value. */
import type { PdfCanvas } from './pdf-canvas.ts';

export interface FormStyle {
  /** Font sizes of captions and values, in points. */
  caption: number;
  value: number;
  ruled: boolean;
  scale: number;
}

export interface BoxArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Content {
  caption?: string;
  lines?: readonly string[];
  align?: 'left' | 'right';
  indent?: number;
  sign?: boolean;
  at?: 'top' | 'bottom';
}

export function drawBox(
  canvas: PdfCanvas,
  { left, top, width, height }: BoxArea,
  { caption, lines = [], align = 'left', indent = 8, sign = false, at = 'bottom' }: Content,
  { caption: small, value, ruled, scale }: FormStyle,
): void {
  const bottom = top + height;
  const right = left + width;
  if (ruled) {
    canvas.line(left, top, right, top, 0.7);
    canvas.line(left, bottom, right, bottom, 0.7);
    canvas.line(left, top, left, bottom, 0.7);
    canvas.line(right, top, right, bottom, 0.7);
  }
  let y = top + small + 1.5 * scale;
  if (caption !== undefined) {
    // A caption that leaves no room for its value gets a smaller font.
    let size = small;
    let rows = canvas.wrap(caption, width - 5 * scale, { size });
    while (size > 0.6 * small && rows.length * size * 1.1 + (lines.length > 0 ? value * 1.1 : 0) > height - 3 * scale) {
      size *= 0.92;
      rows = canvas.wrap(caption, width - 5 * scale, { size });
    }
    rows.forEach((row, i) => {
      canvas.text(row, left + 2.5 * scale, y + i * size * 1.1, { size });
    });
    y += rows.length * size * 1.1 - size;
  }
  const step = value * 1.15;
  const start =
    at === 'bottom' && lines.length <= 1 ? Math.max(Math.min(y + value * 0.8, bottom - scale), bottom - 3 * scale) : y + value * 0.85;
  if (sign) canvas.text('$', left + 2.5 * scale, start, { size: value });
  lines.forEach((line, i) => {
    canvas.text(line, align === 'left' ? left + indent * scale : right - 4 * scale, start + i * step, { size: value, align });
  });
}

/** A checkbox, checked or not. */
export function drawMark(canvas: PdfCanvas, left: number, top: number, size: number, selected: boolean): void {
  canvas.line(left, top, left + size, top, 0.8);
  canvas.line(left, top + size, left + size, top + size, 0.8);
  canvas.line(left, top, left, top + size, 0.8);
  canvas.line(left + size, top, left + size, top + size, 0.8);
  if (selected) {
    canvas.line(left + size * 0.2, top + size * 0.2, left + size * 0.8, top + size * 0.8, 1.2);
    canvas.line(left + size * 0.2, top + size * 0.8, left + size * 0.8, top + size * 0.2, 1.2);
  }
}
