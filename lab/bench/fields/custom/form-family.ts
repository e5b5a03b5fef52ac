/**
 * Generates form families: the same fields on every form, in five variants like editions of a form, or with an individual
 * layout on every form. Each form is a PDF with the files that a labeling tool creates.
 */
import type { PDFFont } from 'pdf-lib';
import { Canvas, Randomizer, HEIGHT, WIDTH, capital, randomSentences, toTitleCase, randomWords } from '../../layout/canvas.ts';
import { SIGNERS, drawSignatures } from './draw-signatures.ts';
import type { GeneratedSignature, Setting, Signer } from './draw-signatures.ts';
import * as values from './random-values.ts';

export interface GeneratedForm {
  bytes: Uint8Array;
  /** Contents of `X.pdf.labels.json`. */
  labels: object;
  signatures: readonly GeneratedSignature[];
}

/** `wordings` are the caption wordings a form may have; default is the first of three. */
export interface Family {
  fields: object;
  forms: (variants: readonly number[], seed: number, wordings?: readonly (0 | 1 | 2)[]) => Promise<GeneratedForm[]>;
}

interface FieldPlan {
  name: string;
  /** As printed, and as worded in other editions. */
  captions: readonly [string, string, string];
  type: string;
  /** Lines of the value. */
  value: (random: Randomizer) => string[];
  wide: boolean;
}

const single =
  (make: (random: Randomizer) => string) =>
  (random: Randomizer): string[] => [make(random)];

const FIELD_POOL: readonly FieldPlan[] = [
  {
    name: 'Applicant',
    captions: ['Name of applicant', 'Applicant\u2019s name', 'Full name (applicant)'],
    type: 'string',
    value: single(values.person),
    wide: false,
  },
  {
    name: 'Company',
    captions: ['Company or organisation', 'Name of company', 'Company name'],
    type: 'string',
    value: single(values.company),
    wide: false,
  },
  {
    name: 'Address',
    captions: ['Permanent address', 'Address (permanent)', 'Permanent residence address'],
    type: 'string',
    value: (random) => [values.street(random), values.town(random)],
    wide: true,
  },
  {
    name: 'MailingAddress',
    captions: ['Mailing address', 'Address for mail', 'Postal or mailing address'],
    type: 'string',
    value: (random) => [values.street(random), values.town(random)],
    wide: true,
  },
  {
    name: 'BirthDate',
    captions: ['Date of birth', 'Birth date', 'Born on (date of birth)'],
    type: 'date',
    value: single(values.date),
    wide: false,
  },
  { name: 'IssueDate', captions: ['Date of issue', 'Issue date', 'Issued on'], type: 'date', value: single(values.date), wide: false },
  {
    name: 'Phone',
    captions: ['Telephone', 'Telephone number', 'Daytime telephone'],
    type: 'string',
    value: single(values.phone),
    wide: false,
  },
  { name: 'Email', captions: ['E-mail', 'E-mail address', 'Your e-mail'], type: 'string', value: single(values.email), wide: false },
  {
    name: 'MemberNumber',
    captions: ['Membership number', 'Member no.', 'Number of membership'],
    type: 'string',
    value: single(values.identity),
    wide: false,
  },
  {
    name: 'Reference',
    captions: ['Your reference', 'Reference', 'Reference number'],
    type: 'string',
    value: single(values.identity),
    wide: false,
  },
  { name: 'Fee', captions: ['Annual fee', 'Fee per year', 'Fee (annual)'], type: 'number', value: single(values.money), wide: false },
  { name: 'Deposit', captions: ['Deposit paid', 'Deposit', 'Amount of deposit'], type: 'number', value: single(values.money), wide: false },
  {
    name: 'Guests',
    captions: ['Number of guests', 'Guests', 'How many guests'],
    type: 'integer',
    value: single(values.count),
    wide: false,
  },
  {
    name: 'Guardian',
    captions: ['Parent or guardian', 'Guardian\u2019s name', 'Name of parent or guardian'],
    type: 'string',
    value: single(values.person),
    wide: false,
  },
  {
    name: 'Remarks',
    captions: ['Remarks', 'Further remarks', 'Remarks or comments'],
    type: 'string',
    value: (random) => Array.from({ length: random.whole(1, 3) }, () => values.remark(random)),
    wide: true,
  },
];
const MARKS: readonly (readonly [string, string, string])[] = [
  ['First application', 'This is the first application', 'First-time application'],
  ['Renewal', 'Renewal of membership', 'This is a renewal'],
  ['Paid by card', 'Paid with a card', 'By card'],
  ['Send a receipt', 'Please send a receipt', 'Receipt wanted'],
  ['Under eighteen', 'Younger than eighteen', 'Is under eighteen'],
];
const COLUMNS = [
  { name: 'Item', caption: 'Description' },
  { name: 'Quantity', caption: 'Qty' },
  { name: 'Amount', caption: 'Amount' },
];

const SETTINGS: readonly Setting[] = ['left', 'above', 'boxes', 'lines', 'dense'];

interface Plan {
  title: string;
  fields: readonly FieldPlan[];
  marks: readonly (readonly [string, string, string])[];
  hasTable: boolean;
  notes: readonly string[];
  signers: readonly Signer[];
}

/** Signed forms also have one or two signatures, labeled as regions. */
export function createFamily(seed: number, shuffled: boolean, isSigned = false): Family {
  const random = new Randomizer(seed * 7919 + 13);
  const plan: Plan = {
    title: `${toTitleCase(randomWords(random, 2))} ${random.pick(['Application', 'Registration', 'Declaration', 'Request'])}`,
    fields: shuffle(random, FIELD_POOL).slice(0, random.whole(8, 11)),
    marks: shuffle(random, MARKS).slice(0, random.whole(2, 4)),
    hasTable: random.chance(0.5),
    notes: [randomSentences(random, 2), randomSentences(random, 2), randomSentences(random, 1)],
    signers: isSigned ? shuffle(random, SIGNERS).slice(0, random.whole(1, 2)) : [],
  };
  return {
    fields: fieldsFile(plan),
    forms: async (variants, formSeed, wordings = [0]) => {
      const generated: GeneratedForm[] = [];
      for (const [i, variant] of variants.entries()) {
        const own = new Randomizer(formSeed * 104729 + i * 31 + 7);
        generated.push(
          await drawForm(
            plan,
            new Randomizer(shuffled ? formSeed * 7 + i * 1009 + seed : seed * 31 + variant * 977 + 5),
            shuffled ? own.pick(SETTINGS) : SETTINGS[variant % SETTINGS.length]!,
            own,
            wordings,
          ),
        );
      }
      return generated;
    },
  };
}

function fieldsFile({ fields, marks, hasTable, signers }: Plan): object {
  const plain = (fieldKey: string, fieldType: string): object => ({ fieldKey, fieldType, fieldFormat: 'not-specified' });
  return {
    fields: [
      ...fields.map(({ name, type }) => plain(name, type)),
      ...marks.map(([mark]) => plain(mark, 'selectionMark')),
      ...signers.map(({ name }) => plain(name, 'signature')),
      ...(hasTable ? [{ ...plain('Items', 'array'), itemType: 'Items_object', fields: null }] : []),
    ],
    definitions: hasTable
      ? { Items_object: { ...plain('Items_object', 'object'), itemType: null, fields: COLUMNS.map(({ name }) => plain(name, 'string')) } }
      : {},
  };
}

function shuffle<T>(random: Randomizer, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

/** `setting` is the position of captions relative to values; `style` is shared by all forms of a variant, `random` fills in values. */
async function drawForm(
  plan: Plan,
  style: Randomizer,
  setting: Setting,
  random: Randomizer,
  wordings: readonly (0 | 1 | 2)[],
): Promise<GeneratedForm> {
  const canvas = await Canvas.create(style);
  const pickWording = (): 0 | 1 | 2 => (wordings.length === 1 ? wordings[0]! : style.pick(wordings));
  const draw = new Drawing(canvas, style.between(8, 10.5), random);
  const left = style.between(36, 60);
  const width = WIDTH - 2 * left;
  let y = style.between(40, 70);
  draw.print(plan.title, left + (style.chance(0.5) ? 0 : width * 0.25), y, 15, canvas.fonts.bold);
  draw.print(`Form ${style.whole(10, 99)}-${style.pick(['A', 'B', 'C'])} Rev. ${style.whole(2001, 2023)}`, left, y + 16, 7);
  y += 34;
  if (style.chance(0.7)) y = draw.paragraph(plan.notes[0]!, left, y, width);
  const columns = setting === 'dense' ? 2 : setting === 'left' ? 1 : style.whole(1, 2);
  const caption = ({ captions }: FieldPlan): string =>
    (style.chance(0.12) ? `${style.whole(1, 20)}. ` : '') + captions[pickWording()]! + (setting === 'left' ? ':' : '');
  const fields = shuffle(style, plan.fields);
  const captionWidth = style.between(125, 165);
  let column = 0;
  let rowHeight = 0;
  for (const field of fields) {
    const isWide = field.wide && style.chance(0.5);
    if (column > 0 && isWide) [column, y, rowHeight] = [0, y + rowHeight, 0];
    const x = left + column * (width / columns);
    const cell = isWide ? width : width / columns;
    const height = draw.field(setting, caption(field), field, x, y, cell, captionWidth, style);
    rowHeight = Math.max(rowHeight, height);
    column = isWide ? columns : column + 1;
    if (column >= columns) [column, y, rowHeight] = [0, y + rowHeight, 0];
  }
  y += rowHeight + 8;
  y = draw.marks(
    shuffle(style, plan.marks).map((mark) => ({ name: mark[0], caption: mark[pickWording()]! })),
    left,
    y,
    width,
    style.chance(0.5),
  );
  if (style.chance(0.6)) y = draw.paragraph(plan.notes[1]!, left, y + 4, width);
  if (plan.hasTable) y = draw.table(left, y + 14, width, style);
  const signatures = drawSignatures(canvas, plan.signers, { setting, left, top: y + 14, width, pickWording }, style, random);
  y = Math.max(y, ...signatures.map(({ region }) => region.bottom + 20));
  draw.print(`For office use only ${random.whole(1000, 9999)}`, left, Math.max(y + 24, HEIGHT - 60), 7);
  if (style.chance(0.5)) draw.paragraph(plan.notes[2]!, left, Math.max(y + 30, HEIGHT - 52), width);
  return {
    bytes: await canvas.bytes(),
    labels: { labels: [...draw.labels, ...signatures.filter(({ isLabeled }) => isLabeled).map(regionLabel)], labelingState: 2 },
    signatures,
  };
}

const regionLabel = ({ name, region: { left, top, right, bottom } }: GeneratedSignature): object => ({
  label: name,
  key: null,
  labelType: 'region',
  value: [{ page: 1, text: '', boundingBoxes: [toFractions(left, top, right, bottom)] }],
});

interface LabelValue {
  page: number;
  text: string;
  boundingBoxes: number[][];
}

class Drawing {
  readonly labels: { label: string; key: null; value: LabelValue[] }[] = [];
  readonly #canvas: Canvas;
  readonly #size: number;
  readonly #random: Randomizer;

  constructor(canvas: Canvas, size: number, random: Randomizer) {
    this.#canvas = canvas;
    this.#size = size;
    this.#random = random;
  }

  print(text: string, x: number, y: number, size = this.#size, font: PDFFont = this.#canvas.fonts.plain): void {
    this.#canvas.text(text, x, y, size, font);
  }

  paragraph(text: string, x: number, y: number, width: number): number {
    return this.#canvas.block(this.#canvas.wrap(text, width, 7.5), x, y, 7.5, 9.5) + 6;
  }

  /** Draws a caption and its value, which is sometimes missing; returns the height of the cell. */
  field(
    setting: Setting,
    caption: string,
    field: FieldPlan,
    x: number,
    y: number,
    width: number,
    captionWidth: number,
    style: Randomizer,
  ): number {
    const size = this.#size;
    const leading = size * 1.35;
    const { fonts } = this.#canvas;
    const rows = field.wide ? 3 : 1;
    const lines = this.#random.chance(0.12) ? [] : field.value(this.#random);
    const font = style.chance(0.2) ? fonts.bold : fonts.plain;
    switch (setting) {
      case 'left':
        this.print(caption, x, y + size, size, font);
        this.#value(field.name, lines, x + captionWidth, y + size, leading);
        return leading * Math.max(1.5, rows + 0.4);
      case 'dense':
        this.print(caption, x, y + size, size, font);
        this.#value(field.name, lines, x + fonts.bold.widthOfTextAtSize(caption, size) + 8, y + size, leading);
        return leading * Math.max(1.5, rows + 0.4);
      case 'above':
        this.print(caption, x, y + size, size - 1, font);
        this.#value(field.name, lines, x + 2, y + size + leading, leading);
        return leading * (rows + 1.8);
      case 'boxes':
        this.#box(x, y, width - 2, leading * (rows + 1.5));
        this.print(caption, x + 3, y + size - 1, size - 2.5, font);
        this.#value(field.name, lines, x + 6, y + size * 2.1, leading);
        return leading * (rows + 1.5);
      case 'lines':
        this.#value(field.name, lines, x + 2, y + size, leading);
        this.#canvas.line(x, y + leading * rows + 2, x + width - 14, y + leading * rows + 2, 0.5);
        this.print(caption, x, y + leading * rows + size, size - 2.5, font);
        return leading * (rows + 2);
    }
  }

  marks(all: readonly { name: string; caption: string }[], left: number, y: number, width: number, inRow: boolean): number {
    const size = 9;
    all.forEach(({ name, caption }, i) => {
      const x = inRow ? left + (i * width) / all.length : left;
      const top = inRow ? y : y + i * 15;
      const isSelected = this.#random.chance(0.5);
      this.#box(x, top, size, size);
      if (isSelected) {
        this.#canvas.line(x + 1.5, top + 1.5, x + size - 1.5, top + size - 1.5, 1.1);
        this.#canvas.line(x + 1.5, top + size - 1.5, x + size - 1.5, top + 1.5, 1.1);
      }
      this.print(caption, x + size + 5, top + size - 1, 8.5);
      this.labels.push({
        label: name,
        key: null,
        value: [{ page: 1, text: isSelected ? 'selected' : 'unselected', boundingBoxes: [toFractions(x, top, x + size, top + size)] }],
      });
    });
    return y + (inRow ? 16 : all.length * 15 + 4);
  }

  table(left: number, y: number, width: number, style: Randomizer): number {
    const size = this.#size;
    const at = [left + 2, left + width * style.between(0.55, 0.62), left + width * 0.8];
    COLUMNS.forEach(({ caption }, i) => this.print(caption, at[i]!, y, size, this.#canvas.fonts.bold));
    this.#canvas.line(left, y + 4, left + width, y + 4, 0.6);
    let top = y + size * 1.8;
    const rows = this.#random.whole(1, 5);
    for (let row = 0; row < rows; row++) {
      const cells = [capital(randomWords(this.#random, this.#random.whole(1, 3))), values.count(this.#random), values.money(this.#random)];
      cells.forEach((cell, i) => this.#value(`Items/${row}/${COLUMNS[i]!.name}`, [cell], at[i]!, top, size * 1.5));
      top += size * 1.6;
    }
    this.print('Total', at[1]!, top + 4, size, this.#canvas.fonts.bold);
    this.print(values.money(this.#random), at[2]!, top + 4, size);
    return top + 12;
  }

  #box(x: number, y: number, width: number, height: number): void {
    this.#canvas.line(x, y, x + width, y, 0.7);
    this.#canvas.line(x, y + height, x + width, y + height, 0.7);
    this.#canvas.line(x, y, x, y + height, 0.7);
    this.#canvas.line(x + width, y, x + width, y + height, 0.7);
  }

  #value(name: string, lines: readonly string[], x: number, y: number, leading: number): void {
    if (lines.length === 0) return;
    const font = this.#canvas.fonts.plain;
    const size = this.#size;
    const value: LabelValue[] = [];
    lines.forEach((line, i) => {
      let at = x;
      for (const word of line.split(' ')) {
        const end = at + font.widthOfTextAtSize(word, size);
        value.push({
          page: 1,
          text: word,
          boundingBoxes: [toFractions(at, y + i * leading - size * 0.75, end, y + i * leading + size * 0.2)],
        });
        at = end + font.widthOfTextAtSize(' ', size);
      }
      this.print(line, x, y + i * leading);
    });
    this.labels.push({ label: name, key: null, value });
  }
}

function toFractions(left: number, top: number, right: number, bottom: number): number[] {
  const [l, t, r, b] = [left / WIDTH, top / HEIGHT, right / WIDTH, bottom / HEIGHT];
  return [l, t, r, t, r, b, l, b];
}
