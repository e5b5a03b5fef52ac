/** Generates contracts: title, preamble with the parties, clauses on term and law, signatures. */
import { SeededRandom } from '../seeded-random.ts';
import { PdfCanvas } from './pdf-canvas.ts';
import type { ExpectedValue } from '../evaluation/expected-fields.ts';
import type { GeneratedPage } from './generated-page.ts';
import { withoutUndefined } from './generated-page.ts';
import type { Day } from './us-people.ts';
import { randomDayBetween, randomCompany, randomAddress, toTitleCase } from './us-people.ts';

const TITLES = [
  'Master Services Agreement',
  'Software License Agreement',
  'Consulting Agreement',
  'Equipment Lease Agreement',
  'Supply Contract',
  'Non-Disclosure Agreement',
];
const ROLES = [
  ['Client', 'Consultant'],
  ['Licensor', 'Licensee'],
  ['Company', 'Contractor'],
  ['Lessor', 'Lessee'],
  ['Buyer', 'Seller'],
] as const;
const LAWS = ['Delaware', 'New York', 'California', 'Texas', 'Washington'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const long = ({ year, month, day }: Day): string => `${MONTHS[month - 1]!} ${String(day)}, ${String(year)}`;
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
  const title = random.chance(0.5) ? random.pick(TITLES) : random.pick(TITLES).toUpperCase();
  const number = random.chance(0.5)
    ? random.pick([`MSA-${random.digits(5)}`, `${random.digits(4)}/${random.digits(3)}`, `C${random.digits(7)}`])
    : undefined;
  const roles = random.pick(ROLES);
  const parties = roles.map((role) => ({
    name: toTitleCase(randomCompany(random)).replace(/\bllc\b/giu, 'LLC'),
    place: randomAddress(random),
    role,
    kind: random.pick(['a Delaware corporation', 'a New York limited liability company', 'a corporation']),
  }));
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
  const named = parties.map(
    ({ name, role, kind }, i) =>
      `${name}, ${kind} ${random.pick(['with its principal place of business at', 'located at', 'having its principal place of business at'])} ${where[i]!} (${random.chance(0.5) ? 'the ' : ''}"${role}")`,
  );
  const optionalFields = random.pick([
    `This ${toTitleCase(title)} (the "Agreement") is made and entered into as of ${long(start)} by and between ${named[0]!} and ${named[1]!}.`,
    `This Agreement is entered into on ${long(start)} between ${named[0]!} and ${named[1]!}.`,
  ]);
  const clauses = [
    ...(effective === undefined
      ? []
      : [
          random.pick([
            `This Agreement shall be effective as of ${long(effective)}.`,
            `The services shall commence on ${long(effective)} (the "Effective Date").`,
          ]),
        ]),
    random.pick([
      `The initial term of ${duration} begins on signature, and this Agreement expires on ${long(end)}.`,
      `This Agreement shall remain in effect for ${duration} and shall expire on ${long(end)}.`,
    ]),
    ...(renewal === undefined ? [] : [`Unless terminated, it shall renew on ${long(renewal)}.`]),
    random.pick([
      `This Agreement shall be governed by and construed in accordance with the laws of the State of ${law}.`,
      `This Agreement is governed by the laws of ${law}.`,
    ]),
  ];
  canvas.text(title, 306, 60, { size: 16, bold: true, align: 'centre' });
  let y = 84;
  if (number !== undefined) {
    canvas.text(`${random.pick(['Contract No.', 'Agreement Number:', 'Contract ID:'])} ${number}`, 306, y, { align: 'centre' });
    y += 24;
  }
  const body = [optionalFields, ...clauses.flatMap((clause, i) => [random.pick(FILLER), `${String(i + 1)}. ${clause}`])];
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
    Parties: parties.map(({ name, role }, i) => ({ Name: name, Address: where[i]!, ReferenceName: role, Clause: optionalFields })),
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
