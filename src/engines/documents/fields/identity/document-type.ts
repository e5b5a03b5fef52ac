/**
 * The type of an identity document from all evidence: headings (also misread), the machine-readable zone, captions that are typical of a
 * type, numbered captions, and numbers. The type with the highest score is given; without enough evidence it is a general id document.
 */
import type { CaptionMatch } from '../captions/caption-matches.ts';
import { normalizeWord } from '../../../shared/text/fold-text.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import type { Heading } from '../captions/phrase-index.ts';
import type { IdKind } from './lexicon.ts';
import { ID_LEXICON } from './lexicon.ts';
import type { Zone } from './mrz.ts';

export interface TypeEvidence {
  rows: readonly (readonly PlacedWord[])[];
  headings: ReadonlyMap<string, Heading>;
  matches: readonly CaptionMatch<IdKind>[];
  /** Captions that are a number alone. */
  numbers: number;
  zone: Zone | undefined;
  /** The line of a European driving license. */
  licenseLine: boolean;
}

const TYPES = Object.keys(ID_LEXICON.docTypes).filter((type) => type !== 'idDocument');
const HEADING_SCORE = 4;
const RESIDENCE_CODE = /^(?:AR|IR|RP|C1|C2|CA|TR)/u;
/** A score from which a type is certain enough. */
const MIN_SCORE = 1.1;
/** Captions of this many fields of a person make an identity card, whatever its heading says. */
const MIN_FIELDS_OF_CARD = 4;

const typePhrases = new Map(Object.entries(ID_LEXICON.typePhrases).map(([type, phrases]) => [type, new Set(phrases.map(normalizeWord))]));

export function detectType({ rows, headings, matches, numbers, zone, licenseLine }: TypeEvidence): {
  name: string;
  score: number;
  margin: number;
} {
  const scores: Record<string, number> = Object.fromEntries(TYPES.map((type) => [type, 0]));
  const add = (type: string, score: number): void => void (scores[`idDocument.${type}`]! += score);
  for (const [type, { quality }] of headings) if (type in scores) scores[type]! += HEADING_SCORE * (2 * quality - 1);
  const fields = new Set(matches.map(({ caption }) => caption.field));
  for (const [type, own] of Object.entries(ID_LEXICON.typeCaptions)) scores[type]! += 0.7 * own.filter((field) => fields.has(field)).length;
  for (const [type, phrases] of typePhrases)
    scores[type]! +=
      1.2 *
      Math.min(2, matches.filter(({ words }) => phrases.has(normalizeWord(textOf(words).replace(/^\(?\d\d?[a-d]?[.)]?\s/u, '')))).length);
  add('driverLicense', 0.5 * Math.min(6, numbers + matches.filter(({ numbered }) => numbered).length));
  if (licenseLine) add('driverLicense', 5);
  if (zone !== undefined) addZone(zone, add);
  if (rows.some((row) => /(?:^|\s)\d{3}-\d{2}-\d{4}(?:\s|$)/u.test(textOf(row)))) add('usSocialSecurityCard', 1);
  // The number of a Chinese citizen with the date of birth.
  if (rows.some((row) => /(?:^|\s)\d{6}(?:19|20)\d{2}[01]\d[0-3]\d{4}[\dX](?:\s|$)/u.test(textOf(row))))
    add('nationalIdentityCard', MIN_SCORE);
  const ranked = TYPES.map((name) => ({ name, score: scores[name]! })).sort((a, b) => b.score - a.score);
  const [first, second] = ranked;
  if (first!.score < MIN_SCORE && fields.size >= MIN_FIELDS_OF_CARD)
    return { name: 'idDocument.nationalIdentityCard', score: first!.score, margin: 0 };
  return first!.score < MIN_SCORE
    ? { name: 'idDocument', score: first!.score, margin: 0 }
    : { ...first!, margin: first!.score - second!.score };
}

function addZone({ format, documentCode }: Zone, add: (type: string, score: number) => void): void {
  if (documentCode.startsWith('P') || format === 'TD3') add('passport', 12);
  else if (format === 'French card') add('nationalIdentityCard', 8);
  else if (RESIDENCE_CODE.test(documentCode)) add('residencePermit', 5);
  else {
    add('nationalIdentityCard', 3);
    add('residencePermit', 2);
    add('driverLicense', -4);
    add('passport', -2);
  }
}
