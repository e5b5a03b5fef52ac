import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Field } from '../field.ts';
import { withoutPositions, createTestLayout } from '../../../../../test/support/test-layout.ts';
import { contractModels } from './models.ts';

const { extract } = contractModels[0]!;
const plain = (field: Field): unknown =>
  field.type === 'array'
    ? field.value.map(plain)
    : field.type === 'object'
      ? Object.fromEntries(Object.entries(field.value).map(([name, own]) => [name, plain(own)]))
      : field.value;
const layoutOf = (texts: readonly string[]): ReturnType<typeof createTestLayout> =>
  createTestLayout(texts.map((text, i) => ({ text, left: 60, top: 40 + i * 14 })));

test('reads parties, dates, duration and jurisdiction of a contract', () => {
  const preamble =
    'This Supply Agreement is made and entered into as of March 5, 2021 by and between Acme Foods Inc., a Delaware corporation located at 12 Oak Ave, Salem, OR 97301 (the "Buyer") and Harbor Freight LLC, a New York limited liability company with its principal place of business at 9 Elm St, Albany, NY 12207 ("Seller").';
  const law = 'This Agreement shall be governed by and construed in accordance with the laws of the State of New York.';
  const layout = layoutOf([
    'SUPPLY AGREEMENT',
    'Contract No. SA-2021/7',
    preamble,
    'It shall be effective as of April 1, 2021 and shall remain in effect for two (2) years.',
    'This Agreement expires on March 31, 2023.',
    law,
  ]);
  const [found] = extract(layout, {});
  assert.deepEqual(plain({ type: 'object', value: found!.fields, items: [], confidence: 1 }), {
    Title: 'SUPPLY AGREEMENT',
    ContractId: 'SA-2021/7',
    Parties: [
      {
        Name: 'Acme Foods Inc.',
        Address: { houseNumber: '12', road: 'Oak Ave', city: 'Salem', state: 'OR', postalCode: '97301', streetAddress: '12 Oak Ave' },
        ReferenceName: 'Buyer',
        Clause: preamble,
      },
      {
        Name: 'Harbor Freight LLC',
        Address: { houseNumber: '9', road: 'Elm St', city: 'Albany', state: 'NY', postalCode: '12207', streetAddress: '9 Elm St' },
        ReferenceName: 'Seller',
        Clause: preamble,
      },
    ],
    ExecutionDate: '2021-03-05',
    EffectiveDate: '2021-04-01',
    ExpirationDate: '2023-03-31',
    ContractDuration: 'two (2) years',
    Jurisdictions: [{ Clause: law, Region: 'New York' }],
  });
});

test('reads spelled-out dates, dates named after them, and parties without quotes', () => {
  const fields = extract(
    layoutOf([
      'LEASE',
      'This lease is made this 5th day of March, 2021 between Pat Sample and Kim Muster.',
      'The term begins on 1 May 2021 (the "Commencement Date").',
    ]),
    {},
  )[0]!.fields;
  assert.equal(plain(fields['ExecutionDate']!), '2021-03-05');
  assert.equal(plain(fields['EffectiveDate']!), '2021-05-01');
  assert.deepEqual(
    (plain(fields['Parties']!) as { Name: string }[]).map(({ Name }) => Name),
    ['Pat Sample', 'Kim Muster'],
  );
});

test('rejects other text, and reads any text quickly without throwing', () => {
  assert.deepEqual(extract(layoutOf(['Dear Sir or Madam, thank you for your letter.']), {}), []);
  assert.deepEqual(extract({ ...layoutOf([]), pages: [] }, {}), []);
  const piece = fc.oneof(
    fc.constantFrom(
      'between',
      'by and between',
      '("',
      '")',
      'and',
      'dated',
      'March 5, 2021',
      'governed by the laws of',
      'for a term of',
      'two years',
      'Contract No.',
      '12 Oak Ave',
      '.',
    ),
    fc.string({ minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== ''),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      assert.ok(Array.isArray(extract(withoutPositions(layoutOf([pieces.join(' ')])), {})));
    }),
    { numRuns: 80 },
  );
  extract(layoutOf([`between ${'A ("b" '.repeat(8000)}`]), {});
  extract(layoutOf([`governed by the laws of ${'Aa '.repeat(20_000)}`]), {});
});

const partiesOf = (texts: readonly string[]): unknown => {
  const parties = plain(extract(layoutOf(texts), {})[0]!.fields['Parties']!) as Record<string, unknown>[];
  return parties.map(({ Name, ReferenceName }) => [Name, ReferenceName]);
};

test('reads persons that a deed names without quotes', () => {
  assert.deepEqual(
    partiesOf([
      'DEED OF SALE',
      'THIS DEED OF SALE is made on this the Tenth day of January Two Thousand Twenty by',
      'Sri. VENKAT SAMPLE, son of Sri. Ravi, residing at D.No. 5, Hill Nagar, Guntur, hereinafter called the VENDOR of the First Part;',
      'IN FAVOUR OF',
      'Smt. LEELA EXAMPLE, wife of Sri. Kiran, residing at Plot No. 8, Lake Colony, Guntur, hereinafter called the PURCHASER of the Second Part.',
      'WHEREAS the VENDOR is the owner of the schedule property.',
    ]),
    [
      ['Sri. VENKAT SAMPLE', 'VENDOR'],
      ['Smt. LEELA EXAMPLE', 'PURCHASER'],
    ],
  );
});

test('reads parties behind their roles, and terms behind their captions', () => {
  const texts = [
    'ASSURED SHORTHOLD TENANCY AGREEMENT',
    'Date: 12 May 2022',
    'Landlord: Margaret Sample',
    'Address: 14 Orchard Road, Leeds LS6 2AB',
    'Tenant: Peter Example',
    'Term: 12 months beginning on 1 June 2022',
    'This Agreement is governed by the law of England and Wales.',
  ];
  assert.deepEqual(partiesOf(texts), [
    ['Margaret Sample', 'Landlord'],
    ['Peter Example', 'Tenant'],
  ]);
  const { fields } = extract(layoutOf(texts), {})[0]!;
  assert.equal(plain(fields['EffectiveDate']!), '2022-06-01');
  assert.equal(plain(fields['ContractDuration']!), '12 months');
});

test('reads a year apart from its day, and a term with words in brackets', () => {
  const { fields } = extract(
    layoutOf([
      'RENTAL AGREEMENT',
      'This Agreement is made this 14th day of November in the year 2019, between Pat Sample, hereinafter called the Lessor, and Kim Muster, hereinafter called the Lessee.',
      'The tenancy shall be for a period of 10 (ten) months commencing from 1st March 2018.',
    ]),
    {},
  )[0]!;
  assert.equal(plain(fields['ExecutionDate']!), '2019-11-14');
  assert.equal(plain(fields['ContractDuration']!), '10 (ten) months');
});

const CONFIDENTIAL = [
  'CONFIDENTIALITY AND NON-COMPETITION AGREEMENT',
  'PARTIES: Dana Q. Sample ("EMPLOYEE") and Muster Shoes, Inc. ("MUSTER").',
  'For a period of two (2) years from the date of this Agreement, EMPLOYEE will not solicit clients of MUSTER.',
];
const durationOf = (...more: string[]): unknown => {
  const field = extract(layoutOf([...CONFIDENTIAL, ...more]), {})[0]!.fields['ContractDuration'];
  return field && plain(field);
};

test('reads the term of the agreement itself, not how long a party is bound', () => {
  assert.equal(durationOf(), undefined);
  assert.equal(
    durationOf(
      "Each party's obligations under this Agreement expire upon the earlier of (i) a merger and (ii) 18 months after the date hereof.",
    ),
    '18 months',
  );
  assert.equal(durationOf('This Agreement shall terminate upon the third anniversary of the date of this Agreement.'), 'third anniversary');
});

test('reads persons as parties: behind a caption, and who are named at the head and sign', () => {
  assert.deepEqual(partiesOf(CONFIDENTIAL), [
    ['Dana Q. Sample', 'EMPLOYEE'],
    ['Muster Shoes, Inc.', 'MUSTER'],
  ]);
  const names = partiesOf([
    'NON-DISCLOSURE AGREEMENT WITH',
    'DANA SAMPLE',
    'As a condition of my work I agree with Muster Shoes, Inc. (the "Company") to keep all information of the Company secret.',
    'IN WITNESS WHEREOF I have signed this agreement.',
    'Name: Dana Sample',
    'MUSTER SHOES, INC.',
    'By: Kim Other, Director',
  ]) as string[][];
  assert.deepEqual(names.map(([name]) => name!.toLowerCase()).sort(), ['dana sample', 'muster shoes, inc.']);
});
