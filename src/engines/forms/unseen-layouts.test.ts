/** Forms unlike the training forms: other positions, caption sides, wordings, and values of several lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saveForms } from './checkpoint.ts';
import { extract } from './extract.ts';
import { filled, said } from './generated-forms.test.ts';
import type { Filled, Put } from './generated-forms.test.ts';
import type { FormsModel } from './model.ts';
import type { Schema } from './files/fields-file.ts';
import { trainForms } from './train.ts';

const SCHEMA: Schema = { Name: { type: 'string' }, Address: { type: 'string' }, Born: { type: 'date' }, Fee: { type: 'number' }, Member: { type: 'selectionMark' } };

interface Style {
  /** Line of each of the four fields. */
  order: readonly number[];
  /** Offset of values from their captions. */
  right: number;
  down: number;
  captions?: readonly string[];
}

const CAPTIONS = ['Name of applicant', 'Home address', 'Date of birth', 'Annual fee', 'Member since last year'];

function permit(seed: number, { order, right, down, captions = CAPTIONS }: Style): Filled & { expected: Record<string, unknown> } {
  const { name, born, fee, isMember } = said(seed);
  const values = [[name], [`${10 + seed} Mill Lane`, `${10000 + seed} Ashford`], [born], [fee]];
  const puts = values.flatMap((lines, field): (readonly [Put, string?])[] => {
    const y = 2 + 1.2 * order[field]!;
    return [[[captions[field]!, 1, y]], ...lines.map((line, i): readonly [Put, string] => [[line, 1 + right, y + down + 0.22 * i], Object.keys(SCHEMA)[field]!])];
  });
  const made = filled(SCHEMA, [[['Permit for the allotment', 2, 1]], ...puts.map(([put, field]): readonly [Put, string?] => [put, field]), [['x', 1, 7.4, isMember ? 'selected' : 'unselected'], 'Member'], [[captions[4]!, 1.3, 7.4]]]);
  return { ...made, expected: { Name: name, Address: values[1]!.join(' '), Born: born, Fee: Number(fee), Member: isMember ? 'selected' : 'unselected' } };
}

function check(model: FormsModel, style: Style): void {
  for (const seed of [61, 62, 63]) {
    const { layout, expected } = permit(seed, style);
    const found = extract(model, layout)[0]!.fields;
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]?.value])), expected);
  }
}

/** Label files have one label per line of the address; here both lines are one label. */
const joined = ({ labelled }: Filled): Filled['labelled'] => {
  const lines = labelled.labels.filter(({ tag }) => tag === 1);
  const whole = { ...lines[0]!, text: lines.map(({ text }) => text).join(' '), tokens: lines.flatMap(({ tokens }) => tokens), boxes: lines.flatMap(({ boxes }) => boxes) };
  return { ...labelled, labels: [...labelled.labels.filter(({ tag }) => tag !== 1), whole] };
};

const ALIKE: Style = { order: [0, 1, 2, 3], right: 2.5, down: 0 };
const forms = (): Filled['labelled'][] => [1, 2, 3, 4, 5, 6].map((seed) => joined(permit(seed, ALIKE)));
const model = trainForms(forms(), SCHEMA, 'neural');

test('forms that are all set alike teach what is found in another order', () => {
  check(model, { ...ALIKE, order: [3, 0, 1, 2] });
});

test('captions that training saw to the left of their values are known above them', () => {
  check(model, { order: [1, 3, 0, 2], right: 0, down: 0.25 });
});

test('captions in partly other words are captions still', () => {
  check(model, { ...ALIKE, order: [2, 1, 3, 0], captions: ['Applicant name', 'Address of home', 'Birth date', 'Fee annual', 'Member last year'] });
});

test('the same forms make the same model', () => {
  assert.deepEqual(saveForms(trainForms(forms(), SCHEMA, 'neural')), saveForms(model));
});

test('template mode leaves an unknown layout to the tagger', () => {
  const template = trainForms(forms(), SCHEMA, 'template');
  check(template, { ...ALIKE, order: [3, 0, 1, 2] });
  check(template, ALIKE);
});
