/** Signatures labeled as regions: located by template and captions, signed if there is ink or text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadForms, saveForms } from '../checkpoint.ts';
import { extract } from '../extract.ts';
import { fieldConfidence } from '../confidence/model-details.ts';
import { formFromLayout } from '../form/form.ts';
import type { InkMap } from './ink-map.ts';
import { hasInk, buildInkMap } from './ink-map.ts';
import { labelForm } from '../labels/labeled-form.ts';
import type { LabeledForm } from '../labels/labeled-form.ts';
import { assertSurvivesCorruption, createForm, randomValues } from '../generated-forms.test.ts';
import type { PlacedText } from '../generated-forms.test.ts';
import type { Schema } from '../files/fields-file.ts';
import { trainForms } from '../train.ts';

const SCHEMA: Schema = { Name: { type: 'string' }, Reader: { type: 'signature' }, Keeper: { type: 'signature' } };
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** In inches; captions are left of the signature, or below it. */
interface Style {
  y: number;
  keeper: number;
  isUnder?: boolean;
}
const regionAt = (y: number, isUnder = false): Box =>
  isUnder ? { left: 1, top: y - 0.5, right: 3, bottom: y - 0.05 } : { left: 4, top: y - 0.3, right: 6, bottom: y + 0.2 };

function permitForm(
  seed: number,
  { y, keeper, isUnder }: Style,
): { layout: ReturnType<typeof createForm>['layout']; labeled: LabeledForm; signatureRegions: { Reader: Box; Keeper: Box } } {
  const value: PlacedText = isUnder === true ? [randomValues(seed).name, 1, 1.8] : [randomValues(seed).name, 3, 2];
  const { layout } = createForm(SCHEMA, [
    [['Permit for the reading room', 2, 1]],
    [['Name', 1, 2]],
    [value, 'Name'],
    [['Signature of the reader', 1, y]],
    [['For the library (keeper)', 1, keeper]],
  ]);
  const signatureRegions = { Reader: regionAt(y, isUnder), Keeper: regionAt(keeper, isUnder) };
  const toCorners = ({ left, top, right, bottom }: Box): number[] => [
    left / 8.5,
    top / 11,
    right / 8.5,
    top / 11,
    right / 8.5,
    bottom / 11,
    left / 8.5,
    bottom / 11,
  ];
  const [, x, at] = value;
  const labels = [
    {
      name: 'Name',
      kind: 'words' as const,
      text: randomValues(seed).name,
      boxes: [{ page: 1, text: '', corners: toCorners({ left: x, top: at, right: x + 2, bottom: at + 0.16 }) }],
    },
    ...Object.entries(signatureRegions).map(([name, signatureBox]) => ({
      name,
      kind: 'region' as const,
      text: '',
      boxes: [{ page: 1, text: '', corners: toCorners(signatureBox) }],
    })),
  ];
  return { layout, labeled: labelForm(formFromLayout(layout), labels, SCHEMA), signatureRegions };
}

function drawInk(draw: (x: number, y: number) => boolean): InkMap {
  const data = Uint8Array.from({ length: 850 * 1100 }, (_, i) => (draw((i % 850) / 100, Math.floor(i / 850) / 100) ? 0 : 255));
  return buildInkMap({ image: { width: 850, height: 1100, data }, scale: 100, page: undefined as never })!;
}

/** A rule at the bottom of each region, and handwriting in the given one. */
const inkWithSignature = (signatureRegions: readonly Box[], signed?: Box): InkMap =>
  drawInk(
    (x, y) =>
      signatureRegions.some(({ left, right, bottom }) => Math.abs(y - bottom + 0.02) < 0.005 && x > left && x < right) ||
      (signed !== undefined &&
        x > signed.left + 0.2 &&
        x < signed.right - 0.4 &&
        Math.abs(y - (signed.top + signed.bottom) / 2 - 0.13 * Math.sin(x * 14)) < 0.02),
  );

const containsCenter = (outer: Box, { left, top, right, bottom }: Box): boolean =>
  (left + right) / 2 > outer.left &&
  (left + right) / 2 < outer.right &&
  (top + bottom) / 2 > outer.top &&
  (top + bottom) / 2 < outer.bottom;

const SAME_LAYOUT: Style = { y: 5, keeper: 7 };
const sameLayout = [1, 2, 3, 4, 5].map((seed) => permitForm(seed, SAME_LAYOUT).labeled);
const models = { template: trainForms(sameLayout, SCHEMA, 'template'), neural: trainForms(sameLayout, SCHEMA, 'neural') };

for (const [mode, model] of Object.entries(models)) {
  test(`${mode}: finds a signature at its labeled region, signed if there is ink`, () => {
    const { layout, signatureRegions } = permitForm(9, SAME_LAYOUT);
    const all = Object.values(signatureRegions);
    for (const name of ['Reader', 'Keeper'] as const) {
      const { fields } = extract(model, layout, { ink: [inkWithSignature(all, signatureRegions[name])] })[0]!;
      assert.deepEqual(
        [fields['Reader']?.value, fields['Keeper']?.value],
        name === 'Reader' ? ['signed', 'unsigned'] : ['unsigned', 'signed'],
      );
      const [region] = fields[name]!.regions!;
      assert.ok(
        region!.page === 0 && containsCenter(region!.box, signatureRegions[name]) && containsCenter(signatureRegions[name], region!.box),
      );
    }
    const unseen = extract(model, layout)[0]!.fields['Reader']!;
    assert.ok(
      unseen.confidence < extract(model, layout, { ink: [inkWithSignature(all)] })[0]!.fields['Reader']!.confidence,
      'a missing image lowers the confidence',
    );
    assert.deepEqual(Object.keys(fieldConfidence(model)), ['Name'], 'accuracy of signatures is not reported');
  });

  test(`${mode}: finds swapped signatures by their captions, also after reloading the model`, () => {
    const { layout, signatureRegions } = permitForm(10, { y: 8, keeper: 3.5 });
    const ink = [inkWithSignature(Object.values(signatureRegions), signatureRegions.Reader)];
    const { fields } = extract(model, layout, { ink })[0]!;
    assert.deepEqual([fields['Reader']?.value, fields['Keeper']?.value], ['signed', 'unsigned']);
    assert.deepEqual(extract(loadForms(saveForms(model)), layout, { ink }), extract(model, layout, { ink }));
  });
}

test('finds signatures above their captions if values are above theirs', () => {
  const { layout, signatureRegions } = permitForm(11, { y: 6, keeper: 8, isUnder: true });
  const { fields } = extract(models.neural, layout, {
    ink: [inkWithSignature(Object.values(signatureRegions), signatureRegions.Keeper)],
  })[0]!;
  assert.equal(fields['Keeper']?.value, 'signed');
  assert.ok(containsCenter(signatureRegions.Keeper, fields['Keeper']!.regions![0]!.box));
});

test('survives corrupted bytes of a model with signatures', () => {
  assertSurvivesCorruption(models.neural, permitForm(12, SAME_LAYOUT).layout, 200);
});

test('template: finds a signature far from all captions', () => {
  const schema: Schema = { Name: { type: 'string' }, Sign: { type: 'signature' } };
  const signatureBox = { left: 5, top: 9, right: 7, bottom: 9.5 };
  const forms = [1, 2, 3, 4, 5, 6].map((seed) => {
    const form = createForm(schema, [
      [['Permit for the reading room', 2, 1]],
      [['Name of the reader', 1, 2]],
      [[randomValues(seed).name, 3, 2], 'Name'],
    ]);
    return {
      ...form,
      labeled: {
        ...form.labeled,
        labels: [
          ...form.labeled.labels,
          {
            tag: 1,
            row: 0,
            kind: 'region' as const,
            text: '',
            tokens: [],
            boxes: [
              {
                page: 0,
                box: {
                  left: signatureBox.left / 11,
                  right: signatureBox.right / 11,
                  top: signatureBox.top / 11,
                  bottom: signatureBox.bottom / 11,
                },
              },
            ],
          },
        ],
      },
    };
  });
  const model = trainForms(
    forms.slice(0, 5).map(({ labeled }) => labeled),
    schema,
    'template',
  );
  for (const [ink, value] of [
    [inkWithSignature([signatureBox]), 'unsigned'],
    [inkWithSignature([signatureBox], signatureBox), 'signed'],
  ] as const)
    assert.equal(extract(model, forms[5]!.layout, { ink: [ink] })[0]!.fields['Sign']?.value, value);
});

test('finds no signature on a form without captions', () => {
  const { layout } = createForm(SCHEMA, [[['Permit for the reading room', 2, 1]], [['Name', 1, 2]], [['Ada Abel', 3, 2]]]);
  const { fields } = extract(models.neural, layout, { ink: [drawInk((_, y) => y > 9 && y < 9.2)] })[0]!;
  assert.deepEqual([fields['Reader'], fields['Keeper']], [undefined, undefined]);
});

test('does not take rules, frames and printed words for a signature', () => {
  const signatureBox = { left: 1, top: 1, right: 3, bottom: 1.5 };
  const frame = drawInk(
    (x, y) =>
      x > 1 &&
      x < 3 &&
      y > 1 &&
      y < 1.5 &&
      (Math.abs(x - 1.02) < 0.01 || Math.abs(x - 2.98) < 0.01 || Math.abs(y - 1.02) < 0.01 || Math.abs(y - 1.48) < 0.01),
  );
  assert.ok(!hasInk(frame, signatureBox));
  const word = { left: 1.2, top: 1.2, right: 2.2, bottom: 1.35 };
  const text = drawInk((x, y) => x > word.left && x < word.right && y > word.top && y < word.bottom && Math.floor(x * 20) % 2 === 0);
  assert.ok(hasInk(text, signatureBox));
  assert.ok(!hasInk(text, signatureBox, [word]));
});
