/**
 * Labels laid onto the words and marks of a form. Labels were drawn on some reading of the page; the form may have been
 * read by another engine, which cuts words elsewhere. So a token belongs to the label whose box its middle lies in,
 * whatever the texts say.
 */
import { heightOf, overlap } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import { boxOfShares } from './form.ts';
import type { Form, FormPage } from './form.ts';
import { Grid, grown } from './token-grid.ts';
import type { Label } from '../files/labels-file.ts';
import type { FieldSchema, Schema, SchemaType } from '../files/fields-file.ts';

/** What a token can be labelled as: a plain field, a cell of a fixed table, or a column of a dynamic one. */
export interface Tag {
  /** Parts of the name: `Total`, or `Items` and `Amount`, or `Sums`, `Net` and `Tax`. */
  path: readonly string[];
  type: SchemaType;
  format?: string;
  /** Whether it comes once a row, in any number of rows. */
  isColumn: boolean;
}

export interface PlacedBox { page: number; box: Box }

export interface PlacedLabel {
  /** Index into the tags. */
  tag: number;
  /** Of columns: which row. */
  row: number;
  kind: 'words' | 'region';
  text: string;
  /** Ascending indexes into the form's tokens. */
  tokens: readonly number[];
  boxes: readonly PlacedBox[];
}

export interface LabelledForm {
  form: Form;
  labels: readonly PlacedLabel[];
  /** Names of labels that the schema does not have; they are left out. */
  unknown: readonly string[];
}

export function tagsOf(schema: Schema): Tag[] {
  const tags: Tag[] = [];
  const add = (path: readonly string[], { type, format, items, properties }: FieldSchema, isColumn: boolean): void => {
    if (type === 'array' && !isColumn) add(path, items ?? { type: 'string' }, true);
    else if (type === 'object') for (const [name, part] of Object.entries(properties ?? {})) add([...path, name], part, isColumn);
    else tags.push({ path, type: type === 'array' ? 'string' : type, isColumn, ...(format === undefined ? {} : { format }) });
  };
  for (const [name, field] of Object.entries(schema)) add([name], field, false);
  return tags;
}

const keyOf = (path: readonly string[]): string => JSON.stringify(path);

/** Which tag and row a label's name means. */
function namesOf(schema: Schema, tags: readonly Tag[]): (name: string) => { tag: number; row: number } | undefined {
  const byPath = new Map(tags.map(({ path }, tag) => [keyOf(path), tag]));
  return (name) => {
    const whole = byPath.get(keyOf([name]));
    if (whole !== undefined && !tags[whole]!.isColumn) return { tag: whole, row: 0 };
    const parts = name.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const isTable = Object.hasOwn(schema, parts[0]!) && schema[parts[0]!]!.type === 'array';
    if (!isTable) {
      const tag = byPath.get(keyOf(parts));
      return tag === undefined ? undefined : { tag, row: 0 };
    }
    const row = Number(parts[1]);
    if (!Number.isInteger(row) || row < 0 || row > 1e6) return undefined;
    const tag = byPath.get(keyOf([parts[0]!, ...parts.slice(2)]));
    return tag === undefined ? undefined : { tag, row };
  };
}

export function labelForm(form: Form, labels: readonly Label[], schema: Schema, tags: readonly Tag[] = tagsOf(schema)): LabelledForm {
  const meaning = namesOf(schema, tags);
  const pages = new Map(form.pages.map((page, index) => [page.number, { page, index }]));
  const grid = new Grid(form);
  const unknown: string[] = [];
  const drafts: { tag: number; row: number; label: Label; boxes: PlacedBox[] }[] = [];
  for (const label of labels) {
    const named = meaning(label.name);
    if (named === undefined) unknown.push(label.name);
    else drafts.push({ ...named, label, boxes: placed(label, pages) });
  }
  const owner = new Map<number, { draft: number; share: number }>();
  drafts.forEach(({ tag, label, boxes }, draft) => {
    const { type } = tags[tag]!;
    // What a reader makes of a drawn signature are no words that another one would have.
    if (type === 'signature' && label.kind === 'region') return;
    for (const { page, box } of boxes) {
      if (type === 'selectionMark') {
        const mark = nearestMark(form, grid, page, box);
        if (mark !== undefined) claim(owner, mark, draft, 2);
      } else {
        for (const token of grid.within(page, grown(box, 0.002, 0.15 * heightOf(box)))) {
          const { state, box: own } = form.tokens[token]!;
          if (state === undefined) claim(owner, token, draft, overlap(own.top, own.bottom, box.top, box.bottom) / Math.max(1e-9, heightOf(own)));
        }
      }
    }
  });
  const tokens: number[][] = drafts.map(() => []);
  for (const [token, { draft }] of owner) tokens[draft]!.push(token);
  return {
    form, unknown,
    labels: drafts.map(({ tag, row, label, boxes }, i): PlacedLabel => {
      const own = tokens[i]!.sort((a, b) => a - b);
      return { tag, row, kind: label.kind, boxes, tokens: own, text: label.text === '' ? own.map((token) => form.tokens[token]!.text).join(' ') : label.text };
    }),
  };
}

function placed(label: Label, pages: ReadonlyMap<number, { page: FormPage; index: number }>): PlacedBox[] {
  return label.boxes.flatMap(({ page: number, corners }) => {
    const found = pages.get(number);
    return found === undefined ? [] : [{ page: found.index, box: boxOfShares(found.page, corners) }];
  });
}

function claim(owner: Map<number, { draft: number; share: number }>, token: number, draft: number, share: number): void {
  const before = owner.get(token);
  if (before === undefined || share > before.share) owner.set(token, { draft, share });
}

/** The mark that lies nearest to a box, no further off than two of its heights. */
export function nearestMark(form: Form, grid: Grid, page: number, box: Box, reach = 2 * heightOf(box)): number | undefined {
  let [best, least] = [-1, Infinity];
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  for (const token of grid.within(page, grown(box, reach))) {
    const { state, box: own } = form.tokens[token]!;
    if (state === undefined) continue;
    const distance = Math.hypot((own.left + own.right) / 2 - x, (own.top + own.bottom) / 2 - y);
    if (distance < least) [best, least] = [token, distance];
  }
  return best < 0 ? undefined : best;
}
