/** Forms unlike the training forms: other positions, caption sides, wordings, and values of several lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saveForms } from './checkpoint.ts';
import { collectEvidence } from './evidence.ts';
import { extract } from './extract.ts';
import { formFromLayout } from './form/form.ts';
import { createForm, randomValues } from './generated-forms.test.ts';
import type { GeneratedForm, PlacedText } from './generated-forms.test.ts';
import type { FormsModel } from './model.ts';
import type { Schema } from './files/fields-file.ts';
import { trainForms } from './train.ts';

const SCHEMA: Schema = {
  Name: { type: 'string' },
  Address: { type: 'string' },
  Born: { type: 'date' },
  Fee: { type: 'number' },
  Member: { type: 'selectionMark' },
};

interface Style {
  /** Line of each of the four fields. */
  order: readonly number[];
  /** Offset of values from their captions. */
  right: number;
  down: number;
  captions?: readonly string[];
}

const CAPTIONS = ['Name of applicant', 'Home address', 'Date of birth', 'Annual fee', 'Member since last year'];

function permitForm(
  seed: number,
  { order, right, down, captions = CAPTIONS }: Style,
): GeneratedForm & { expected: Record<string, unknown> } {
  const { name, born, fee, isMember } = randomValues(seed);
  const values = [[name], [`${10 + seed} Mill Lane`, `${10000 + seed} Ashford`], [born], [fee]];
  const placedTexts = values.flatMap((lines, field): (readonly [PlacedText, string?])[] => {
    const y = 2 + 1.2 * order[field]!;
    return [
      [[captions[field]!, 1, y]],
      ...lines.map((line, i): readonly [PlacedText, string] => [[line, 1 + right, y + down + 0.22 * i], Object.keys(SCHEMA)[field]!]),
    ];
  });
  const form = createForm(SCHEMA, [
    [['Permit for the allotment', 2, 1]],
    ...placedTexts.map(([placedText, field]): readonly [PlacedText, string?] => [placedText, field]),
    [['x', 1, 7.4, isMember ? 'selected' : 'unselected'], 'Member'],
    [[captions[4]!, 1.3, 7.4]],
  ]);
  return {
    ...form,
    expected: { Name: name, Address: values[1]!.join(' '), Born: born, Fee: Number(fee), Member: isMember ? 'selected' : 'unselected' },
  };
}

function assertExtracted(model: FormsModel, style: Style): void {
  for (const seed of [61, 62, 63]) {
    const { layout, expected } = permitForm(seed, style);
    const found = extract(model, layout)[0]!.fields;
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]?.value])), expected);
  }
}

/** Label files have one label per line of the address; here both lines are one label. */
const joinAddressLabels = ({ labeled }: GeneratedForm): GeneratedForm['labeled'] => {
  const lines = labeled.labels.filter(({ tag }) => tag === 1);
  const whole = {
    ...lines[0]!,
    text: lines.map(({ text }) => text).join(' '),
    tokens: lines.flatMap(({ tokens }) => tokens),
    boxes: lines.flatMap(({ boxes }) => boxes),
  };
  return { ...labeled, labels: [...labeled.labels.filter(({ tag }) => tag !== 1), whole] };
};

const SAME_LAYOUT: Style = { order: [0, 1, 2, 3], right: 2.5, down: 0 };
const forms = (): GeneratedForm['labeled'][] => [1, 2, 3, 4, 5, 6].map((seed) => joinAddressLabels(permitForm(seed, SAME_LAYOUT)));
const model = trainForms(forms(), SCHEMA, 'neural');

test('extracts reordered lines after training on identical layouts', () => {
  assertExtracted(model, { ...SAME_LAYOUT, order: [3, 0, 1, 2] });
});

test('recognizes captions above values after training on captions to the left', () => {
  assertExtracted(model, { order: [1, 3, 0, 2], right: 0, down: 0.25 });
});

test('recognizes partly reworded captions', () => {
  assertExtracted(model, {
    ...SAME_LAYOUT,
    order: [2, 1, 3, 0],
    captions: ['Applicant name', 'Address of home', 'Birth date', 'Fee annual', 'Member last year'],
  });
});

test('trains deterministically', () => {
  assert.deepEqual(saveForms(trainForms(forms(), SCHEMA, 'neural')), saveForms(model));
});

test('template: falls back to the tagger for an unknown layout', () => {
  const template = trainForms(forms(), SCHEMA, 'template');
  assertExtracted(template, { ...SAME_LAYOUT, order: [3, 0, 1, 2] });
  assertExtracted(template, SAME_LAYOUT);
});

test('neural: learns from forms that each name their parties in another way', () => {
  const parties = ['Buyer', 'Tenant', 'Borrower', 'Client', 'Insured'];
  const captionsOf = (party: string): string[] => [
    `${party} name`,
    `${party} address`,
    `${party} born`,
    'Annual fee',
    'Member since last year',
  ];
  const orders = [
    [0, 1, 2, 3],
    [2, 0, 3, 1],
    [3, 2, 1, 0],
    [1, 3, 0, 2],
    [0, 2, 1, 3],
  ];
  const mixed = parties.map((party, i) =>
    joinAddressLabels(permitForm(i + 1, { order: orders[i]!, right: 0, down: 0.25, captions: captionsOf(party) })),
  );
  assertExtracted(trainForms(mixed, SCHEMA, 'neural'), { order: [1, 0, 3, 2], right: 0, down: 0.25, captions: captionsOf('Guest') });
});

const REMARKS = ['Rents', 'Royalties', 'Prizes', 'Dividends', 'Interest', 'Awards', 'Refunds'];

/** The tax, and below it an amount that is not labeled, with a caption that no other form has. */
function withholdingForm(seed: number, [x, y]: readonly [number, number]): GeneratedForm & { tax: string } {
  const [tax, other] = [`${100 + 31 * seed}.${10 + seed}`, `${900 - 17 * seed}.${40 + seed}`];
  const form = createForm({ Tax: { type: 'string' } }, [
    [['Statement of payments', 2, 1]],
    [['Income tax withheld', x, y]],
    [[tax, x, y + 0.25], 'Tax'],
    [[REMARKS[seed]!, x, y + 0.5]],
    [[other, x + 0.25, y + 0.75]],
    [['Keep this for your records', 1, 9]],
  ]);
  return { ...form, tax };
}

test('neural: a caption behind another value is not a caption of an unlabeled one', () => {
  const places = [1, 5, 2, 4, 3].map((x, i) => [x, 2 + i] as const);
  const model = trainForms(
    places.map((place, seed) => withholdingForm(seed, place).labeled),
    { Tax: { type: 'string' } },
    'neural',
  );
  for (const [seed, place] of [
    [5, [4.5, 7]],
    [6, [1.5, 3.4]],
  ] as const) {
    const { layout, tax } = withholdingForm(seed, place);
    assert.equal(extract(model, layout)[0]!.fields['Tax']?.value, tax);
    const form = formFromLayout(layout);
    const { captions } = collectEvidence(form, model, model.tags);
    assert.ok(captions!.values[form.tokens.findIndex(({ text }) => text === tax)]! > 0.9);
  }
});
