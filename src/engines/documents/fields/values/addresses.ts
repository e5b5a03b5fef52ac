/**
 * Parses addresses. Parts may be separated by line breaks, commas or spaces; the end of the text shows which country's
 * format applies: state and code, a British postcode, or a code before the city. Undefined if there is no code, PO box or
 * numbered road.
 */
import type { Address } from '../field.ts';
import { americanAddress, americanStreet } from './american-address.ts';
import { cleanPart } from './address-parts.ts';
import { britishAddress } from './british-address.ts';
import { continentalAddress } from './continental-address.ts';
import { alpha2Of, countryAtEnd } from './countries.ts';
import { countryOf, localeOf } from './locale.ts';

export interface AddressOptions {
  locale?: string;
}

/** Maximum length of an address. */
const MAX_LENGTH = 600;

export function addressOf(text: string, { locale }: AddressOptions = {}): Address | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const whole = text.replace(/[\s,]*\n[\s,]*/gu, '\n').trim();
  const country = countryAtEnd(whole);
  const rest = country === undefined ? whole : whole.slice(0, country.start).replace(/[\s,;]+$/u, '');
  const hint = (country === undefined ? undefined : alpha2Of(country.value)) ?? countryOf(localeOf(locale));
  const found = parse(rest, hint) ?? (country === undefined ? undefined : parse(whole, hint));
  if (found === undefined) return undefined;
  return ordered(country === undefined ? found : { ...found, countryRegion: country.value });
}

function parse(text: string, hint: string | undefined): Address | undefined {
  const english = (): Address | undefined => americanAddress(text) ?? britishAddress(text);
  const continental = (): Address | undefined => continentalAddress(text, hint);
  const first =
    hint === undefined || ['US', 'CA', 'AU', 'GB', 'IE', 'NZ', 'IN', 'SG', 'MY'].includes(hint)
      ? (english() ?? continental())
      : (continental() ?? english());
  return first ?? americanStreet(text);
}

const ORDER = [
  'house',
  'houseNumber',
  'poBox',
  'road',
  'unit',
  'level',
  'suburb',
  'cityDistrict',
  'city',
  'stateDistrict',
  'state',
  'postalCode',
  'countryRegion',
  'streetAddress',
] as const;

function ordered(parts: Address): Address {
  const out: Address = {};
  for (const name of ORDER) {
    const value = parts[name];
    if (value !== undefined && cleanPart(value) !== '') out[name] = cleanPart(value);
  }
  return out;
}
