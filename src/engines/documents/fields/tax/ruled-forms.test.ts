import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestCell, TestPage } from '../../../../../test/support/tax-form.ts';
import { drawCells, joinPages, movedBy, readForms, slantedBy, wageStatement } from '../../../../../test/support/tax-form.ts';

const PERSON = { ssn: '123-45-6789', wages: '5,000.75', first: 'MEI L', last: 'CHEN' };

const cell = (left: number, right: number, top: number, caption: string, ...values: string[]): TestCell => ({
  left,
  right,
  top,
  bottom: top + 28,
  caption,
  values,
});

/** Notes that repeat captions, each with an amount after it. */
const notes = (top: number): TestPage => ({
  lines: [
    'Notice to employee',
    '1 Wages, tips, other compensation',
    '77.77',
    '2 Federal income tax withheld',
    '88.88',
    '3 Social security wages',
    '99.99',
    '4 Social security tax withheld',
    '66.66',
    '5 Medicare wages and tips',
    '55.55',
    '6 Medicare tax withheld',
    '44.44',
    'Last name',
    'SMITH',
  ].map((text, i) => ({ text, left: 30, top: top + 11 * i })),
  rules: { across: [], down: [] },
});

test('takes values from inside the rules where text above and below repeats captions', () => {
  const found = readForms('w2', joinPages(notes(10), movedBy(wageStatement(PERSON), 180), notes(540)));
  assert.equal(found.length, 1);
  const [values] = found as [Record<string, unknown>];
  assert.deepEqual(
    [
      values['WagesTipsAndOtherCompensation'],
      values['FederalIncomeTaxWithheld'],
      values['SocialSecurityWages'],
      values['SocialSecurityTaxWithheld'],
      values['MedicareWagesAndTips'],
      values['MedicareTaxWithheld'],
    ],
    [5000.75, 1234.5, 900.25, 55.81, 901.35, 13.07],
  );
  assert.equal(values['Employee.Name'], 'MEI L CHEN');
});

test('finds boxes whose captions were not read below and beside their neighbors', () => {
  const [values] = readForms('w2', wageStatement({ ...PERSON, without: ['2', '4', '5'] }));
  assert.equal(values!['FederalIncomeTaxWithheld'], 1234.5);
  assert.equal(values!['SocialSecurityTaxWithheld'], 55.81);
  assert.equal(values!['MedicareWagesAndTips'], 901.35);
  assert.equal(values!['MedicareTaxWithheld'], 13.07);
});

test('joins the first name with the last name of the cell beside it', () => {
  const [values] = readForms('w2', wageStatement({ ...PERSON, first: 'ANA MARIA', last: 'DE LA CRUZ' }));
  assert.equal(values!['Employee.Name'], 'ANA MARIA DE LA CRUZ');
});

test('takes no letter of a vertical Code for a letter code', () => {
  const [values] = readForms('w2', wageStatement(PERSON));
  const codes = Object.entries(values!).filter(([path]) => path.startsWith('AdditionalInfo'));
  assert.deepEqual(Object.fromEntries(codes), {
    'AdditionalInfo.0.LetterCode': 'DD',
    'AdditionalInfo.0.Amount': 4812.35,
    'AdditionalInfo.1.LetterCode': 'D',
    'AdditionalInfo.1.Amount': 641.7,
    'AdditionalInfo.2.Amount': 218.4,
  });
});

test('says false for boxes that are not ticked, and true only for the ticked one', () => {
  const page = wageStatement(PERSON);
  const [empty] = readForms('w2', page);
  assert.deepEqual([empty!['IsStatutoryEmployee'], empty!['IsRetirementPlan']], ['false', 'false']);
  const last = page.lines.findLastIndex(({ text }) => text === '[ ]');
  const ticked = { ...page, lines: page.lines.map((line, i) => (i === last ? { ...line, text: '[x]' } : line)) };
  const [values] = readForms('w2', ticked);
  assert.deepEqual([values!['IsStatutoryEmployee'], values!['IsRetirementPlan']], ['false', 'true']);
});

test('reads two ruled copies on a page as two documents, each with its own values', () => {
  const other = { ssn: '234-56-7890', wages: '6,000.50', first: 'OMAR', last: 'HADDAD' };
  const found = readForms('w2', joinPages(wageStatement(PERSON), movedBy(wageStatement(other), 350)));
  assert.deepEqual(
    found.map((values) => [values['Employee.SocialSecurityNumber'], values['WagesTipsAndOtherCompensation'], values['Employee.Name']]),
    [
      ['123-45-6789', 5000.75, 'MEI L CHEN'],
      ['234-56-7890', 6000.5, 'OMAR HADDAD'],
    ],
  );
});

test('keeps values of slanted rows of states together', () => {
  for (const slope of [-0.03, 0.03]) {
    const [values] = readForms('w2', slantedBy(movedBy(wageStatement(PERSON), 40), slope));
    const states = Object.entries(values!).filter(([path]) => path.startsWith('StateTaxInfos'));
    assert.deepEqual(Object.fromEntries(states), {
      'StateTaxInfos.0.State': 'OR',
      'StateTaxInfos.0.EmployerStateIdNumber': '1234567',
      'StateTaxInfos.0.StateWagesTipsEtc': 555.55,
      'StateTaxInfos.0.StateIncomeTax': 55.5,
      'StateTaxInfos.1.State': 'CA',
      'StateTaxInfos.1.EmployerStateIdNumber': '88-1234',
      'StateTaxInfos.1.StateWagesTipsEtc': 444.44,
      'StateTaxInfos.1.StateIncomeTax': 44.4,
    });
    assert.equal(values!['MedicareTaxWithheld'], 13.07);
  }
});

test('reads the account number below its caption and not from the box beside it', () => {
  const page = drawCells([
    {
      ...cell(
        20,
        300,
        40,
        "RECIPIENT'S/LENDER'S name, street address, city, state, ZIP code",
        'STATE LOANS',
        'PO BOX 12',
        'SALEM, OR 97301',
      ),
      bottom: 96,
    },
    cell(300, 600, 40, 'OMB No. 1545-1576'),
    cell(300, 600, 68, '1 Student loan interest received by lender', '1,250.40'),
    cell(20, 160, 96, "RECIPIENT'S TIN", '45-1234567'),
    cell(160, 300, 96, "BORROWER'S TIN", '123-45-6789'),
    cell(300, 600, 96, ''),
    cell(20, 300, 124, "BORROWER'S name", 'MEI CHEN'),
    cell(300, 600, 124, ''),
    cell(20, 300, 152, 'Street address (including apt. no.)', '77 OAK AVENUE'),
    cell(300, 600, 152, ''),
    cell(20, 300, 180, 'City or town, state or province, country, and ZIP or foreign postal code', 'SALEM, OR 97302'),
    cell(300, 600, 180, ''),
    cell(20, 300, 208, 'Account number (see instructions)', '00-8812-77 A'),
    cell(300, 600, 208, '2 If checked, box 1 does not include loan origination fees', '[ ]'),
  ]);
  page.lines.push({ text: 'Form 1098-E Student Loan Interest Statement 2023', left: 20, top: 244 });
  const [values] = readForms('1098E', page);
  assert.equal(values!['Borrower.AccountNumber'], '00-8812-77 A');
  assert.equal(values!['Borrower.Name'], 'MEI CHEN');
  assert.equal(values!['StudentLoanInterest'], 1250.4);
});

const core = (): TestCell[] =>
  [
    ['1 Wages, tips, other compensation', '5,000.75'],
    ['2 Federal income tax withheld', '1,234.50'],
    ['3 Social security wages', '900.25'],
    ['4 Social security tax withheld', '55.81'],
    ['5 Medicare wages and tips', '901.35'],
    ['6 Medicare tax withheld', '13.07'],
  ].map(([caption, value], i) => cell(20 + 160 * (i % 2), 180 + 160 * (i % 2), 60 + 28 * Math.floor(i / 2), caption!, value!));

test('joins state boxes that are printed below each other, with local boxes beside them', () => {
  const page = drawCells([
    ...core(),
    cell(20, 180, 144, "15 State Employer's state ID number", 'OR I1234567'),
    cell(180, 340, 144, '18 Local wages, tips, etc.', '300.10'),
    cell(20, 180, 172, '16 State wages, tips, etc.', '555.55'),
    cell(180, 340, 172, '19 Local income tax', '30.20'),
    cell(20, 180, 200, '17 State income tax', '55.50'),
    cell(180, 340, 200, '20 Locality name', 'AKRON'),
  ]);
  const [values] = readForms('w2', page);
  assert.deepEqual(Object.fromEntries(Object.entries(values!).filter(([path]) => /^(?:State|Local)/u.test(path))), {
    'StateTaxInfos.0.State': 'OR',
    'StateTaxInfos.0.EmployerStateIdNumber': '1234567',
    'StateTaxInfos.0.StateWagesTipsEtc': 555.55,
    'StateTaxInfos.0.StateIncomeTax': 55.5,
    'LocalTaxInfos.0.LocalWagesTipsEtc': 300.1,
    'LocalTaxInfos.0.LocalIncomeTax': 30.2,
    'LocalTaxInfos.0.LocalityName': 'AKRON',
  });
});

test('finds the year beside the title far above the boxes', () => {
  const page = drawCells(core());
  page.lines.push(
    { text: 'Form W-2 Wage and Tax Statement', left: 100, top: 8 },
    { text: '2021', left: 260, top: 5, height: 14 },
    { text: 'Printed 2022', left: 20, top: 700 },
  );
  assert.equal(readForms('w2', page)[0]!['TaxYear'], '2021');
});

test('finds a tax number that is printed just below its cell', () => {
  const page = drawCells([
    ...core(),
    { ...cell(20, 180, 144, 'b Employer identification number (EIN)'), more: [{ text: '45-1234567', left: 8, top: 30 }] },
  ]);
  assert.equal(readForms('w2', page)[0]!['Employer.IdNumber'], '45-1234567');
});
