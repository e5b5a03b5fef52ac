import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestLayout, withoutPositions } from '../../../../../test/support/test-layout.ts';
import { layoutFlow } from '../../layout/layout-flow.ts';
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { Field } from '../field.ts';
import { parseName } from './names.ts';
import { FieldQuery } from './query-fields.ts';
import type { QueryOptions } from './query-fields.ts';

const lines = (...texts: (string | readonly string[])[]): DocumentLayout =>
  createTestLayout(texts.flatMap((row, i) => [row].flat().map((text, column) => ({ text, left: 40 + 220 * column, top: 40 + i * 20 }))));
const find = async (names: string[], layout: DocumentLayout, options: Partial<QueryOptions> = {}): Promise<Record<string, Field>> =>
  await new FieldQuery(layout, { modelId: 'prebuilt-layout', ...options }).find(names);
const plain = (field: Field | undefined): unknown => (field?.type === 'array' ? field.value.map(plain) : field && field.value);

test('splits names into words of any style and language, and knows what they ask for', () => {
  const asked = (name: string): [string, string | undefined] => [parseName(name).keys[0]!, parseName(name).kind];
  for (const name of ['policyHolderID', 'policy_holder_id', 'ID of policy holders', 'Policy-Holder No.'])
    assert.deepEqual(asked(name), ['holder number policy', 'id'], name);
  assert.equal(parseName('contractValue').kind, 'money');
  assert.equal(parseName('Lieferdatum').kind, 'date');
  assert.equal(parseName('Datum der Zahlung').kind, 'date');
  assert.equal(parseName('発行日付').kind, 'date');
  assert.equal(parseName('favorite color').kind, undefined);
});

test('finds values of captions by words and types them by what they are', async () => {
  const layout = lines(
    'Boat rental',
    'Skipper: Kim Sample',
    'Deposit: € 250.00',
    'Date of return: 14 June 2024',
    ['Berths', '6'],
    ['Harbor office', '+1 503 555 0123'],
    'Hull number 77-A-12',
  );
  const fields = await find(['Skipper', 'deposit', 'returnDate', 'Berths', 'harbor_office', 'HullNumber', 'engine power'], layout);
  assert.deepEqual(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, [field.type, plain(field)]])), {
    Skipper: ['string', 'Kim Sample'],
    deposit: ['currency', { amount: 250, symbol: '€', code: 'EUR' }],
    returnDate: ['date', '2024-06-14'],
    Berths: ['number', 6],
    harbor_office: ['phoneNumber', '+15035550123'],
    HullNumber: ['string', '77-A-12'],
  });
  assert.ok(Object.values(fields).every(({ items, confidence }) => items.length > 0 && confidence > 0.3 && confidence < 1));
});

test('asks the prebuilt models for what they know, by names in many languages', async () => {
  const layout = lines('INVOICE', 'Invoice number: INV-204', 'Invoice date: 03/15/2024', 'Due date: 04/15/2024', 'Total: $ 120.00');
  for (const names of [
    ['InvoiceId', 'DueDate'],
    ['Rechnungsnummer', 'Fälligkeitsdatum'],
    ['numéro de facture', "date d'échéance"],
    ['número de factura', 'fecha de vencimiento'],
    ['請求書番号', '支払期限'],
  ]) {
    const fields = await find(names, layout);
    assert.deepEqual([plain(fields[names[0]!]), plain(fields[names[1]!])], ['INV-204', '2024-04-15'], names[0]);
  }
  const card = lines('DRIVER LICENSE', 'DL No. K4471820', 'Surname: Doe', 'Date of birth: 03/15/1984', 'Expires: 03/15/2030');
  for (const names of [
    ['document number', 'surname', 'date of birth'],
    ['文書番号', '姓', '生年月日'],
    ['문서번호', '성', '생년월일'],
  ]) {
    const fields = await find(names, card);
    assert.deepEqual(
      names.map((name) => plain(fields[name])),
      ['K4471820', 'Doe', '1984-03-15'],
    );
  }
});

test('finds parties, dates and law of an agreement in its sentences', async () => {
  const layout = lines(
    'NON-DISCLOSURE AGREEMENT',
    'This Agreement is made on May 3, 2022 by and between Orchard Labs Inc., a Delaware corporation,',
    'and Quill Systems LLC, a Texas limited liability company.',
    'It remains in effect for three (3) years from its date.',
    'This Agreement is governed by the laws of the State of Oregon.',
  );
  const fields = await find(['Party', 'Jurisdiction', 'agreement date'], layout);
  assert.deepEqual(plain(fields['Party']), ['Orchard Labs Inc.', 'Quill Systems LLC']);
  assert.equal(plain(fields['Jurisdiction']), 'Oregon');
  assert.equal(plain(fields['agreement date']), '2022-05-03');
});

test('finds asked names in sentences of five languages, and nothing that they do not say', async () => {
  for (const [text, names] of [
    [
      'The Barge Owner, Ada Finch, lends the barge to Tidewater Tours Ltd. (the "Charterer") for a term of four (4) months. The Charterer pays a mooring fee of $310.00. Either side may end this contract on twenty days written notice.',
      { charterer: 'Tidewater Tours Ltd.', 'mooring fee': 310, 'notice period': 'twenty days', 'fuel surcharge': undefined },
    ],
    [
      'Herr Jonas Weil (nachfolgend „Verpächter“) überlässt den Garten ab dem 1. März 2024. Die Pacht beträgt 240,00 EUR im Jahr. Es gilt deutsches Recht. Eine Kündigung ist mit einer Frist von sechs Wochen möglich.',
      { Verpächter: 'Jonas Weil', Kündigungsfrist: 'sechs Wochen', 'governing law': 'deutsches', Zinssatz: undefined },
    ],
    [
      'La société Voiles du Sud SARL (ci-après « le Vendeur ») cède le bateau au prix de 4 200,00 €. La livraison aura lieu le 3 juin 2024. Le bateau est garanti pendant six mois.',
      { vendeur: 'Voiles du Sud SARL', prix: 4200, 'date de livraison': '2024-06-03', 'warranty period': 'six mois', loyer: undefined },
    ],
    [
      'Don Iñaki Ruiz (en adelante, «el Cedente») cede el local. La fianza asciende a 600,00 €. El contrato se regirá por las leyes de España.',
      { cedente: 'Iñaki Ruiz', fianza: 600, 'ley aplicable': 'España', 'plazo de preaviso': undefined },
    ],
    [
      '賃料は月額52,000円とする。納期は2024年6月3日とする。本契約の準拠法は日本法とする。',
      { 賃料: 52000, 納期: '2024-06-03', 準拠法: '日本', 敷金: undefined },
    ],
  ] as const) {
    const layout = layoutFlow({
      pages: [text.split(/(?<=[.。])\s?(?=[\p{Lu}\p{Lo}])/u).map((part) => ({ kind: 'paragraph', text: part }))],
    });
    const fields = await find(Object.keys(names), layout);
    for (const [name, expected] of Object.entries(names)) {
      const value = plain(fields[name]);
      assert.deepEqual(value !== null && typeof value === 'object' && 'amount' in value ? value.amount : value, expected, name);
    }
  }
});

test('compares captions by meaning only where words do not find a name', async () => {
  const encoded: string[] = [];
  const encode = (texts: readonly string[]): Promise<Float32Array[]> => {
    encoded.push(...texts);
    return Promise.resolve(texts.map((text) => Float32Array.of(...(/vessel|boat/u.test(text) ? [1, 0] : [0, 1]))));
  };
  const layout = lines('Name of vessel: Seagull', 'Skipper: Kim Sample');
  assert.equal(plain((await find(['Skipper'], layout, { encode }))['Skipper']), 'Kim Sample');
  assert.deepEqual(encoded, []);
  assert.equal(plain((await find(['boat'], layout, { encode }))['boat']), 'Seagull');
});

test('reads documents without positions, and stays fast on pages of captions', async () => {
  const flow = withoutPositions(lines('Skipper: Kim Sample', 'Berths: 6'));
  assert.equal(plain((await find(['skipper'], flow))['skipper']), 'Kim Sample');
  const hostile = lines(
    ...Array.from({ length: 200 }, (_, i) => [`Caption ${'abcdefghij'.slice(i % 10)} kind:`, `value of ${'x'.repeat(i % 30)}`]),
  );
  const names = Array.from({ length: 20 }, (_, i) => `caption abcdefgh kind ${'name '.repeat(i % 8)}`);
  const before = process.cpuUsage();
  await find(names, hostile);
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 1.5e6, `${String((user + system) / 1e6)} s`);
});
