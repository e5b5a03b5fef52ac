/** Forms printed from one blank: the printed text is the context of the values, in both modes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadForms, saveForms } from './checkpoint.ts';
import { extract } from './extract.ts';
import type { Schema } from './files/fields-file.ts';
import { groupIntoRows } from './form/token-rows.ts';
import type { Form } from './form/form.ts';
import { createForm } from './generated-forms.test.ts';
import type { GeneratedForm, PlacedText } from './generated-forms.test.ts';
import type { Mode } from './model.ts';
import { findVariants } from './template/variants.ts';
import { trainForms } from './train.ts';

const MODES: readonly Mode[] = ['template', 'neural'];
const SCHEMA: Schema = {
  First: { type: 'string' },
  Second: { type: 'string' },
  Third: { type: 'string' },
  Void: { type: 'selectionMark' },
};

type Entry = readonly [PlacedText, string?];

const PRINTED: readonly Entry[] = [
  [['Statement of payments made during the calendar year', 1, 0.5]],
  [['Keep this statement with your records of the year', 1, 6]],
  [['Box one Amount', 1, 2]],
  [['Box two Amount', 4.5, 2]],
  [['Box six Amount', 1, 4]],
  [['VOID', 1.3, 1.2]],
];
const PLACES = { First: [1.5, 2.4], Second: [5, 2.4], Third: [1.5, 4.4] } as const;
type Field = keyof typeof PLACES;

interface Copy {
  seed: number;
  /** Whether the sign is part of the label. */
  isSignLabeled?: boolean;
  without?: Field;
  extra?: readonly Entry[];
  mark?: Entry | null;
}

const amountOf = (seed: number, field: number): string => `${100 + ((seed * 37 + field * 211) % 800)}.${10 + ((seed * 7 + field) % 80)}`;

/** Amounts below captions, each after a printed "$". */
function statement({ seed, isSignLabeled = false, without, extra = [], mark }: Copy): GeneratedForm {
  const amounts = (Object.keys(PLACES) as Field[]).flatMap((field, i): Entry[] => {
    const [x, y] = PLACES[field];
    const amount = amountOf(seed, i);
    if (field === without) return [[['$', x, y]]];
    return isSignLabeled ? [[[`$ ${amount}`, x, y], field]] : [[['$', x, y]], [[amount, x + 0.18, y], field]];
  });
  const box: Entry = mark ?? [['x', 1, 1.2, seed % 2 === 0 ? 'selected' : 'unselected'], 'Void'];
  return createForm(SCHEMA, [...PRINTED, ...amounts, ...(mark === null ? [] : [box]), ...extra]);
}

const SEEDS = [1, 2, 3, 4, 5, 6];
const COPY_TEXT: Entry = [['For your own files only', 3, 4.4]];
const train = (mode: Mode, isSignLabeled = false): ReturnType<typeof trainForms> =>
  loadForms(
    saveForms(
      trainForms(
        SEEDS.map((seed) => statement({ seed, isSignLabeled, extra: seed === 2 ? [COPY_TEXT] : [] }).labeled),
        SCHEMA,
        mode,
      ),
    ),
  );
const textsOf = (model: ReturnType<typeof trainForms>, { layout }: GeneratedForm): Record<string, string | undefined> => {
  const { fields } = extract(model, layout)[0]!;
  const texts = Object.entries(fields).map(([name, { type, value, items }]) => [
    name,
    type === 'selectionMark' ? (value as string) : items.map((item) => (layout.items[item] as { text: string }).text).join(' '),
  ]);
  return Object.fromEntries(texts) as Record<string, string | undefined>;
};
const amountsOf = (seed: number, sign = ''): Record<string, string> =>
  Object.fromEntries(Object.keys(PLACES).map((field, i) => [field, `${sign}${amountOf(seed, i)}`]));

for (const mode of MODES) {
  const model = train(mode);

  test(`${mode}: finds values of a filled blank without the printed sign`, () => {
    for (const seed of [41, 42]) {
      const { Void: mark, ...amounts } = textsOf(model, statement({ seed }));
      assert.deepEqual(amounts, amountsOf(seed));
      assert.equal(mark, seed % 2 === 0 ? 'selected' : 'unselected');
    }
  });

  test(`${mode}: includes the printed sign if it was labeled`, () => {
    const { Void: _, ...amounts } = textsOf(train(mode, true), statement({ seed: 43, isSignLabeled: true }));
    assert.deepEqual(amounts, amountsOf(43, '$ '));
  });

  test(`${mode}: does not take text that only some copies print for a value`, () => {
    const found = textsOf(model, statement({ seed: 44, without: 'Third', extra: [COPY_TEXT] }));
    assert.equal(found['Third'], undefined);
    assert.equal(found['First'], amountOf(44, 0));
  });

  test(`${mode}: reports the state of a box that was not read as a mark`, () => {
    assert.equal(textsOf(model, statement({ seed: 45, mark: null }))['Void'], 'unselected');
    assert.equal(textsOf(model, statement({ seed: 45, mark: [['X', 1.03, 1.2]] }))['Void'], 'selected');
  });

  test(`${mode}: leaves a form with other places of the fields to the captions`, () => {
    const moved = createForm(SCHEMA, [
      [['Statement of payments made during the calendar year', 1, 0.5]],
      [['Keep this statement with your records of the year', 1, 9.5]],
      [['Box six Amount', 1, 2]],
      [['77.15', 1.68, 2.4]],
      [['Box one Amount', 4.5, 5]],
      [['88.25', 5.18, 5.4]],
    ]);
    const found = textsOf(model, moved);
    assert.deepEqual([found['First'], found['Third']], ['88.25', '77.15']);
  });
}

test('separates forms that share a text but not the places of their labels', () => {
  const lines = [
    'Both kinds of this form have a long text',
    'before their fields so that most words',
    'stand at equal places although nothing',
    'else does: captions are moved elsewhere',
  ];
  const text = lines.map((line, i): Entry => [[line, 1, 1 + 0.3 * i]]);
  const withValue = (x: number, y: number, value: string): GeneratedForm['labeled'] =>
    createForm(SCHEMA, [...text, [['Amount', x, y]], [[value, x + 1, y], 'First']]).labeled;
  const forms = [withValue(1, 4, '12.00'), withValue(1, 4, '13.00'), withValue(4, 7, '14.00'), withValue(4, 7, '15.00')];
  assert.deepEqual(
    findVariants(forms).map(({ members }) => members.length),
    [2, 2],
  );
});

test('keeps the rows of a slightly rotated page whole', () => {
  const token = (row: number, column: number): Form['tokens'][number] => {
    const [left, top] = [0.1 * column, 0.1 + 0.02 * row + 0.03 * 0.1 * column];
    return { page: 0, text: `${row}`, box: { left, top, right: left + 0.08, bottom: top + 0.012 }, confidence: 1, item: 0 };
  };
  const tokens = [0, 1, 2].flatMap((row) => [0, 1, 2, 3, 4, 5, 6].map((column) => token(row, column)));
  const form: Form = { pages: [{ number: 1, aspect: 0.7, fromFractions: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } }], tokens };
  const rows = groupIntoRows(
    form,
    tokens.map((_, i) => i),
  );
  assert.deepEqual(
    rows.map((row) => row.map((index) => tokens[index]!.text).join('')),
    ['0000000', '1111111', '2222222'],
  );
});
