/** Finds and reads the machine-readable zone of a page: two or three lines of capitals, digits and fillers. */
import { parse } from 'mrz';
import type { FieldName, ParseResult } from 'mrz';
import type { PageText, PlacedWord } from '../captions/page-text.ts';
import { rowsOf, textOf } from '../captions/page-text.ts';
import { checkDigit } from '../../reading/ocr/recognition/mrz-formats.ts';
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
      const zone = format === 'French card' ? parseFrenchCard(read, words) : parseZone(read, format, words);
      if (zone !== undefined && (best === undefined || zone.checked > best.checked || zone.format === 'French card')) best = zone;
    }
  }
  return best ?? readSecondLine(rows);
}

/**
 * The name line is mostly fillers and OCR may miss it. If the composite check digit of the second line is valid, it is a
 * zone without names.
 */
function readSecondLine(rows: readonly Candidate[]): Zone | undefined {
  for (const { words, text } of rows) {
    if (!looksLikeZone(text)) continue;
    for (const format of ['TD3', 'TD2'] as const) {
      const read = cleanZoneLine(text);
      const { length } = LENGTHS[format];
      if (Math.abs(read.length - length) > 2) continue;
      const zone = parseZone([(format === 'TD3' ? 'P' : 'I').padEnd(length, '<'), read], format, [words, words]);
      if (zone?.valid.whole === true) return zone;
    }
  }
  return undefined;
}

/** French cards issued until 2021: the number, given names, birth date and sex are on the second line. */
function parseFrenchCard(read: readonly string[], words: readonly (readonly PlacedWord[])[]): Zone | undefined {
  if (!/^.?.?.?FRA/u.test(read[0]!)) return undefined;
  const lines = repairZone(read, 'French card');
  if (lines === undefined) return undefined;
  const [first, second] = lines as [string, string];
  const [number, birth] = [second.slice(0, 12), second.slice(27, 33)];
  const valid = {
    number: checkDigit(number) === second[12],
    birth: checkDigit(birth) === second[33],
    expiration: false,
    whole: checkDigit(first + second.slice(0, 35)) === second[35],
  };
  const checked = [valid.number, valid.birth, valid.whole].filter((one) => one).length / 3;
  if (checked === 0) return undefined;
  const sex = second[34];
  return {
    format: 'French card',
    lines: words,
    checked,
    valid,
    documentCode: 'ID',
    documentNumber: number,
    lastName: nameOf(first.slice(5, 30)),
    firstName: nameOf(second.slice(13, 27)),
    issuer: 'FRA',
    nationality: 'FRA',
    birthDate: parseZoneDate(birth, `${String(2000 + (Number(number.slice(0, 2)) > 70 ? -100 : 0) + Number(number.slice(0, 2)))}-01-01`),
    sex: sex === 'M' || sex === 'F' ? sex : undefined,
  };
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

/** The parser rejects lines of wrong length and unknown types: those are not zones. */
function parseZone(read: readonly string[], format: ZoneFormat, words: readonly (readonly PlacedWord[])[]): Zone | undefined {
  const lines = repairZone(read, format);
  if (lines === undefined) return undefined;
  const result = tryParse(lines);
  if (result === undefined) return undefined;
  const detail = (field: FieldName): boolean => result.details.find((one) => one.field === field)?.valid === true;
  const raw = (line: number, from: number, to: number): string => lines[line]!.slice(from, to);
  const [birthRaw, expirationRaw, issuerRaw, nationalityRaw] =
    format === 'TD1'
      ? [raw(1, 0, 6), raw(1, 8, 14), raw(0, 2, 5), raw(1, 15, 18)]
      : [raw(1, 13, 19), raw(1, 21, 27), raw(0, 2, 5), raw(1, 10, 13)];
  const expirationDate = parseZoneDate(expirationRaw, undefined);
  const valid = {
    number: detail('documentNumberCheckDigit'),
    birth: detail('birthDateCheckDigit'),
    expiration: detail('expirationDateCheckDigit'),
    whole: detail('compositeCheckDigit'),
  };
  const checked = Object.values(valid).filter((one) => one).length / 4;
  if (checked === 0) return undefined;
  const sexRaw = raw(1, format === 'TD1' ? 7 : 20, format === 'TD1' ? 8 : 21);
  const names = (format === 'TD1' ? lines[2]! : lines[0]!.slice(5)).replace(/<+$/u, '').split('<<');
  return {
    format,
    lines: words,
    checked,
    valid,
    documentCode: lines[0]!.slice(0, 2).replace(/</gu, ''),
    documentNumber:
      result.documentNumber ??
      result.fields.documentNumber ??
      (raw(format === 'TD1' ? 0 : 1, format === 'TD1' ? 5 : 0, format === 'TD1' ? 14 : 9).replace(/<+$/u, '') || undefined),
    lastName: nameOf(names[0]),
    firstName: nameOf(names.slice(1).join('<')),
    issuer: country(issuerRaw),
    nationality: country(nationalityRaw),
    birthDate: parseZoneDate(birthRaw, expirationDate),
    expirationDate,
    sex: sexRaw === 'M' || sexRaw === 'F' ? sexRaw : sexRaw === '<' || sexRaw === 'X' ? 'X' : undefined,
    personalNumber: personalNumberOf(lines, format),
  };
}

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
