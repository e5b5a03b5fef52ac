/** Random people, firms, addresses and numbers for filled forms: more names and spellings than the generators of whole pages use. */
import type { SeededRandom } from '../seeded-random.ts';
import { randomAddress, toTitleCase } from '../generators/us-people.ts';

const FIRST = [
  ...'James Mary Wei José Anna Malik Siobhan Jean-Paul Lucía Dmitri Aisha Kenji Destiny Tyrone Beth Ximena Oluwaseun Hans Priyanka Ty Noah'.split(
    ' ',
  ),
  'Mary Ann',
  'Billy Joe',
];
const LAST = [
  ...'Smith Nguyen Garcia Oyelaran Kowalczyk Fitzgerald Müller Park Washington Yamamoto Ng Petrov Delgado Abernathy Singh Lee Hernandez Brooks Castellanos'.split(
    ' ',
  ),
  'De La Cruz',
  'Van Dyke',
  "O'Brien",
  'Smith-Jones',
  'St. John',
  'Mc Donald',
];
const FIRM_WORDS = 'Granite Keystone Prairie Atlas Golden Crestview Tri-County Liberty Coastal Horizon Quail Plains Silver Lakeland'.split(
  ' ',
);
const FIRM_KINDS: Readonly<Record<FirmKind, readonly string[]>> = {
  employer: [
    'Logistics Inc',
    'Hospital',
    'Restaurants LLC',
    'School District',
    'Engineering PC',
    'Retail Corp',
    '& Sons Inc',
    'Temp Services',
  ],
  lender: ['Bank NA', 'Mortgage LLC', 'Federal Credit Union', 'Home Loans Inc', 'Savings & Loan', 'Servicing Corp'],
  'student lender': ['Student Loan Servicing', 'Education Finance Corp', 'Loan Services LLC', 'Higher Education Authority'],
  school: ['University', 'State College', 'Community College', 'Institute of Technology', 'School of Nursing', 'College of Art'],
};

export type FirmKind = 'employer' | 'lender' | 'student lender' | 'school';

export interface Party {
  first: string;
  last: string;
  suffix?: string;
  address: readonly string[];
}

/** A spelling of names and addresses: capitals or title case. */
export const randomCase = (random: SeededRandom): ((text: string) => string) =>
  random.chance(0.6) ? (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase() : (text) => text;

export function randomPerson(random: SeededRandom): Party {
  const middle = random.chance(0.5) ? ` ${random.letters(1)}${random.chance(0.2) ? '.' : ''}` : '';
  return {
    first: `${random.pick(FIRST)}${middle}`,
    last: random.pick(LAST),
    suffix: random.chance(0.1) ? random.pick(['Jr', 'Sr', 'III', 'II']) : undefined,
    address: randomAddress(random).lines.map(toTitleCase),
  };
}

export function randomFirm(random: SeededRandom, kind: FirmKind): { name: readonly string[]; address: readonly string[] } {
  const words = random.sample(FIRM_WORDS, random.integer(1, 2)).join(' ');
  const name = `${words} ${random.pick(FIRM_KINDS[kind])}`;
  return { name: [name], address: randomAddress(random, { box: 0.3 }).lines.map(toTitleCase) };
}

export function randomSsn(random: SeededRandom): string {
  const ssn = `${String(random.integer(101, 665))}-${String(random.integer(10, 99))}-${String(random.integer(1000, 9999))}`;
  const way = random.next();
  if (way < 0.1) return ssn.replace(/-/gu, '');
  if (way < 0.2) return `XXX-XX-${ssn.slice(-4)}`;
  return way < 0.25 ? `***-**-${ssn.slice(-4)}` : ssn;
}

export function randomAccount(random: SeededRandom): string {
  const way = random.next();
  if (way < 0.4) return random.digits(random.integer(8, 12));
  if (way < 0.6) return `${random.digits(4)}-${random.digits(6)}`;
  if (way < 0.8) return `${random.letters(2)}${random.digits(7)}`;
  return `${random.digits(3)} ${random.digits(7)}`;
}

/** Formats amounts: cents, thousands separators. */
export function randomAmountFormat(random: SeededRandom): (amount: number) => string {
  const [isGrouped, isWhole] = [random.chance(0.4), random.chance(0.1)];
  return (amount) => {
    const [whole, cents] = amount.toFixed(2).split('.') as [string, string];
    const digits = isGrouped ? whole.replace(/\B(?=(?:\d{3})+$)/gu, ',') : whole;
    return isWhole && cents === '00' ? digits : `${digits}.${cents}`;
  };
}
