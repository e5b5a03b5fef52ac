/** Figures: images placed by the file, and in scans large areas of ink that are neither words nor strokes. */
import { findComponents } from '../../reading/images/components.ts';
import { contains } from '../../reading/model/affine.ts';
import type { Box, Page } from '../../reading/model/page.ts';
import { heightOf, shareInside, widthOf } from '../model/geometry.ts';
import type { Ink } from '../../reading/images/marks/ink-mask.ts';
import type { Strokes } from '../model/strokes.ts';
import type { Token } from '../model/tokens.ts';

const MAX_FIGURES = 200;
/** An image that covers more of the page is the scanned page itself. */
const MAX_PAGE_SHARE = 0.8;
/** A dark area with more text is a shaded cell or heading. */
const MAX_TEXT_SHARE = 0.12;

export function findFigures(
  page: Page,
  ink: Ink | undefined,
  scale: number,
  strokes: Strokes,
  tokens: readonly Token[],
  height: number,
): Box[] {
  const area = page.upright.width * page.upright.height;
  const placed = page.imageBoxes
    .filter((box) => widthOf(box) > 2 * height && heightOf(box) > 2 * height && widthOf(box) * heightOf(box) < MAX_PAGE_SHARE * area)
    .slice(0, 4 * MAX_FIGURES);
  const scanned = placed.length < page.imageBoxes.length || page.imageBoxes.length === 0;
  const patches = ink !== undefined && scanned ? findInkPatches(ink, scale, strokes, tokens, height) : [];
  const seen = patches.filter((box) => textShare(box, tokens) < MAX_TEXT_SHARE);
  const boxes = [...placed, ...seen].sort((one, other) => widthOf(other) * heightOf(other) - widthOf(one) * heightOf(one));
  const kept: Box[] = [];
  for (const box of boxes) {
    if (kept.length >= MAX_FIGURES || kept.some((other) => shareInside(box, other) > 0.5)) continue;
    // An image behind most of the page's text is its background.
    const inside = tokens.filter((token) =>
      contains(box, (token.box.left + token.box.right) / 2, (token.box.top + token.box.bottom) / 2),
    ).length;
    if (inside <= 0.4 * tokens.length || tokens.length < 10) kept.push(box);
  }
  return kept;
}

/** The share of a box that words cover. */
function textShare(box: Box, tokens: readonly Token[]): number {
  const own = tokens.filter((token) => shareInside(token.box, box) > 0.5);
  return own.reduce((sum, token) => sum + widthOf(token.box) * heightOf(token.box), 0) / Math.max(widthOf(box) * heightOf(box), 1e-9);
}

/** Connected cells of a coarse grid with much ink besides words and strokes. */
function findInkPatches(ink: Ink, scale: number, strokes: Strokes, tokens: readonly Token[], height: number): Box[] {
  const cell = Math.max(4, Math.round(0.5 * height * scale));
  const [columns, rows] = [Math.ceil(ink.width / cell), Math.ceil(ink.height / cell)];
  const counts = new Uint16Array(columns * rows);
  for (let y = 0; y < ink.height; y++) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < ink.width; x++) if (ink.data[y * ink.width + x] === 1) counts[row + Math.floor(x / cell)]!++;
  }
  const clear = (box: Box, reach: number): void => {
    const [left, right] = [
      Math.max(0, Math.floor((box.left * scale - reach) / cell)),
      Math.min(columns - 1, Math.floor((box.right * scale + reach) / cell)),
    ];
    const [top, bottom] = [
      Math.max(0, Math.floor((box.top * scale - reach) / cell)),
      Math.min(rows - 1, Math.floor((box.bottom * scale + reach) / cell)),
    ];
    for (let y = top; y <= bottom; y++) counts.fill(0, y * columns + left, y * columns + right + 1);
  };
  for (const { box } of tokens) clear(box, 0.4 * cell);
  for (const { at, from, to } of strokes.across) clear({ left: from, right: to, top: at, bottom: at }, 2);
  for (const { at, from, to } of strokes.down) clear({ left: at, right: at, top: from, bottom: to }, 2);
  const mask = Uint8Array.from(counts, (count) => (count < 0.12 * cell * cell ? 0 : 1));
  return findComponents(mask, columns, rows)
    .filter(({ left, right, top, bottom, area }) => right - left >= 6 && bottom - top >= 6 && area >= 0.3 * (right - left) * (bottom - top))
    .map(({ left, right, top, bottom }) => ({
      left: (left * cell) / scale,
      right: (right * cell) / scale,
      top: (top * cell) / scale,
      bottom: (bottom * cell) / scale,
    }));
}
