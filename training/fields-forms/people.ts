/** Made-up people, employers, addresses and numbers of the United States, as forms print them. */
import type { Dice } from '../fields/dice.ts';

const FIRST = 'JAMES MARY ROBERT LINDA SUSAN DAVID KAREN KEVIN LAURA BRIAN ANGELA CARLOS MEI FATIMA OLGA PRIYA THOMAS GRACE HECTOR NAOMI'.split(' ');
const LAST = "SMITH JOHNSON MILLER GARCIA NGUYEN WILSON ANDERSON PATEL CLARK BAKER TURNER O'NEIL KOWALSKI RAMIREZ CHEN HOFFMAN DIAZ FISHER HUGHES VARGAS".split(' ');
const STREETS = ['MAIN STREET', 'OAK AVENUE', 'MAPLE DR', 'LINCOLN BLVD', 'SUNSET ROAD', 'PARK LANE', 'WASHINGTON ST', 'HILLCREST COURT', 'MARKET ST', 'LAKEVIEW WAY', 'ELM TERRACE', 'N 3RD AVE', 'COUNTY ROAD 12', 'RIVER PARKWAY', 'CHESTNUT CIRCLE'];
const CITIES = ['SPRINGFIELD|IL|62701', 'PORTLAND|OR|97205', 'AUSTIN|TX|78701', 'DENVER|CO|80202', 'BOSTON|MA|02108', 'SAN DIEGO|CA|92101', 'ALBANY|NY|12207', 'MADISON|WI|53703', 'TAMPA|FL|33602', 'NEW HAVEN|CT|06510', 'SALT LAKE CITY|UT|84101', 'FORT WAYNE|IN|46802', 'ST PAUL|MN|55102', 'BOISE|ID|83702'];
const FIRMS = ['ACME', 'NORTHWIND', 'BLUE RIDGE', 'SUMMIT', 'LAKESIDE', 'PIONEER', 'EVERGREEN', 'STERLING', 'HARBOR', 'REDWOOD', 'CASCADE', 'IRON BRIDGE'];
const TRADES = ['FREIGHT', 'FOODS', 'STAFFING', 'DENTAL', 'BUILDERS', 'SOFTWARE', 'SUPPLY', 'MEDIA', 'ENERGY', 'PAPER'];
const ENDINGS = ['INC', 'LLC', 'CORP', 'LTD', 'CO', 'GROUP INC', 'HOLDINGS LLC'];

export type Written = (text: string) => string;

const small = new Set(['of', 'and', 'the']);
export const titled: Written = (text) => text.toLowerCase().replace(/(?<![\p{L}'])\p{L}+/gu, (word) => small.has(word) ? word : /^(?:il|or|tx|co|ma|ca|ny|wi|fl|ct|ut|in|mn|id|po|llc|n|apt)$/u.test(word) && word !== 'co' ? word === 'apt' ? 'Apt' : word.toUpperCase() : word[0]!.toUpperCase() + word.slice(1));

export interface Person { first: string; middle?: string; last: string; name: string }

export function personOf(dice: Dice): Person {
  const [first, last] = [dice.pick(FIRST), dice.pick(LAST)];
  const middle = dice.chance(0.4) ? dice.letters(1) : undefined;
  return { first, middle, last, name: [first, middle, last].filter((part) => part !== undefined).join(' ') };
}

export interface Place { street: string; unit?: string; city: string; state: string; zip: string; lines: string[]; text: string }

export function placeOf(dice: Dice, { box = 0 }: { box?: number } = {}): Place {
  const [city, state, zip] = dice.pick(CITIES).split('|') as [string, string, string];
  const street = dice.chance(box) ? `PO BOX ${dice.figures(4)}` : `${dice.figures(dice.whole(2, 4))} ${dice.pick(STREETS)}`;
  const unit = !street.startsWith('PO') && dice.chance(0.25) ? `${dice.pick(['APT', 'SUITE', 'UNIT', '#'])} ${dice.figures(dice.whole(1, 3))}`.replace('# ', '#') : undefined;
  const code = dice.chance(0.1) ? `${zip}-${dice.figures(4)}` : zip;
  const ending = `${city}${dice.chance(0.7) ? ',' : ''} ${state} ${code}`;
  const lines = unit === undefined ? [street, ending] : dice.chance(0.5) ? [`${street} ${unit}`, ending] : [street, unit, ending];
  return { street, unit, city, state, zip: code, lines, text: lines.join(' ') };
}

export const firmOf = (dice: Dice): string => dice.chance(0.15) ? `UNIVERSITY OF ${dice.pick(CITIES).split('|')[0]!}` : `${dice.pick(FIRMS)} ${dice.pick(TRADES)} ${dice.pick(ENDINGS)}`;
export const schoolOf = (dice: Dice): string => dice.pick([`UNIVERSITY OF ${dice.pick(CITIES).split('|')[0]!}`, `${dice.pick(FIRMS)} COMMUNITY COLLEGE`, `${dice.pick(FIRMS)} STATE UNIVERSITY`]);
export const bankOf = (dice: Dice): string => `${dice.pick(FIRMS)} ${dice.pick(['NATIONAL BANK', 'MORTGAGE CORP', 'LOAN SERVICING LLC', 'SAVINGS BANK', 'CREDIT UNION', 'HOME LENDING INC'])}`;

export const ssnOf = (dice: Dice): string => `${String(dice.whole(100, 665))}-${String(dice.whole(10, 99))}-${String(dice.whole(1000, 9999))}`;
export const einOf = (dice: Dice): string => `${dice.pick(['12', '20', '36', '45', '58', '84', '91', '93'])}-${dice.figures(7)}`;
export const phoneOf = (dice: Dice): string => dice.pick([`(${dice.pick(['206', '312', '415', '512'])}) 555-${dice.figures(4)}`, `${dice.pick(['206', '312', '415'])}-555-${dice.figures(4)}`, `1-800-555-${dice.figures(4)}`]);

/** Cents that are no round number, so that a value cannot be right by chance. */
export const amountOf = (dice: Dice, low: number, high: number): number => Math.round(dice.between(low, high) * 100) / 100;

export function moneyText(dice: Dice): (amount: number) => string {
  const [grouped, signed] = [dice.chance(0.4), dice.chance(0.15)];
  return (amount) => {
    const [whole, cents] = amount.toFixed(2).split('.') as [string, string];
    return `${signed ? '$' : ''}${grouped ? whole.replace(/\B(?=(?:\d{3})+$)/gu, ',') : whole}.${cents}`;
  };
}

export interface Day { iso: string; slashed: string; year: number; month: number; day: number }

export function dayIn(dice: Dice, from: number, to: number): Day {
  const [year, month, day] = [dice.whole(from, to), dice.whole(1, 12), dice.whole(1, 28)];
  const pad = (value: number): string => String(value).padStart(2, '0');
  return { iso: `${String(year)}-${pad(month)}-${pad(day)}`, slashed: `${pad(month)}/${pad(day)}/${String(year)}`, year, month, day };
}
