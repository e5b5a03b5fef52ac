/**
 * Values whose captions were not read, by the order that ICAO 9303 and practice give: on the data page of a passport the place of birth
 * follows the date of birth and the authority stands beside or below the date of issue; national numbers contain the date of birth.
 */
import type { Draft, Drafts } from '../captions/draft.ts';
import { derivedDraft } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import { pieceOf } from '../captions/pieces.ts';
import type { IdOptions } from './id-values.ts';
import { dateValue, idValue } from './id-values.ts';

/** The piece with a date that is known from the zone. */
function printed(name: string, drafts: Drafts, pieces: readonly Piece[], options: IdOptions): Piece | undefined {
  const draft = drafts[name];
  const value = draft?.value.value;
  if (draft === undefined || value === undefined) return undefined;
  if (draft.words.some((word) => pieces.some(({ words }) => words.includes(word)))) return pieceOf(draft.words);
  return pieces.find(({ words }) => dateValue(words, { ...options, pivot: name === 'DateOfBirth' ? 15 : 70 })?.value.value === value);
}

/** Place of birth and authority of a passport. */
export function addPassportPlaces(drafts: Drafts, pieces: readonly Piece[], used: ReadonlySet<PlacedWord>, options: IdOptions): void {
  const [birth, issue, expiration] = ['DateOfBirth', 'DateOfIssue', 'DateOfExpiration'].map((name) =>
    printed(name, drafts, pieces, options),
  );
  const reference = birth ?? issue ?? expiration;
  if (reference === undefined) return;
  const known = new Set(Object.values(drafts).flatMap(({ value }) => (typeof value.value === 'string' ? [value.value.toUpperCase()] : [])));
  const isValue = ({ words, height }: Piece): boolean =>
    height > 0.85 * reference.height &&
    height < 1.5 * reference.height &&
    /\p{Lu}{3}/u.test(textOf(words)) &&
    !/\p{Ll}|<|\d{3}/u.test(textOf(words)) &&
    !words.some((word) => used.has(word)) &&
    !known.has(textOf(words)) &&
    words.every(({ confidence }) => confidence > 0.5) &&
    dateValue(words, options) === undefined;
  const add = (name: string, from: Piece | undefined, to: number): void => {
    if (drafts[name] !== undefined || from === undefined) return;
    const found = pieces.find(
      (piece) =>
        isValue(piece) &&
        piece.box.top > from.box.top - 0.5 * from.height &&
        piece.box.bottom < to &&
        piece.box.left > reference.box.left - reference.height,
    );
    const value = found === undefined ? undefined : idValue('text', found.words, {});
    if (value !== undefined) drafts[name] = derivedDraft(value.value, value.words, 'position', 0.7);
  };
  const end = (issue ?? expiration)?.box.top;
  add('PlaceOfBirth', birth, end ?? reference.box.bottom + 8 * reference.height);
  add('IssuingAuthority', issue ?? expiration, (expiration ?? reference).box.bottom + 4 * reference.height);
}

/** Months of women and of other centuries are raised in some countries, days of women in Indonesia. */
const MONTH_SHIFTS = [0, 20, 40, 50, 70, 80];

function birthShapes(date: string): string[] {
  const [year, month, day] = [date.slice(2, 4), date.slice(5, 7), date.slice(8)];
  const shifted = MONTH_SHIFTS.map((shift) => String(Number(month) + shift).padStart(2, '0'));
  const days = [day, String(Number(day) + 40)];
  return [...shifted.flatMap((own) => days.map((one) => `${year}${own}${one}`)), ...days.map((one) => `${one}${month}${year}`)];
}

/** A number that contains the date of birth is the personal number, and the number of a card that has no other. */
export function personalNumber(
  drafts: Drafts,
  pieces: readonly Piece[],
  used: ReadonlySet<PlacedWord>,
  options: IdOptions,
): Draft | undefined {
  const birth = drafts['DateOfBirth']?.value.value;
  const lettersOf = (text: unknown): string => (typeof text === 'string' ? text.replace(/[^A-Z\d]/gu, '') : '');
  const known = lettersOf(drafts['DocumentNumber']?.value.value);
  if (lettersOf(drafts['PersonalNumber']?.value.value) === known) delete drafts['PersonalNumber'];
  if (typeof birth !== 'string' || drafts['PersonalNumber'] !== undefined) return undefined;
  const shapes = birthShapes(birth);
  for (const word of pieces.slice(0, 300).flatMap(({ words }) => words)) {
    const text = word.text.replace(/^[:#.]+|[.,;:]+$/gu, '');
    const letters = lettersOf(text);
    if (used.has(word) || letters === known || !/^[A-Z\d][A-Z\d+/.-]+$/u.test(text) || letters.length < 10 || letters.length > 18) continue;
    if (letters.length === 10 && dateValue([word], options) !== undefined) continue;
    if (shapes.some((shape) => letters.includes(shape))) return derivedDraft({ type: 'string', value: text }, [word], 'position', 0.7);
  }
  return undefined;
}

/** Numbers of Korea, China and Malaysia that say the date of birth; the digit for the century is the first of the second part in Korea. */
const BIRTH_NUMBERS = [
  /^(?<date>\d{6})-?(?<century>(?<sex>[1-8]))[\d*]{6}$/u,
  /^\d{6}(?<century>19|20)(?<date>\d{6})\d\d(?<sex>\d)[\dX]$/u,
  /^(?<date>\d{6})-\d\d(?<century>)-\d{3}(?<sex>\d)$/u,
];

/** The date of birth and the sex, odd for men, from the number, on cards that do not print them. */
export function addBirthOfNumber(drafts: Drafts, pieces: readonly Piece[], options: IdOptions): void {
  for (const word of pieces.slice(0, 300).flatMap(({ words }) => words))
    for (const pattern of BIRTH_NUMBERS) {
      const { date: digits, century, sex } = pattern.exec(word.text)?.groups ?? {};
      if (digits === undefined) continue;
      const years =
        century!.length === 2 ? century! : (century === '' ? Number(digits.slice(0, 2)) > 30 : '1256'.includes(century!)) ? '19' : '20';
      const text = `${years}${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`;
      const date = dateValue([{ ...word, text }], options);
      if (date === undefined) continue;
      drafts['DateOfBirth'] ??= derivedDraft(date.value, [word], 'position', 0.7);
      drafts['Sex'] ??= derivedDraft({ type: 'string', value: Number(sex) % 2 === 1 ? 'M' : 'F' }, [word], 'position', 0.7);
    }
}
