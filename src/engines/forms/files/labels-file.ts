/** The labels of one form, as `X.pdf.labels.json` holds them: which words, marks or drawn boxes are which field. */
import { entries, isAbsent, member, number, parsed, text, wholeNumber, wrong } from './json-node.ts';
import type { Node } from './json-node.ts';

/** A labelled box; `corners` are x1, y1 … x4, y4 as shares of the page's width and height. */
export interface LabelBox { page: number; text: string; corners: readonly number[] }

export interface Label {
  /** As written: a field's name, or `Items/0/Amount`. */
  name: string;
  kind: 'words' | 'region';
  /** Empty where the form was looked at and has no value. */
  boxes: readonly LabelBox[];
  text: string;
}

const MOST_LABELS = 20_000;
const MOST_VALUES = 5000;
const MOST_BOXES = 200;
const LONGEST_TEXT = 20_000;
const LAST_PAGE = 100_000;
/** A little outside of the page is drawn by accident; far outside is another unit. */
const SLACK = 0.5;

/** Throws `FormsProblem`. */
export function readLabelsFile(source: Uint8Array | string | object): Label[] {
  const root = parsed(source, 'the labels file');
  const list = member(root, 'labels');
  if (!Array.isArray(list.value)) throw wrong(list, 'a list of labels');
  return entries(list, MOST_LABELS).map(readLabel);
}

function readLabel(node: Node): Label {
  const name = text(member(node, 'label'), 1000);
  if (name === '') throw wrong(member(node, 'label'), 'the name of a field');
  const kind = member(node, 'labelType');
  const isRegion = !isAbsent(kind) && text(kind, 100).toLowerCase() === 'region';
  const values = entries(member(node, 'value'), MOST_VALUES);
  const boxes = values.flatMap(readValue);
  return { name, kind: isRegion ? 'region' : 'words', boxes, text: values.map((value) => textOf(value)).filter((one) => one !== '').join(' ') };
}

const textOf = (value: Node): string => {
  const given = member(value, 'text');
  return isAbsent(given) ? '' : text(given, LONGEST_TEXT);
};

function readValue(value: Node): LabelBox[] {
  const page = isAbsent(member(value, 'page')) ? member(value, 'pageNumber') : member(value, 'page');
  const number1 = isAbsent(page) ? 1 : wholeNumber(page, 1, LAST_PAGE);
  const content = textOf(value);
  const boxes = entries(member(value, 'boundingBoxes'), MOST_BOXES);
  return boxes.map((box, i) => ({ page: number1, text: i === 0 ? content : '', corners: readCorners(box) }));
}

function readCorners(box: Node): number[] {
  const corners = entries(box, 8).map((one) => number(one, -SLACK, 1 + SLACK));
  if (corners.length === 4) {
    const [left, top, right, bottom] = corners as [number, number, number, number];
    return [left, top, right, top, right, bottom, left, bottom];
  }
  if (corners.length !== 8) throw wrong(box, 'eight numbers');
  return corners;
}
