/** Units that are written alike in all languages, and the names that answers give to currencies. */
import type { CultureTable } from './culture-table.ts';

/** Signs and codes of currencies; a dollar or a pound may be that of several countries. */
const CURRENCY_SIGNS: Readonly<Record<string, string>> = {
  Dollar: '$,＄',
  Pound: '£',
  EUR: '€,eur',
  USD: 'usd,us$,u$s',
  GBP: 'gbp',
  JPY: 'jpy',
  CNY: 'cny,rmb',
  INR: '₹,inr',
  KRW: '₩,krw',
  TRY: '₺,try',
  BRL: 'r$,brl',
  CHF: 'chf',
  MXN: 'mxn',
  CAD: 'cad',
  AUD: 'aud',
  RUB: '₽,rub',
  ILS: '₪,ils',
  SAR: 'sar',
  AED: 'aed',
  EGP: 'egp',
};
/** The names of currencies in answers, as English texts have them. */
const CURRENCY_NAMES: Readonly<Record<string, string>> = {
  EUR: 'Euro',
  USD: 'United States dollar',
  GBP: 'British pound',
  JPY: 'Japanese yen',
  CNY: 'Chinese yuan',
  INR: 'Indian rupee',
  KRW: 'South Korean won',
  TRY: 'Turkish lira',
  BRL: 'Brazilian real',
  CHF: 'Swiss franc',
  MXN: 'Mexican peso',
  CAD: 'Canadian dollar',
  AUD: 'Australian dollar',
  RUB: 'Russian ruble',
  ILS: 'Israeli new shekel',
  SAR: 'Saudi riyal',
  AED: 'United Arab Emirates dirham',
  EGP: 'Egyptian pound',
  HKD: 'Hong Kong dollar',
  TWD: 'New Taiwan dollar',
  ARS: 'Argentine peso',
  COP: 'Colombian peso',
  CLP: 'Chilean peso',
  SEK: 'Swedish krona',
  NOK: 'Norwegian krone',
  DKK: 'Danish krone',
  PLN: 'Polish zloty',
  KWD: 'Kuwaiti dinar',
  JOD: 'Jordanian dinar',
  PKR: 'Pakistani rupee',
};

/** The unit of an answer, with its code where it is that of one currency. */
export function currencyAnswer(unit: string): { unit: string; iso?: string } {
  const name = CURRENCY_NAMES[unit];
  return name === undefined ? { unit } : { unit: name, iso: unit };
}

const DIMENSION_SIGNS: Readonly<Record<string, string>> = {
  Kilometer: 'km',
  Meter: 'm',
  Decimeter: 'dm',
  Centimeter: 'cm',
  Millimeter: 'mm',
  Micrometer: 'µm',
  Nanometer: 'nm',
  Mile: 'mi',
  Foot: 'ft',
  'Square kilometer': 'km²,km2,㎢',
  'Square meter': 'm²,m2,qm,㎡',
  'Square centimeter': 'cm²,cm2',
  'Square hectometer': 'ha',
  'Cubic meter': 'm³,m3',
  'Cubic centimeter': 'cm³,cm3',
  Liter: 'l',
  Deciliter: 'dl',
  Centiliter: 'cl',
  Milliliter: 'ml',
  Kilogram: 'kg,㎏',
  Gram: 'g',
  Milligram: 'mg',
  'Metric ton': 't',
  Pound: 'lb,lbs',
  Ounce: 'oz',
  'Kilometer per hour': 'km/h,kmh,kph',
  'Meter per second': 'm/s',
  'Mile per hour': 'mph',
  Kilobyte: 'kb',
  Megabyte: 'mb',
  Gigabyte: 'gb',
  Terabyte: 'tb',
};

export function currencyUnits({ currencies }: CultureTable): [unit: string, phrases: string][] {
  // The signs of a culture come first: ¥ is the yen in Japan and the yuan in China.
  return [...Object.entries(currencies), ...Object.entries(CURRENCY_SIGNS)];
}

export function dimensionUnits({ dimensions }: CultureTable): [unit: string, phrases: string][] {
  return [...Object.entries(dimensions), ...Object.entries(DIMENSION_SIGNS)];
}
