/**
 * Phone numbers from text, as E.164. A number that begins with + or 00 says its country; any other is of the hinted
 * country, whose trunk prefix is dropped. Lengths are checked by country, so that an order number is no phone number.
 */
import type { Found } from './dates.ts';
import { MOST_TEXT } from './dates.ts';

interface Plan { code: string; trunk?: string; least: number; most: number }

/** Calling code, trunk prefix, and how many figures a national number has without it. */
const PLANS: Readonly<Record<string, Plan>> = {
  US: { code: '1', trunk: '1', least: 10, most: 10 }, CA: { code: '1', trunk: '1', least: 10, most: 10 }, GB: { code: '44', trunk: '0', least: 9, most: 10 }, IE: { code: '353', trunk: '0', least: 7, most: 9 },
  DE: { code: '49', trunk: '0', least: 6, most: 12 }, AT: { code: '43', trunk: '0', least: 6, most: 12 }, CH: { code: '41', trunk: '0', least: 9, most: 9 }, FR: { code: '33', trunk: '0', least: 9, most: 9 },
  BE: { code: '32', trunk: '0', least: 8, most: 9 }, NL: { code: '31', trunk: '0', least: 9, most: 9 }, LU: { code: '352', least: 6, most: 9 }, ES: { code: '34', least: 9, most: 9 }, PT: { code: '351', least: 9, most: 9 },
  IT: { code: '39', least: 8, most: 11 }, DK: { code: '45', least: 8, most: 8 }, SE: { code: '46', trunk: '0', least: 7, most: 10 }, NO: { code: '47', least: 8, most: 8 }, FI: { code: '358', trunk: '0', least: 6, most: 11 },
  PL: { code: '48', least: 9, most: 9 }, CZ: { code: '420', least: 9, most: 9 }, SK: { code: '421', trunk: '0', least: 9, most: 9 }, HU: { code: '36', trunk: '06', least: 8, most: 9 }, RO: { code: '40', trunk: '0', least: 9, most: 9 },
  GR: { code: '30', least: 10, most: 10 }, TR: { code: '90', trunk: '0', least: 10, most: 10 }, RU: { code: '7', trunk: '8', least: 10, most: 10 }, UA: { code: '380', trunk: '0', least: 9, most: 9 },
  AU: { code: '61', trunk: '0', least: 9, most: 9 }, NZ: { code: '64', trunk: '0', least: 8, most: 10 }, IN: { code: '91', trunk: '0', least: 10, most: 10 }, MY: { code: '60', trunk: '0', least: 8, most: 10 },
  SG: { code: '65', least: 8, most: 8 }, HK: { code: '852', least: 8, most: 8 }, JP: { code: '81', trunk: '0', least: 9, most: 10 }, CN: { code: '86', trunk: '0', least: 10, most: 11 }, KR: { code: '82', trunk: '0', least: 8, most: 10 },
  TW: { code: '886', trunk: '0', least: 8, most: 9 }, TH: { code: '66', trunk: '0', least: 8, most: 9 }, PH: { code: '63', trunk: '0', least: 8, most: 10 }, ID: { code: '62', trunk: '0', least: 8, most: 12 },
  MX: { code: '52', least: 10, most: 10 }, BR: { code: '55', trunk: '0', least: 10, most: 11 }, AR: { code: '54', trunk: '0', least: 10, most: 11 }, ZA: { code: '27', trunk: '0', least: 9, most: 9 }, IL: { code: '972', trunk: '0', least: 8, most: 9 }, AE: { code: '971', trunk: '0', least: 8, most: 9 },
};

const CODES = new Map(Object.values(PLANS).map((plan) => [plan.code, plan]));

const RUN = /(?<![\d\p{L}.,])(?:\+|00)?\s?\(?\d[\d\s().\-–/·]{4,24}\d(?!\d|[.,]\d)|(?<![\d\p{L}])1?[\s-]?\(?8(?:00|22|33|44|55|66|77|88)\)?[\s.-][A-Z\d][A-Z\d-]{6,9}(?![\p{L}\d])/gu;
const KEYS: Readonly<Record<string, string>> = Object.fromEntries([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, i) => [letter, '22233344455566677778889999'[i]!]));

/** Figures with the country's code in front, or nothing. */
function international(run: string, country: string | undefined): string | undefined {
  const text = run.replace(/[A-Z]/gu, (letter) => KEYS[letter]!).replace(/\(0\)/gu, '');
  const figures = text.replace(/\D/gu, '');
  if (/^\s*\+/u.test(text)) return coded(figures);
  if (figures.startsWith('00') && figures.length > 9) return coded(figures.slice(2));
  const plan = country === undefined ? undefined : PLANS[country];
  if (plan === undefined) return undefined;
  const own = plan.trunk !== undefined && figures.startsWith(plan.trunk) ? figures.slice(plan.trunk.length) : figures;
  if (plan.code === '1' && !/^[2-9]/u.test(own)) return undefined;
  if (own.length >= plan.least && own.length <= plan.most && (plan.trunk === undefined || plan.code === '1' || own !== figures)) return plan.code + own;
  return figures.startsWith(plan.code) && fits(figures.slice(plan.code.length), plan) ? figures : undefined;
}

const fits = (own: string, { least, most }: Plan): boolean => own.length >= least && own.length <= most;

/** Of a number that says its code: the length by country where it is known, and by the standard where not. */
function coded(figures: string): string | undefined {
  if (figures.startsWith('0')) return undefined;
  for (const length of [3, 2, 1]) {
    const plan = CODES.get(figures.slice(0, length));
    if (plan === undefined) continue;
    const own = figures.slice(length);
    return fits(own, plan) ? figures : plan.trunk === '0' && own.startsWith('0') && fits(own.slice(1), plan) ? plan.code + own.slice(1) : undefined;
  }
  return figures.length >= 8 && figures.length <= 15 ? figures : undefined;
}

export interface PhoneOptions {
  /** Alpha-2, of numbers without a code. */
  country?: string;
}

/** All phone numbers of a text, in order, as E.164; extensions are left out. */
export function phonesIn(text: string, { country = 'US' }: PhoneOptions = {}): Found<string>[] {
  const found: Found<string>[] = [];
  for (const match of text.slice(0, MOST_TEXT).matchAll(RUN)) {
    const number = international(match[0], country);
    const lead = match[0].length - match[0].trimStart().length;
    if (number !== undefined) found.push({ value: `+${number}`, start: match.index + lead, end: match.index + match[0].length });
  }
  return found;
}

export const phoneOf = (text: string, options: PhoneOptions = {}): string | undefined => phonesIn(text, options)[0]?.value;
