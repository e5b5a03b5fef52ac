/** Generates contracts: title, preamble with the parties, clauses on term and law, signatures. */
import { SeededRandom } from '../seeded-random.ts';
import { PdfCanvas } from './pdf-canvas.ts';
import type { ExpectedValue } from '../evaluation/expected-fields.ts';
import type { GeneratedPage } from './generated-page.ts';
import { withoutUndefined } from './generated-page.ts';
import type { Day } from './us-people.ts';
import { randomDayBetween, randomCompany, randomAddress, randomPerson, toTitleCase } from './us-people.ts';

/** The titles of contracts between people, and what the people are called. */
const PERSONAL = [
  ['Residential Lease Agreement', 'Landlord', 'Tenant'],
  ['Lease', 'Landlord', 'Tenant'],
  ['Employment Agreement', 'Employer', 'Employee'],
  ['Loan Agreement', 'Lender', 'Borrower'],
  ['Vehicle Sales Contract', 'Seller', 'Buyer'],
] as const;
const TITLES = [
  'Master Services Agreement',
  'Software License Agreement',
  'Consulting Agreement',
  'Equipment Lease Agreement',
  'Supply Contract',
  'Non-Disclosure Agreement',
  'Distribution Agreement',
  'Endorsement Agreement',
  'Joint Venture Agreement',
  'Hosting and Maintenance Agreement',
];
const ROLES = [
  ['Client', 'Consultant'],
  ['Licensor', 'Licensee'],
  ['Company', 'Contractor'],
  ['Lessor', 'Lessee'],
  ['Buyer', 'Seller'],
] as const;
const LAWS = ['Delaware', 'New York', 'California', 'Texas', 'Washington', 'Ohio', 'Ontario', 'England and Wales', 'Ireland', 'Germany'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const long = ({ year, month, day }: Day): string => `${MONTHS[month - 1]!} ${String(day)}, ${String(year)}`;
const ordinal = (day: number): string => {
  const last = day % 10;
  return `${String(day)}${day > 10 && day < 14 ? 'th' : last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th'}`;
};
/** A date after `on`, `as of` or `this`. */
const dated = (random: SeededRandom, day: Day): string =>
  random.pick([
    `on ${long(day)}`,
    `as of ${long(day)}`,
    `as of the ${ordinal(day.day)} day of ${MONTHS[day.month - 1]!}, ${String(day.year)}`,
    `this ${ordinal(day.day)} day of ${MONTHS[day.month - 1]!}, ${String(day.year)}`,
    `as of this ${String(day.day)} day of ${MONTHS[day.month - 1]!} ${String(day.year)}`,
    `on ${String(day.day)} ${MONTHS[day.month - 1]!} ${String(day.year)}`,
  ]);
const FILLER = [
  'The parties shall act in good faith at all times.',
  'Invoices are payable within thirty days of receipt.',
  'Neither party may assign its rights without written consent.',
  'Confidential information shall be kept secret by both parties.',
  'No waiver is valid unless it is made in writing.',
  'Notices are sent by registered mail to the address given above.',
];

export async function contract(seed: number): Promise<GeneratedPage> {
  const random = new SeededRandom(seed + 130_000);
  const canvas = await PdfCanvas.create(random, { width: 612, height: 792, size: 10, family: random.pick([0, 2]) });
  const isPersonal = random.chance(0.35);
  const personal = random.pick(PERSONAL);
  const plainTitle: string = isPersonal ? personal[0] : random.pick(TITLES);
  const title = random.chance(0.5) ? plainTitle : plainTitle.toUpperCase();
  const number = random.chance(0.5)
    ? random.pick([`MSA-${random.digits(5)}`, `${random.digits(4)}/${random.digits(3)}`, `C${random.digits(7)}`])
    : undefined;
  const roles = isPersonal ? ([personal[1], personal[2]] as const) : random.pick(ROLES);
  const parties = roles.map((role, i) => {
    const isPerson = isPersonal && (i === 1 || random.chance(0.6));
    const { first, last } = randomPerson(random);
    return {
      name: isPerson ? toTitleCase(`${first} ${last}`) : toTitleCase(randomCompany(random)).replace(/\bllc\b/giu, 'LLC'),
      place: randomAddress(random),
      role,
      hasPlace: random.chance(0.75),
      hasRole: random.chance(0.85),
      kind: isPerson
        ? random.pick(['an individual', ''])
        : random.pick(['a Delaware corporation', 'a New York limited liability company', 'a corporation', '']),
    };
  });
  const start = randomDayBetween(random, 2015, 2023);
  const end = { ...randomDayBetween(random, 2025, 2030) };
  const renewal = random.chance(0.3) ? randomDayBetween(random, 2024, 2026) : undefined;
  const effective = random.chance(0.6) ? randomDayBetween(random, 2016, 2024) : undefined;
  const duration = random.pick(['two (2) years', 'twelve (12) months', '36 months', 'five years']);
  const law = random.pick(LAWS);
  const where = parties.map(
    ({ place }) =>
      [place.street, place.unit, place.city]
        .filter((part) => part !== undefined)
        .map((part) => toTitleCase(part))
        .join(', ') + `, ${place.state} ${place.zip}`,
  );
  const named = parties.map(({ name, role, kind, hasPlace, hasRole }, i) => {
    const lead = random.pick([
      'with its principal place of business at',
      'located at',
      'having its principal place of business at',
      'residing at',
    ]);
    const alias = `(${random.pick(['', 'the ', 'hereinafter referred to as the '])}"${role}"${random.pick(['', '', ` or "${name.split(' ')[0]!}"`])})`;
    const parts = [name, ...(kind === '' ? [] : [kind]), ...(hasPlace ? [`${lead} ${where[i]!}`] : [])].join(', ');
    return hasRole ? `${parts} ${alias}` : parts;
  });
  const preamble = random.pick([
    `This ${toTitleCase(title)} (the "Agreement") is made and entered into ${dated(random, start)} by and between ${named[0]!} and ${named[1]!}.`,
    `This Agreement is entered into ${dated(random, start)} between ${named[0]!} and ${named[1]!}.`,
    `This ${toTitleCase(title)} is made ${dated(random, start)} between ${named[0]!} and ${named[1]!}.`,
    `THIS AGREEMENT, dated ${long(start)}, is by and between ${named[0]!}, and ${named[1]!}.`,
  ]);
  const clauses = [
    ...(effective === undefined
      ? []
      : [
          random.pick([
            `This Agreement shall be effective as of ${long(effective)}.`,
            `The services shall commence on ${long(effective)} (the "Effective Date").`,
            `The term begins on ${long(effective)}.`,
          ]),
        ]),
    random.pick([
      `The initial term of ${duration} begins on signature, and this Agreement expires on ${long(end)}.`,
      `This Agreement shall remain in effect for ${duration} and shall expire on ${long(end)}.`,
      `The term of this Agreement shall be ${duration}, ending on ${long(end)}, unless sooner terminated.`,
      `This Agreement shall continue for a period of ${duration}, until ${long(end)}.`,
    ]),
    ...(renewal === undefined ? [] : [`Unless terminated, it shall renew on ${long(renewal)}.`]),
    random.pick([
      `This Agreement shall be governed by and construed in accordance with the laws of ${law}.`,
      `The laws of ${law} govern this Agreement.`,
      `This Agreement is governed by the laws of ${law}.`,
    ]),
  ];
  canvas.text(title, 306, 60, { size: 16, bold: true, align: 'center' });
  let y = 84;
  if (number !== undefined) {
    canvas.text(`${random.pick(['Contract No.', 'Agreement Number:', 'Contract ID:'])} ${number}`, 306, y, { align: 'center' });
    y += 24;
  }
  const body = [preamble, ...clauses.flatMap((clause, i) => [random.pick(FILLER), `${String(i + 1)}. ${clause}`])];
  for (const paragraph of body) y = canvas.lines(canvas.wrap(paragraph, 480), 66, y + 8);
  canvas.lines(
    [
      'IN WITNESS WHEREOF, the parties have signed below.',
      '',
      `${roles[0]}: ______________________`,
      `${roles[1]}: ______________________`,
    ],
    66,
    y + 30,
  );
  const fields: Record<string, ExpectedValue> = withoutUndefined({
    Title: title,
    ContractId: number,
    Parties: parties.map(({ name, role, hasPlace, hasRole }, i) => ({
      Name: name,
      ...(hasPlace && { Address: where[i]! }),
      ...(hasRole && { ReferenceName: role }),
      Clause: preamble,
    })),
    ExecutionDate: start.iso,
    EffectiveDate: effective?.iso,
    ExpirationDate: end.iso,
    ContractDuration: duration,
    RenewalDate: renewal?.iso,
    Jurisdictions: [{ Region: law, Clause: clauses.at(-1)! }],
  });
  return {
    modelId: 'prebuilt-contract',
    pdf: await canvas.bytes(),
    documents: [{ docType: 'contract', fields }],
    optionalFields: new Set(),
  };
}
