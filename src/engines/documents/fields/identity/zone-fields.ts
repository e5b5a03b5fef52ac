/**
 * Values of the machine-readable zone, and their combination with printed ones. If both agree, the printed text is given, because it has
 * accents and lower case; otherwise the zone wins if its check digit is valid.
 */
import type { FieldValue } from '../field.ts';
import { ocrConfidenceOf } from '../captions/build-field.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import { editDistance } from '../text/similar-texts.ts';
import { foldText } from '../../../shared/text/fold-text.ts';
import type { Draft, Drafts } from '../captions/draft.ts';
import type { Zone } from './mrz.ts';

export function zoneDrafts(zone: Zone): Drafts {
  const { format, lines, valid } = zone;
  const [first, second, third] = lines;
  const dates = second!;
  const names = format === 'TD1' ? third! : first!;
  const number = format === 'TD1' ? first! : second!;
  const entries: [
    string,
    FieldValue['type'] & ('string' | 'date' | 'countryRegion'),
    string | undefined,
    readonly PlacedWord[],
    boolean,
  ][] = [
    ['FirstName', 'string', zone.firstName, format === 'French card' ? second! : names, valid.whole],
    ['LastName', 'string', zone.lastName, names, valid.whole],
    // A filler behind the digits is often read as a K.
    ['DocumentNumber', 'string', zone.documentNumber?.replace(/^([A-Z]{0,2}\d{6,})K$/u, '$1'), number, valid.number],
    [
      'CountryRegion',
      'countryRegion',
      zone.issuer ?? zone.nationality,
      zone.issuer === undefined ? dates : first!,
      zone.issuer !== undefined && valid.whole,
    ],
    ['Nationality', 'countryRegion', zone.nationality, dates, valid.whole],
    ['DateOfBirth', 'date', zone.birthDate, dates, valid.birth],
    ['DateOfExpiration', 'date', zone.expirationDate, dates, valid.expiration],
    ['Sex', 'string', zone.sex, dates, valid.whole],
  ];
  const drafts: Drafts = {};
  for (const [name, type, value, words, checked] of entries)
    if (value !== undefined && value !== '')
      drafts[name] = {
        value: { type, value },
        words,
        rank: checked ? 3 : 1,
        evidence: { zone: 1, ...(checked ? { zoneChecked: 1 } : { ocr: ocrConfidenceOf(words) }) },
      };
  return drafts;
}

export function mergeDrafts(zone: Readonly<Drafts>, printed: Readonly<Drafts>): Drafts {
  const merged: Drafts = { ...printed };
  for (const [name, draft] of Object.entries(zone)) {
    const seen = printed[name];
    if (seen === undefined) merged[name] = draft;
    else if (isSameValue(seen.value, draft.value))
      merged[name] = {
        ...(isAlike(seen.value, draft.value) ? seen : { ...draft, words: seen.words }),
        evidence: { ...draft.evidence, agrees: 1 },
      };
    else merged[name] = preferred(name, draft, seen);
  }
  return merged;
}

/** Names of the zone as they are printed somewhere on the page, with accents, hyphens and lower case. */
export function usePrintedNames(drafts: Drafts, zone: Readonly<Drafts>, rows: readonly (readonly PlacedWord[])[]): void {
  for (const name of ['LastName', 'FirstName']) {
    const wanted = zone[name] === undefined ? '' : fold(zone[name].value);
    if (wanted.length < 2) continue;
    for (const row of rows)
      for (let from = 0; from < row.length; from++)
        for (let to = from + 1; to <= Math.min(row.length, from + 6); to++) {
          const words = row.slice(from, to);
          if (!isName(textOf(words), wanted)) continue;
          const value = textOf(words).replace(/^[^\p{L}]+|[^\p{L}.]+$/gu, '');
          drafts[name] = { ...zone[name]!, value: { type: 'string', value }, words, evidence: { ...zone[name]!.evidence, agrees: 1 } };
        }
  }
}

/** A zone has no accents: letters with them may be written as two. */
function isName(text: string, wanted: string): boolean {
  const plain = foldText(text).replace(/[^a-z0-9]/gu, '');
  if (plain === wanted) return true;
  if (!/[^\u0000-\u007f]/u.test(text)) return false;
  const spelled = text.toLowerCase().replace(/[äæ]/gu, 'ae').replace(/[öøœ]/gu, 'oe').replace(/ü/gu, 'ue').replace(/å/gu, 'aa').replace(/ñ/gu, 'nxx').replace(/þ/gu, 'th').replace(/ß/gu, 'ss'); // prettier-ignore
  return foldText(spelled).replace(/[^a-z0-9]/gu, '') === wanted;
}

function preferred(name: string, zone: Draft, seen: Draft): Draft {
  const evidence = (draft: Draft): Draft => ({ ...draft, evidence: { ...draft.evidence, disagrees: 1 } });
  const isName = name.endsWith('Name');
  if (zone.evidence['zoneChecked'] === 1 || isName) return evidence(zone);
  return evidence((seen.evidence['ocr'] ?? 0) > 0.8 && seen.rank > 2 ? seen : zone);
}

const fold = (value: FieldValue): string => foldText(typeof value.value === 'string' ? value.value : '').replace(/[^a-z0-9]/gu, '');

/** Names may differ by accents, which the zone does not have, and by misread letters. */
function isSameValue(a: FieldValue, b: FieldValue): boolean {
  if (a.type !== 'string' || b.type !== 'string') return a.value === b.value;
  const [one, other] = [fold(a), fold(b)];
  return one === other || editDistance(one, other, 1) <= (one.length > 7 ? 1 : 0);
}

/** A K at the end of a number may be a filler. */
const isAlike = (a: FieldValue, b: FieldValue): boolean => fold(a) === fold(b) || `${fold(a)}k` === fold(b);
