import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TestLine } from '../../../../../test/support/test-layout.ts';
import { withoutPositions, createTestLayout } from '../../../../../test/support/test-layout.ts';
import { taxModels } from './models.ts';
import { valuesOf } from '../../../../../test/support/tax-form.ts';
import { employerNumber, socialSecurityNumber } from './tax-numbers.ts';

const model = (id: string): (typeof taxModels)[number] => taxModels.find(({ modelId }) => modelId === id)!;

const wages = (left: number, top: number, ssn: string, amount: string): TestLine[] => [
  { text: "a Employee's social security number", left, top },
  { text: ssn, left: left + 4, top: top + 12 },
  { text: 'OMB No. 1545-0008', left: left + 150, top },
  { text: 'b Employer identification number (EIN)', left, top: top + 26 },
  { text: '45-1234567', left: left + 4, top: top + 38 },
  { text: "c Employer's name, address, and ZIP code", left, top: top + 52 },
  { text: 'ACME FOODS', left: left + 4, top: top + 64 },
  { text: 'INC', left: left + 4, top: top + 74 },
  { text: '12 MAIN STREET SALEM, OR 97301', left: left + 4, top: top + 84 },
  { text: '1 Wages, tlps, other comp', left: left + 165, top: top + 26 },
  { text: amount, left: left + 170, top: top + 38 },
  { text: '2 Federal income tax withheld', left: left + 300, top: top + 26 },
  { text: '1,234.50', left: left + 310, top: top + 38 },
  { text: '3 Social security wages', left: left + 165, top: top + 52 },
  { text: '$ 900.25', left: left + 170, top: top + 64 },
  { text: '4 Social security tax withheld', left: left + 300, top: top + 52 },
  { text: '5 Medicare wages and tips', left: left + 165, top: top + 78 },
  { text: '6 Medicare tax withheld', left: left + 300, top: top + 78 },
  { text: '12a Code', left: left + 300, top: top + 104 },
  { text: 'DD', left: left + 310, top: top + 116 },
  { text: '77.10', left: left + 350, top: top + 116 },
  { text: 'Statutory employee', left: left + 165, top: top + 104 },
  { text: '[x]', left: left + 180, top: top + 116 },
  { text: 'Retirement plan', left: left + 165, top: top + 130 },
  { text: '[ ]', left: left + 180, top: top + 142 },
  { text: "15 State Employer's state ID number", left, top: top + 160 },
  { text: 'PA 1234567', left: left + 4, top: top + 174 },
  { text: '16 State wages, tips, etc.', left: left + 165, top: top + 160 },
  { text: '555.55', left: left + 170, top: top + 174 },
  { text: 'Form W-2 Wage and Tax Statement', left, top: top + 195 },
  { text: '2023', left: left + 165, top: top + 193, height: 12 },
];

test('reads a wage statement with a misread caption', () => {
  const [found, ...more] = model('prebuilt-tax.us.w2').extract(createTestLayout(wages(20, 40, '123-45-6789', '5000.75')), {});
  assert.equal(more.length, 0);
  const values = valuesOf(found!.fields);
  assert.equal(found!.docType, 'tax.us.w2');
  assert.deepEqual(values['Employer.Address'], {
    houseNumber: '12',
    road: 'MAIN STREET',
    city: 'SALEM',
    state: 'OR',
    postalCode: '97301',
    streetAddress: '12 MAIN STREET',
  });
  delete values['Employer.Address'];
  assert.deepEqual(values, {
    W2FormVariant: 'W-2',
    TaxYear: '2023',
    'Employee.SocialSecurityNumber': '123-45-6789',
    'Employer.IdNumber': '45-1234567',
    'Employer.Name': 'ACME FOODS INC',
    WagesTipsAndOtherCompensation: 5000.75,
    FederalIncomeTaxWithheld: 1234.5,
    SocialSecurityWages: 900.25,
    'AdditionalInfo.0.LetterCode': 'DD',
    'AdditionalInfo.0.Amount': 77.1,
    IsStatutoryEmployee: 'true',
    IsRetirementPlan: 'false',
    'StateTaxInfos.0.State': 'PA',
    'StateTaxInfos.0.EmployerStateIdNumber': '1234567',
    'StateTaxInfos.0.StateWagesTipsEtc': 555.55,
  });
});

test('reads several statements on a page as separate documents', () => {
  const layout = createTestLayout([...wages(20, 40, '123-45-6789', '5000.75'), ...wages(20, 400, '234-56-7890', '6000.50')]);
  const values = model('prebuilt-tax.us.w2')
    .extract(layout, {})
    .map(({ fields }) => valuesOf(fields));
  assert.deepEqual(
    values.map((own) => [own['Employee.SocialSecurityNumber'], own['WagesTipsAndOtherCompensation']]),
    [
      ['123-45-6789', 5000.75],
      ['234-56-7890', 6000.5],
    ],
  );
});

test('returns the words that a field was read from', () => {
  const layout = createTestLayout(wages(20, 40, '123-45-6789', '5000.75'));
  const field = model('prebuilt-tax.us.w2').extract(layout, {})[0]!.fields['WagesTipsAndOtherCompensation']!;
  assert.deepEqual(
    field.items.map((i) => (layout.items[i] as { text: string }).text),
    ['5000.75'],
  );
  assert.ok(field.confidence > 0.5 && field.confidence <= 1);
});

test('reads a tuition statement with multi-line captions, a masked number and marks', () => {
  const layout = createTestLayout([
    { text: '[ ] CORRECTED', left: 180, top: 20 },
    { text: "FILER'S name, street address, city, state, ZIP code, and telephone number", left: 20, top: 40, height: 6 },
    { text: 'STATE COLLEGE', left: 24, top: 54 },
    { text: 'PO BOX 12', left: 24, top: 64 },
    { text: 'SALEM, OR 97301', left: 24, top: 74 },
    { text: '(503) 555-0123', left: 24, top: 86 },
    { text: '1 Payments received for', left: 280, top: 40 },
    { text: 'qualified tuition and related', left: 286, top: 49 },
    { text: 'expenses', left: 286, top: 58 },
    { text: '$ 1,500.00', left: 284, top: 70 },
    { text: '2', left: 280, top: 84 },
    { text: "FILER'S employer identification no.", left: 20, top: 100 },
    { text: '45-1234567', left: 24, top: 111 },
    { text: "STUDENT'S TIN", left: 165, top: 100 },
    { text: '***-**-6789', left: 170, top: 111 },
    { text: "STUDENT'S name", left: 20, top: 126 },
    { text: 'MEI CHEN', left: 24, top: 137 },
    { text: '5 Scholarships or grants', left: 420, top: 100 },
    { text: '200.10', left: 430, top: 112 },
    { text: '4 Adjustments made for a', left: 280, top: 100 },
    { text: 'prior year', left: 286, top: 109 },
    { text: '9 Checked if a graduate', left: 280, top: 150 },
    { text: 'student [x]', left: 286, top: 160 },
    { text: 'Form 1098-T', left: 20, top: 180 },
    { text: '2022', left: 500, top: 40, height: 16 },
    { text: 'Copy B', left: 560, top: 100 },
  ]);
  const values = valuesOf(model('prebuilt-tax.us.1098T').extract(layout, {})[0]!.fields);
  assert.equal(values['TaxYear'], 2022);
  assert.equal(values['Student.TIN'], '***-**-6789');
  assert.equal(values['Student.Name'], 'MEI CHEN');
  assert.equal(values['Filer.Name'], 'STATE COLLEGE');
  assert.equal(values['Filer.Telephone'], '(503) 555-0123');
  assert.equal(values['PaymentReceived'], 1500);
  assert.equal(values['Scholarships'], 200.1);
  assert.equal(values['AdjustmentsForPriorYear'], undefined);
  assert.equal(values['IsGraduateStudent'], 'true');
  assert.equal(values['IsCorrected'], 'false');
});

test('checks the format of tax numbers', () => {
  assert.deepEqual(socialSecurityNumber('l23-45-678O'), { text: '123-45-6780', whole: true });
  assert.deepEqual(socialSecurityNumber('000-64-2873'), { text: '000-64-2873', whole: false });
  assert.deepEqual(socialSecurityNumber('XXX-XX-6281'), { text: 'XXX-XX-6281', whole: false });
  assert.equal(socialSecurityNumber('12345'), undefined);
  assert.deepEqual(employerNumber('123456789'), { text: '123456789', whole: true });
  assert.equal(employerNumber('ACME'), undefined);
});

test('never throws on other pages, pages without positions and arbitrary words', () => {
  const form = createTestLayout(wages(20, 40, '123-45-6789', '5000.75'));
  const place = fc.record({
    text: fc.oneof(
      fc.constantFrom('1 Wages, tips, other compensation', '2 Federal income tax withheld', 'Other', '12a', '[x]', '5.00', '2020'),
      fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== ''),
    ),
    left: fc.integer({ min: -50, max: 700 }),
    top: fc.integer({ min: -50, max: 900 }),
    height: fc.integer({ min: 1, max: 40 }),
  });
  for (const { extract } of taxModels) {
    assert.deepEqual(extract(createTestLayout([{ text: 'Dear Sir or Madam, thank you for your letter.', left: 20, top: 20 }]), {}), []);
    assert.deepEqual(extract({ ...form, pages: [], items: [], lines: [] }, {}), []);
    extract(withoutPositions(form), {});
    fc.assert(
      fc.property(fc.array(place, { maxLength: 40 }), (lines) => {
        assert.ok(Array.isArray(extract(createTestLayout(lines), {})));
      }),
      { numRuns: 30 },
    );
  }
});

test('finds values below captions by line order without positions', () => {
  const layout = withoutPositions(
    createTestLayout(
      [
        '1 Wages, tips, other compensation',
        '5000.75',
        '2 Federal income tax withheld',
        '900.10',
        '3 Social security wages',
        '5000.75',
        '5 Medicare wages and tips',
        '5000.75',
        '6 Medicare tax withheld',
        '72.51',
      ].map((text, i) => ({ text, left: 0, top: i * 10 })),
    ),
  );
  const values = valuesOf(model('prebuilt-tax.us.w2').extract(layout, {})[0]!.fields);
  assert.deepEqual(
    [values['WagesTipsAndOtherCompensation'], values['FederalIncomeTaxWithheld'], values['MedicareTaxWithheld']],
    [5000.75, 900.1, 72.51],
  );
});

test('reads a wage statement that is printed as a list', () => {
  const rows = [
    ['Employer Name', 'Harbor Tools Inc'],
    ['Employer EIN', '45-1234567'],
    ['Employee Name', 'Pat Sample'],
    ['Employee SSN', '123-45-6789'],
    ['Box 1: Wages, tips, other comp.', '$61,500.00'],
    ['Box 2: Federal income tax withheld', '$7,250.00'],
    ['Box 3: Social Security wages', '$61,500.00'],
    ['State Income Tax', '$2,100.00'],
  ];
  const lines = rows.flatMap(([caption, value], i) => [
    { text: caption!, left: 60, top: 100 + 20 * i },
    { text: value!, left: 320, top: 100 + 20 * i },
  ]);
  const [found] = model('prebuilt-tax.us.w2').extract(
    createTestLayout([{ text: 'Form W-2 Wage and Tax Statement', left: 60, top: 60 }, ...lines]),
    {},
  );
  const values = valuesOf(found!.fields);
  assert.deepEqual(
    [
      'WagesTipsAndOtherCompensation',
      'FederalIncomeTaxWithheld',
      'Employee.SocialSecurityNumber',
      'Employee.Name',
      'Employer.IdNumber',
      'Employer.Name',
      'StateTaxInfos.0.StateIncomeTax',
    ].map((path) => values[path]),
    [61500, 7250, '123-45-6789', 'Pat Sample', '45-1234567', 'Harbor Tools Inc', 2100],
  );
});
