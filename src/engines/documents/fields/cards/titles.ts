/** Job titles and departments of a business card, by keywords in several languages. */
import { derivedDraft } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import { isBelow, pieceOf } from '../captions/pieces.ts';
import type { Card } from './card.ts';
import data from './business-card.json' with { type: 'json' };
import { foldWord } from '../../../shared/text/fold-text.ts';
import { matchHost } from './match-host.ts';

const TITLES: ReadonlySet<string> = new Set(data.jobTitles.map(foldWord));
const DEPARTMENTS: ReadonlySet<string> = new Set(data.departments.map(foldWord));
const WHOLE_DEPARTMENTS: ReadonlySet<string> = new Set(data.wholeDepartments);
const LEGAL: ReadonlySet<string> = new Set(data.legalForms.map(foldWord));
const MAX_WORDS = 9;

const partsOf = (words: readonly PlacedWord[]): string[] => words.flatMap(({ text }) => [text, ...text.split(/[/-]/u)]).map(foldWord);
/** Ends of compounds, with the endings of feminine forms. */
const TITLE_ENDING = new RegExp(`(?:${data.titleEndings.map(foldWord).join('|')})(?:in|r)?$`, 'u');
const hasPart = (words: readonly PlacedWord[], parts: readonly string[]): boolean => {
  const text = textOf(words).toLowerCase();
  return parts.some((part) => text.includes(part));
};
export const hasTitle = (words: readonly PlacedWord[]): boolean =>
  partsOf(words).some((word) => TITLES.has(word) || TITLE_ENDING.test(word)) || hasPart(words, data.titleParts);
export const hasDepartment = (words: readonly PlacedWord[]): boolean =>
  partsOf(words).some((word) => DEPARTMENTS.has(word)) ||
  WHOLE_DEPARTMENTS.has(textOf(words).toLowerCase()) ||
  hasPart(words, data.departmentParts);
/** Forms of one or two letters are at the end, or at the start as in Russian and Indonesian. */
export const hasLegalForm = (words: readonly PlacedWord[]): boolean =>
  words.length > 1 &&
  words.some(({ text }, i) => {
    const form = foldWord(text);
    if (!LEGAL.has(form)) return false;
    const isUpper = /\./u.test(text) || text === text.toUpperCase() || form === 'oy';
    return form.length > 2 ? i > 0 || isUpper : isUpper && (i === 0 || i === words.length - 1);
  });

export function takeTitles(card: Card, hosts: readonly string[]): void {
  const taken = new Set<Piece>();
  for (const piece of card.free) {
    const { words } = piece;
    if (
      taken.has(piece) ||
      words.length > MAX_WORDS ||
      matchHost(words, hosts) >= 1 ||
      hasLegalForm(words) ||
      /\d{3}/u.test(textOf(words).replace(/\b(?:19|20)\d\d\b/u, ''))
    )
      continue;
    if (hasTitle(words)) {
      takeTitle(card, withContinuation(piece, card.free, taken));
      taken.add(piece);
    } else if (
      hasDepartment(words) &&
      (words.length > 1 || WHOLE_DEPARTMENTS.has(textOf(words).toLowerCase()) || hasPart(words, data.departmentParts))
    ) {
      (card.drafts['Departments'] ??= []).push(derivedDraft({ type: 'string', value: textOf(words) }, words, 'keyword'));
      taken.add(piece);
    }
  }
  card.free = card.free.filter((piece) => !taken.has(piece));
}

/** `Director, Sales Department` and `営業部 課長` are a title and a department. */
function takeTitle(card: Card, words: readonly PlacedWord[]): void {
  const comma = words.findIndex(({ text }) => /[,|]$/u.test(text));
  const at = comma >= 0 ? comma + 1 : words.findIndex((word, i) => i > 0 && /\p{Lo}/u.test(word.text) && hasTitle([word]));
  const [one, other] = [words.slice(0, Math.max(0, at)), words.slice(Math.max(0, at))];
  const isDepartment = (own: readonly PlacedWord[]): boolean => own.length > 0 && hasDepartment(own) && !hasTitle(own);
  const [title, department] = isDepartment(other) ? [one, other] : isDepartment(one) ? [other, one] : [words, []];
  const add = (field: string, own: readonly PlacedWord[]): void =>
    void (card.drafts[field] ??= []).push(derivedDraft({ type: 'string', value: textOf(own).replace(/[,|\s]+$/u, '') }, own, 'keyword'));
  add('JobTitles', title);
  if (department.length > 0) add('Departments', department);
}

/** A title that ends with a connecting word continues on the next line. */
function withContinuation(piece: Piece, pieces: readonly Piece[], taken: Set<Piece>): readonly PlacedWord[] {
  if (!/(?:[,&/-]|\b(?:of|and|for|und|et|de|y|e|für|van))$/iu.test(textOf(piece.words))) return piece.words;
  const next = pieces.find((other) => isBelow(other, piece, 0.8) && !/\d|@/u.test(textOf(other.words)));
  if (next === undefined) return piece.words;
  taken.add(next);
  return [...piece.words, ...next.words];
}

/** Without a title that is known by its words: the line directly below the name. */
export function takeTitleByPlace(card: Card, name: readonly PlacedWord[]): void {
  if (card.drafts['JobTitles'] !== undefined || name.length === 0) return;
  const person = pieceOf(name);
  const title = card.free.find(
    (piece) =>
      piece.words.length <= 5 &&
      piece.height <= 1.05 * person.height &&
      isBelow(piece, person, 1.2) &&
      /^\p{L}[^\d@]{3,}$/u.test(textOf(piece.words)),
  );
  if (title === undefined) return;
  card.drafts['JobTitles'] = [derivedDraft({ type: 'string', value: textOf(title.words) }, title.words, 'position', 0.4)];
  card.free = card.free.filter((piece) => piece !== title);
}
