/** Signatures labelled as regions: located by template and captions, signed if there is ink or text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadForms, saveForms } from '../checkpoint.ts';
import { extract } from '../extract.ts';
import { fieldConfidence } from '../confidence/model-details.ts';
import { formFromLayout } from '../form/form.ts';
import type { InkMap } from './ink-map.ts';
import { hasInk, buildInkMap } from './ink-map.ts';
import { labelForm } from '../form/labelled-form.ts';
import type { LabelledForm } from '../form/labelled-form.ts';
import { bearsAltering, filled, said } from '../generated-forms.test.ts';
import type { Put } from '../generated-forms.test.ts';
import type { Schema } from '../files/fields-file.ts';
import { trainForms } from '../train.ts';

const SCHEMA: Schema = { Name: { type: 'string' }, Reader: { type: 'signature' }, Keeper: { type: 'signature' } };
interface Box { left: number; top: number; right: number; bottom: number }

/** In inches; captions are left of the signature, or below it. */
interface Style { y: number; keeper: number; isUnder?: boolean }
const roomAt = (y: number, isUnder = false): Box => isUnder ? { left: 1, top: y - 0.5, right: 3, bottom: y - 0.05 } : { left: 4, top: y - 0.3, right: 6, bottom: y + 0.2 };

function permit(seed: number, { y, keeper, isUnder }: Style): { layout: ReturnType<typeof filled>['layout']; labelled: LabelledForm; rooms: { Reader: Box; Keeper: Box } } {
  const value: Put = isUnder === true ? [said(seed).name, 1, 1.8] : [said(seed).name, 3, 2];
  const { layout } = filled(SCHEMA, [[['Permit for the reading room', 2, 1]], [['Name', 1, 2]], [value, 'Name'], [['Signature of the reader', 1, y]], [['For the library (keeper)', 1, keeper]]]);
  const rooms = { Reader: roomAt(y, isUnder), Keeper: roomAt(keeper, isUnder) };
  const region = ({ left, top, right, bottom }: Box): number[] => [left / 8.5, top / 11, right / 8.5, top / 11, right / 8.5, bottom / 11, left / 8.5, bottom / 11];
  const [, x, at] = value;
  const labels = [
    { name: 'Name', kind: 'words' as const, text: said(seed).name, boxes: [{ page: 1, text: '', corners: region({ left: x, top: at, right: x + 2, bottom: at + 0.16 }) }] },
    ...Object.entries(rooms).map(([name, room]) => ({ name, kind: 'region' as const, text: '', boxes: [{ page: 1, text: '', corners: region(room) }] })),
  ];
  return { layout, labelled: labelForm(formFromLayout(layout), labels, SCHEMA), rooms };
}

function inkOf(draw: (x: number, y: number) => boolean): InkMap {
  const data = Uint8Array.from({ length: 850 * 1100 }, (_, i) => (draw((i % 850) / 100, Math.floor(i / 850) / 100) ? 0 : 255));
  return buildInkMap({ image: { width: 850, height: 1100, data }, scale: 100, page: undefined as never })!;
}

/** A rule at the bottom of each region, and handwriting in the given one. */
const inkIn = (rooms: readonly Box[], signed?: Box): InkMap => inkOf((x, y) => rooms.some(({ left, right, bottom }) => Math.abs(y - bottom + 0.02) < 0.005 && x > left && x < right)
  || (signed !== undefined && x > signed.left + 0.2 && x < signed.right - 0.4 && Math.abs(y - (signed.top + signed.bottom) / 2 - 0.13 * Math.sin(x * 14)) < 0.02));

const holds = (outer: Box, { left, top, right, bottom }: Box): boolean => (left + right) / 2 > outer.left && (left + right) / 2 < outer.right && (top + bottom) / 2 > outer.top && (top + bottom) / 2 < outer.bottom;

const ALIKE: Style = { y: 5, keeper: 7 };
const alike = [1, 2, 3, 4, 5].map((seed) => permit(seed, ALIKE).labelled);
const models = { template: trainForms(alike, SCHEMA, 'template'), neural: trainForms(alike, SCHEMA, 'neural') };

for (const [mode, model] of Object.entries(models)) {
  test(`${mode}: a signature is where it was drawn, signed if something is written there`, () => {
    const { layout, rooms } = permit(9, ALIKE);
    const all = Object.values(rooms);
    for (const name of ['Reader', 'Keeper'] as const) {
      const { fields } = extract(model, layout, { ink: [inkIn(all, rooms[name])] })[0]!;
      assert.deepEqual([fields['Reader']?.value, fields['Keeper']?.value], name === 'Reader' ? ['signed', 'unsigned'] : ['unsigned', 'signed']);
      const [region] = fields[name]!.regions!;
      assert.ok(region!.page === 0 && holds(region!.box, rooms[name]) && holds(rooms[name], region!.box));
    }
    const unseen = extract(model, layout)[0]!.fields['Reader']!;
    assert.ok(unseen.confidence < extract(model, layout, { ink: [inkIn(all)] })[0]!.fields['Reader']!.confidence, 'where nobody looked it is less sure');
    assert.deepEqual(Object.keys(fieldConfidence(model)), ['Name'], 'how right signatures are is not told');
  });

  test(`${mode}: signatures that changed places go with their captions, and the model that was saved finds them too`, () => {
    const { layout, rooms } = permit(10, { y: 8, keeper: 3.5 });
    const ink = [inkIn(Object.values(rooms), rooms.Reader)];
    const { fields } = extract(model, layout, { ink })[0]!;
    assert.deepEqual([fields['Reader']?.value, fields['Keeper']?.value], ['signed', 'unsigned']);
    assert.deepEqual(extract(loadForms(saveForms(model)), layout, { ink }), extract(model, layout, { ink }));
  });
}

test('a form that prints captions under its values has them under signatures too; ink tells where', () => {
  const { layout, rooms } = permit(11, { y: 6, keeper: 8, isUnder: true });
  const { fields } = extract(models.neural, layout, { ink: [inkIn(Object.values(rooms), rooms.Keeper)] })[0]!;
  assert.equal(fields['Keeper']?.value, 'signed');
  assert.ok(holds(rooms.Keeper, fields['Keeper']!.regions![0]!.box));
});

test('a model of signatures whose bytes were altered is refused, or still answers', () => {
  bearsAltering(models.neural, permit(12, ALIKE).layout, 200);
});

test('template: a signature far from all captions is where it was drawn', () => {
  const schema: Schema = { Name: { type: 'string' }, Sign: { type: 'signature' } };
  const room = { left: 5, top: 9, right: 7, bottom: 9.5 };
  const forms = [1, 2, 3, 4, 5, 6].map((seed) => {
    const made = filled(schema, [[['Permit for the reading room', 2, 1]], [['Name of the reader', 1, 2]], [[said(seed).name, 3, 2], 'Name']]);
    return { ...made, labelled: { ...made.labelled, labels: [...made.labelled.labels, { tag: 1, row: 0, kind: 'region' as const, text: '', tokens: [], boxes: [{ page: 0, box: { left: room.left / 11, right: room.right / 11, top: room.top / 11, bottom: room.bottom / 11 } }] }] } };
  });
  const model = trainForms(forms.slice(0, 5).map(({ labelled }) => labelled), schema, 'template');
  for (const [ink, value] of [[inkIn([room]), 'unsigned'], [inkIn([room], room), 'signed']] as const) assert.equal(extract(model, forms[5]!.layout, { ink: [ink] })[0]!.fields['Sign']?.value, value);
});

test('a form without the captions has no signatures', () => {
  const { layout } = filled(SCHEMA, [[['Permit for the reading room', 2, 1]], [['Name', 1, 2]], [['Ada Abel', 3, 2]]]);
  const { fields } = extract(models.neural, layout, { ink: [inkOf((_, y) => y > 9 && y < 9.2)] })[0]!;
  assert.deepEqual([fields['Reader'], fields['Keeper']], [undefined, undefined]);
});

test('rules, frames and printed words are no signature', () => {
  const room = { left: 1, top: 1, right: 3, bottom: 1.5 };
  const frame = inkOf((x, y) => x > 1 && x < 3 && y > 1 && y < 1.5 && (Math.abs(x - 1.02) < 0.01 || Math.abs(x - 2.98) < 0.01 || Math.abs(y - 1.02) < 0.01 || Math.abs(y - 1.48) < 0.01));
  assert.ok(!hasInk(frame, room));
  const word = { left: 1.2, top: 1.2, right: 2.2, bottom: 1.35 };
  const text = inkOf((x, y) => x > word.left && x < word.right && y > word.top && y < word.bottom && Math.floor(x * 20) % 2 === 0);
  assert.ok(hasInk(text, room));
  assert.ok(!hasInk(text, room, [word]));
});
