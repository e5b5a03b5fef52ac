import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FoundDocument } from '../fields/field.ts';
import { InvalidFormsModel, loadForms, saveForms } from './checkpoint.ts';
import { chooseDocument } from './compose.ts';
import { extract } from './extract.ts';
import { fieldConfidence, fieldSchema } from './confidence/model-details.ts';
import { SCHEMA, bearsAltering, club, document, filled, said } from './generated-forms.test.ts';
import type { Put, Said } from './generated-forms.test.ts';
import { FormsError } from './problem.ts';
import type { Schema } from './files/fields-file.ts';
import { trainForms } from './train.ts';

const forms = Array.from({ length: 6 }, (_, i) => club(said(i + 1)).labelled);
const ORDERS = [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1], [0, 2, 1, 3], [3, 0, 2, 1]];
const shuffled = ORDERS.map((order, i) => club(said(i + 1), order, 0.2 * (i % 3)).labelled);
const template = trainForms(forms, SCHEMA, 'template');
const neural = trainForms(shuffled, SCHEMA, 'neural');

function isFound({ fields }: FoundDocument, truth: Said): void {
  const { Name: name, Born: born, Fee: fee, Member: member, Items: items, Sums: sums } = fields;
  assert.deepEqual([name?.value, born?.value, fee?.value, member?.value], [truth.name, truth.born, Number(truth.fee), truth.isMember ? 'selected' : 'unselected']);
  assert.ok(items?.type === 'array' && sums?.type === 'object');
  assert.deepEqual(items.value.map((row) => (row.type === 'object' ? [row.value['What']?.value, row.value['Amount']?.value] : [])), truth.rows.map(([what, amount]) => [what, Number(amount)]));
  const net = sums.value['Net'];
  assert.equal(net?.type === 'object' ? net.value['Tax']?.value : undefined, Number(truth.tax));
}

test('template: fields of a new form, moved on its page, with typed values and the items they were read from', () => {
  const truth = said(77);
  const { layout } = club(truth, [0, 1, 2, 3], 0.13);
  const [found, ...others] = extract(template, layout, { docType: 'club' });
  assert.equal(others.length, 0);
  isFound(found!, truth);
  assert.equal(found!.docType, 'club');
  const name = found!.fields['Name']!;
  assert.equal(name.items.map((item) => (layout.items[item] as { text: string }).text).join(' '), truth.name);
  for (const { confidence } of [found!, ...Object.values(found!.fields)]) assert.ok(confidence > 0.5 && confidence <= 1);
});

test('template: a field that was left empty is not found', () => {
  const truth = said(78);
  const whole = club(truth);
  const layout = { ...whole.layout, items: whole.layout.items.map((item) => (item.kind === 'word' && item.text === truth.fee ? { ...item, box: undefined } : item)) };
  const [found] = extract(template, layout);
  assert.equal(found!.fields['Fee'], undefined);
  assert.equal(found!.fields['Name']!.value, truth.name);
});

test('neural: fields of a new form whose lines stand in another order', () => {
  const truth = said(79);
  isFound(extract(neural, club(truth, [2, 0, 3, 1], 0.3).layout)[0]!, truth);
});

test('a file of several forms gives a document each, pages without a form none', () => {
  const puts = (truth: Said): Put[] => club(truth).layout.items.map((item): Put => (item.kind === 'word' ? [item.text, item.box!.left, item.box!.top] : ['x', item.box!.left, item.box!.top, item.state]));
  const [one, other] = [said(80), said(81)];
  const layout = document([puts(one), [['Nothing but a cover letter on this sheet', 1, 1]], puts(other)]);
  const found = extract(template, layout);
  assert.deepEqual(found.map(({ pages }) => pages), [[0], [2]]);
  isFound(found[0]!, one);
  isFound(found[1]!, other);
});

test('pages without places and empty files are taken too', () => {
  const { layout } = club(said(82));
  const unplaced = { ...layout, pages: layout.pages.map(({ geometry: _, ...rest }) => rest), items: layout.items.map((item) => ({ ...item, box: undefined })) };
  assert.equal(extract(neural, unplaced).length, 1);
  assert.deepEqual(extract(template, document([[]]))[0]!.fields, {});
});

test('the accuracy of each field lies in the model, and the schema as it was given', () => {
  assert.deepEqual(Object.keys(fieldConfidence(template)), Object.keys(SCHEMA));
  for (const accuracy of Object.values(fieldConfidence(template))) assert.ok(accuracy > 0.8 && accuracy <= 1);
  assert.deepEqual(fieldSchema(template), SCHEMA);
});

test('of a field that is labelled once or never no accuracy is told, and it takes nothing from the others', () => {
  const schema: Schema = { Twice: { type: 'string' }, Once: { type: 'string' }, Never: { type: 'string' }, Rows: { type: 'array', items: { type: 'object', properties: { Amount: { type: 'number' }, Unseen: { type: 'string' } } } } };
  const few = forms.map(({ form }, i) => filled(schema, [
    [['Permit for the reading room', 2, 1]], [['Name of reader:', 1, 2]], [[said(i).name, 3, 2], i < 2 ? 'Twice' : undefined], [['Reader since:', 1, 2.5]], [[said(i).born, 3, 2.5], i === 2 ? 'Once' : undefined],
    [['Deposits', 1, 4]], [[said(i).fee, 1, 4.3], 'Rows/0/Amount'], [[`${form.pages.length}9.00`, 1, 4.6], 'Rows/1/Amount'],
  ]).labelled);
  const model = trainForms(few, schema, 'template');
  assert.deepEqual(Object.keys(fieldConfidence(model)), ['Twice', 'Rows']);
  assert.equal(fieldConfidence(model)['Rows'], 1, 'the column without labels does not count');
  assert.deepEqual(model.accuracyCounts.map(({ labelled }) => labelled), [2, 0, 0, 12, 0]);
  assert.deepEqual(loadForms(saveForms(model)).accuracyCounts, model.accuracyCounts);
});

test('too few forms, no labels and no fields are told', () => {
  assert.throws(() => trainForms(forms.slice(0, 4), SCHEMA, 'template'), (error) => error instanceof FormsError && error.kind === 'tooFewForms');
  assert.throws(() => trainForms(forms.map((form) => ({ ...form, labels: [] })), SCHEMA, 'template'), (error) => error instanceof FormsError && error.kind === 'tooFewForms');
  assert.throws(() => trainForms(forms, {}, 'neural'), (error) => error instanceof FormsError && error.kind === 'nothingLabelled');
});

test('training can be watched and stopped', () => {
  const shares: number[] = [];
  assert.throws(() => trainForms(forms, SCHEMA, 'template', { onProgress: (share) => shares.push(share) > 40 }), /stopped/);
  assert.ok(shares.every((share, i) => share <= 1 && (i === 0 || share >= shares[i - 1]!)));
});

test('saved and loaded, a model answers the same and has the same bytes', () => {
  for (const model of [template, neural]) {
    const bytes = saveForms(model);
    const back = loadForms(bytes);
    assert.deepEqual(saveForms(back), bytes);
    const { layout } = club(said(83), [0, 1, 2, 3], 0.05);
    assert.deepEqual(extract(back, layout), extract(model, layout));
  }
});

test('damaged bytes are refused, whatever the damage', () => {
  const bytes = saveForms(template);
  fc.assert(fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, flip, cut) => {
    const damaged = cut ? bytes.slice(0, at) : bytes.slice();
    if (!cut) damaged[at]! ^= flip;
    assert.throws(() => loadForms(damaged), InvalidFormsModel);
  }), { numRuns: 100 });
});

test('altered bytes under a checksum that fits are refused, or make a model that still answers', () => {
  bearsAltering(template, club(said(85)).layout, 300);
});

test('of several models the one whose form it is finds the document', () => {
  const schema: Schema = { Plate: { type: 'string' } };
  const parking = Array.from({ length: 5 }, (_, i) => filled(schema, [[['Parking permit of the town hall', 2, 1]], [['Number plate', 1, 3]], [[`KX-${4711 + i}`, 3, 3], 'Plate']]).labelled);
  const components = [{ docType: 'parking', model: trainForms(parking, schema, 'template') }, { docType: 'club', model: template }];
  assert.equal(chooseDocument(components, club(said(84)).layout)!.documents[0]!.docType, 'club');
  const permit = chooseDocument(components, document([[['Parking permit of the town hall', 2, 1], ['Number plate', 1, 3], ['ZZ-1', 3, 3]]]))!;
  assert.deepEqual([permit.component, permit.documents[0]!.docType, permit.documents[0]!.fields['Plate']?.value], [0, 'parking', 'ZZ-1']);
  assert.equal(chooseDocument([], document([[]])), undefined);
});
