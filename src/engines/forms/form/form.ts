/**
 * A form as the engine of custom models sees it: words and marks in reading order, with boxes in one measure for every
 * file. The measure is the height of the upright page: y runs from 0 to 1, x from 0 to the page's width by its height,
 * so that a distance means the same across and down, and at any resolution.
 */
import type { DocumentLayout, Item } from '../../layout/model/structure.ts';
import { compose, apply, applyToBox, inverse } from '../../reading/model/affine.ts';
import type { Affine, Box } from '../../reading/model/page.ts';

export interface Token {
  /** Index into the form's pages. */
  page: number;
  text: string;
  /** Of marks alone. */
  state?: 'selected' | 'unselected';
  box: Box;
  confidence: number;
  /** Index of the item it was made from. */
  item: number;
}

export interface FormPage {
  /** From 1, in the file. */
  number: number;
  /** Width by height. */
  aspect: number;
  /** From shares of the given page's width and height to the form's measure. */
  fromShares: Affine;
  /** From the form's measure to the upright frame of the layout; absent where the form did not come from one. */
  toFrame?: Affine;
}

export interface Form { pages: readonly FormPage[]; tokens: readonly Token[] }

/** More words than are looked at of one form; a form beyond that is cut. */
export const MOST_TOKENS = 20_000;

/** Widths and heights of the letters of pages without places, so that words that follow each other stand side by side. */
const UNPLACED = { height: 0.012, letter: 0.006, line: 0.018 };

/** A page of known size whose upright frame `toPage` leads out of: how its measure follows from the two. */
export function pageOf(number: number, width: number, height: number, toPage: Affine): FormPage & { toFrame: Affine } {
  const toUpright = inverse(toPage);
  const upright = applyToBox(toUpright, { left: 0, top: 0, right: width, bottom: height });
  const high = upright.bottom - upright.top;
  const toFrame: Affine = { a: high, b: 0, c: 0, d: high, e: upright.left, f: upright.top };
  const fromShares = compose(inverse(toFrame), compose(toUpright, { a: width, b: 0, c: 0, d: height, e: 0, f: 0 }));
  return { number, aspect: (upright.right - upright.left) / high, fromShares, toFrame };
}

/** A layout, or the pages of it that are named, as a form. */
export function formOf(layout: DocumentLayout, wanted: readonly number[] = layout.pages.map((_, i) => i)): Form {
  const pages: FormPage[] = [];
  const tokens: Token[] = [];
  wanted.forEach((index, page) => {
    const laid = layout.pages[index]!;
    const { geometry } = laid;
    const items = layout.items.slice(laid.items.from, Math.min(laid.items.to, laid.items.from + MOST_TOKENS - tokens.length));
    if (geometry === undefined || !(geometry.width > 0) || !(geometry.height > 0)) {
      pages.push({ number: laid.number, aspect: 0.7, fromShares: { a: 0.7, b: 0, c: 0, d: 1, e: 0, f: 0 } });
      tokens.push(...unplaced(items, laid.items.from, page, lineStarts(layout, index)));
      return;
    }
    const made = pageOf(laid.number, geometry.width, geometry.height, geometry.toPage);
    pages.push(made);
    const toForm = inverse(made.toFrame);
    items.forEach((item, i) => {
      if (item.box === undefined) return;
      tokens.push(tokenOf(item, page, laid.items.from + i, applyToBox(toForm, item.box)));
    });
  });
  return { pages, tokens };
}

function tokenOf(item: Item, page: number, index: number, box: Box): Token {
  if (item.kind === 'mark') return { page, text: '', state: item.state, box, confidence: item.confidence, item: index };
  return { page, text: item.text, box, confidence: item.confidence, item: index };
}

function lineStarts(layout: DocumentLayout, page: number): Set<number> {
  const { lines } = layout.pages[page]!;
  return new Set(layout.lines.slice(lines.from, lines.to).map(({ items }) => items[0]!));
}

/** Words without places, set line by line as a typewriter would. */
function unplaced(items: readonly Item[], first: number, page: number, starts: ReadonlySet<number>): Token[] {
  let [x, y] = [0, 0];
  return items.map((item, i) => {
    if (i > 0 && starts.has(first + i)) [x, y] = [0, y + UNPLACED.line];
    const width = UNPLACED.letter * (item.kind === 'word' ? item.text.length : 1);
    const box = { left: x, top: y, right: x + width, bottom: y + UNPLACED.height };
    x += width + UNPLACED.letter;
    return tokenOf(item, page, first + i, box);
  });
}

/** The box around corners given as shares of the page. */
export function boxOfShares(page: FormPage, corners: readonly number[]): Box {
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let i = 0; i + 1 < corners.length; i += 2) {
    const { x, y } = apply(page.fromShares, corners[i]!, corners[i + 1]!);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}
