/**
 * Assigns labels to the tokens of a form. Labels may come from a different OCR result that splits words elsewhere, so a
 * token belongs to the label whose box contains its center, whatever the texts say.
 */
import { growBox } from '../../reading/model/affine.ts';
import { heightOf, overlap } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import { boxFromFractions } from '../form/form.ts';
import type { Form, FormPage } from '../form/form.ts';
import { TokenGrid } from '../form/token-grid.ts';
import type { Label } from '../files/labels-file.ts';
import type { FieldSchema, Schema, SchemaType } from '../files/fields-file.ts';

/** What a token can be labeled as: a plain field, a cell of a fixed table, or a column of a dynamic table. */
export interface Tag {
  /** Parts of the name: `Total`; `Items`, `Amount`; or `Sums`, `Net`, `Tax`. */
  path: readonly string[];
  type: SchemaType;
  format?: string;
  /** Whether it occurs once per row, in any number of rows. */
  isColumn: boolean;
}

export interface PlacedBox {
  page: number;
  box: Box;
}

export interface PlacedLabel {
  /** Index into the tags. */
  tag: number;
  /** Row index, for columns. */
  row: number;
  kind: 'words' | 'region';
  text: string;
  /** Ascending indexes into the form's tokens. */
  tokens: readonly number[];
  boxes: readonly PlacedBox[];
}

export interface LabeledForm {
  form: Form;
  labels: readonly PlacedLabel[];
  /** Names of labels that are not in the schema; they are ignored. */
  unknown: readonly string[];
}

/** Whether a label was placed: at words or a mark of the form, or as a drawn region. */
export const isPlaced = ({ tokens, kind, boxes }: PlacedLabel): boolean => tokens.length > 0 || (kind === 'region' && boxes.length > 0);

export function tagsFromSchema(schema: Schema): Tag[] {
  const tags: Tag[] = [];
  const add = (path: readonly string[], { type, format, items, properties }: FieldSchema, isColumn: boolean): void => {
    if (type === 'array' && !isColumn) add(path, items ?? { type: 'string' }, true);
    else if (type === 'object') for (const [name, part] of Object.entries(properties ?? {})) add([...path, name], part, isColumn);
    else tags.push({ path, type: type === 'array' ? 'string' : type, isColumn, ...(format === undefined ? {} : { format }) });
  };
  for (const [name, field] of Object.entries(schema)) add([name], field, false);
  return tags;
}

const pathKey = (path: readonly string[]): string => JSON.stringify(path);

/** Resolves a label name to a tag and a row. */
function createLabelResolver(schema: Schema, tags: readonly Tag[]): (name: string) => { tag: number; row: number } | undefined {
  const byPath = new Map(tags.map(({ path }, tag) => [pathKey(path), tag]));
  return (name) => {
    const whole = byPath.get(pathKey([name]));
    if (whole !== undefined && !tags[whole]!.isColumn) return { tag: whole, row: 0 };
    const parts = name.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const isTable = Object.hasOwn(schema, parts[0]!) && schema[parts[0]!]!.type === 'array';
    if (!isTable) {
      const tag = byPath.get(pathKey(parts));
      return tag === undefined ? undefined : { tag, row: 0 };
    }
    const row = Number(parts[1]);
    if (!Number.isInteger(row) || row < 0 || row > 1e6) return undefined;
    const tag = byPath.get(pathKey([parts[0]!, ...parts.slice(2)]));
    return tag === undefined ? undefined : { tag, row };
  };
}

export function labelForm(
  form: Form,
  labels: readonly Label[],
  schema: Schema,
  tags: readonly Tag[] = tagsFromSchema(schema),
): LabeledForm {
  const resolveLabel = createLabelResolver(schema, tags);
  const pages = new Map(form.pages.map((page, index) => [page.number, { page, index }]));
  const grid = new TokenGrid(form);
  const unknown: string[] = [];
  const matches: { tag: number; row: number; label: Label; boxes: PlacedBox[] }[] = [];
  for (const label of labels) {
    const target = resolveLabel(label.name);
    if (target === undefined) unknown.push(label.name);
    else matches.push({ ...target, label, boxes: placeBoxes(label, pages) });
  }
  const owner = new Map<number, { draft: number; share: number }>();
  matches.forEach(({ tag, label, boxes }, match) => {
    const { type } = tags[tag]!;
    // Text that OCR reads in a drawn signature is not reproducible.
    if (type === 'signature' && label.kind === 'region') return;
    for (const { page, box } of boxes) {
      if (type === 'selectionMark') {
        const mark = nearestMark(form, grid, page, box);
        if (mark !== undefined) claim(owner, mark, match, 2);
      } else {
        for (const token of grid.within(page, growBox(box, 0.002, 0.15 * heightOf(box)))) {
          const { state, box: own } = form.tokens[token]!;
          if (state === undefined)
            claim(owner, token, match, overlap(own.top, own.bottom, box.top, box.bottom) / Math.max(1e-9, heightOf(own)));
        }
      }
    }
  });
  const tokens: number[][] = matches.map(() => []);
  for (const [token, { draft: match }] of owner) tokens[match]!.push(token);
  return {
    form,
    unknown,
    labels: matches.map(({ tag, row, label, boxes }, i): PlacedLabel => {
      const own = tokens[i]!.sort((a, b) => a - b);
      return {
        tag,
        row,
        kind: label.kind,
        boxes,
        tokens: own,
        text: label.text === '' ? own.map((token) => form.tokens[token]!.text).join(' ') : label.text,
      };
    }),
  };
}

function placeBoxes(label: Label, pages: ReadonlyMap<number, { page: FormPage; index: number }>): PlacedBox[] {
  return label.boxes.flatMap(({ page: number, corners }) => {
    const found = pages.get(number);
    return found === undefined ? [] : [{ page: found.index, box: boxFromFractions(found.page, corners) }];
  });
}

function claim(owner: Map<number, { draft: number; share: number }>, token: number, match: number, share: number): void {
  const before = owner.get(token);
  if (before === undefined || share > before.share) owner.set(token, { draft: match, share });
}

/** The selection mark nearest to a box, at most two box heights away by default. */
export function nearestMark(form: Form, grid: TokenGrid, page: number, box: Box, reach = 2 * heightOf(box)): number | undefined {
  let [best, minDistance] = [-1, Infinity];
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  for (const token of grid.within(page, growBox(box, reach))) {
    const { state, box: own } = form.tokens[token]!;
    if (state === undefined) continue;
    const distance = Math.hypot((own.left + own.right) / 2 - x, (own.top + own.bottom) / 2 - y);
    if (distance < minDistance) [best, minDistance] = [token, distance];
  }
  return best < 0 ? undefined : best;
}
