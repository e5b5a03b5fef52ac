/** Parses text as the type of a field. The value is undefined if the text does not match. */
import type { FieldType, FieldValue } from '../field.ts';
import { addressOf } from './addresses.ts';
import { parseCountryRegion } from './countries.ts';
import { dateOf } from './dates.ts';
import { countryOf, localeOf } from './locale.ts';
import { booleanOf, selectionOf, signatureOf } from './marks.ts';
import { moneyOf } from './money.ts';
import { integerOf, numberOf } from './numbers.ts';
import { phoneOf } from './phones.ts';
import { timeOf } from './times.ts';

export type SimpleType = Exclude<FieldType, 'array' | 'object'>;
export type SimpleValue = Exclude<FieldValue, { type: 'array' | 'object' }>;

export interface ValueOptions {
  locale?: string;
}

const READERS: { [T in SimpleType]: (text: string, options: ValueOptions) => SimpleValue } = {
  string: (text) => ({ type: 'string', value: text }),
  date: (text, options) => ({ type: 'date', value: dateOf(text, options) }),
  time: (text) => ({ type: 'time', value: timeOf(text) }),
  phoneNumber: (text, { locale }) => ({ type: 'phoneNumber', value: phoneOf(text, { country: countryOf(localeOf(locale)) ?? 'US' }) }),
  countryRegion: (text) => ({ type: 'countryRegion', value: parseCountryRegion(text) }),
  number: (text, options) => ({ type: 'number', value: numberOf(text, options) }),
  integer: (text, options) => ({ type: 'integer', value: integerOf(text, options) }),
  boolean: (text) => ({ type: 'boolean', value: booleanOf(text) }),
  selectionMark: (text) => ({ type: 'selectionMark', value: selectionOf(text) }),
  signature: (text) => ({ type: 'signature', value: signatureOf(text) }),
  currency: (text, options) => ({ type: 'currency', value: moneyOf(text, options) }),
  address: (text, options) => ({ type: 'address', value: addressOf(text, options) }),
};

export const typedValue = (type: SimpleType, text: string, options: ValueOptions = {}): SimpleValue => READERS[type](text, options);
