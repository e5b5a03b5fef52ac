/** The labels of one form in the training format, and the editing steps. Each step is a new value. */
import { t } from '../../i18n/messages.ts';
import { plural } from '../../kit/format.ts';
import { escaped, flatFields, unescaped, type AnalyzeResult, type FoundDocument } from './result.ts';

/** `boundingBoxes` are corners relative to the page's width and height. */
export interface LabelValue {
  page: number;
  text: string;
  boundingBoxes: number[][];
}
export interface Label {
  label: string;
  key: null;
  value: LabelValue[];
  labelType?: string;
}
export type Labels = readonly Label[];

/** A word or selection mark of a form. */
export interface Token {
  id: string;
  page: number;
  text: string;
  isMark: boolean;
  corners: readonly number[];
}

interface OldWord {
  text: string;
  boundingBox?: number[];
}
interface OldPage {
  page: number;
  angle?: number;
  width: number;
  height: number;
  lines?: { words?: OldWord[] }[];
  selectionMarks?: { state: string; boundingBox?: number[] }[];
}
/** A layout result: ours and those of 3.x and 4.x, or of 2.x. */
export interface Layout {
  analyzeResult?: Partial<AnalyzeResult> & { readResults?: OldPage[] };
}

/** `angle`: rotation of the text in degrees, clockwise. */
export interface FormPage {
  number: number;
  angle: number;
  width: number;
  height: number;
  tokens: readonly Token[];
}

export function formPages({ analyzeResult: { pages, readResults = [] } = {} }: Layout): FormPage[] {
  const page = (
    number: number,
    angle: number,
    width: number,
    height: number,
    items: readonly { text: string; isMark: boolean; polygon?: number[] }[],
  ): FormPage => ({
    number,
    angle,
    width,
    height,
    tokens: items.flatMap(({ text, isMark, polygon }, i) =>
      polygon
        ? [
            {
              id: `${number}:${i}`,
              page: number,
              text,
              isMark,
              corners: polygon.map((value, at) => value / (at % 2 === 0 ? width : height)),
            },
          ]
        : [],
    ),
  });
  return (
    pages?.map(({ pageNumber, angle = 0, width = 0, height = 0, words = [], selectionMarks = [] }) =>
      page(pageNumber, angle, width, height, [
        ...words.map(({ content, polygon }) => ({ text: content, isMark: false, polygon })),
        ...selectionMarks.map(({ state, polygon }) => ({ text: state, isMark: true, polygon })),
      ]),
    ) ??
    readResults.map(({ page: number, angle = 0, width, height, lines = [], selectionMarks = [] }) =>
      page(number, angle, width, height, [
        ...lines.flatMap(({ words = [] }) => words).map(({ text, boundingBox }) => ({ text, isMark: false, polygon: boundingBox })),
        ...selectionMarks.map(({ state, boundingBox }) => ({ text: state, isMark: true, polygon: boundingBox })),
      ]),
    )
  );
}

function bounds(corners: readonly number[]): { left: number; top: number; right: number; bottom: number } {
  const xs = corners.filter((_, i) => i % 2 === 0);
  const ys = corners.filter((_, i) => i % 2 === 1);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Whether the center of a token is in a box: labels may be based on another analysis of the page. */
export function isCenterIn(token: Pick<Token, 'corners'>, corners: readonly number[]): boolean {
  const [own, box] = [bounds(token.corners), bounds(corners)];
  const [x, y] = [(own.left + own.right) / 2, (own.top + own.bottom) / 2];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

const hasToken = (value: LabelValue, token: Token): boolean =>
  value.page === token.page && value.boundingBoxes.some((corners) => isCenterIn(token, corners));

const isRegion = ({ labelType }: Label): boolean => labelType?.toLowerCase() === 'region';

/** The label of a token. */
export function ownerOf(labels: Labels, token: Token): string | undefined {
  return labels.find((label) => !isRegion(label) && label.value.some((value) => hasToken(value, token)))?.label;
}

export const toLabelValue = ({ page, text, corners }: Token): LabelValue => ({ page, text, boundingBoxes: [[...corners]] });

/** Removes tokens from their labels; a label without a value is removed. */
export function removeTokens(labels: Labels, tokens: readonly Token[]): Labels {
  return labels
    .map((label) =>
      isRegion(label) ? label : { ...label, value: label.value.filter((value) => !tokens.some((token) => hasToken(value, token))) },
    )
    .filter(({ value }) => value.length > 0);
}

/** Adds tokens to a label, in the order of `order`. If all of them have it already, removes it from them. */
export function assignLabel(labels: Labels, name: string, tokens: readonly Token[], order: readonly Token[]): Labels {
  if (tokens.length === 0) return labels;
  const rest = removeTokens(labels, tokens);
  if (tokens.every((token) => ownerOf(labels, token) === name)) return rest;
  const before = rest.find(({ label, ...more }) => label === name && !isRegion({ label, ...more }));
  const place = (value: LabelValue): number => {
    const at = order.findIndex((token) => hasToken(value, token));
    return at < 0 ? Infinity : at;
  };
  const value = [...(before?.value ?? []), ...tokens.map(toLabelValue)].sort(
    (one, other) => one.page - other.page || place(one) - place(other),
  );
  return [...rest.filter(({ label }) => label !== name), { label: name, key: null, value }];
}

export function assignRegion(labels: Labels, name: string, { page, corners }: { page: number; corners: readonly number[] }): Labels {
  return [
    ...labels.filter(({ label }) => label !== name),
    { label: name, key: null, labelType: 'region', value: [{ page, text: '', boundingBoxes: [[...corners]] }] },
  ];
}

export function removeLabel(labels: Labels, name: string): Labels {
  return labels.filter(({ label }) => label !== name);
}

export function textOf(labels: Labels, name: string): string | undefined {
  const label = labels.find((one) => one.label === name);
  return label && (isRegion(label) ? 'region' : label.value.map(({ text }) => text).join(' '));
}

/** Labeled rows of a table: row numbers may have gaps after another program deleted a row. */
export function labeledRows(labels: Labels, field: string): number {
  const prefix = `${escaped(field)}/`;
  return Math.max(
    0,
    ...labels
      .filter(({ label }) => label.startsWith(prefix))
      .map(({ label }) => Number(label.slice(prefix.length).split('/')[0]) + 1)
      .filter((row) => !Number.isNaN(row)),
  );
}

/** Deletes a row of a table; the rows below it move up. */
export function deleteRow(labels: Labels, field: string, row: number): Labels {
  const prefix = `${escaped(field)}/`;
  return labels.flatMap((one) => {
    if (!one.label.startsWith(prefix)) return [one];
    const [number, ...rest] = one.label.slice(prefix.length).split('/');
    if (Number(number) === row) return [];
    return [Number(number) > row ? { ...one, label: prefix + [Number(number) - 1, ...rest].join('/') } : one];
  });
}

/**
 * Renames the labels of a field, replacing leftovers under the new name; returns the same value if it has none. Cells
 * of a table start with its name.
 */
export function renameLabels(labels: Labels, { name, columns }: { name: string; columns?: unknown }, to: string): Labels {
  const isOf =
    (field: string) =>
    ({ label }: Label): boolean =>
      columns === undefined ? label === field : label.startsWith(`${escaped(field)}/`);
  if (!labels.some(isOf(name))) return labels;
  return labels
    .filter((one) => !isOf(to)(one))
    .map((one) =>
      isOf(name)(one) ? { ...one, label: columns === undefined ? to : escaped(to) + one.label.slice(escaped(name).length) } : one,
    );
}

/** A model's result as labels: words if there are any, else the region. */
export function toSuggestions(document: FoundDocument, pages: readonly FormPage[]): Label[] {
  return flatFields(document, 0)
    .filter(({ field: { type } }) => type !== 'array' && type !== 'object')
    .flatMap(({ name, field }) => {
      const regions = (field.boundingRegions ?? []).flatMap(({ pageNumber, polygon }) => {
        const page = pages.find(({ number }) => number === pageNumber);
        return page && polygon ? [{ page, corners: polygon.map((value, at) => value / (at % 2 === 0 ? page.width : page.height)) }] : [];
      });
      const isMark = field.type === 'selectionMark';
      const tokens = regions.flatMap(({ page, corners }) =>
        page.tokens.filter((token) => token.isMark === isMark && isCenterIn(token, corners)),
      );
      // Names of plain fields are written unescaped.
      const label = name.includes('/') ? name : unescaped(name);
      if (tokens.length > 0) return [{ label, key: null, value: tokens.map(toLabelValue) }];
      return field.type === 'signature' && regions[0]
        ? [
            {
              label,
              key: null,
              labelType: 'region',
              value: [{ page: regions[0].page.number, text: '', boundingBoxes: [regions[0].corners] }],
            },
          ]
        : [];
    });
}

/** Number of labeled forms per field; cells count for their table, once per form. */
export function countLabels(forms: readonly Labels[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const labels of forms) {
    const named = new Set(labels.filter(({ value }) => value.length > 0).flatMap(({ label }) => [label, unescaped(label.split('/')[0]!)]));
    for (const name of named) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Fields without a label on a form; a table has one if any of its cells has. Undefined if the labels are not known. */
export function missingFields(fields: readonly { name: string }[], labels: Labels | undefined): string[] | undefined {
  const counts = labels && countLabels([labels]);
  return counts && fields.map(({ name }) => name).filter((name) => !counts.has(name));
}

/** The next adjacent words with a text, after those that are selected; from the start if there are none after them. */
export function findWords(tokens: readonly Token[], wanted: string, selected: readonly Token[] = []): Token[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const starts = tokens.flatMap((_, i) =>
    words.every((word, j) => {
      const text = tokens[i + j]?.text.toLowerCase();
      return j === words.length - 1 ? text?.startsWith(word) : text === word;
    })
      ? [i]
      : [],
  );
  const after = selected[0] ? tokens.indexOf(selected[0]) : -1;
  const start = starts.find((i) => i > after) ?? starts[0];
  return start === undefined ? [] : tokens.slice(start, start + words.length);
}

/** Words and selection marks, or a drawn region. */
export interface Selection {
  tokens: readonly Token[];
  region?: { page: number; corners: number[] };
}

/** Describes the selection on the page of a form. */
export const NO_SELECTION: Selection = { tokens: [] };

const MAX_PREVIEW = 80;

/** The selection, or how to select something. */
export function describeSelection({ tokens, region }: Selection, drawing: boolean): string {
  if (region) return t('Region selected: pick a field.');
  if (tokens.length === 0)
    return drawing
      ? t('Drag over part of the page, then pick a field.')
      : t('Click or drag over words and check boxes, then pick a field.');
  const marks = tokens.filter(({ isMark }) => isMark).length;
  const parts = [
    ...(marks < tokens.length ? [plural(tokens.length - marks, 'word')] : []),
    ...(marks > 0 ? [plural(marks, 'check box', 'check boxes')] : []),
  ];
  const text = tokens.map((token) => token.text).join(' ');
  return t('{parts} selected: {text}', { parts: parts.join(', '), text: text.slice(0, MAX_PREVIEW) });
}

/** What a field of a type still needs, if nothing suitable is selected. */
export function selectionHint(type: string): string {
  if (type === 'signature') return t('Draw a region around the signature first: use the button above the page, or press R.');
  return type === 'selectionMark'
    ? t('Select a check box on the page first.')
    : t('Select words on the page first: click, or drag over several.');
}
