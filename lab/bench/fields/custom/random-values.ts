/** Random values for generated forms. */
import { capital, toTitleCase, randomWords } from '../../layout/canvas.ts';
import type { Randomizer } from '../../layout/canvas.ts';

const FIRST =
  'Ada Ben Clara David Elena Felix Greta Hugo Ines Jonas Karin Leo Mara Nils Olga Paul Rosa Simon Tessa Viktor Wanda Yusuf Zoe Amara Bruno Chidi Dalia Emre Farah Goran'.split(
    ' ',
  );
const LAST =
  'Abel Brandt Castillo Dorn Egger Fuentes Gruber Hansen Ito Jensen Keller Lindqvist Moreau Novak Okafor Petrov Quinn Rossi Schmidt Tanaka Ueda Vogel Walsh Ximenes Young Zimmer Adeyemi Bauer Costa Dubois'.split(
    ' ',
  );
const TOWNS =
  'Ashford Brookhaven Carlton Dunmore Eastfield Fairview Glenwood Hartley Kingsbury Lakeside Milton Norwood Oakdale Preston Riverton Stanford Tilbury Westbrook'.split(
    ' ',
  );
const STREETS = 'Acorn Birch Cherry Dale Elm Forest Grove Hill Ivy Juniper Lake Maple Oak Park River Spruce Willow'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const digits = (random: Randomizer, count: number): string => Array.from({ length: count }, () => String(random.whole(0, 9))).join('');
const two = (value: number): string => String(value).padStart(2, '0');

export const person = (random: Randomizer): string =>
  `${random.pick(FIRST)} ${random.chance(0.3) ? `${random.pick(FIRST).slice(0, 1)}. ` : ''}${random.pick(LAST)}`;
export const company = (random: Randomizer): string =>
  `${toTitleCase(randomWords(random, random.whole(1, 2)))} ${random.pick(['Ltd', 'Inc.', 'GmbH', 'Co.', 'LLC', 'Partners'])}`;
export const street = (random: Randomizer): string =>
  `${random.whole(1, 999)} ${random.pick(STREETS)} ${random.pick(['Street', 'Road', 'Avenue', 'Lane'])}`;
export const town = (random: Randomizer): string =>
  `${random.pick(TOWNS)}, ${random.pick(['OH', 'TX', 'NY', 'WA', 'IL'])} ${digits(random, 5)}`;
export const money = (random: Randomizer): string =>
  `${random.chance(0.7) ? '$' : ''}${random.whole(1, 9999).toLocaleString('en-US')}.${two(random.whole(0, 99))}`;
export const phone = (random: Randomizer): string => `(${digits(random, 3)}) ${digits(random, 3)}-${digits(random, 4)}`;
export const identity = (random: Randomizer): string =>
  `${random.pick(['A', 'B', 'K', 'M', 'QX', 'ZR'])}-${digits(random, random.whole(4, 6))}`;
export const email = (random: Randomizer): string =>
  `${random.pick(FIRST).toLowerCase()}.${random.pick(LAST).toLowerCase()}@${randomWords(random, 1)}.com`;
export const remark = (random: Randomizer): string => `${capital(randomWords(random, random.whole(2, 5)))}`;
export const count = (random: Randomizer): string => String(random.whole(1, 60));

export function date(random: Randomizer): string {
  const [year, month, day] = [random.whole(1960, 2024), random.whole(1, 12), random.whole(1, 28)];
  return random.pick([`${two(month)}/${two(day)}/${year}`, `${year}-${two(month)}-${two(day)}`, `${MONTHS[month - 1]} ${day}, ${year}`]);
}
