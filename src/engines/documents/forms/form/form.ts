/**
 * A form as seen by the custom model engine: words and marks in reading order, with boxes in one coordinate system. The
 * unit is the height of the upright page: y runs from 0 to 1, x from 0 to width / height, so distances are comparable in
 * both directions and at any resolution.
 */
import type { DocumentLayout, Item } from '../../layout/model/structure.ts';
import { compose, apply, applyToBox, boundsOf, inverse } from '../../reading/model/affine.ts';
import type { Affine, Box } from '../../reading/model/page.ts';

export interface Token {
  /** Index into the form's pages. */
  page: number;
  text: string;
  /** Selection marks only. */
  state?: 'selected' | 'unselected';
  box: Box;
  confidence: number;
  /** Index of the layout item. */
  item: number;
}

export interface FormPage {
  /** Page number in the file, from 1. */
  number: number;
  /** Width / height. */
  aspect: number;
  /** Maps fractions of the page's width and height to form coordinates. */
  fromFractions: Affine;
  /** Maps form coordinates to the layout's upright frame; absent if the form was not created from a layout. */
  toFrame?: Affine;
}

export interface Form {
  pages: readonly FormPage[];
  tokens: readonly Token[];
}

/** What OCR sometimes reads cell borders as. */
export const BORDER = /^[|¦[\]{}_]+$/u;

/** Maximum number of tokens; longer forms are truncated. */
export const MAX_TOKENS = 20_000;

/** Sizes used to lay out words without positions. */
const FLOW_SIZES = { height: 0.012, letter: 0.006, line: 0.018 };

/** A page of the given size; `toPage` maps its upright frame to the page. */
export function createFormPage(number: number, width: number, height: number, toPage: Affine): FormPage & { toFrame: Affine } {
  const toUpright = inverse(toPage);
  const upright = applyToBox(toUpright, { left: 0, top: 0, right: width, bottom: height });
  const uprightHeight = upright.bottom - upright.top;
  const toFrame: Affine = { a: uprightHeight, b: 0, c: 0, d: uprightHeight, e: upright.left, f: upright.top };
  const fromFractions = compose(inverse(toFrame), compose(toUpright, { a: width, b: 0, c: 0, d: height, e: 0, f: 0 }));
  return { number, aspect: (upright.right - upright.left) / uprightHeight, fromFractions, toFrame };
}

/** Creates a form from a layout, or from the given pages of it. */
export function formFromLayout(layout: DocumentLayout, pageIndexes: readonly number[] = layout.pages.map((_, i) => i)): Form {
  const pages: FormPage[] = [];
  const tokens: Token[] = [];
  pageIndexes.forEach((index, page) => {
    const layoutPage = layout.pages[index]!;
    const { geometry } = layoutPage;
    const items = layout.items.slice(
      layoutPage.items.from,
      Math.min(layoutPage.items.to, layoutPage.items.from + MAX_TOKENS - tokens.length),
    );
    if (geometry === undefined || !(geometry.width > 0) || !(geometry.height > 0)) {
      pages.push({ number: layoutPage.number, aspect: 0.7, fromFractions: { a: 0.7, b: 0, c: 0, d: 1, e: 0, f: 0 } });
      tokens.push(...layOutWithoutPositions(items, layoutPage.items.from, page, lineStarts(layout, index)));
      return;
    }
    const formPage = createFormPage(layoutPage.number, geometry.width, geometry.height, geometry.toPage);
    pages.push(formPage);
    const toForm = inverse(formPage.toFrame);
    items.forEach((item, i) => {
      if (item.box === undefined) return;
      tokens.push(toToken(item, page, layoutPage.items.from + i, applyToBox(toForm, item.box)));
    });
  });
  return { pages, tokens };
}

function toToken(item: Item, page: number, index: number, box: Box): Token {
  if (item.kind === 'mark') return { page, text: '', state: item.state, box, confidence: item.confidence, item: index };
  return { page, text: item.text, box, confidence: item.confidence, item: index };
}

function lineStarts(layout: DocumentLayout, page: number): Set<number> {
  const { lines } = layout.pages[page]!;
  return new Set(layout.lines.slice(lines.from, lines.to).map(({ items }) => items[0]!));
}

/** Lays out words without positions line by line in a fixed-width font. */
function layOutWithoutPositions(items: readonly Item[], first: number, page: number, starts: ReadonlySet<number>): Token[] {
  let [x, y] = [0, 0];
  return items.map((item, i) => {
    if (i > 0 && starts.has(first + i)) [x, y] = [0, y + FLOW_SIZES.line];
    const width = FLOW_SIZES.letter * (item.kind === 'word' ? item.text.length : 1);
    const box = { left: x, top: y, right: x + width, bottom: y + FLOW_SIZES.height };
    x += width + FLOW_SIZES.letter;
    return toToken(item, page, first + i, box);
  });
}

/** The bounding box of corners given as fractions of the page. */
export function boxFromFractions(page: FormPage, corners: readonly number[]): Box {
  const points = Array.from({ length: corners.length >> 1 }, (_, i) => apply(page.fromFractions, corners[2 * i]!, corners[2 * i + 1]!));
  return boundsOf(points);
}
