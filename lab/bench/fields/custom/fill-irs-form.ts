/**
 * Labeled copies of a blank IRS form: its boxes are filled with random values, and the labels are the filled-in words at
 * the rectangles of the boxes. A form printed in several copies (A, B, C …) is filled on all of them in turn.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Form } from '../../../../src/engines/documents/forms/form/form.ts';
import { formFromLayout } from '../../../../src/engines/documents/forms/form/form.ts';
import { TokenGrid } from '../../../../src/engines/documents/forms/form/token-grid.ts';
import { growBox } from '../../../../src/engines/documents/reading/model/affine.ts';
import { foldWord, valueText } from '../../../../src/engines/documents/forms/form/value-text.ts';
import type { Schema } from '../../../../src/engines/documents/forms/files/fields-file.ts';
import type { PlacedBox, PlacedLabel } from '../../../../src/engines/documents/forms/labels/labeled-form.ts';
import { nearestMark, tagsFromSchema } from '../../../../src/engines/documents/forms/labels/labeled-form.ts';
import { register } from '../../../../src/engines/documents/forms/template/registration.ts';
import { pageWords } from '../../../../src/engines/documents/forms/template/variants.ts';
import type { Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';
import type { Box } from '../../../../src/engines/documents/reading/model/page.ts';
import type { BoxValue, Rect } from '../../../training/documents/irs-forms/fill-form.ts';
import { fillForm, randomFillStyle } from '../../../training/documents/irs-forms/fill-form.ts';
import type { Condition } from '../../../training/documents/irs-forms/read-filled.ts';
import { layoutOfFilled } from '../../../training/documents/irs-forms/read-filled.ts';
import { SeededRandom } from '../../../training/documents/seeded-random.ts';
import { Randomizer } from '../../layout/canvas.ts';
import { company, date, person, phone, street, town } from './random-values.ts';
import type { Sample } from './read-samples.ts';

export interface FormBox {
  page: number;
  name: string;
  type: '/Tx' | '/Btn' | string;
  rect: Rect;
  maxlen: number | null;
  caption: string | null;
}

export interface BlankForm {
  bytes: Uint8Array;
  schema: Schema;
  /** Copies of the form, each with the rectangle of every field that it has. */
  copies: readonly { page: number; boxes: readonly (FormBox | undefined)[] }[];
  fields: readonly FormBox[];
}

/** Pages with at least this share of the boxes of the fullest page are copies of the form. */
const MIN_COPY_SHARE = 0.75;
/** Points by which the same box may be elsewhere on another copy. */
const MAX_BOX_OFFSET = 6;
const PAGE_HEIGHT = 792;

export function readBlank(folder: string, name: string): BlankForm {
  const { fields: boxes } = JSON.parse(readFileSync(join(folder, 'fields', `${name}.json`), 'utf8')) as { fields: FormBox[] };
  const byPage = Map.groupBy(boxes, ({ page }) => page);
  const most = Math.max(...[...byPage.values()].map(({ length }) => length));
  const pages = [...byPage].filter(([, own]) => own.length >= MIN_COPY_SHARE * most).sort(([a], [b]) => a - b);
  const fields = pages.reduce((best, one) => (one[1].length > best[1].length ? one : best))[1];
  const isSame = (one: FormBox, other: FormBox): boolean =>
    one.type === other.type && [0, 3].every((side) => Math.abs(one.rect[side]! - other.rect[side]!) <= MAX_BOX_OFFSET);
  return {
    bytes: readFileSync(join(folder, 'forms', `${name}.pdf`)),
    fields,
    schema: Object.fromEntries(fields.map(({ type }, i) => [`Field${i + 1}`, { type: type === '/Btn' ? 'selectionMark' : 'string' }])),
    copies: pages.map(([page, own]) => ({ page, boxes: fields.map((field) => own.find((box) => isSame(field, box))) })),
  };
}

/**
 * Copy number `index` of a form, filled with values of that seed. A whole file has all pages of the blank, with the same
 * values on all copies; labels are on one of them.
 */
export async function filledCopy(
  blank: BlankForm,
  index: number,
  seed: number,
  condition: Condition,
  reader: Reader,
  isWhole = false,
): Promise<Sample> {
  const random = new SeededRandom(seed);
  const { page, boxes } = blank.copies[index % blank.copies.length]!;
  const values = boxes.map((box) => (box === undefined ? undefined : randomValue(box, random, new Randomizer(random.integer(1, 1e9)))));
  fillCells(values, boxes, seed);
  const others = isWhole ? blank.copies.filter((copy) => copy.page !== page) : [];
  const repeated = others.flatMap((copy) => values.map((value, i) => moveTo(value, copy.boxes[i])));
  const pdf = await fillForm(
    blank.bytes,
    [...values, ...repeated].filter((value) => value !== undefined).flatMap(separateDigits),
    randomFillStyle(random),
    isWhole ? undefined : [page],
  );
  const clean = formFromLayout(await layoutOfFilled(pdf, 'clean', seed, reader));
  const labels = values.flatMap((value, tag) => (value === undefined ? [] : (labelOf(clean, isWhole ? page - 1 : 0, value, tag) ?? [])));
  const name = `${condition} ${index}`;
  if (condition === 'clean') {
    const layout = await layoutOfFilled(pdf, 'clean', seed, reader);
    return { name, layout, labeled: { form: clean, labels, unknown: [] } };
  }
  const layout = await layoutOfFilled(pdf, condition, seed, reader);
  const form = formFromLayout(layout);
  return { name, layout, labeled: { form, labels: transferLabels(labels, clean, form, blank.schema), unknown: [] } };
}

/** A value with its number of cells. */
type CellsValue = BoxValue & { cells?: number };

/** Fills all boxes of a row of cells or none; with one digit in each cell on every other form. */
function fillCells(values: (CellsValue | undefined)[], boxes: readonly (FormBox | undefined)[], seed: number): void {
  boxes.forEach((box, i) => {
    if (box === undefined || !hasCells(box)) return;
    const random = new SeededRandom(seed * 1000 + Math.round(box.rect[1]));
    const { page, rect } = box;
    const isFilled = random.chance(0.7);
    random.integer(0, box.rect[0]);
    values[i] = { page, rect, ...(isFilled && { text: random.digits(box.maxlen!) }), ...(seed % 2 === 0 && { cells: box.maxlen! }) };
  });
}

const moveTo = (value: CellsValue | undefined, box: FormBox | undefined): CellsValue | undefined =>
  value === undefined || box === undefined ? undefined : { ...value, page: box.page, rect: box.rect };

/** Points; a number of a few digits in a box of this width per digit has a cell for each. */
const MIN_CELL = 12;
const hasCells = ({ maxlen, rect }: FormBox): boolean =>
  maxlen !== null && maxlen > 1 && maxlen <= 9 && rect[2] - rect[0] >= MIN_CELL * maxlen;

function separateDigits(value: CellsValue): BoxValue[] {
  const { text, cells, rect, ...rest } = value;
  if (text === undefined || cells === undefined) return [value];
  const [left, bottom, right, top] = rect;
  const at = (i: number): number => left + (i * (right - left)) / cells;
  return [...text].map((digit, i) => ({ ...rest, text: digit, align: 'center', rect: [at(i), bottom, at(i + 1), top] }));
}

const toBox = ([left, bottom, right, top]: Rect): Box => ({
  left: left / PAGE_HEIGHT,
  right: right / PAGE_HEIGHT,
  top: 1 - top / PAGE_HEIGHT,
  bottom: 1 - bottom / PAGE_HEIGHT,
});

/** The words of a value on the clean page; of a box, its selection mark. Undefined if the form has no value. */
function labelOf(form: Form, page: number, { rect, text, checked }: BoxValue, tag: number): PlacedLabel | undefined {
  const grid = new TokenGrid(form);
  const box = toBox(rect);
  if (checked !== undefined) {
    const mark = nearestMark(form, grid, page, box, 4 / PAGE_HEIGHT);
    return {
      tag,
      row: 0,
      kind: 'words',
      text: checked ? 'selected' : 'unselected',
      tokens: mark === undefined ? [] : [mark],
      boxes: [{ page, box }],
    };
  }
  if (text === undefined) return undefined;
  const words = new Set(text.split(/\s+/u).map(foldWord));
  const isOwn = (word: string): boolean => words.has(word) || (/^\d+$/u.test(word) && foldWord(text).includes(word));
  const tokens = grid
    .within(page, growBox(box, 3 / PAGE_HEIGHT))
    .filter((token) => form.tokens[token]!.state === undefined && isOwn(foldWord(form.tokens[token]!.text)));
  const boxes = tokens.map((token): PlacedBox => ({ page, box: form.tokens[token]!.box }));
  return tokens.length === 0 ? undefined : { tag, row: 0, kind: 'words', text: valueText(form, tokens), tokens, boxes };
}

/** Labels of a clean page moved to a scan of it. */
function transferLabels(labels: readonly PlacedLabel[], clean: Form, scan: Form, schema: Schema): PlacedLabel[] {
  const registration = register(pageWords(clean, 0), pageWords(scan, 0));
  if (registration === undefined) return [];
  const tags = tagsFromSchema(schema);
  const grid = new TokenGrid(scan);
  return labels.map((label) => {
    const boxes = label.boxes.map(({ page, box }): PlacedBox => ({ page, box: registration.mapBox(box) }));
    const tokens = new Set<number>();
    for (const { box } of boxes) {
      if (tags[label.tag]!.type === 'selectionMark') {
        const mark = nearestMark(scan, grid, 0, box, 4 / PAGE_HEIGHT);
        if (mark !== undefined) tokens.add(mark);
      } else for (const token of grid.within(0, growBox(box, 0.002, 0.002))) if (scan.tokens[token]!.state === undefined) tokens.add(token);
    }
    return { ...label, boxes, tokens: [...tokens].sort((a, b) => a - b) };
  });
}

const STATES = 'AL AZ CA CO CT FL GA IL MA MI NY OH OR PA TX UT WA'.split(' ');

function randomValue({ page, rect, type, maxlen, caption }: FormBox, random: SeededRandom, values: Randomizer): BoxValue {
  if (type === '/Btn') return { page, rect, checked: random.chance(0.35) };
  const isName = rect[2] - rect[0] > 150;
  if (!random.chance(isName ? 0.92 : 0.7)) return { page, rect };
  const isAmount = maxlen === null && !isName && !/name|address|city|account|date|country|state|no\.|code|phone/iu.test(caption ?? '');
  return { page, rect, text: randomText(rect, maxlen, caption ?? '', random, values), ...(isAmount && { align: 'amount' as const }) };
}

/** A value of the kind that the caption and the size of the box ask for. */
function randomText(
  [left, bottom, right, top]: Rect,
  maxlen: number | null,
  caption: string,
  random: SeededRandom,
  values: Randomizer,
): string {
  const [width, height] = [right - left, top - bottom];
  if (maxlen !== null && maxlen <= 4) return maxlen === 2 && /state/iu.test(caption) ? random.pick(STATES) : random.digits(maxlen);
  if (maxlen !== null && maxlen <= 11) return maxlen === 11 ? randomTin(random) : random.digits(maxlen);
  const address = [street(values), town(values)];
  if (height > 55) return [company(values), ...address, ...(random.chance(0.6) ? [phone(values)] : [])].join('\n');
  if (height > 34 && width > 150) return [person(values), address.join(', ')].join('\n');
  if (/account|policy|number/iu.test(caption)) return `${random.letters(random.integer(0, 3))}${random.digits(random.integer(5, 10))}`;
  if (/\bTIN\b|SSN/u.test(caption)) return randomTin(random);
  if (/date/iu.test(caption)) return date(values);
  if (/country/iu.test(caption) && width < 150) return random.pick(['Canada', 'Mexico', 'France', 'Japan', 'Brazil']);
  if (/street|address \(/iu.test(caption)) return address[0]!;
  if (/city|town/iu.test(caption)) return address[1]!;
  if (/tax withheld/iu.test(caption)) return randomAmount(random);
  if (/name/iu.test(caption) || width > 150) return random.chance(0.6) ? person(values) : company(values);
  if (/state.*no|identification/iu.test(caption)) return `${random.pick(STATES)} ${random.digits(random.integer(6, 9))}`;
  return randomAmount(random);
}

const randomTin = (random: SeededRandom): string =>
  random.chance(0.5)
    ? `${random.digits(2)}-${random.digits(7)}`
    : `${random.chance(0.3) ? 'XXX-XX' : `${random.digits(3)}-${random.digits(2)}`}-${random.digits(4)}`;

function randomAmount(random: SeededRandom): string {
  const whole = random.integer(1, random.pick([99, 9999, 250_000]));
  return `${random.chance(0.7) ? whole.toLocaleString('en-US') : String(whole)}.${String(random.integer(0, 99)).padStart(2, '0')}`;
}
