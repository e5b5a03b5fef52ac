/** Random values for the boxes of a tax form, and the fields that are expected of it. */
import type { ExpectedValue } from '../evaluation/expected-fields.ts';
import { randomAmount, randomDayBetween, randomEin, randomPhone } from '../generators/us-people.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { BoxValue, Rect } from './fill-form.ts';
import { randomAccount, randomAmountFormat, randomCase, randomFirm, randomPerson, randomSsn } from './random-people.ts';
import type { FirmKind } from './random-people.ts';
import type { FieldBox, FormCopy } from './tax-form-boxes.ts';

export interface FilledValues {
  boxes: readonly BoxValue[];
  fields: Readonly<Record<string, ExpectedValue>>;
}

type Expected = Record<string, ExpectedValue>;

const CODES = 'C D E G P S T V W Y AA BB DD EE'.split(' ');
const STATES = ['CA', 'NY', 'PA', 'OH', 'OR', 'MN', 'GA', 'IL', 'VA', 'MA'];
const OTHERS = ['SDI', 'UNION', 'CASDI', 'Health', 'FLI', 'NYPFL', 'Parsonage', 'DISINS', 'Educ asst'];
const LOCALITIES = ['NYC', 'PHILA', 'CLEVE', 'Akron', 'CANTON', 'DETROIT', 'YONK'];
/** Boxes that are filled on nearly every form. */
const USUAL =
  /^(?:Employee|Employer|Borrower|Lender|Student|Filer|Wages|FederalIncome|SocialSecurityWages|SocialSecurityTax|Medicare|MortgageInterest|StudentLoan|PaymentReceived)/u;
const FIRMS: Readonly<Record<string, FirmKind>> = {
  'prebuilt-tax.us.w2': 'employer',
  'prebuilt-tax.us.1098': 'lender',
  'prebuilt-tax.us.1098E': 'student lender',
  'prebuilt-tax.us.1098T': 'school',
};
/** Second row of states and localities. */
const ROW_STEP = 24;

/** The same `random` gives the same values, so that several copies can show one statement. */
export function randomTaxValues({ modelId, page, boxes, printed, singleState = false }: FormCopy, random: SeededRandom): FilledValues {
  const out: BoxValue[] = [];
  const fields: Expected = {};
  const cased = randomCase(random);
  const amount = randomAmountFormat(random);
  const [person, firm] = [randomPerson(random), randomFirm(random, FIRMS[modelId]!)];
  const text = (rect: Rect, value: string, align?: BoxValue['align']): void => {
    out.push({ page, rect, text: value, align });
  };
  const has = (share: number): boolean => random.chance(share);
  const put = (path: string, value: ExpectedValue): void => {
    set(fields, path, value);
  };
  const hasSuffix = boxes.some(({ field }) => field === 'Employee.Name:suffix');
  const fill = ({ rect, field, kind }: FieldBox, second: boolean): void => {
    const [path, part] = field.split('|')[0]!.split(':') as [string, string?];
    const party = path.split('.')[0]!;
    if (kind === 'checkbox') fillCheckbox({ rect, field }, page, random, out, put, isVoid({ rect, field }, boxes));
    else if (field.includes('|') && /^(?:Employee|Borrower|Student)/u.test(path)) {
      const [name, address] = [cased([person.first, person.last].join(' ')), person.address.map(cased)];
      text(rect, [name, ...address].join('\n'));
      put(path, name);
      put(`${party}.Address`, address.join(' '));
    } else if (field.includes('|')) {
      const [name, address] = [firm.name.map(cased), firm.address.map(cased)];
      const phone = field.includes('Telephone') && has(0.7) ? randomPhone(random) : undefined;
      text(rect, [...name, ...address, ...(phone === undefined ? [] : [phone])].join('\n'));
      put(`${party}.Name`, name.join(' '));
      put(`${party}.Address`, address.join(' '));
      if (phone !== undefined) put(`${party}.Telephone`, phone);
    } else if (path === 'Employee.Name' && part !== undefined) {
      if (part === 'first') text(rect, cased(person.first));
      else if (part === 'last') text(rect, cased(person.last));
      else if (person.suffix !== undefined) text(rect, cased(person.suffix));
      put(
        'Employee.Name',
        [person.first, person.last, ...(hasSuffix && person.suffix !== undefined ? [person.suffix] : [])].map(cased).join(' '),
      );
    } else if (path.endsWith('.Name')) {
      const name = cased([person.first, person.last].join(' '));
      text(rect, name);
      put(path, name);
    } else if (path === 'Employee.Address') {
      text(rect, person.address.map(cased).join('\n'));
      put(path, person.address.map(cased).join(' '));
    } else if (path.endsWith('.Address')) {
      const lines = person.address.map(cased);
      text(rect, part === 'street' ? lines.slice(0, -1).join(' ') : lines.at(-1)!);
      put(path, lines.join(' '));
    } else if (/\.(?:TIN|IdNumber|SocialSecurityNumber)$/u.test(path)) {
      const number = /^(?:Employee|Borrower|Student)/u.test(path) ? randomSsn(random) : randomEin(random);
      text(rect, number);
      put(path, number);
    } else if (/^(?:State|Local)TaxInfos/u.test(path)) fillRow(path, second ? lower(rect) : rect, second);
    else if (!has(USUAL.test(path) ? 0.97 : 0.65)) return;
    else if (path === 'AccountNumber') {
      const account = randomAccount(random);
      text(rect, account);
      put(modelId.endsWith('T') ? 'Student.AccountNumber' : 'Borrower.AccountNumber', account);
    } else if (path === 'TaxYear') {
      const year = String(random.integer(2019, 2025));
      text(rect, random.chance(0.8) ? year : `20 ${year.slice(2)}`);
      put(path, year);
    } else if (path.endsWith('Date')) {
      const day = randomDayBetween(random, 1998, 2024);
      text(rect, day.slashed);
      put(path, day.iso);
    } else if (path === 'ControlNumber')
      fillText(path, rect, random.chance(0.5) ? random.digits(9) : `${random.digits(5)} ${random.letters(2)}/${random.digits(3)}`);
    else if (path === 'VerificationCode')
      fillText(path, rect, `${random.digits(4)}-${random.digits(4)}-${random.digits(4)}-${random.digits(4)}`);
    else if (path === 'Other') fillOther(path, rect);
    else if (path === 'PropertyAddress') {
      const lines = randomPerson(random).address.map(cased);
      text(rect, lines.join('\n'));
      put(path, lines.join(' '));
    } else if (path === 'MortgagedPropertiesCount') {
      const count = random.integer(1, 4);
      text(rect, String(count));
      put(path, count);
    } else if (!path.startsWith('AdditionalInfo')) fillAmount(path, rect);
  };
  const fillText = (path: string, rect: Rect, value: string): void => {
    text(rect, value);
    put(path, value);
  };
  const fillAmount = (path: string, rect: Rect): void => {
    const value = random.chance(0.1) ? random.integer(100, 90_000) : randomAmount(random, 20, random.chance(0.7) ? 9000 : 190_000);
    text(rect, amount(value), 'amount');
    put(path, value);
  };
  const fillOther = (path: string, rect: Rect): void => {
    const room = rect[3] - rect[1] > 30 ? 3 : 2;
    const lines = random.sample(OTHERS, random.integer(1, room)).map((label) => `${label} ${amount(randomAmount(random, 5, 900))}`);
    text(rect, lines.join('\n'));
    put(path, lines.join(' '));
  };
  const fillRow = (path: string, rect: Rect, second: boolean): void => {
    const full = path.replace('[0]', second ? '[1]' : '[0]');
    const [, name] = full.split('.') as [string, string];
    if (name === 'State') fillText(full, rect, random.pick(STATES));
    else if (name === 'EmployerStateIdNumber')
      fillText(
        full,
        rect,
        random.pick([
          `${random.digits(3)}-${random.digits(4)}-${random.digits(1)}`,
          random.digits(8),
          `${random.digits(2)}-${random.digits(7)}`,
        ]),
      );
    else if (name === 'LocalityName') fillText(full, rect, random.pick(LOCALITIES));
    else fillAmount(full, rect);
  };
  const isRow = ({ field }: FieldBox): boolean => /^(?:State|Local)TaxInfos/u.test(field);
  for (const box of boxes.filter((one) => !isRow(one))) fill(box, false);
  for (const [prefix, share] of [
    ['StateTaxInfos', 0.85],
    ['LocalTaxInfos', 0.35],
  ] as const) {
    const row = boxes.filter(({ field }) => field.startsWith(prefix));
    const rows = has(share) ? (!singleState && has(0.25) ? [false, true] : [false]) : [];
    for (const second of rows) for (const box of row) fill(box, second);
  }
  fillCodes(boxes, page, random, amount, out, fields);
  if (printed.year !== undefined) put('TaxYear', printed.year);
  if (printed.variant !== undefined) put('W2FormVariant', printed.variant);
  return { boxes: out, fields: asYearType(fields, modelId) };
}

/** Copy A has VOID before CORRECTED. */
const isVoid = (box: { rect: Rect; field: string }, boxes: readonly FieldBox[]): boolean =>
  box.field === 'IsCorrected' && boxes.some(({ field, rect }) => field === 'IsCorrected' && rect[0] > box.rect[0]);

function fillCheckbox(
  { rect, field }: { rect: Rect; field: string },
  page: number,
  random: SeededRandom,
  out: BoxValue[],
  put: (path: string, value: ExpectedValue) => void,
  isVoidBox: boolean,
): void {
  const checked = random.chance(field === 'IsCorrected' ? 0.15 : 0.4);
  out.push({ page, rect, checked });
  if (!isVoidBox) put(field.replace('IncludesAmountsFor', 'IncludesAmountFor'), String(checked));
}

/** Codes and amounts of box 12, from the first row on without a gap. */
function fillCodes(
  boxes: readonly FieldBox[],
  page: number,
  random: SeededRandom,
  amount: (value: number) => string,
  out: BoxValue[],
  fields: Expected,
): void {
  const at = (index: number, name: string): FieldBox | undefined =>
    boxes.find(({ field }) => field === `AdditionalInfo[${String(index)}].${name}`);
  const count = random.pick([0, 1, 1, 2, 2, 3, 4]);
  for (let i = 0; i < count; i++) {
    const [code, value] = [at(i, 'LetterCode'), at(i, 'Amount')];
    if (code === undefined || value === undefined) continue;
    const letters = random.pick(CODES);
    const sum = randomAmount(random, 10, 20_000);
    out.push({ page, rect: code.rect, text: letters }, { page, rect: value.rect, text: amount(sum), align: 'amount' });
    set(fields, `AdditionalInfo[${String(i)}].LetterCode`, letters);
    set(fields, `AdditionalInfo[${String(i)}].Amount`, sum);
  }
}

const lower = ([left, bottom, right, top]: Rect): Rect => [left, bottom - ROW_STEP, right, top - ROW_STEP];

const asYearType = (fields: Expected, modelId: string): Expected =>
  'TaxYear' in fields && !modelId.endsWith('w2') ? { ...fields, TaxYear: Number(fields['TaxYear']) } : fields;

/** Sets `A.B` or `A[0].B`. */
function set(fields: Expected, path: string, value: ExpectedValue): void {
  const match = /^(\w+)\[(\d+)\]\.(\w+)$/u.exec(path);
  if (match !== null) {
    const [, array, index, name] = match as unknown as [string, string, string, string];
    const entries = (fields[array] ??= []) as unknown as Expected[];
    (entries[Number(index)] ??= {})[name] = value;
    return;
  }
  const [name, part] = path.split('.') as [string, string?];
  if (part === undefined) fields[name] = value;
  else ((fields[name] ??= {}) as Expected)[part] = value;
}
