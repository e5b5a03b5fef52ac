/** Generates wage statements: one, two or four per page, two layouts, several wordings. */
import { SeededRandom } from '../seeded-random.ts';
import { PdfCanvas } from './pdf-canvas.ts';
import type { ExpectedValue } from '../evaluation/expected-fields.ts';
import type { FormStyle } from './form-boxes.ts';
import { drawBox, drawMark } from './form-boxes.ts';
import type { GeneratedPage } from './generated-page.ts';
import { withoutUndefined } from './generated-page.ts';
import type { Person, UsAddress } from './us-people.ts';
import { randomAmount, randomEin, randomCompany, createAmountFormatter, randomPerson, randomAddress, randomSsn } from './us-people.ts';

interface Statement {
  year: number;
  ssn: string;
  ein: string;
  employer: string;
  employerPlace: UsAddress;
  person: Person;
  place: UsAddress;
  control?: string;
  amounts: Record<string, number | undefined>;
  coded: { letter: string; amount: number }[];
  marks: [boolean, boolean, boolean];
  other?: string;
  states: { state: string; id: string; wages: number; tax: number; local?: { wages: number; tax: number; name: string } }[];
  copy: string;
  verification?: string;
}

const COPIES = [
  "Copy B - To Be Filed With Employee's FEDERAL Tax Return.",
  "Copy C - For EMPLOYEE'S RECORDS.",
  "Copy 2 - To Be Filed With Employee's State, City, or Local Income Tax Return.",
];
const LETTERS = 'C D DD E G W P AA BB S'.split(' ');

function statementOf(random: SeededRandom, year: number): Statement {
  const wages = randomAmount(random, 9000, 190_000);
  const place = randomAddress(random);
  const maybe = (share: number, low: number, high: number): number | undefined =>
    random.chance(share) ? randomAmount(random, low, high) : undefined;
  const states = random
    .sample(['PA', 'WA', 'NY', 'CA', 'OH', 'NJ', 'IL'], random.chance(0.3) ? 2 : random.chance(0.9) ? 1 : 0)
    .map((state) => ({
      state,
      id: random.pick([random.digits(8), `${random.digits(2)}-${random.digits(6)}`, random.digits(9)]),
      wages: randomAmount(random, 5000, wages),
      tax: randomAmount(random, 100, 9000),
      local: random.chance(0.5)
        ? {
            wages: randomAmount(random, 5000, wages),
            tax: randomAmount(random, 20, 900),
            name: random.pick(['YONKERS', 'CLEVELAND', 'LANCASTER', 'NYC', 'DAYTON', 'Phila']),
          }
        : undefined,
    }));
  return {
    year,
    ssn: randomSsn(random),
    ein: randomEin(random),
    employer: randomCompany(random),
    employerPlace: randomAddress(random, { box: 0.3 }),
    person: randomPerson(random),
    place,
    control: random.chance(0.7)
      ? random.pick([
          random.digits(9),
          `${random.letters(2)}${random.digits(5)}`,
          `${random.digits(6)} ${random.letters(2)}/${random.letters(3)}`,
        ])
      : undefined,
    amounts: {
      1: wages,
      2: randomAmount(random, 500, wages / 4),
      3: wages + randomAmount(random, 0, 900),
      4: randomAmount(random, 300, 9000),
      5: wages + randomAmount(random, 0, 900),
      6: randomAmount(random, 90, 3000),
      7: maybe(0.3, 10, 5000),
      8: maybe(0.25, 10, 5000),
      10: maybe(0.3, 100, 5000),
      11: maybe(0.25, 100, 9000),
    },
    coded: random.sample(LETTERS, random.integer(0, 4)).map((letter) => ({ letter, amount: randomAmount(random, 40, 19_000) })),
    marks: [random.chance(0.3), random.chance(0.4), random.chance(0.2)],
    other: random.chance(0.5)
      ? `${random.pick(['DISINS', 'SDI', 'UNION', 'CASDI', 'FLI'])} ${randomAmount(random, 10, 900).toFixed(2)}`
      : undefined,
    states,
    copy: random.pick(COPIES),
    verification: random.chance(0.2) ? `${random.digits(4)}-${random.letters(4)}-${random.digits(4)}` : undefined,
  };
}

interface Wording {
  a: string;
  b: string;
  c: string;
  d: string;
  e: string;
  f: string;
  1: string;
  12: (letter: string) => string;
  15: string;
}

const WORDINGS: readonly Wording[] = [
  {
    a: "a Employee's social security number",
    b: 'b Employer identification number (EIN)',
    c: "c Employer's name, address, and ZIP code",
    d: 'd Control number',
    e: "e Employee's first name and initial   Last name   Suff.",
    f: "f Employee's address and ZIP code",
    1: '1 Wages, tips, other compensation',
    12: (letter) => (letter === 'a' ? '12a See instructions for box 12' : `12${letter}`),
    15: "15 State   Employer's state ID number",
  },
  {
    a: "a. Employee's SSN",
    b: "b. Employer's FED ID number",
    c: "c Employer's name, address and ZIP code",
    d: 'd Control number',
    e: "e Employee's name, address, and ZIP code",
    f: '',
    1: '1 Wages, tips, other comp.',
    12: (letter) => `12${letter} Code`,
    15: "15 State Employer's state ID no.",
  },
  {
    a: "a Employee's soc. sec. no.",
    b: 'b Employer ID number (EIN)',
    c: "c Employer's name and address",
    d: 'd Control Number',
    e: "e Employee's name (first, middle initial, last)",
    f: "f Employee's address and ZIP code",
    1: '1 Wages, tips, other compensation',
    12: (letter) => `12${letter} Code`,
    15: "15 State   Employer's state ID number",
  },
];

export async function w2(seed: number): Promise<GeneratedPage> {
  const random = new SeededRandom(seed + 40_000);
  const count = random.pick([1, 1, 1, 2, 4]);
  const canvas = await PdfCanvas.create(random, { width: 612, height: 792, size: 9, family: random.pick([0, 0, 2, 3]) });
  const year = random.integer(2015, 2024);
  const same = count === 4 && random.chance(0.7);
  const first = statementOf(random, year);
  const statements = Array.from({ length: count }, (_, i) => (i === 0 || same ? first : statementOf(random, year)));
  const wording = random.pick(WORDINGS);
  const scale = count === 4 ? 0.5 : 1;
  const style: FormStyle = {
    caption: count === 4 ? 4.8 : random.between(5.6, 7),
    value: count === 4 ? 6.6 : random.between(8, 10),
    ruled: random.chance(0.85),
    scale,
  };
  const stacked = random.chance(0.35);
  statements.forEach((statement, i) => {
    const left = 30 + (count === 4 ? (i % 2) * 282 : 0);
    const top = count === 1 ? random.between(50, 300) : count === 2 ? 40 + i * 375 : 40 + Math.floor(i / 2) * 375;
    (stacked ? drawStacked : drawOfficial)(canvas, statement, { left, top, scale, random, wording, style });
  });
  return {
    modelId: 'prebuilt-tax.us.w2',
    pdf: await canvas.bytes(),
    documents: statements.map((statement) => ({ docType: 'tax.us.w2', fields: expectedFields(statement) })),
    optionalFields: new Set(['W2Copy']),
  };
}

interface Placement {
  left: number;
  top: number;
  scale: number;
  random: SeededRandom;
  wording: Wording;
  style: FormStyle;
}

const captions: Readonly<Record<string, string>> = {
  2: '2 Federal income tax withheld',
  3: '3 Social security wages',
  4: '4 Social security tax withheld',
  5: '5 Medicare wages and tips',
  6: '6 Medicare tax withheld',
  7: '7 Social security tips',
  8: '8 Allocated tips',
  10: '10 Dependent care benefits',
  11: '11 Nonqualified plans',
};

function drawOfficial(canvas: PdfCanvas, s: Statement, { left, top, scale, random, wording, style }: Placement): void {
  const money = createAmountFormatter(random);
  const box = (x: number, y: number, width: number, height: number, content: Parameters<typeof drawBox>[2]): void =>
    drawBox(canvas, { left: left + x * scale, top: top + y * scale, width: width * scale, height: height * scale }, content, style);
  const align = random.pick(['left', 'right'] as const);
  const amount = (number: string, x: number, y: number): void =>
    box(x, y, 130, 26, {
      caption: number === '1' ? wording[1] : captions[number]!,
      lines: s.amounts[number] === undefined ? [] : [money(s.amounts[number])],
      align,
    });
  box(0, 0, 290, 26, { caption: wording.a, lines: [s.ssn] });
  box(290, 0, 260, 26, { caption: 'OMB No. 1545-0008' });
  box(0, 26, 290, 26, { caption: wording.b, lines: [s.ein] });
  box(0, 52, 290, 78, { caption: wording.c, lines: [s.employer, ...s.employerPlace.lines], at: 'top' });
  box(0, 130, 290, 26, { caption: wording.d, lines: s.control === undefined ? [] : [s.control] });
  if (wording.f === '') box(0, 156, 290, 104, { caption: wording.e, lines: [s.person.name, ...s.place.lines], at: 'top' });
  else {
    box(0, 156, 290, 26, { caption: wording.e, lines: [s.person.name] });
    box(0, 182, 290, 78, { caption: wording.f, lines: s.place.lines, at: 'top' });
  }
  ['1', '3', '5', '7'].forEach((number, i) => amount(number, 290, 26 + i * 26));
  ['2', '4', '6', '8'].forEach((number, i) => amount(number, 420, 26 + i * 26));
  box(290, 130, 130, 26, { caption: '9 Verification code', lines: s.verification === undefined ? [] : [s.verification] });
  amount('10', 420, 130);
  amount('11', 290, 156);
  coded(s, (i) => [420, 156 + i * 26], box, wording, money);
  box(290, 182, 130, 26, {});
  marks(canvas, s, left + 290 * scale, top + 182 * scale, scale, style, 'row');
  box(290, 208, 130, 52, { caption: '14 Other', lines: s.other === undefined ? [] : [s.other], at: 'top' });
  stateRow(s, box, wording, money, 260, random.chance(0.2) ? 'above' : 'under', style, canvas, left, top, scale);
  foot(canvas, s, left, top + 318 * scale, scale, style);
}

function drawStacked(canvas: PdfCanvas, s: Statement, { left, top, scale, random, wording, style }: Placement): void {
  const money = createAmountFormatter(random);
  const box = (x: number, y: number, width: number, height: number, content: Parameters<typeof drawBox>[2]): void =>
    drawBox(canvas, { left: left + x * scale, top: top + y * scale, width: width * scale, height: height * scale }, content, style);
  const amount = (number: string, x: number, y: number, width: number): void =>
    box(x, y, width, 24, {
      caption: number === '1' ? wording[1] : captions[number]!,
      lines: s.amounts[number] === undefined ? [] : [money(s.amounts[number])],
      align: 'right',
    });
  box(0, 0, 170, 36, { caption: wording.a, lines: [s.ssn] });
  box(0, 36, 170, 36, { caption: wording.b, lines: [s.ein] });
  [
    ['1', '2'],
    ['3', '4'],
    ['5', '6'],
  ].forEach(([one, other], i) => {
    amount(one!, 170, i * 24, 190);
    amount(other!, 360, i * 24, 190);
  });
  box(0, 72, 550, 54, { caption: wording.c, lines: [s.employer, ...s.employerPlace.lines], at: 'top' });
  box(0, 126, 550, 22, { caption: wording.d, lines: s.control === undefined ? [] : [s.control] });
  box(0, 148, 550, 54, { caption: "e Employee's name, address, and ZIP code", lines: [s.person.name, ...s.place.lines], at: 'top' });
  amount('7', 0, 202, 180);
  amount('8', 180, 202, 180);
  box(360, 202, 190, 24, { caption: '9 Verification code', lines: s.verification === undefined ? [] : [s.verification] });
  amount('10', 0, 226, 180);
  amount('11', 180, 226, 180);
  coded(s, (i) => [360, 226 + i * 24], box, wording, money, 190, 24);
  marks(canvas, s, left, top + 250 * scale, scale, style, 'column');
  box(150, 250, 210, 72, { caption: '14 Other', lines: s.other === undefined ? [] : [s.other], at: 'top' });
  stateRow(s, box, wording, money, 322, random.chance(0.3) ? 'above' : 'under', style, canvas, left, top, scale);
  foot(canvas, s, left, top + 380 * scale - (style.scale === 1 ? 12 : 0), scale, style);
}

type Box = (x: number, y: number, width: number, height: number, content: Parameters<typeof drawBox>[2]) => void;

function coded(
  s: Statement,
  at: (i: number) => [number, number],
  box: Box,
  wording: Wording,
  money: (amount: number) => string,
  width = 130,
  height = 26,
): void {
  'abcd'.split('').forEach((letter, i) => {
    const entry = s.coded[i];
    const [x, y] = at(i);
    box(x, y, width, height, {
      caption: wording[12](letter),
      lines: entry === undefined ? [] : [`${entry.letter}      ${money(entry.amount)}`],
      indent: 20,
    });
  });
}

function marks(canvas: PdfCanvas, s: Statement, left: number, top: number, scale: number, style: FormStyle, way: 'row' | 'column'): void {
  ['Statutory employee', 'Retirement plan', 'Third-party sick pay'].forEach((name, i) => {
    if (way === 'row') {
      const x = left + (10 + i * 42) * scale;
      canvas.wrap(name, 36 * scale, { size: style.caption * 0.85 }).forEach((line, k) => {
        canvas.text(line, x, top + (6 + k * 6) * scale, { size: style.caption * 0.85 });
      });
      drawMark(canvas, x + 8 * scale, top + 16.5 * scale, 8 * scale, s.marks[i]!);
    } else {
      canvas.text(`${i === 0 ? '13 ' : ''}${name}`, left + 4 * scale, top + (9 + i * 24) * scale, { size: style.caption });
      drawMark(canvas, left + 90 * scale, top + (6 + i * 24) * scale, 10 * scale, s.marks[i]!);
    }
  });
  if (way === 'row') canvas.text('13', left + 2 * scale, top + 6 * scale, { size: style.caption * 0.85 });
}

function stateRow(
  s: Statement,
  box: Box,
  wording: Wording,
  money: (amount: number) => string,
  y: number,
  side: 'above' | 'under',
  style: FormStyle,
  canvas: PdfCanvas,
  left: number,
  top: number,
  scale: number,
): void {
  const columns: [number, number, string, (entry: Statement['states'][number]) => string | undefined][] = [
    [0, 130, wording[15], ({ state, id }) => `${state}   ${id}`],
    [130, 84, '16 State wages, tips, etc.', ({ wages }) => money(wages)],
    [214, 84, '17 State income tax', ({ tax }) => money(tax)],
    [298, 84, '18 Local wages, tips, etc.', ({ local }) => (local === undefined ? undefined : money(local.wages))],
    [382, 84, '19 Local income tax', ({ local }) => (local === undefined ? undefined : money(local.tax))],
    [466, 84, '20 Locality name', ({ local }) => local?.name],
  ];
  // With four forms per page, captions take two lines: values are lower and closer.
  const [first, step] = side === 'above' ? [14, 15] : scale < 1 ? [32, 12] : [22, 15];
  for (const [x, width, caption, value] of columns) {
    if (side === 'under') box(x, y, width, 46, { caption });
    else box(x, y, width, 46, {});
    s.states.forEach((entry, i) => {
      const text = value(entry);
      if (text !== undefined) canvas.text(text, left + (x + 5) * scale, top + (y + first + i * step) * scale, { size: style.value * 0.92 });
    });
    if (side === 'above') canvas.text(caption, left + (x + 2.5) * scale, top + (y + 43) * scale, { size: style.caption });
  }
}

function foot(canvas: PdfCanvas, s: Statement, left: number, y: number, scale: number, style: FormStyle): void {
  canvas.text('Form W-2 Wage and Tax Statement', left, y, { size: style.value });
  canvas.text(String(s.year), left + 260 * scale, y, { size: style.value * 1.5, bold: true });
  canvas.text('Department of the Treasury - Internal Revenue Service', left + 330 * scale, y, { size: style.caption });
  canvas.text(s.copy, left, y + 10 * scale, { size: style.caption });
}

function expectedFields(s: Statement): Record<string, ExpectedValue> {
  const local = s.states.flatMap((entry) => entry.local ?? []);
  return withoutUndefined({
    W2FormVariant: 'W-2',
    TaxYear: String(s.year),
    Employee: { SocialSecurityNumber: s.ssn, Name: s.person.name, Address: s.place.text },
    Employer: { IdNumber: s.ein, Name: s.employer, Address: s.employerPlace.text },
    ControlNumber: s.control,
    WagesTipsAndOtherCompensation: s.amounts[1],
    FederalIncomeTaxWithheld: s.amounts[2],
    SocialSecurityWages: round(s.amounts[3]),
    SocialSecurityTaxWithheld: s.amounts[4],
    MedicareWagesAndTips: round(s.amounts[5]),
    MedicareTaxWithheld: s.amounts[6],
    SocialSecurityTips: s.amounts[7],
    AllocatedTips: s.amounts[8],
    VerificationCode: s.verification,
    DependentCareBenefits: s.amounts[10],
    NonQualifiedPlans: s.amounts[11],
    AdditionalInfo: s.coded.length === 0 ? undefined : s.coded.map(({ letter, amount }) => ({ LetterCode: letter, Amount: amount })),
    IsStatutoryEmployee: String(s.marks[0]),
    IsRetirementPlan: String(s.marks[1]),
    IsThirdPartySickPay: String(s.marks[2]),
    Other: s.other,
    StateTaxInfos:
      s.states.length === 0
        ? undefined
        : s.states.map(({ state, id, wages, tax }) => ({
            State: state,
            EmployerStateIdNumber: id,
            StateWagesTipsEtc: wages,
            StateIncomeTax: tax,
          })),
    LocalTaxInfos:
      local.length === 0
        ? undefined
        : local.map(({ wages, tax, name }) => ({ LocalWagesTipsEtc: wages, LocalIncomeTax: tax, LocalityName: name })),
  });
}

const round = (value: number | undefined): number | undefined => (value === undefined ? undefined : Math.round(value * 100) / 100);
