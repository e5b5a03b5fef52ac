/** Finds and reads the machine-readable zone of a page: two or three lines of capitals, digits and fillers. */
import { parse } from 'mrz';
import type { FieldName, ParseResult } from 'mrz';
import type { PageText, PlacedWord } from '../captions/page-text.ts';
import { rowsOf, textOf } from '../captions/page-text.ts';
import { alpha3Of, parseCountryRegion } from '../values/countries.ts';
import type { ZoneFormat } from './mrz-repair.ts';
import { looksLikeZone, cleanZoneLine, LENGTHS, repairZone } from './mrz-repair.ts';

export interface Zone {
  format: ZoneFormat;
  /** P, I, A, C and so on, with an optional second letter. */
  documentCode: string;
  documentNumber?: string;
  lastName?: string;
  firstName?: string;
  issuer?: string;
  nationality?: string;
  birthDate?: string;
  expirationDate?: string;
  sex?: 'M' | 'F' | 'X';
  personalNumber?: string;
  /** Words of the zone by line. */
  lines: readonly (readonly PlacedWord[])[];
  /** Share of valid check digits among number, birth, expiration and the whole zone. */
  checked: number;
  valid: { number: boolean; birth: boolean; expiration: boolean; whole: boolean };
}

interface Candidate {
  words: PlacedWord[];
  text: string;
}

export function readZone(page: PageText): Zone | undefined {
  const rows: Candidate[] = rowsOf(page.words).map((words) => ({ words, text: textOf(words) }));
  let best: Zone | undefined;
  for (let i = 0; i < rows.length; i++) {
    for (const [format, { lines, length }] of Object.entries(LENGTHS) as [ZoneFormat, { lines: number; length: number }][]) {
      const own = rows.slice(i, i + lines);
      if (own.length < lines || !own.every(({ text }) => looksLikeZone(text))) continue;
      const read = own.map(({ text }) => cleanZoneLine(text));
      if (!read.every((line) => Math.abs(line.length - length) <= 0.09 * length + 1)) continue;
      const words = own.map((row) => row.words);
      const zone = parseZone(read, format, words);
      if (zone !== undefined && (best === undefined || zone.checked > best.checked || zone.format === 'French card')) best = zone;
    }
  }
  return best ?? readWithoutNames(rows);
}

/**
 * The name line is mostly fillers and OCR may miss it. If the composite check digit of the other lines is valid, they are a zone without
 * names.
 */
function readWithoutNames(rows: readonly Candidate[]): Zone | undefined {
  for (const format of ['TD3', 'TD2', 'TD1'] as const)
    for (const [i, { words, text }] of rows.entries()) {
      const [read, below] = [cleanZoneLine(text), cleanZoneLine(rows[i + 1]?.text ?? '')];
      const { length } = LENGTHS[format];
      const filler = (format === 'TD3' ? 'P' : 'I').padEnd(length, '<');
      const lines = format === 'TD1' ? [read, below, filler] : [filler, read];
      if (!looksLikeZone(text) || !lines.every((line) => Math.abs(line.length - length) <= 2)) continue;
      if (format === 'TD1' && !(/^[ACI]/u.test(read) && /^\d{5}.{2,3}[MFX<]\d{5}/u.test(below))) continue;
      const zone = parseZone(lines, format, format === 'TD1' ? [words, rows[i + 1]!.words, []] : [words, words]);
      if (zone?.valid.whole === true) return { ...zone, ...(format === 'TD1' && { lastName: undefined, firstName: undefined }) };
    }
  return undefined;
}

const nameOf = (part: string | undefined): string | undefined =>
  part === undefined || part.replace(/</gu, '') === '' ? undefined : part.replace(/<+/gu, ' ').trim();

/** The line of a European driving license: country, number, expiry and surname. */
export interface LicenseLine {
  words: readonly PlacedWord[];
  country?: string;
  lastName?: string;
}

export function readLicenseLine(page: PageText): LicenseLine | undefined {
  for (const words of rowsOf(page.words)) {
    const text = textOf(words);
    const match = /^D[1-9L<]([A-Z]{3})[A-Z0-9<]{9,}/u.exec(cleanZoneLine(text));
    if (match === null || !looksLikeZone(text)) continue;
    const name = /\d([A-Z]{2}[A-Z<]*)<*\d?$/u.exec(cleanZoneLine(text))?.[1];
    return { words, country: country(match[1]!), lastName: nameOf(name) };
  }
  return undefined;
}

/** The parser rejects lines of wrong length and unknown types: those are not zones. French cards until 2021 have a format of their own. */
function parseZone(read: readonly string[], format: ZoneFormat, words: readonly (readonly PlacedWord[])[]): Zone | undefined {
  const isFrench = format === 'French card';
  if (isFrench && !/^.?.?.?FRA/u.test(read[0]!)) return undefined;
  const lines = repairZone(read, format);
  const result = lines === undefined ? undefined : tryParse(lines);
  if (lines === undefined || result === undefined) return undefined;
  const { fields, details } = result;
  const check = (field: FieldName): boolean | undefined => details.find((one) => one.field === field)?.valid;
  const checks = (['documentNumber', 'birthDate', 'expirationDate', 'composite'] as const).map((name) => check(`${name}CheckDigit`));
  const present = checks.filter((one) => one !== undefined);
  const checked = present.filter((one) => one).length / present.length;
  if (checked === 0) return undefined;
  const [number = false, birth = false, expiration = false, whole = false] = checks;
  const raw = (line: number, from: number, to: number): string => lines[line]!.slice(from, to);
  const names = (format === 'TD1' ? lines[2]! : raw(0, 5, isFrench ? 30 : 44)).replace(/<+$/u, '').split('<<');
  const expirationDate = parseZoneDate(fields.expirationDate ?? '', undefined);
  return {
    format,
    lines: words,
    checked,
    valid: { number, birth, expiration, whole },
    documentCode: raw(0, 0, 2).replace(/</gu, ''),
    documentNumber: (result.documentNumber ?? (format === 'TD1' ? raw(0, 5, 14) : raw(1, 0, 9))).replace(/<+$/u, '') || undefined,
    lastName: nameOf(names[0]),
    firstName: nameOf(isFrench ? raw(1, 13, 27) : names.slice(1).join('<')),
    issuer: country(raw(0, 2, 5)),
    nationality: isFrench ? 'FRA' : country(format === 'TD1' ? raw(1, 15, 18) : raw(1, 10, 13)),
    birthDate: parseZoneDate(fields.birthDate ?? '', expirationDate ?? (isFrench ? issueOfFrenchCard(raw(1, 0, 2)) : undefined)),
    expirationDate,
    sex: SEXES[raw(1, isFrench ? 34 : format === 'TD1' ? 7 : 20, isFrench ? 35 : format === 'TD1' ? 8 : 21)],
    personalNumber: isFrench ? undefined : personalNumberOf(lines, format),
  };
}

const SEXES: Readonly<Record<string, 'M' | 'F' | 'X'>> = { M: 'M', F: 'F', X: 'X', '<': 'X' };

/** The number of a French card starts with the year of issue. */
const issueOfFrenchCard = (year: string): string => `${String((Number(year) > 70 ? 1900 : 2000) + Number(year))}-01-01`;

function tryParse(lines: string[]): ParseResult | undefined {
  try {
    return parse(lines, { autocorrect: true });
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Three-letter codes, padded with fillers. */
function country(raw: string): string | undefined {
  const code = raw.replace(/</gu, '');
  return code === '' ? undefined : (parseCountryRegion(code) ?? (code.length === 2 ? alpha3Of(code) : undefined));
}

function personalNumberOf(lines: readonly string[], format: ZoneFormat): string | undefined {
  const own = format === 'TD3' ? lines[1]!.slice(28, 42) : format === 'TD2' ? lines[1]!.slice(28, 35) : lines[1]!.slice(18, 29);
  const text = own.replace(/<+$/u, '').replace(/</gu, ' ').trim();
  return text === '' ? undefined : text;
}

/** yymmdd. Without an expiration date, years below 70 belong to the 2000s; otherwise years up to the expiration year do. */
function parseZoneDate(raw: string, expiration: string | undefined): string | undefined {
  if (!/^\d{6}$/u.test(raw)) return undefined;
  const [year, month, day] = [Number(raw.slice(0, 2)), raw.slice(2, 4), raw.slice(4, 6)];
  const isThisCentury = expiration === undefined ? year < 70 : 2000 + year <= Number(expiration.slice(0, 4));
  const written = `${String((isThisCentury ? 2000 : 1900) + year)}-${month}-${day}`;
  const cleanedText = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(cleanedText.getTime()) || cleanedText.toISOString().slice(0, 10) !== written ? undefined : written;
}
