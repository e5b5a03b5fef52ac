/** Compares found values with labels, and implements the baseline. */
import type { Field, FoundDocument } from '../../../../src/engines/documents/fields/field.ts';
import { TokenGrid } from '../../../../src/engines/documents/forms/form/token-grid.ts';
import { growBox } from '../../../../src/engines/documents/reading/model/affine.ts';
import type { LabeledForm, Tag } from '../../../../src/engines/documents/forms/labels/labeled-form.ts';
import { nearestMark } from '../../../../src/engines/documents/forms/labels/labeled-form.ts';
import { sameText, valueText } from '../../../../src/engines/documents/forms/form/value-text.ts';

/** Values by path such as `Name` or `Items/0/Amount`, with the tokens they were read from. */
export interface Value {
  items: readonly number[];
  confidence: number;
  state?: string;
}

export interface Counts {
  found: number;
  labeled: number;
  /** Same text except for whitespace, or same state of a mark. */
  right: number;
  /** The labeled words or mark, however they were read. */
  located: number;
  /** Values with a confidence of 0.9 or more, and how many of them have the right text. */
  confident: number;
  sureRight: number;
}

export const emptyCounts = (): Counts => ({ found: 0, labeled: 0, right: 0, located: 0, confident: 0, sureRight: 0 });

export const f1 = ({ found, labeled }: Counts, hits: number): number => (2 * hits) / Math.max(1, found + labeled);

export function figures(counts: Counts): string {
  const confident =
    counts.confident === 0
      ? ''
      : ` · confidence 0.9 or more: ${counts.confident}, correct ${(counts.sureRight / counts.confident).toFixed(3)}`;
  return `F1 ${f1(counts, counts.right).toFixed(3)} by text, ${f1(counts, counts.located).toFixed(3)} by position (${counts.labeled} values)${confident}`;
}

export function add(sum: Counts, single: Counts): void {
  for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += single[key];
}

export function flattenValues(document: FoundDocument): Map<string, Value> {
  const values = new Map<string, Value>();
  const walk = (path: string, field: Field): void => {
    if (field.type === 'array') field.value.forEach((single, i) => walk(`${path}/${i}`, single));
    else if (field.type === 'object') for (const [name, single] of Object.entries(field.value)) walk(`${path}/${name}`, single);
    else
      values.set(path, {
        items: field.items,
        confidence: field.confidence,
        ...(field.type === 'selectionMark' && field.value !== undefined ? { state: field.value } : {}),
      });
  };
  for (const [name, field] of Object.entries(document.fields)) walk(name, field);
  return values;
}

/** `report` receives the misses. */
export function countMatches(
  { form, labels }: LabeledForm,
  tags: readonly Tag[],
  values: ReadonlyMap<string, Value>,
  report?: (line: string) => void,
): Counts {
  const counts = { ...emptyCounts(), found: values.size };
  const tokenByItem = new Map(form.tokens.map(({ item }, token) => [item, token]));
  const left = new Set(values.keys());
  const textOf = ({ items, state }: Value): string =>
    state ??
    valueText(
      form,
      items.map((item) => tokenByItem.get(item)!),
    );
  for (const label of labels) {
    if (label.boxes.length === 0) continue;
    counts.labeled++;
    const { path, isColumn, type } = tags[label.tag]!;
    const name = isColumn ? [path[0], label.row, ...path.slice(1)].join('/') : path.join('/');
    const value = values.get(name);
    left.delete(name);
    const isRight = value !== undefined && sameText(textOf(value), label.text);
    const isLocated =
      value !== undefined &&
      (type === 'selectionMark' && label.tokens.length === 0
        ? isRight
        : value.items.map((item) => tokenByItem.get(item)).join(' ') === label.tokens.join(' '));
    if (isRight) counts.right++;
    if (isLocated) counts.located++;
    if (value !== undefined && value.confidence >= 0.9) {
      counts.confident++;
      if (isRight) counts.sureRight++;
    }
    if (!isRight)
      report?.(
        `${name}: ${label.text} | ${value === undefined ? '–' : `${textOf(value)} (${value.confidence.toFixed(2)})`}${isLocated ? ' in place' : ''}`,
      );
  }
  for (const name of left) {
    if (values.get(name)!.confidence >= 0.9) counts.confident++;
    report?.(`${name}: – | ${textOf(values.get(name)!)} (${values.get(name)!.confidence.toFixed(2)})`);
  }
  return counts;
}

/** Baseline: the words at the positions of the first form's labels. */
export function extractAtSamePositions(first: LabeledForm, tags: readonly Tag[], { form }: LabeledForm): Map<string, Value> {
  const grid = new TokenGrid(form);
  const values = new Map<string, Value>();
  for (const { tag, row, boxes } of first.labels) {
    const { path, isColumn, type } = tags[tag]!;
    const tokens = new Set<number>();
    let state: string | undefined;
    for (const { page, box } of boxes) {
      if (type === 'selectionMark') {
        const mark = nearestMark(form, grid, page, box);
        if (mark === undefined) continue;
        tokens.add(mark);
        state = form.tokens[mark]!.state;
      } else
        for (const token of grid.within(page, growBox(box, 0.01, 0.003))) if (form.tokens[token]!.state === undefined) tokens.add(token);
    }
    const items = [...tokens].sort((a, b) => a - b).map((token) => form.tokens[token]!.item);
    if (items.length > 0)
      values.set(isColumn ? [path[0], row, ...path.slice(1)].join('/') : path.join('/'), {
        items,
        confidence: 0,
        ...(state === undefined ? {} : { state }),
      });
  }
  return values;
}
