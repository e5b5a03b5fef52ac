/** Generated forms for tests: pages of 8.5 by 11 inches with words at given positions. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { Random } from '../../shared/random.ts';
import type { DocumentLayout, Item } from '../layout/model/structure.ts';
import { loadForms, saveForms } from './checkpoint.ts';
import { InvalidModel } from '../../shared/bytes/reader.ts';
import { extract } from './extract.ts';
import { formFromLayout } from './form/form.ts';
import { labelForm } from './labels/labeled-form.ts';
import type { LabeledForm } from './labels/labeled-form.ts';
import type { Label } from './files/labels-file.ts';
import type { FormsModel } from './model.ts';
import type { Schema } from './files/fields-file.ts';

const [WIDTH, HEIGHT, LETTER_WIDTH, TEXT_HEIGHT] = [8.5, 11, 0.09, 0.16];

export type PlacedText = readonly [text: string, x: number, y: number, state?: 'selected' | 'unselected'];

/** A page with the given texts; each word becomes one item. */
export function createPage(placedTexts: readonly PlacedText[]): DocumentLayout {
  return createDocument([placedTexts]);
}

export function createDocument(pages: readonly (readonly PlacedText[])[]): DocumentLayout {
  const items: Item[] = [];
  const layoutPages = pages.map((placedTexts, index) => {
    const from = items.length;
    for (const [text, x, y, state] of placedTexts) {
      let at = x;
      for (const word of text.split(' ')) {
        const width = state === undefined ? LETTER_WIDTH * word.length : TEXT_HEIGHT;
        const box = { left: at, top: y, right: at + width, bottom: y + TEXT_HEIGHT };
        items.push(
          state === undefined
            ? { kind: 'word', page: index, text: word, box, confidence: 1 }
            : { kind: 'mark', page: index, state, box, confidence: 1 },
        );
        at += width + LETTER_WIDTH;
      }
    }
    return {
      number: index + 1,
      geometry: { width: WIDTH, height: HEIGHT, unit: 'inch' as const, angle: 0, toPage: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } },
      barcodes: [],
      items: { from, to: items.length },
      lines: { from: 0, to: 0 },
    };
  });
  return { pages: layoutPages, items, lines: [], paragraphs: [], tables: [], figures: [], sections: [], keyValuePairs: [], blocks: [] };
}

export interface GeneratedForm {
  layout: DocumentLayout;
  labeled: LabeledForm;
}

/** Placed texts, with the name of the field they are a value of. */
export function createForm(schema: Schema, placedTexts: readonly (readonly [PlacedText, string?])[]): GeneratedForm {
  const layout = createPage(placedTexts.map(([placedText]) => placedText));
  const labels = placedTexts.flatMap(([[text, x, y, state], name]): Label[] => {
    if (name === undefined) return [];
    const width = state === undefined ? LETTER_WIDTH * text.length : TEXT_HEIGHT;
    const [left, top, right, bottom] = [x / WIDTH, y / HEIGHT, (x + width) / WIDTH, (y + TEXT_HEIGHT) / HEIGHT];
    return [
      {
        name,
        kind: 'words',
        text: state ?? text,
        boxes: [{ page: 1, text, corners: [left, top, right, top, right, bottom, left, bottom] }],
      },
    ];
  });
  return { layout, labeled: labelForm(formFromLayout(layout), labels, schema) };
}

const FIRST_NAMES = ['Ada', 'Ben', 'Clara', 'David', 'Elena', 'Felix', 'Greta', 'Hugo', 'Ines', 'Jonas'];
const LAST_NAMES = ['Abel', 'Brandt', 'Castillo', 'Dorn', 'Egger', 'Fuentes', 'Gruber', 'Hansen', 'Ito', 'Jensen'];

export const SCHEMA: Schema = {
  Name: { type: 'string' },
  Born: { type: 'date' },
  Fee: { type: 'number' },
  Member: { type: 'selectionMark' },
  Items: { type: 'array', items: { type: 'object', properties: { What: { type: 'string' }, Amount: { type: 'number' } } } },
  Sums: { type: 'object', properties: { Net: { type: 'object', properties: { Tax: { type: 'number' } } } } },
};

/** Field values of a generated form. */
export interface FormValues {
  name: string;
  born: string;
  fee: string;
  isMember: boolean;
  rows: readonly (readonly [string, string])[];
  tax: string;
}

export function randomValues(seed: number): FormValues {
  const random = new Random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!;
  const digits = (count: number): string => String(10 ** (count - 1) + Math.floor(random.next() * 9 * 10 ** (count - 1)));
  return {
    name: `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)}`,
    born: `19${digits(2)}-0${1 + Math.floor(random.next() * 9)}-1${Math.floor(random.next() * 9)}`,
    fee: `${digits(3)}.${digits(2)}`,
    isMember: random.next() < 0.5,
    tax: `${digits(2)}.${digits(2)}`,
    rows: Array.from(
      { length: 1 + Math.floor(random.next() * 3) },
      () => [pick(['Rent', 'Food', 'Books', 'Tickets']), `${digits(2)}.${digits(2)}`] as const,
    ),
  };
}

/** A form with captions on the left; `order` is the line of each of its four fields. */
export function clubForm(
  { name, born, fee, isMember, rows, tax }: FormValues,
  order: readonly number[] = [0, 1, 2, 3],
  shift = 0,
): GeneratedForm {
  const y = (field: number): number => 2 + 0.5 * order[field]! + shift;
  return createForm(SCHEMA, [
    [['Application for the rowing club', 2, 1 + shift]],
    [['Please fill in everything and sign below', 1, 1.4 + shift]],
    ...(
      [
        [['Name of applicant:', 1, y(0)], ['v', 3.2, y(0)], name, 'Name'],
        [['Date of birth:', 1, y(1)], ['v', 3.2, y(1)], born, 'Born'],
        [['Annual fee:', 1, y(2)], ['v', 3.2, y(2)], fee, 'Fee'],
      ] as const
    ).flatMap(([caption, [, x, at], text, field]): (readonly [PlacedText, string?])[] => [[caption], [[text, x, at], field]]),
    [['x', 1, y(3), isMember ? 'selected' : 'unselected'], 'Member'],
    [['Member since last year', 1.3, y(3)]],
    [['Sums', 1, 4.4 + shift]],
    [['Tax', 3, 4.4 + shift]],
    [['Net', 1, 4.7 + shift]],
    [[tax, 3, 4.7 + shift], 'Sums/Net/Tax'],
    [['Expense', 1, 5.5 + shift]],
    [['Amount', 4, 5.5 + shift]],
    ...rows.flatMap(([what, amount], i): (readonly [PlacedText, string?])[] => [
      [[what, 1, 5.9 + shift + 0.3 * i], `Items/${i}/What`],
      [[amount, 4, 5.9 + shift + 0.3 * i], `Items/${i}/Amount`],
    ]),
    [['Signature of the applicant', 1, 8 + shift]],
  ]);
}

/** Corrupted bytes with a valid checksum are rejected or give a model that still works. */
export function assertSurvivesCorruption(model: FormsModel, layout: DocumentLayout, runs: number): void {
  const bytes = saveForms(model);
  fc.assert(
    fc.property(fc.nat(bytes.length - 5), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const altered = bytes.slice();
      altered[at]! ^= flip;
      new DataView(altered.buffer).setUint32(altered.length - 4, crc32(altered.subarray(0, -4)), true);
      let read;
      try {
        read = loadForms(altered);
      } catch (error) {
        assert.ok(error instanceof InvalidModel, String(error));
        return;
      }
      for (const { confidence } of extract(read, layout)) assert.ok(confidence >= 0 && confidence <= 1);
    }),
    { numRuns: runs },
  );
}

test('labels every value of a generated form', () => {
  const { labeled } = clubForm(randomValues(1));
  assert.equal(labeled.unknown.length, 0);
  assert.ok(labeled.labels.every(({ tokens }) => tokens.length > 0));
});
