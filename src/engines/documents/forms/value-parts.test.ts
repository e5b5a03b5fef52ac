/** Values that are written in several places of a form: lines with a caption between them, numbers in several boxes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadForms, saveForms } from './checkpoint.ts';
import { extract } from './extract.ts';
import { createForm, randomValues } from './generated-forms.test.ts';
import type { GeneratedForm, PlacedText } from './generated-forms.test.ts';
import type { LabeledForm, PlacedLabel } from './labels/labeled-form.ts';
import type { Schema } from './files/fields-file.ts';
import { trainForms } from './train.ts';

const SCHEMA: Schema = { Name: { type: 'string' }, Address: { type: 'string' }, TaxNumber: { type: 'string' } };

interface TaxForm extends GeneratedForm {
  expected: Record<string, string>;
}

function taxForm(seed: number, unlabeled: readonly string[] = []): TaxForm {
  const { name } = randomValues(seed);
  const [street, town] = [`${10 + seed} Mill Lane`, `${10000 + 7 * seed} Ashford`];
  const [office, number] = [String(10 + seed), String(1000000 + 7919 * seed)];
  const placed = (text: string, x: number, y: number, field: string): readonly [PlacedText, string?] =>
    unlabeled.includes(field) ? [[text, x, y]] : [[text, x, y], field];
  const form = createForm(SCHEMA, [
    [['Request for a taxpayer number', 2, 1]],
    [['Name of the owner', 1, 2]],
    placed(name, 1, 2.25, 'Name'),
    [['Street and house number', 1, 2.8]],
    placed(street, 1, 3.05, 'Address'),
    [['Postal code and town', 1, 3.6]],
    placed(town, 1, 3.85, 'Address'),
    [['Number of the tax office and of the owner', 1, 4.6]],
    placed(office, 1, 4.85, 'TaxNumber'),
    [['-', 2, 4.85]],
    placed(number, 2.9, 4.85, 'TaxNumber'),
    [['Signed under the penalties of perjury', 1, 6]],
  ]);
  return {
    layout: form.layout,
    labeled: joinLabels(form.labeled),
    expected: { Name: name, Address: `${street} ${town}`, TaxNumber: `${office} ${number}` },
  };
}

/** One label for each field, as a labeling tool stores them. */
function joinLabels({ form, labels, unknown }: LabeledForm): LabeledForm {
  const joined = [...Map.groupBy(labels, ({ tag }) => tag).values()].map((own): PlacedLabel => ({
    ...own[0]!,
    text: own.map(({ text }) => text).join(' '),
    tokens: own.flatMap(({ tokens }) => tokens),
    boxes: own.flatMap(({ boxes }) => boxes),
  }));
  return { form, unknown, labels: joined };
}

function assertWhole(training: readonly TaxForm[]): void {
  const model = trainForms(
    training.map(({ labeled }) => labeled),
    SCHEMA,
    'template',
  );
  for (const one of [model, loadForms(saveForms(model))]) {
    const { layout, expected } = taxForm(41);
    const found = extract(one, layout)[0]!.fields;
    assert.deepEqual(Object.fromEntries(Object.keys(SCHEMA).map((name) => [name, found[name]?.value])), expected);
  }
}

test('keeps all parts of a value', () => {
  assertWhole([1, 2, 3, 4, 5].map((seed) => taxForm(seed)));
});

test('takes words for values where a training form has no label', () => {
  assertWhole([taxForm(1), taxForm(2), taxForm(3), taxForm(41, ['Address', 'TaxNumber']), taxForm(5)]);
});
