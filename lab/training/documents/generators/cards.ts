/** Generates business cards and health insurance cards. */
import { SeededRandom } from '../seeded-random.ts';
import { PdfCanvas } from './pdf-canvas.ts';
import type { ExpectedValue } from '../evaluation/expected-fields.ts';
import type { GeneratedPage } from './generated-page.ts';
import { withoutUndefined } from './generated-page.ts';
import { randomDayBetween, randomPerson, randomPhone, randomAddress, toTitleCase } from './us-people.ts';

const COMPANIES = [
  ['Contour Labs', 'contourlabs'],
  ['Bluefield Consulting LLC', 'bluefield'],
  ['Tidewater Systems Inc.', 'tidewater'],
  ['Granite & Vale', 'granitevale'],
  ['Orchard Dental Group', 'orcharddental'],
  ['Polaris Freight Ltd', 'polarisfreight'],
  ['Harrow Design', 'harrow'],
  ['Meridian Bank', 'meridianbank'],
] as const;
const JOBS = [
  'Senior Engineer',
  'Marketing Director',
  'Vice President of Sales',
  'Account Manager',
  'Chief Technology Officer',
  'Product Designer',
  'Data Scientist',
  'Legal Counsel',
  'Research Fellow',
  'Head of Operations',
];
const DEPARTMENTS = ['Department of Finance', 'Cloud Division', 'Human Resources Department', 'Optics Laboratory'];

export async function businessCard(seed: number): Promise<GeneratedPage> {
  const random = new SeededRandom(seed + 110_000);
  const canvas = await PdfCanvas.create(random, { width: 252, height: 150, size: 8 });
  const person = randomPerson(random);
  const name = random.chance(0.6) ? toTitleCase(person.name) : person.name;
  const [company, host] = random.pick(COMPANIES);
  const job = random.pick(JOBS);
  const department = random.chance(0.3) ? random.pick(DEPARTMENTS) : undefined;
  const local = random
    .pick([`${person.first}.${person.last}`, `${person.first[0]!}${person.last}`, person.first])
    .toLowerCase()
    .replace(/[^a-z.]/gu, '');
  const email = `${local}@${host}.com`;
  const site = random.chance(0.7) ? `www.${host}.com` : undefined;
  const place = randomAddress(random);
  const home = place.lines
    .map(toTitleCase)
    .map((line, i, all) =>
      i === all.length - 1
        ? line.replace(/ ([A-Za-z]{2}) (\d{5}.*)$/u, (_, state: string, zip: string) => ` ${state.toUpperCase()} ${zip}`)
        : line,
    );
  const labels = random.pick([
    ['T', 'M', 'F'],
    ['Tel:', 'Mobile:', 'Fax:'],
    ['Phone', 'Cell', 'Fax'],
    ['Office:', 'Mobile:', 'Fax:'],
  ] as const);
  const [work, mobile, fax] = [
    randomPhone(random),
    random.chance(0.6) ? randomPhone(random) : undefined,
    random.chance(0.4) ? randomPhone(random) : undefined,
  ];
  const rows: { text: string; size: number; bold?: boolean }[] = [];
  const top = { text: company, size: random.between(10, 13), bold: true };
  const who = [
    { text: name, size: random.between(9, 12), bold: random.chance(0.5) },
    { text: job, size: 7.5 },
    ...(department === undefined ? [] : [{ text: department, size: 7.5 }]),
  ];
  rows.push(...(random.chance(0.5) ? [top, ...who] : [...who, top]));
  rows.push(...home.map((text) => ({ text, size: 7 })), { text: `${labels[0]} ${work}`, size: 7 });
  if (mobile !== undefined) rows.push({ text: `${labels[1]} ${mobile}`, size: 7 });
  if (fax !== undefined) rows.push({ text: `${labels[2]} ${fax}`, size: 7 });
  rows.push({ text: random.chance(0.3) ? `Email: ${email}` : email, size: 7 });
  if (site !== undefined) rows.push({ text: site, size: 7 });
  const align = random.pick(['left', 'left', 'center'] as const);
  let y = 16;
  for (const { text, size, bold } of rows) {
    canvas.text(text, align === 'left' ? 16 : 126, y, { size, bold, align });
    y += size * 1.35;
  }
  const words = name.split(' ');
  const fields = withoutUndefined({
    ContactNames: [{ FirstName: words.slice(0, -1).join(' '), LastName: words.at(-1)! }],
    CompanyNames: [company],
    JobTitles: [job],
    Departments: department === undefined ? undefined : [department],
    Addresses: [home.join(' ')],
    WorkPhones: [work],
    MobilePhones: mobile === undefined ? undefined : [mobile],
    Faxes: fax === undefined ? undefined : [fax],
    Emails: [email],
    Websites: site === undefined ? undefined : [site],
  });
  return {
    modelId: 'prebuilt-businessCard',
    pdf: await canvas.bytes(),
    documents: [{ docType: 'businessCard', fields }],
    optionalFields: new Set(),
  };
}

const INSURERS = [
  'Evergreen Health Plan',
  'Blue Harbor Insurance',
  'Summit Mutual Healthcare',
  'Pioneer Medical Benefits',
  'Lakeshore Health',
];

export async function healthCard(seed: number): Promise<GeneratedPage> {
  const random = new SeededRandom(seed + 120_000);
  const canvas = await PdfCanvas.create(random, { width: 340, height: 220, size: 9, family: random.pick([0, 0, 2]) });
  const insurer = random.pick(INSURERS);
  const person = randomPerson(random);
  const prefix = random.chance(0.5) ? random.letters(3) : undefined;
  const number = random.digits(9);
  const group = random.pick([random.digits(6), `${random.letters(2)}${random.digits(5)}`]);
  const type = random.pick(['PPO', 'HMO', 'EPO']);
  const effective = randomDayBetween(random, 2018, 2024);
  const [bin, pcn, rxGroup] = [random.digits(6), `${random.letters(3)}${random.digits(3)}`, `RX${random.digits(4)}`];
  const copays = random
    .sample(['Primary Care', 'Specialist', 'Urgent Care', 'Emergency Room'], random.integer(1, 4))
    .map((benefit) => ({ Benefit: benefit, Amount: random.integer(2, 50) * 5 }));
  const payer = random.digits(5);
  const phone = randomPhone(random);
  const labels = random.pick([
    ['Member Name', 'Member ID', 'Group Number'],
    ['Subscriber:', 'ID:', 'Group:'],
    ['Name', 'ID Number', 'Grp'],
  ] as const);
  const below = random.chance(0.35);
  canvas.text(insurer, 16, 26, { size: 14, bold: true });
  const put = (label: string, value: string, x: number, y: number): void => {
    if (below) {
      canvas.text(label, x, y, { size: 6.5 });
      canvas.text(value, x, y + 10, { size: 9 });
    } else canvas.text(`${label} ${value}`, x, y, { size: 8.5 });
  };
  put(labels[0], person.name, 16, 50);
  put(labels[1], `${prefix ?? ''}${number}`, 16, 74);
  put(labels[2], group, 16, 98);
  put('Plan Type', type, 190, 50);
  put('Effective Date', effective.slashed, 190, 74);
  put('RxBIN', bin, 16, 122);
  put('RxPCN', pcn, 110, 122);
  put('RxGrp', rxGroup, 230, 122);
  copays.forEach(({ Benefit, Amount }, i) => {
    canvas.text(`${Benefit} $${String(Amount)}`, 16 + (i % 2) * 170, 150 + Math.floor(i / 2) * 12, { size: 8 });
  });
  canvas.text(`Payer ID ${payer}`, 16, 186, { size: 8 });
  canvas.text(`Member Services ${phone}`, 16, 200, { size: 8 });
  const fields: Record<string, ExpectedValue> = {
    Insurer: insurer,
    Member: { Name: person.name },
    IdNumber: withoutUndefined({ Prefix: prefix, Number: number }),
    GroupNumber: group,
    PrescriptionInfo: { RxBIN: bin, RxPCN: pcn, RxGrp: rxGroup },
    EffectiveDate: effective.iso,
    Copays: copays,
    Payer: { Id: payer, PhoneNumber: phone },
    Plan: { Type: type },
  };
  return {
    modelId: 'prebuilt-healthInsuranceCard.us',
    pdf: await canvas.bytes(),
    documents: [{ docType: 'healthInsuranceCard.us', fields }],
    optionalFields: new Set(),
  };
}
