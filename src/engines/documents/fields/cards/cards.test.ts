import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Field } from '../field.ts';
import { withoutPositions, createTestLayout } from '../../../../../test/support/test-layout.ts';
import { cardModels } from './models.ts';

const [business, health] = cardModels as [(typeof cardModels)[number], (typeof cardModels)[number]];
const plain = (field: Field): unknown =>
  field.type === 'array'
    ? field.value.map(plain)
    : field.type === 'object'
      ? Object.fromEntries(Object.entries(field.value).map(([name, own]) => [name, plain(own)]))
      : field.value;
const values = (fields: Readonly<Record<string, Field>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, plain(field)]));
const column = (texts: readonly (string | [string, number])[]): { text: string; left: number; top: number; height: number }[] =>
  texts.map((text, i) => ({
    text: typeof text === 'string' ? text : text[0],
    left: 20,
    top: 20 + i * 14,
    height: typeof text === 'string' ? 8 : text[1],
  }));

test('reads all fields of a business card', () => {
  const layout = createTestLayout(
    column([
      ['Contour Labs', 12],
      'Dr. Pat Lee Sample',
      'Chief Technology Officer',
      'Optics Laboratory',
      '12 Oak Ave, Suite 4',
      'Salem, OR 97301',
      'Tel: (503) 555-0123 Fax: (503) 555-0124',
      'M +44 20 7946 0958',
      'pat.sample@contourlabs.com',
      'www.contourlabs.com',
    ]),
  );
  assert.deepEqual(values(business.extract(layout, {})[0]!.fields), {
    ContactNames: [{ FirstName: 'Pat Lee', LastName: 'Sample' }],
    CompanyNames: ['Contour Labs'],
    JobTitles: ['Chief Technology Officer'],
    Departments: ['Optics Laboratory'],
    Addresses: [
      {
        houseNumber: '12',
        road: 'Oak Ave',
        unit: 'Suite 4',
        city: 'Salem',
        state: 'OR',
        postalCode: '97301',
        streetAddress: '12 Oak Ave, Suite 4',
      },
    ],
    WorkPhones: ['+15035550123'],
    MobilePhones: ['+442079460958'],
    Faxes: ['+15035550124'],
    Emails: ['pat.sample@contourlabs.com'],
    Websites: ['www.contourlabs.com'],
  });
});

test('reads an unlabeled phone number with the country of the locale', () => {
  const fields = values(
    business.extract(createTestLayout(column(['Erika Muster', '030 1234567', 'erika@muster.example'])), { locale: 'de-DE' })[0]!.fields,
  );
  assert.deepEqual(fields['WorkPhones'], ['+49301234567']);
});

test('reads a health insurance card with copays by benefit', () => {
  const layout = createTestLayout([
    { text: 'Blue Harbor Insurance', left: 20, top: 10, height: 14 },
    { text: 'Member Name PAT LEE SAMPLE', left: 20, top: 40 },
    { text: 'Member ID', left: 20, top: 54 },
    { text: 'XYZ123456789', left: 20, top: 64 },
    { text: 'Group: 98765', left: 20, top: 80 },
    { text: 'RxBIN 610014', left: 20, top: 94 },
    { text: 'RxPCN MEDD', left: 150, top: 94 },
    { text: 'Plan Type PPO', left: 150, top: 40 },
    { text: 'Effective Date 01/02/2024', left: 150, top: 80 },
    { text: 'Primary Care $25 Specialist $40', left: 20, top: 110 },
    { text: 'Member Services 1-800-555-0123', left: 20, top: 124 },
    { text: 'Submit claims to:', left: 20, top: 140 },
    { text: 'PO BOX 12', left: 20, top: 150 },
    { text: 'SALEM, OR 97301', left: 20, top: 160 },
  ]);
  assert.deepEqual(values(health.extract(layout, {})[0]!.fields), {
    Insurer: 'Blue Harbor Insurance',
    Member: { Name: 'PAT LEE SAMPLE' },
    IdNumber: { Prefix: 'XYZ', Number: '123456789' },
    GroupNumber: '98765',
    PrescriptionInfo: { RxBIN: '610014', RxPCN: 'MEDD' },
    EffectiveDate: '2024-01-02',
    Copays: [
      { Benefit: 'Primary Care', Amount: { amount: 25, symbol: '$', code: 'USD' } },
      { Benefit: 'Specialist', Amount: { amount: 40, symbol: '$', code: 'USD' } },
    ],
    Payer: {
      PhoneNumber: '+18005550123',
      Address: { poBox: 'PO BOX 12', city: 'SALEM', state: 'OR', postalCode: '97301', streetAddress: 'PO BOX 12' },
    },
    Plan: { Type: 'PPO' },
  });
});

test('finds no card in a letter or an empty page', () => {
  assert.deepEqual(health.extract(createTestLayout(column(['Dear Sir or Madam,', 'thank you for your letter.'])), {}), []);
  assert.deepEqual(business.extract({ ...createTestLayout([]), pages: [] }, {}), []);
});

test('never throws on arbitrary words on cards', () => {
  const word = fc.oneof(
    fc.constantFrom('Member ID', 'Group', '$25', 'Copay', 'a@b.com', '(503) 555-0123', 'Salem, OR 97301', '12 Oak Ave', 'Dependents'),
    fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== ''),
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          text: word,
          left: fc.integer({ min: 0, max: 300 }),
          top: fc.integer({ min: 0, max: 300 }),
          height: fc.integer({ min: 1, max: 20 }),
        }),
        { maxLength: 20 },
      ),
      (own) => {
        for (const { extract } of cardModels) {
          assert.ok(Array.isArray(extract(createTestLayout(own), {})));
          assert.ok(Array.isArray(extract(withoutPositions(createTestLayout(own)), {})));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('takes the logo beside or above words of insurance, and the group of another column', () => {
  const at = (left: number, top: number, text: string, height = 8): { text: string; left: number; top: number; height: number } => ({
    text,
    left,
    top,
    height,
  });
  const layout = createTestLayout([
    at(20, 10, 'Pinecrest Valley', 14),
    at(20, 26, 'HEALTH COOPERATIVE', 10),
    at(20, 60, 'GRP: 0479113'),
    at(220, 60, 'RX BIN# 610502'),
    at(20, 74, 'ID# XY Z123456789'),
    at(220, 74, 'RXGRP# RX47PL'),
    at(20, 88, 'Name: PAT SAMPLE'),
    at(220, 88, 'OptumRx'),
    at(220, 102, 'PCP$15 Specialist $35'),
  ]);
  const { Insurer, GroupNumber, IdNumber, PrescriptionInfo, Pbm, Copays } = values(health.extract(layout, {})[0]!.fields);
  assert.deepEqual(
    { Insurer, GroupNumber, IdNumber, PrescriptionInfo, Pbm, copays: (Copays as unknown[]).length },
    {
      Insurer: 'Pinecrest Valley HEALTH COOPERATIVE',
      GroupNumber: '0479113',
      IdNumber: { Prefix: 'XYZ', Number: '123456789' },
      PrescriptionInfo: { RxBIN: '610502', RxGrp: 'RX47PL' },
      Pbm: 'OptumRx',
      copays: 2,
    },
  );
});

test('reads addresses without the last dot, and a company whose name is written as one word', () => {
  const layout = createTestLayout(
    column([
      ['AgroNorte Comércio de Grãos', 12],
      ['Pat José Sample', 10],
      'Diretor Comercial',
      'Tel./Fax: (54) 3221-0926',
      'pat@agronorte com',
      'agronorte.com br',
    ]),
  );
  const { ContactNames, CompanyNames, Emails, Websites, Faxes } = values(business.extract(layout, {})[0]!.fields);
  assert.deepEqual(
    { ContactNames, CompanyNames, Emails, Websites, Faxes },
    {
      ContactNames: [{ FirstName: 'Pat José', LastName: 'Sample' }],
      CompanyNames: ['AgroNorte Comércio de Grãos'],
      Emails: ['pat@agronorte.com'],
      Websites: ['agronorte.com.br'],
      Faxes: undefined,
    },
  );
});
