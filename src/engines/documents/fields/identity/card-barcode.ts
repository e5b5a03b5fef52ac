/** The PDF417 barcode on the back of North American licenses and identification cards, as AAMVA's card design standard defines it. */
import type { Address, FieldValue } from '../field.ts';
import type { Draft, Drafts } from '../captions/draft.ts';
import { derivedDraft } from '../captions/draft.ts';
import { mergeDrafts } from './zone-fields.ts';

export interface CardBarcode {
  docType: string;
  drafts: Drafts;
}

const HEADER = /^@[\s\u001c-\u001f]*(?:ANSI|AAMVA)\s?\d{6,}/u;
const ELEMENT = /^(?:D[A-D][A-Z]|Z[A-Z]{2})/u;
/** Longer contents are no card's. */
const MAX_LENGTH = 4000;
const SEXES: Readonly<Record<string, string>> = { 1: 'M', 2: 'F', 9: 'X', M: 'M', F: 'F', X: 'X' };

export function readCardBarcode(barcodes: readonly { value: string }[]): CardBarcode | undefined {
  const text = barcodes.map(({ value }) => value).find((value) => value.length <= MAX_LENGTH && HEADER.test(value));
  if (text === undefined) return undefined;
  const elements = new Map<string, string>();
  for (const [index, line] of text.split(/[\n\r\u001c-\u001f]+/u).entries()) {
    // The first element of a part follows its name without a break.
    const own = index < 4 ? line.replace(/^.*?(?:DL|ID|EN)(?=D[A-D][A-Z])/u, '') : line;
    const value = own.slice(3).trim();
    if (ELEMENT.test(own) && value !== '' && !/^(?:NONE|UNAVL|UNK)$/u.test(value))
      elements.set(own.slice(0, 3), elements.get(own.slice(0, 3)) ?? value);
  }
  const drafts = draftsOf(elements);
  return Object.keys(drafts).length < 3
    ? undefined
    : { drafts, docType: /ID(?=D[A-D][A-Z])/u.test(text) ? 'idDocument.nationalIdentityCard' : 'idDocument.driverLicense' };
}

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  ...{ DocumentNumber: ['DAQ'], LastName: ['DCS', 'DAB'], EyeColor: ['DAY'], HairColor: ['DAZ'], DocumentDiscriminator: ['DCF'] },
  ...{ VehicleClassifications: ['DCA'], Restrictions: ['DCB'], Endorsements: ['DCD'], Height: ['DAU'] },
};
const DATES: Readonly<Record<string, string>> = { DateOfBirth: 'DBB', DateOfIssue: 'DBD', DateOfExpiration: 'DBA' };

function draftsOf(elements: ReadonlyMap<string, string>): Drafts {
  const get = (...codes: string[]): string | undefined => codes.map((code) => elements.get(code)).find((value) => value !== undefined);
  const isCanadian = get('DCG') === 'CAN';
  const texts: Record<string, string | undefined> = Object.fromEntries(Object.entries(TEXTS).map(([name, codes]) => [name, get(...codes)]));
  const [last, ...given] = (get('DAA') ?? '').split(/[,$@]/u);
  const first = get('DAC', 'DCT')?.replace(/[,$@]+/gu, ' ');
  texts['LastName'] ??= last;
  texts['FirstName'] = first === undefined ? given.join(' ') : [first, get('DAD') ?? ''].join(' ');
  texts['Sex'] = SEXES[get('DBC') ?? ''];
  texts['Height'] = texts['Height']?.replace(/^0(?=\d\d\s?in)/iu, '');
  if (elements.has('DAW')) texts['Weight'] = `${String(Number.parseInt(get('DAW')!, 10))} lb`;
  const values: Record<string, FieldValue> = { CountryRegion: { type: 'countryRegion', value: isCanadian ? 'CAN' : 'USA' } };
  for (const [name, text = ''] of Object.entries(texts)) if (text.trim() !== '') values[name] = { type: 'string', value: text.trim() };
  for (const [name, code] of Object.entries(DATES)) {
    const value = dateOfDigits(get(code) ?? '', isCanadian);
    if (value !== undefined) values[name] = { type: 'date', value };
  }
  const address = addressOfElements(get);
  if (address !== undefined) values['Address'] = { type: 'address', value: address };
  const draftOf = (value: FieldValue): Draft => ({ ...derivedDraft(value, [], 'zone'), rank: 3, evidence: { zone: 1, zoneChecked: 1 } });
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, draftOf(value)]));
}

function addressOfElements(get: (code: string) => string | undefined): Address | undefined {
  const street = [get('DAG'), get('DAH')].filter((part) => part !== undefined).join(', ');
  if (street === '') return undefined;
  const postal = get('DAK')?.replace(/\s|0000$/gu, '');
  const number = /^\d+[A-Z]?(?=\s)/u.exec(street)?.[0];
  return {
    ...(number !== undefined && { houseNumber: number, road: street.slice(number.length).trim() }),
    ...(get('DAI') !== undefined && { city: get('DAI') }),
    ...(get('DAJ') !== undefined && { state: get('DAJ') }),
    ...(postal !== undefined && { postalCode: /^\d{9}$/u.test(postal) ? `${postal.slice(0, 5)}-${postal.slice(5)}` : postal }),
    streetAddress: street,
  };
}

/** The month comes first in the United States, the year in Canada. */
function dateOfDigits(text: string, isCanadian: boolean): string | undefined {
  const digits = /^(\d{8})$/u.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const yearFirst = isCanadian || Number(digits.slice(0, 2)) > 12;
  const date = yearFirst
    ? `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
    : `${digits.slice(4)}-${digits.slice(0, 2)}-${digits.slice(2, 4)}`;
  return Number.isNaN(Date.parse(date)) ? undefined : date;
}

/** Printed heights, weights and addresses stay as they are; what the barcode has otherwise is preferred. */
export function mergeBarcode({ drafts }: CardBarcode, printed: Readonly<Drafts>): Drafts {
  const { Height: height, Weight: weight, Address: address } = printed;
  return {
    ...mergeDrafts(drafts, printed),
    ...(height && { Height: height }),
    ...(weight && { Weight: weight }),
    ...(address && { Address: address }),
  };
}
