/** Generates 1098 forms: mortgage interest, student loan interest, tuition. */
import { SeededRandom } from '../seeded-random.ts';
import { PdfCanvas } from './pdf-canvas.ts';
import type { ExpectedValue } from '../evaluation/expected-fields.ts';
import type { Content, FormStyle } from './form-boxes.ts';
import { drawBox, drawMark } from './form-boxes.ts';
import type { GeneratedPage } from './generated-page.ts';
import { withoutUndefined } from './generated-page.ts';
import {
  randomAmount,
  randomBank,
  randomDayBetween,
  randomEin,
  createAmountFormatter,
  randomPerson,
  randomPhone,
  randomAddress,
  randomSchool,
  randomSsn,
} from './us-people.ts';

interface Drawing {
  canvas: PdfCanvas;
  random: SeededRandom;
  style: FormStyle;
  left: number;
  top: number;
  money: (amount: number) => string;
}

async function drawing(seed: number): Promise<Drawing> {
  const random = new SeededRandom(seed);
  const canvas = await PdfCanvas.create(random, { width: 612, height: 792, size: 9, family: random.pick([0, 0, 2, 3]) });
  const style: FormStyle = { caption: random.between(5.8, 7.2), value: random.between(8, 10), ruled: random.chance(0.85), scale: 1 };
  return { canvas, random, style, left: random.between(28, 45), top: random.between(50, 350), money: createAmountFormatter(random) };
}

const at =
  ({ canvas, style, left, top }: Drawing) =>
  (x: number, y: number, width: number, height: number, content: Content): void =>
    drawBox(canvas, { left: left + x, top: top + y, width, height }, content, style);

function head(d: Drawing, year: number, omb: string, title: string, name: string, corrected: boolean): void {
  const { canvas, left, top, style, random } = d;
  drawMark(canvas, left + 190, top - 16, 9, corrected);
  canvas.text(random.chance(0.5) ? 'CORRECTED (if checked)' : 'CORRECTED', left + 204, top - 8, { size: style.value });
  canvas.text(`OMB No. ${omb}`, left + 405, top + 10, { size: style.caption });
  if (random.chance(0.5)) canvas.text(String(year), left + 410, top + 40, { size: 20, bold: true });
  else {
    canvas.text('For calendar year', left + 405, top + 28, { size: style.caption });
    canvas.text(String(year), left + 410, top + 42, { size: 12, bold: true });
  }
  canvas.text(`Form ${name}`, left + 405, top + 56, { size: style.caption + 1 });
  title.split('|').forEach((line, i) => {
    canvas.text(line, left + 475, top + 20 + i * 13, { size: 11, bold: true });
  });
  [
    'Copy B',
    `For ${name === '1098-T' ? 'Student' : 'Borrower'}`,
    'This is important tax',
    'information and is being',
    'furnished to the IRS.',
  ].forEach((line, i) => {
    canvas.text(line, left + 478, top + 90 + i * 11, { size: i < 2 ? style.value : style.caption });
  });
}

function foot(d: Drawing, height: number, name: string): void {
  const { canvas, left, top, style } = d;
  canvas.text(`Form ${name}`, left, top + height + 10, { size: style.value, bold: true });
  canvas.text('(keep for your records)', left + 120, top + height + 10, { size: style.caption });
  canvas.text('Department of the Treasury - Internal Revenue Service', left + 320, top + height + 10, { size: style.caption });
}

/** Name, street and city of a person: one box, or three with captions. */
function personBoxes(d: Drawing, who: string, y: number, width: number, lines: readonly string[], place: readonly string[]): number {
  const box = at(d);
  if (who === "STUDENT'S" && d.random.chance(0.4)) {
    box(0, y, width, 84, {
      caption: `${who} name, Street address (including apt. no.), City, state, ZIP code`,
      lines: [...lines, ...place],
      at: 'top',
    });
    return y + 84;
  }
  box(0, y, width, 26, { caption: `${who} name`, lines });
  box(0, y + 26, width, 26, { caption: 'Street address (including apt. no.)', lines: [place.slice(0, -1).join(' ')] });
  box(0, y + 52, width, 32, {
    caption: 'City or town, state or province, country, and ZIP or foreign postal code',
    lines: place.slice(-1),
  });
  return y + 84;
}

const NAME = 'name, street address, city or town, state or province, country, ZIP or foreign postal code, and telephone';

function base(
  random: SeededRandom,
  school: boolean,
): {
  firm: string;
  place: ReturnType<typeof randomAddress>;
  phone?: string;
  tin: string;
  person: ReturnType<typeof randomPerson>;
  home: ReturnType<typeof randomAddress>;
  ssn: string;
  account?: string;
  year: number;
  corrected: boolean;
} {
  const hidden = random.chance(0.3);
  const ssn = randomSsn(random);
  return {
    firm: school ? randomSchool(random) : randomBank(random),
    place: randomAddress(random, { box: 0.3 }),
    phone: random.chance(0.7) ? randomPhone(random) : undefined,
    tin: randomEin(random),
    person: randomPerson(random),
    home: randomAddress(random),
    ssn: hidden ? `***-**-${ssn.slice(-4)}` : ssn,
    account: random.chance(0.7) ? random.pick([random.digits(10), `${random.letters(2)}-${random.digits(7)}`]) : undefined,
    year: random.integer(2017, 2024),
    corrected: random.chance(0.25),
  };
}

export async function mortgage(seed: number): Promise<GeneratedPage> {
  const d = await drawing(seed + 50_000);
  const { random, money } = d;
  const box = at(d);
  const b = base(random, false);
  const who = random.pick([
    ["RECIPIENT'S/LENDER'S", "PAYER'S/BORROWER'S"],
    ["RECIPIENT'S/LENDER'S", "PAYER'S/BORROWER'S"],
    ["LENDER'S", "BORROWER'S"],
  ] as const);
  const [interest, principal] = [randomAmount(random, 900, 30_000), randomAmount(random, 30_000, 900_000)];
  const maybe = (share: number, low: number, high: number): number | undefined =>
    random.chance(share) ? randomAmount(random, low, high) : undefined;
  const [refund, insurance, points] = [maybe(0.4, 5, 900), maybe(0.4, 100, 3000), maybe(0.4, 100, 9000)];
  const [origin, acquired] = [randomDayBetween(random, 1999, 2020), random.chance(0.4) ? randomDayBetween(random, 2015, 2023) : undefined];
  const sameAddress = random.chance(0.5);
  const property = sameAddress ? undefined : randomAddress(random);
  const count = random.chance(0.4) ? random.integer(1, 4) : undefined;
  const realEstate = maybe(0.4, 900, 9000);
  const amount = (value: number | undefined): Content => ({
    lines: value === undefined ? [] : [money(value)],
    sign: random.chance(0.6),
    indent: 16,
  });
  head(d, b.year, '1545-1380', 'Mortgage|Interest|Statement', '1098', b.corrected);
  box(0, 0, 270, 88, {
    caption: `${who[0]} ${NAME} no.`,
    lines: [b.firm, ...b.place.lines, ...(b.phone === undefined ? [] : [b.phone])],
    at: 'top',
  });
  box(270, 66, 200, 30, { ...amount(interest), caption: '1 Mortgage interest received from payer(s)/borrower(s)' });
  box(0, 88, 135, 28, { caption: `${who[0]} TIN`, lines: [b.tin] });
  box(135, 88, 135, 28, { caption: `${who[1]} TIN`, lines: [b.ssn] });
  box(270, 96, 100, 30, { ...amount(principal), caption: '2 Outstanding mortgage principal' });
  box(370, 96, 100, 30, { caption: '3 Mortgage origination date', lines: [origin.slashed] });
  box(270, 126, 100, 30, { ...amount(refund), caption: '4 Refund of overpaid interest' });
  box(370, 126, 100, 30, { ...amount(insurance), caption: '5 Mortgage insurance premiums' });
  personBoxes(d, who[1], 116, 270, [b.person.name], b.home.lines);
  box(270, 156, 200, 30, { ...amount(points), caption: '6 Points paid on purchase of principal residence' });
  box(270, 186, 200, 40, {
    caption: `7 If address of property securing mortgage is the same as ${who[1]} address, the box is checked, or the address or description is entered in box 8.`,
  });
  drawMark(d.canvas, d.left + 456, d.top + 212, 9, sameAddress);
  box(270, 226, 200, 48, { caption: '8 Address or description of property securing mortgage', lines: property?.lines ?? [], at: 'top' });
  box(0, 200, 135, 30, { caption: '9 Number of properties securing the mortgage', lines: count === undefined ? [] : [String(count)] });
  box(135, 200, 135, 30, {
    caption: realEstate === undefined ? '10 Other' : '10 Real estate taxes paid',
    lines: realEstate === undefined ? [] : [money(realEstate)],
  });
  box(0, 230, 270, 26, { caption: 'Account number (see instructions)', lines: b.account === undefined ? [] : [b.account] });
  box(0, 256, 270, 26, { caption: '11 Mortgage acquisition date', lines: acquired === undefined ? [] : [acquired.slashed] });
  foot(d, 282, '1098');
  const fields = withoutUndefined({
    TaxYear: b.year,
    Borrower: withoutUndefined({ TIN: b.ssn, Name: b.person.name, Address: b.home.text, AccountNumber: b.account }),
    Lender: withoutUndefined({ TIN: b.tin, Name: b.firm, Address: b.place.text, Telephone: b.phone }),
    MortgageInterest: interest,
    OutstandingMortgagePrincipal: principal,
    MortgageOriginationDate: origin.iso,
    OverpaidInterestRefund: refund,
    MortgageInsurancePremium: insurance,
    PointsPaid: points,
    IsPropertyAddressSameAsBorrower: String(sameAddress),
    PropertyAddress: property?.text,
    MortgagedPropertiesCount: count,
    RealEstateTax: realEstate,
    MortgageAcquisitionDate: acquired?.iso,
    IsCorrected: String(b.corrected),
  });
  return buildPage('prebuilt-tax.us.1098', 'tax.us.1098', d.canvas, fields);
}

export async function studentLoan(seed: number): Promise<GeneratedPage> {
  const d = await drawing(seed + 60_000);
  const { random, money } = d;
  const box = at(d);
  const b = base(random, false);
  const interest = randomAmount(random, 20, 5000);
  const excluded = random.chance(0.5);
  head(d, b.year, '1545-1576', 'Student|Loan Interest|Statement', '1098-E', b.corrected);
  box(0, 0, 270, 88, {
    caption: `RECIPIENT'S/LENDER'S ${NAME} number`,
    lines: [b.firm, ...b.place.lines, ...(b.phone === undefined ? [] : [b.phone])],
    at: 'top',
  });
  box(0, 88, 135, 28, { caption: "RECIPIENT'S TIN", lines: [b.tin] });
  box(135, 88, 135, 28, { caption: "BORROWER'S TIN", lines: [b.ssn] });
  box(270, 80, 200, 36, {
    caption: '1 Student loan interest received by lender',
    lines: [money(interest)],
    sign: random.chance(0.6),
    indent: 16,
  });
  const bottom = personBoxes(d, "BORROWER'S", 116, 270, [b.person.name], b.home.lines);
  box(0, bottom, 270, 26, { caption: 'Account number (see instructions)', lines: b.account === undefined ? [] : [b.account] });
  box(270, bottom - 20, 200, 46, {
    caption:
      '2 If checked, box 1 does not include loan origination fees and/or capitalized interest for loans made before September 1, 2004',
  });
  drawMark(d.canvas, d.left + 455, d.top + bottom + 12, 9, excluded);
  foot(d, bottom + 26, '1098-E');
  const fields = withoutUndefined({
    TaxYear: b.year,
    Borrower: withoutUndefined({ TIN: b.ssn, Name: b.person.name, Address: b.home.text, AccountNumber: b.account }),
    Lender: withoutUndefined({ TIN: b.tin, Name: b.firm, Address: b.place.text, Telephone: b.phone }),
    StudentLoanInterest: interest,
    ExcludesFeesOrInterest: String(excluded),
    IsCorrected: String(b.corrected),
  });
  return buildPage('prebuilt-tax.us.1098E', 'tax.us.1098E', d.canvas, fields);
}

export async function tuition(seed: number): Promise<GeneratedPage> {
  const d = await drawing(seed + 70_000);
  const { random, money } = d;
  const box = at(d);
  const b = base(random, true);
  const maybe = (share: number, low: number, high: number): number | undefined =>
    random.chance(share) ? randomAmount(random, low, high) : undefined;
  const paid = randomAmount(random, 500, 60_000);
  const [adjusted, grants, grantsAdjusted, insurance] = [
    maybe(0.4, 20, 3000),
    maybe(0.6, 200, 30_000),
    maybe(0.4, 20, 3000),
    maybe(0.3, 20, 3000),
  ];
  const ticks = [random.chance(0.4), random.chance(0.5), random.chance(0.4)];
  const amount = (caption: string, value: number | undefined): Content => ({
    caption,
    lines: value === undefined ? [] : [money(value)],
    sign: random.chance(0.7),
    indent: 16,
  });
  head(d, b.year, '1545-1574', 'Tuition|Statement', '1098-T', b.corrected);
  box(0, 0, 270, 88, {
    caption: `FILER'S ${NAME} number`,
    lines: [b.firm, ...b.place.lines, ...(b.phone === undefined ? [] : [b.phone])],
    at: 'top',
  });
  box(270, 0, 130, 46, amount('1 Payments received for qualified tuition and related expenses', paid));
  box(270, 46, 130, 42, { caption: '2' });
  box(0, 88, 135, 28, { caption: random.pick(["FILER'S employer identification no.", "FILER'S TIN"]), lines: [b.tin] });
  box(135, 88, 135, 28, { caption: "STUDENT'S TIN", lines: [b.ssn] });
  box(270, 88, 200, 28, { caption: '3' });
  const bottom = personBoxes(d, "STUDENT'S", 116, 270, [b.person.name], b.home.lines);
  box(270, 116, 100, 42, amount('4 Adjustments made for a prior year', adjusted));
  box(370, 116, 100, 42, amount('5 Scholarships or grants', grants));
  box(270, 158, 100, 42, amount('6 Adjustments to scholarships or grants for a prior year', grantsAdjusted));
  box(370, 158, 100, 42, {
    caption: `7 Checked if the amount in box 1 includes amounts for an academic period beginning January-March ${String(b.year + 1)}`,
  });
  drawMark(d.canvas, d.left + 458, d.top + 188, 8, ticks[0]!);
  box(0, bottom, 160, 30, { caption: 'Service Provider/Acct. No. (see instr.)', lines: b.account === undefined ? [] : [b.account] });
  box(160, bottom, 110, 30, { caption: '8 Checked if at least half-time student' });
  drawMark(d.canvas, d.left + 255, d.top + bottom + 17, 8, ticks[1]!);
  box(270, bottom, 100, 30, { caption: '9 Checked if a graduate student' });
  drawMark(d.canvas, d.left + 357, d.top + bottom + 17, 8, ticks[2]!);
  box(370, bottom, 100, 30, amount('10 Ins. contract reimb./refund', insurance));
  foot(d, bottom + 30, '1098-T');
  const fields = withoutUndefined({
    TaxYear: b.year,
    Student: withoutUndefined({ TIN: b.ssn, Name: b.person.name, Address: b.home.text, AccountNumber: b.account }),
    Filer: withoutUndefined({ TIN: b.tin, Name: b.firm, Address: b.place.text, Telephone: b.phone }),
    PaymentReceived: paid,
    AdjustmentsForPriorYear: adjusted,
    Scholarships: grants,
    ScholarshipsAdjustments: grantsAdjusted,
    IncludesAmountForNextPeriod: String(ticks[0]),
    IsAtLeastHalfTimeStudent: String(ticks[1]),
    IsGraduateStudent: String(ticks[2]),
    InsuranceContractReimbursements: insurance,
    IsCorrected: String(b.corrected),
  });
  return buildPage('prebuilt-tax.us.1098T', 'tax.us.1098T', d.canvas, fields);
}

const buildPage = async (
  modelId: string,
  docType: string,
  canvas: PdfCanvas,
  fields: Record<string, ExpectedValue>,
): Promise<GeneratedPage> => ({ modelId, pdf: await canvas.bytes(), documents: [{ docType, fields }], optionalFields: new Set() });
