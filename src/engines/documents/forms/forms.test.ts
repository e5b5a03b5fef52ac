import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FoundDocument } from '../fields/field.ts';
import { loadForms, saveForms } from './checkpoint.ts';
import { InvalidModel } from '../../shared/bytes/reader.ts';
import { chooseDocument } from './compose.ts';
import { extract } from './extract.ts';
import { fieldConfidence, fieldSchema } from './confidence/model-details.ts';
import { SCHEMA, assertSurvivesCorruption, clubForm, createDocument, createForm, randomValues } from './generated-forms.test.ts';
import type { PlacedText, FormValues } from './generated-forms.test.ts';
import { FormsError } from './problem.ts';
import type { Schema } from './files/fields-file.ts';
import { trainForms } from './train.ts';

const forms = Array.from({ length: 6 }, (_, i) => clubForm(randomValues(i + 1)).labeled);
const ORDERS = [
  [0, 1, 2, 3],
  [3, 2, 1, 0],
  [1, 0, 3, 2],
  [2, 3, 0, 1],
  [0, 2, 1, 3],
  [3, 0, 2, 1],
];
const shuffled = ORDERS.map((order, i) => clubForm(randomValues(i + 1), order, 0.2 * (i % 3)).labeled);
const template = trainForms(forms, SCHEMA, 'template');
const neural = trainForms(shuffled, SCHEMA, 'neural');

function assertFound({ fields }: FoundDocument, values: FormValues): void {
  const { Name: name, Born: born, Fee: fee, Member: member, Items: items, Sums: sums } = fields;
  assert.deepEqual(
    [name?.value, born?.value, fee?.value, member?.value],
    [values.name, values.born, Number(values.fee), values.isMember ? 'selected' : 'unselected'],
  );
  assert.ok(items?.type === 'array' && sums?.type === 'object');
  assert.deepEqual(
    items.value.map((row) => (row.type === 'object' ? [row.value['What']?.value, row.value['Amount']?.value] : [])),
    values.rows.map(([what, amount]) => [what, Number(amount)]),
  );
  const net = sums.value['Net'];
  assert.equal(net?.type === 'object' ? net.value['Tax']?.value : undefined, Number(values.tax));
}

test('template: extracts typed values and items of a shifted form', () => {
  const values = randomValues(77);
  const { layout } = clubForm(values, [0, 1, 2, 3], 0.13);
  const [found, ...others] = extract(template, layout, { docType: 'club' });
  assert.equal(others.length, 0);
  assertFound(found!, values);
  assert.equal(found!.docType, 'club');
  const name = found!.fields['Name']!;
  assert.equal(name.items.map((item) => (layout.items[item] as { text: string }).text).join(' '), values.name);
  for (const { confidence } of [found!, ...Object.values(found!.fields)]) assert.ok(confidence > 0.5 && confidence <= 1);
});

test('template: omits an empty field', () => {
  const values = randomValues(78);
  const whole = clubForm(values);
  const layout = {
    ...whole.layout,
    items: whole.layout.items.map((item) => (item.kind === 'word' && item.text === values.fee ? { ...item, box: undefined } : item)),
  };
  const [found] = extract(template, layout);
  assert.equal(found!.fields['Fee'], undefined);
  assert.equal(found!.fields['Name']!.value, values.name);
});

test('neural: extracts fields of a form with reordered lines', () => {
  const values = randomValues(79);
  assertFound(extract(neural, clubForm(values, [2, 0, 3, 1], 0.3).layout)[0]!, values);
});

test('extracts one document per form and skips other pages', () => {
  const placedTexts = (values: FormValues): PlacedText[] =>
    clubForm(values).layout.items.map((item): PlacedText =>
      item.kind === 'word' ? [item.text, item.box!.left, item.box!.top] : ['x', item.box!.left, item.box!.top, item.state],
    );
  const [one, other] = [randomValues(80), randomValues(81)];
  const layout = createDocument([placedTexts(one), [['Nothing but a cover letter on this sheet', 1, 1]], placedTexts(other)]);
  const found = extract(template, layout);
  assert.deepEqual(
    found.map(({ pages }) => pages),
    [[0], [2]],
  );
  assertFound(found[0]!, one);
  assertFound(found[1]!, other);
});

test('accepts pages without positions and empty files', () => {
  const { layout } = clubForm(randomValues(82));
  const unplaced = {
    ...layout,
    pages: layout.pages.map(({ geometry: _, ...rest }) => rest),
    items: layout.items.map((item) => ({ ...item, box: undefined })),
  };
  assert.equal(extract(neural, unplaced).length, 1);
  assert.deepEqual(extract(template, createDocument([[]]))[0]!.fields, {});
});

test('stores the accuracy of each field and the schema', () => {
  assert.deepEqual(Object.keys(fieldConfidence(template)), Object.keys(SCHEMA));
  for (const accuracy of Object.values(fieldConfidence(template))) assert.ok(accuracy > 0.8 && accuracy <= 1);
  assert.deepEqual(fieldSchema(template), SCHEMA);
});

test('omits the accuracy of fields labeled once or never', () => {
  const schema: Schema = {
    Twice: { type: 'string' },
    Once: { type: 'string' },
    Never: { type: 'string' },
    Rows: { type: 'array', items: { type: 'object', properties: { Amount: { type: 'number' }, Unseen: { type: 'string' } } } },
  };
  const few = forms.map(
    ({ form }, i) =>
      createForm(schema, [
        [['Permit for the reading room', 2, 1]],
        [['Name of reader:', 1, 2]],
        [[randomValues(i).name, 3, 2], i < 2 ? 'Twice' : undefined],
        [['Reader since:', 1, 2.5]],
        [[randomValues(i).born, 3, 2.5], i === 2 ? 'Once' : undefined],
        [['Deposits', 1, 4]],
        [[randomValues(i).fee, 1, 4.3], 'Rows/0/Amount'],
        [[`${form.pages.length}9.00`, 1, 4.6], 'Rows/1/Amount'],
      ]).labeled,
  );
  const model = trainForms(few, schema, 'template');
  assert.deepEqual(Object.keys(fieldConfidence(model)), ['Twice', 'Rows']);
  assert.equal(fieldConfidence(model)['Rows'], 1, 'columns without labels do not count');
  assert.deepEqual(
    model.accuracyCounts.map(({ labeled }) => labeled),
    [2, 0, 0, 12, 0],
  );
  assert.deepEqual(loadForms(saveForms(model)).accuracyCounts, model.accuracyCounts);
});

test('rejects too few forms, missing labels and missing fields', () => {
  assert.throws(
    () => trainForms(forms.slice(0, 4), SCHEMA, 'template'),
    (error) => error instanceof FormsError && error.kind === 'tooFewForms',
  );
  assert.throws(
    () =>
      trainForms(
        forms.map((form) => ({ ...form, labels: [] })),
        SCHEMA,
        'template',
      ),
    (error) => error instanceof FormsError && error.kind === 'tooFewForms',
  );
  assert.throws(
    () => trainForms(forms, {}, 'neural'),
    (error) => error instanceof FormsError && error.kind === 'nothingLabeled',
  );
});

test('reports progress and stops on request', () => {
  const shares: number[] = [];
  assert.throws(() => trainForms(forms, SCHEMA, 'template', { onProgress: (share) => shares.push(share) > 40 }), /stopped/);
  assert.ok(shares.every((share, i) => share <= 1 && (i === 0 || share >= shares[i - 1]!)));
});

test('round-trips a model through its serialized form', () => {
  for (const model of [template, neural]) {
    const bytes = saveForms(model);
    const back = loadForms(bytes);
    assert.deepEqual(saveForms(back), bytes);
    const { layout } = clubForm(randomValues(83), [0, 1, 2, 3], 0.05);
    assert.deepEqual(extract(back, layout), extract(model, layout));
  }
});

test('rejects damaged bytes', () => {
  const bytes = saveForms(template);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, flip, cut) => {
      const damaged = cut ? bytes.slice(0, at) : bytes.slice();
      if (!cut) damaged[at]! ^= flip;
      assert.throws(() => loadForms(damaged), InvalidModel);
    }),
    { numRuns: 100 },
  );
});

test('survives corrupted bytes with a valid checksum', () => {
  assertSurvivesCorruption(template, clubForm(randomValues(85)).layout, 300);
});

test('chooses the matching component of a composed model', () => {
  const schema: Schema = { Plate: { type: 'string' } };
  const parking = Array.from(
    { length: 5 },
    (_, i) =>
      createForm(schema, [[['Parking permit of the town hall', 2, 1]], [['Number plate', 1, 3]], [[`KX-${4711 + i}`, 3, 3], 'Plate']])
        .labeled,
  );
  const components = [
    { docType: 'parking', model: trainForms(parking, schema, 'template') },
    { docType: 'club', model: template },
  ];
  assert.equal(chooseDocument(components, clubForm(randomValues(84)).layout)!.documents[0]!.docType, 'club');
  const permit = chooseDocument(
    components,
    createDocument([
      [
        ['Parking permit of the town hall', 2, 1],
        ['Number plate', 1, 3],
        ['ZZ-1', 3, 3],
      ],
    ]),
  )!;
  assert.deepEqual([permit.component, permit.documents[0]!.docType, permit.documents[0]!.fields['Plate']?.value], [0, 'parking', 'ZZ-1']);
  assert.equal(chooseDocument([], createDocument([[]])), undefined);
});
