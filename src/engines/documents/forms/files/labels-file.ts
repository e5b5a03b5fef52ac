/** The labels of a form, from `X.pdf.labels.json`: which words, marks or regions belong to which field. */
import { entries, isAbsent, member, readNumber, parseJson, readString, readInteger, unexpectedValue } from './json-node.ts';
import type { JsonNode } from './json-node.ts';

/** A labeled box; `corners` are x1, y1 … x4, y4 as fractions of the page's width and height. */
export interface LabelBox {
  page: number;
  text: string;
  corners: readonly number[];
}

export interface Label {
  /** A field name, or a path such as `Items/0/Amount`. */
  name: string;
  kind: 'words' | 'region';
  /** Empty if the form has no value for the field. */
  boxes: readonly LabelBox[];
  text: string;
}

const MAX_LABELS = 20_000;
const MAX_VALUES = 5000;
const MAX_BOXES = 200;
const MAX_TEXT_LENGTH = 20_000;
const MAX_PAGE_NUMBER = 100_000;
/** Slightly outside the page is a drawing inaccuracy; far outside is another unit. */
const PAGE_TOLERANCE = 0.5;

/** Throws `FormsError`. */
export function readLabelsFile(source: Uint8Array | string | object): Label[] {
  const root = parseJson(source, 'the labels file');
  const list = member(root, 'labels');
  if (!Array.isArray(list.value)) throw unexpectedValue(list, 'an array of labels');
  return entries(list, MAX_LABELS).map(readLabel);
}

function readLabel(node: JsonNode): Label {
  const name = readString(member(node, 'label'), 1000);
  if (name === '') throw unexpectedValue(member(node, 'label'), 'a field name');
  const kind = member(node, 'labelType');
  const isRegion = !isAbsent(kind) && readString(kind, 100).toLowerCase() === 'region';
  const values = entries(member(node, 'value'), MAX_VALUES);
  const boxes = values.flatMap(readValue);
  return {
    name,
    kind: isRegion ? 'region' : 'words',
    boxes,
    text: values
      .map((value) => valueContent(value))
      .filter((one) => one !== '')
      .join(' '),
  };
}

const valueContent = (value: JsonNode): string => {
  const given = member(value, 'text');
  return isAbsent(given) ? '' : readString(given, MAX_TEXT_LENGTH);
};

function readValue(value: JsonNode): LabelBox[] {
  const page = isAbsent(member(value, 'page')) ? member(value, 'pageNumber') : member(value, 'page');
  const pageNumber = isAbsent(page) ? 1 : readInteger(page, 1, MAX_PAGE_NUMBER);
  const content = valueContent(value);
  const boxes = entries(member(value, 'boundingBoxes'), MAX_BOXES);
  return boxes.map((box, i) => ({ page: pageNumber, text: i === 0 ? content : '', corners: readCorners(box) }));
}

function readCorners(box: JsonNode): number[] {
  const corners = entries(box, 8).map((one) => readNumber(one, -PAGE_TOLERANCE, 1 + PAGE_TOLERANCE));
  if (corners.length === 4) {
    const [left, top, right, bottom] = corners as [number, number, number, number];
    return [left, top, right, top, right, bottom, left, bottom];
  }
  if (corners.length !== 8) throw unexpectedValue(box, 'eight numbers');
  return corners;
}
