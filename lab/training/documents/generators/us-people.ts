/** Random people, employers, addresses and numbers of the United States, as printed on forms. */
import type { SeededRandom } from '../seeded-random.ts';

const FIRST =
  'JAMES MARY ROBERT LINDA SUSAN DAVID KAREN KEVIN LAURA BRIAN ANGELA CARLOS MEI FATIMA OLGA PRIYA THOMAS GRACE HECTOR NAOMI'.split(' ');
const LAST =
  "SMITH JOHNSON MILLER GARCIA NGUYEN WILSON ANDERSON PATEL CLARK BAKER TURNER O'NEIL KOWALSKI RAMIREZ CHEN HOFFMAN DIAZ FISHER HUGHES VARGAS".split(
    ' ',
  );
const STREETS = [
  'MAIN STREET',
  'OAK AVENUE',
  'MAPLE DR',
  'LINCOLN BLVD',
  'SUNSET ROAD',
  'PARK LANE',
  'WASHINGTON ST',
  'HILLCREST COURT',
  'MARKET ST',
  'LAKEVIEW WAY',
  'ELM TERRACE',
  'N 3RD AVE',
  'COUNTY ROAD 12',
  'RIVER PARKWAY',
  'CHESTNUT CIRCLE',
];
const CITIES = [
  'SPRINGFIELD|IL|62701',
  'PORTLAND|OR|97205',
  'AUSTIN|TX|78701',
  'DENVER|CO|80202',
  'BOSTON|MA|02108',
  'SAN DIEGO|CA|92101',
  'ALBANY|NY|12207',
  'MADISON|WI|53703',
  'TAMPA|FL|33602',
  'NEW HAVEN|CT|06510',
  'SALT LAKE CITY|UT|84101',
  'FORT WAYNE|IN|46802',
  'ST PAUL|MN|55102',
  'BOISE|ID|83702',
];
const FIRMS = [
  'ACME',
  'NORTHWIND',
  'BLUE RIDGE',
  'SUMMIT',
  'LAKESIDE',
  'PIONEER',
  'EVERGREEN',
  'STERLING',
  'HARBOR',
  'REDWOOD',
  'CASCADE',
  'IRON BRIDGE',
];
const TRADES = ['FREIGHT', 'FOODS', 'STAFFING', 'DENTAL', 'BUILDERS', 'SOFTWARE', 'SUPPLY', 'MEDIA', 'ENERGY', 'PAPER'];
const ENDINGS = ['INC', 'LLC', 'CORP', 'LTD', 'CO', 'GROUP INC', 'HOLDINGS LLC'];

export type Written = (text: string) => string;

const small = new Set(['of', 'and', 'the']);
export const toTitleCase: Written = (text) =>
  text
    .toLowerCase()
    .replace(/(?<![\p{L}'])\p{L}+/gu, (word) =>
      small.has(word)
        ? word
        : /^(?:il|or|tx|co|ma|ca|ny|wi|fl|ct|ut|in|mn|id|po|llc|n|apt)$/u.test(word) && word !== 'co'
          ? word === 'apt'
            ? 'Apt'
            : word.toUpperCase()
          : word[0]!.toUpperCase() + word.slice(1),
    );

export interface Person {
  first: string;
  middle?: string;
  last: string;
  name: string;
}

export function randomPerson(random: SeededRandom): Person {
  const [first, last] = [random.pick(FIRST), random.pick(LAST)];
  const middle = random.chance(0.4) ? random.letters(1) : undefined;
  return { first, middle, last, name: [first, middle, last].filter((part) => part !== undefined).join(' ') };
}

export interface UsAddress {
  street: string;
  unit?: string;
  city: string;
  state: string;
  zip: string;
  lines: string[];
  text: string;
}

export function randomAddress(random: SeededRandom, { box = 0 }: { box?: number } = {}): UsAddress {
  const [city, state, zip] = random.pick(CITIES).split('|') as [string, string, string];
  const street = random.chance(box) ? `PO BOX ${random.digits(4)}` : `${random.digits(random.integer(2, 4))} ${random.pick(STREETS)}`;
  const unit =
    !street.startsWith('PO') && random.chance(0.25)
      ? `${random.pick(['APT', 'SUITE', 'UNIT', '#'])} ${random.digits(random.integer(1, 3))}`.replace('# ', '#')
      : undefined;
  const code = random.chance(0.1) ? `${zip}-${random.digits(4)}` : zip;
  const ending = `${city}${random.chance(0.7) ? ',' : ''} ${state} ${code}`;
  const lines = unit === undefined ? [street, ending] : random.chance(0.5) ? [`${street} ${unit}`, ending] : [street, unit, ending];
  return { street, unit, city, state, zip: code, lines, text: lines.join(' ') };
}

export const randomCompany = (random: SeededRandom): string =>
  random.chance(0.15)
    ? `UNIVERSITY OF ${random.pick(CITIES).split('|')[0]!}`
    : `${random.pick(FIRMS)} ${random.pick(TRADES)} ${random.pick(ENDINGS)}`;
export const randomSchool = (random: SeededRandom): string =>
  random.pick([
    `UNIVERSITY OF ${random.pick(CITIES).split('|')[0]!}`,
    `${random.pick(FIRMS)} COMMUNITY COLLEGE`,
    `${random.pick(FIRMS)} STATE UNIVERSITY`,
  ]);
export const randomBank = (random: SeededRandom): string =>
  `${random.pick(FIRMS)} ${random.pick(['NATIONAL BANK', 'MORTGAGE CORP', 'LOAN SERVICING LLC', 'SAVINGS BANK', 'CREDIT UNION', 'HOME LENDING INC'])}`;

export const randomSsn = (random: SeededRandom): string =>
  `${String(random.integer(100, 665))}-${String(random.integer(10, 99))}-${String(random.integer(1000, 9999))}`;
export const randomEin = (random: SeededRandom): string =>
  `${random.pick(['12', '20', '36', '45', '58', '84', '91', '93'])}-${random.digits(7)}`;
export const randomPhone = (random: SeededRandom): string =>
  random.pick([
    `(${random.pick(['206', '312', '415', '512'])}) 555-${random.digits(4)}`,
    `${random.pick(['206', '312', '415'])}-555-${random.digits(4)}`,
    `1-800-555-${random.digits(4)}`,
  ]);

/** Amounts with odd cents, so that a value cannot be correct by chance. */
export const randomAmount = (random: SeededRandom, low: number, high: number): number => Math.round(random.between(low, high) * 100) / 100;

export function createAmountFormatter(random: SeededRandom): (amount: number) => string {
  const [grouped, signed] = [random.chance(0.4), random.chance(0.15)];
  return (amount) => {
    const [whole, cents] = amount.toFixed(2).split('.') as [string, string];
    return `${signed ? '$' : ''}${grouped ? whole.replace(/\B(?=(?:\d{3})+$)/gu, ',') : whole}.${cents}`;
  };
}

export interface Day {
  iso: string;
  slashed: string;
  year: number;
  month: number;
  day: number;
}

export function randomDayBetween(random: SeededRandom, from: number, to: number): Day {
  const [year, month, day] = [random.integer(from, to), random.integer(1, 12), random.integer(1, 28)];
  const pad = (value: number): string => String(value).padStart(2, '0');
  return { iso: `${String(year)}-${pad(month)}-${pad(day)}`, slashed: `${pad(month)}/${pad(day)}/${String(year)}`, year, month, day };
}
