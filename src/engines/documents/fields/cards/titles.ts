/** Job titles and departments of a business card, by keywords in several languages. */
import { derivedDraft } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import type { Card } from './card.ts';
import data from './business-card.json' with { type: 'json' };
import { matchHost } from './match-host.ts';

const TITLES: ReadonlySet<string> = new Set(data.jobTitles);
const DEPARTMENTS: ReadonlySet<string> = new Set(data.departments);
const WHOLE_DEPARTMENTS: ReadonlySet<string> = new Set(data.wholeDepartments);
const LEGAL: ReadonlySet<string> = new Set(data.legalForms);
const MAX_WORDS = 9;

const fold = (text: string): string => text.toLowerCase().replace(/^[(]|[,&;:)|]+$/gu, '');
const partsOf = (words: readonly PlacedWord[]): string[] => words.flatMap(({ text }) => text.split('/')).map(fold);
/** German compounds. */
const TITLE_ENDING =
  /(?:leiter|ingenieur|berater|manager|entwickler|techniker|assistent|referent|führer|direktor|meister|planer|anwalt|beauftragte)(?:in|r)?$/u;
export const hasTitle = (words: readonly PlacedWord[]): boolean =>
  partsOf(words).some((word) => TITLES.has(word) || TITLE_ENDING.test(word));
export const hasDepartment = (words: readonly PlacedWord[]): boolean =>
  partsOf(words).some((word) => DEPARTMENTS.has(word)) || WHOLE_DEPARTMENTS.has(textOf(words).toLowerCase());

export function takeTitles(card: Card, hosts: readonly string[]): void {
  const taken = new Set<Piece>();
  for (const piece of card.free) {
    const { words } = piece;
    if (
      taken.has(piece) ||
      words.length > MAX_WORDS ||
      matchHost(words, hosts) >= 1 ||
      partsOf(words).some((word) => LEGAL.has(word)) ||
      /\d{3}/u.test(textOf(words))
    )
      continue;
    if (hasTitle(words)) {
      takeTitle(card, withContinuation(piece, card.free, taken));
      taken.add(piece);
    } else if (hasDepartment(words) && (words.length > 1 || WHOLE_DEPARTMENTS.has(textOf(words).toLowerCase()))) {
      (card.drafts['Departments'] ??= []).push(derivedDraft({ type: 'string', value: textOf(words) }, words, 'keyword'));
      taken.add(piece);
    }
  }
  card.free = card.free.filter((piece) => !taken.has(piece));
}

/** `Director, Sales Department` is a title and a department. */
function takeTitle(card: Card, words: readonly PlacedWord[]): void {
  const comma = words.findIndex(({ text }) => /[,|]$/u.test(text));
  const rest = words.slice(comma + 1);
  const hasTwo = comma >= 0 && rest.length > 0 && hasDepartment(rest) && !hasTitle(rest);
  const title = hasTwo ? words.slice(0, comma + 1) : words;
  (card.drafts['JobTitles'] ??= []).push(derivedDraft({ type: 'string', value: textOf(title).replace(/[,|\s]+$/u, '') }, title, 'keyword'));
  if (hasTwo) (card.drafts['Departments'] ??= []).push(derivedDraft({ type: 'string', value: textOf(rest) }, rest, 'keyword'));
}

/** A title that ends with a connecting word continues on the next line. */
function withContinuation(piece: Piece, pieces: readonly Piece[], taken: Set<Piece>): readonly PlacedWord[] {
  if (!/(?:[,&/-]|\b(?:of|and|for|und|et|de|y|e|für|van))$/iu.test(textOf(piece.words))) return piece.words;
  const next = pieces.find(
    ({ box, words }) =>
      box.top > piece.box.top + 0.4 * piece.height &&
      box.top - piece.box.bottom < 0.8 * piece.height &&
      Math.abs(box.left - piece.box.left) < 2 * piece.height &&
      !/\d|@/u.test(textOf(words)),
  );
  if (next === undefined) return piece.words;
  taken.add(next);
  return [...piece.words, ...next.words];
}
