/**
 * The labels of a form from the result of an analysis and what people corrected in it. Lists and rows are left out: they are labeled
 * by hand.
 */
import type { Static } from 'typebox';
import { FIELD_TYPES } from '../model.ts';
import type { AddResultRequest } from '../schemas.ts';

/** The parts of a stored result that labels are made of. */
export interface StoredResult {
  pages?: { pageNumber: number; width?: number; height?: number; words?: { polygon?: number[]; span: Span }[] }[];
  documents?: { fields?: Record<string, ResultField> }[];
}

interface Span {
  offset: number;
  length: number;
}

interface ResultField {
  type: string;
  content?: string;
  spans?: Span[];
}

interface Label {
  label: string;
  value: { page: number; text: string; boundingBoxes: number[][] }[];
}

/** Types that are labeled otherwise than by their words. */
const OTHER_TYPES: readonly string[] = ['signature', 'array', 'object', 'selectionGroup'];
const LABELED_TYPES: ReadonlySet<string> = new Set(FIELD_TYPES.filter((type) => !OTHER_TYPES.includes(type)));

export interface LabeledFields {
  labels: Label[];
  /** The types of the fields, also of those that have no label here. */
  types: Record<string, string>;
  /** Fields that were found as they are, and those that were corrected. */
  right: string[];
  corrected: string[];
}

export function labelFields(result: StoredResult, corrections: Static<typeof AddResultRequest>['fields'] = {}): LabeledFields {
  const found = Object.entries(result.documents?.[0]?.fields ?? {}).filter(([, { type }]) => LABELED_TYPES.has(type));
  const types = Object.fromEntries([
    ...Object.entries(corrections).map(([name, correction]) => [name, correction?.type ?? 'string'] as const),
    ...found.map(([name, { type }]) => [name, type] as const),
  ]);
  const kept = found.filter(([name]) => !Object.hasOwn(corrections, name));
  const labels = [
    ...kept.map(([name, { content = '', spans = [] }]) => ({ label: name, value: wordsOf(result, content, spans) })),
    ...Object.entries(corrections).map(([name, correction]) => ({
      label: name,
      value: (correction?.boundingRegions ?? []).flatMap(({ pageNumber, polygon }, n) =>
        fractions(result, pageNumber, polygon).map((box) => ({
          page: pageNumber,
          text: n === 0 ? (correction?.content ?? '') : '',
          boundingBoxes: [box],
        })),
      ),
    })),
  ];
  return {
    labels: labels.filter(({ value }) => value.length > 0),
    types,
    right: kept.map(([name]) => name),
    corrected: Object.keys(corrections),
  };
}

/** The words in the spans of a field, page by page. */
function wordsOf(result: StoredResult, content: string, spans: readonly Span[]): Label['value'] {
  const isInside = ({ offset, length }: Span): boolean =>
    spans.some((span) => offset >= span.offset && offset + length <= span.offset + span.length);
  return (result.pages ?? []).flatMap(({ pageNumber, words = [] }) => {
    const boundingBoxes = words
      .filter(({ span }) => isInside(span))
      .flatMap(({ polygon }) => (polygon ? fractions(result, pageNumber, polygon) : []));
    return boundingBoxes.length === 0 ? [] : [{ page: pageNumber, text: content, boundingBoxes }];
  });
}

/** A polygon as fractions of the width and height of its page; none when the page has no size. */
function fractions({ pages = [] }: StoredResult, pageNumber: number, polygon: readonly number[]): number[][] {
  const { width, height } = pages.find((page) => page.pageNumber === pageNumber) ?? {};
  return width && height ? [polygon.map((value, i) => value / (i % 2 === 0 ? width : height))] : [];
}
