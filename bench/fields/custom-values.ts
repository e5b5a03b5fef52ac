/** Made-up values of made-up forms. */
import { capital, titled, wordsOf } from '../layout/canvas.ts';
import type { Dice } from '../layout/canvas.ts';

const FIRST = 'Ada Ben Clara David Elena Felix Greta Hugo Ines Jonas Karin Leo Mara Nils Olga Paul Rosa Simon Tessa Viktor Wanda Yusuf Zoe Amara Bruno Chidi Dalia Emre Farah Goran'.split(' ');
const LAST = 'Abel Brandt Castillo Dorn Egger Fuentes Gruber Hansen Ito Jensen Keller Lindqvist Moreau Novak Okafor Petrov Quinn Rossi Schmidt Tanaka Ueda Vogel Walsh Ximenes Young Zimmer Adeyemi Bauer Costa Dubois'.split(' ');
const TOWNS = 'Ashford Brookhaven Carlton Dunmore Eastfield Fairview Glenwood Hartley Kingsbury Lakeside Milton Norwood Oakdale Preston Riverton Stanford Tilbury Westbrook'.split(' ');
const STREETS = 'Acorn Birch Cherry Dale Elm Forest Grove Hill Ivy Juniper Lake Maple Oak Park River Spruce Willow'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const digits = (dice: Dice, count: number): string => Array.from({ length: count }, () => String(dice.whole(0, 9))).join('');
const two = (value: number): string => String(value).padStart(2, '0');

export const person = (dice: Dice): string => `${dice.pick(FIRST)} ${dice.chance(0.3) ? `${dice.pick(FIRST).slice(0, 1)}. ` : ''}${dice.pick(LAST)}`;
export const company = (dice: Dice): string => `${titled(wordsOf(dice, dice.whole(1, 2)))} ${dice.pick(['Ltd', 'Inc.', 'GmbH', 'Co.', 'LLC', 'Partners'])}`;
export const street = (dice: Dice): string => `${dice.whole(1, 999)} ${dice.pick(STREETS)} ${dice.pick(['Street', 'Road', 'Avenue', 'Lane'])}`;
export const town = (dice: Dice): string => `${dice.pick(TOWNS)}, ${dice.pick(['OH', 'TX', 'NY', 'WA', 'IL'])} ${digits(dice, 5)}`;
export const money = (dice: Dice): string => `${dice.chance(0.7) ? '$' : ''}${dice.whole(1, 9999).toLocaleString('en-US')}.${two(dice.whole(0, 99))}`;
export const phone = (dice: Dice): string => `(${digits(dice, 3)}) ${digits(dice, 3)}-${digits(dice, 4)}`;
export const identity = (dice: Dice): string => `${dice.pick(['A', 'B', 'K', 'M', 'QX', 'ZR'])}-${digits(dice, dice.whole(4, 6))}`;
export const email = (dice: Dice): string => `${dice.pick(FIRST).toLowerCase()}.${dice.pick(LAST).toLowerCase()}@${wordsOf(dice, 1)}.com`;
export const remark = (dice: Dice): string => `${capital(wordsOf(dice, dice.whole(2, 5)))}`;
export const count = (dice: Dice): string => String(dice.whole(1, 60));

export function date(dice: Dice): string {
  const [year, month, day] = [dice.whole(1960, 2024), dice.whole(1, 12), dice.whole(1, 28)];
  return dice.pick([`${two(month)}/${two(day)}/${year}`, `${year}-${two(month)}-${two(day)}`, `${MONTHS[month - 1]} ${day}, ${year}`]);
}
