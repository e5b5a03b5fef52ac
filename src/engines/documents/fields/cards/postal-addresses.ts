/**
 * Addresses on a business card: pieces below each other that parse as one address, or whose lines are streets and places of any
 * country.
 */
import { derivedDraft } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import { isBelow } from '../captions/pieces.ts';
import type { Address } from '../field.ts';
import { classifyAddressLine, hasStreetWord, isBuildingLike } from '../parties/address-lines.ts';
import { addressOf } from '../values/addresses.ts';
import { countryAtEnd } from '../values/countries.ts';
import type { Card } from './card.ts';
import { withoutFirstLabels } from './contact-lines.ts';
import { matchHost } from './match-host.ts';
import { hostsOf } from './name-and-company.ts';

const MAX_LINES = 5;

export function takePostalAddresses(card: Card, locale: string | undefined): void {
  const hosts = hostsOf(card);
  for (let i = 0; i < card.free.length; i++) {
    const own = parsedAddress(card.free[i]!, card, locale, hosts) ?? addressByLines(card.free[i]!, card, locale);
    if (own === undefined) continue;
    const words = own.pieces.flatMap(wordsOf);
    (card.drafts['Addresses'] ??= []).push(derivedDraft({ type: 'address', value: own.value }, words, 'pattern', own.shape));
    card.free = card.free.filter((piece) => !own.pieces.includes(piece));
    i--;
  }
}

interface FoundAddress {
  pieces: Piece[];
  value: Address;
  shape: number;
}

/** Without a label: "Address", "Head office:", "A". The last word may look like one: "Zell am Main". */
function wordsOf({ words }: Piece): PlacedWord[] {
  const heading = words.slice(0, 3).findIndex(({ text }) => /^\D*\p{L}[:：]$/u.test(text));
  const own = withoutFirstLabels(words.slice(heading + 1));
  return own[0]?.text === 'A' && own.length > 2 ? own.slice(1) : own;
}

/** Without a label that reading has joined with the first word. */
const lineOf = (piece: Piece): string =>
  textOf(wordsOf(piece))
    .replace(/^\p{L}{2,8}\s?[:：]\s?/u, '')
    .replace(/\s*[|•·]\s*/gu, ', ');

const startsWithText = (first: Piece): boolean =>
  /^(?:\D*|#?\d{5,})$/u.test(lineOf(first)) && !/^p\.?\s?o/iu.test(lineOf(first)) && !isBuildingLike(lineOf(first));

/** The name of the host, or plain words above a street. */
const startsWithCompany = ([first, next]: readonly Piece[], hosts: readonly string[]): boolean =>
  matchHost(first!.words, hosts) >= 1 ||
  (startsWithText(first!) &&
    !hasStreetWord(lineOf(first!)) &&
    classifyAddressLine(lineOf(first!)) === 'plain' &&
    !lineOf(first!).endsWith(',') &&
    ['street', 'both'].includes(classifyAddressLine(lineOf(next!))));

/** One to five pieces that parse as an address with road and postal code, as many as possible. */
function parsedAddress(first: Piece, card: Card, locale: string | undefined, hosts: readonly string[]): FoundAddress | undefined {
  const read = (pieces: readonly Piece[]): Address | undefined => addressOf(pieces.map(lineOf).join('\n'), { locale });
  for (let count = MAX_LINES; count > 0; count--) {
    const pieces = chainFrom(first, card.free, count, card.height);
    if (pieces.length < count) continue;
    if (count > 1 && (startsWithCompany(pieces, hosts) || (startsWithText(first) && read(pieces.slice(1))?.postalCode !== undefined)))
      continue;
    const end = lineOf(pieces.at(-1)!);
    const endsWithText = classifyAddressLine(end) === 'plain' && countryAtEnd(end) === undefined && !isBuildingLike(end);
    if (count > 1 && endsWithText && read(pieces.slice(0, -1))?.postalCode !== undefined) continue;
    const value = read(pieces);
    if (value?.postalCode === undefined || (value.road ?? value.poBox) === undefined) continue;
    return { pieces, value, shape: value.city === undefined ? 0.5 : 1 };
  }
  return undefined;
}

/** Years behind words and short numbers are no streets. */
const isStreet = (line: string): boolean => !/\p{L}\s(?:19|20)\d\d$/u.test(line) && !/^\p{L}+\s\d{1,4}$/u.test(line);

/** Lines of which one is a street and another a place, or one is both; text between them belongs to the address. */
function addressByLines(first: Piece, card: Card, locale: string | undefined): FoundAddress | undefined {
  const chain = chainFrom(first, card.free, MAX_LINES, card.height);
  const kinds = chain.map((piece) => classifyAddressLine(lineOf(piece)));
  if (!['street', 'place', 'both'].includes(kinds[0]!) && !isBuildingLike(lineOf(first)) && !isPlaceBelow(kinds, chain)) return undefined;
  let [street, place, last] = [false, false, -1];
  for (const [i, kind] of kinds.entries()) {
    const line = lineOf(chain[i]!);
    if (kind === 'other' || (kind === 'plain' && line.split(' ').length > 6)) break;
    const isCountry = countryAtEnd(line) !== undefined;
    street ||= kind === 'both' || (kind === 'street' && isStreet(line));
    place ||= kind === 'both' || kind === 'place' || ((kind === 'region' || isCountry) && (street || i > 0));
    if (kind !== 'plain' || isCountry || (i > 0 && lineOf(chain[i - 1]!).endsWith(','))) last = i;
  }
  const parts = lineOf(first).split(',').length;
  const isOneLine = street && (parts > 2 || (parts > 1 && /^\d/u.test(lineOf(first))));
  if (!(street && place) && !isOneLine) return undefined;
  const pieces = chain.slice(0, last + 1);
  const text = pieces.map(lineOf).join('\n');
  return { pieces, value: addressOf(text, { locale }) ?? { streetAddress: text.replaceAll('\n', ', ') }, shape: 0.4 };
}

/** A line of text directly above street and place: the name of a place. */
const isPlaceBelow = (kinds: readonly string[], chain: readonly Piece[]): boolean =>
  kinds[0] === 'region' && kinds.slice(1).some((kind) => kind === 'street' || kind === 'both') && /,|\d/u.test(lineOf(chain[0]!));

/** A piece and those directly below it, in its column. */
function chainFrom(first: Piece, pieces: readonly Piece[], count: number, height: number): Piece[] {
  const chain = [first];
  while (chain.length < count) {
    const last = chain.at(-1)!;
    const next = pieces
      .filter((piece) => isBelow(piece, last, Math.min((1.9 * height) / last.height, 3.2)))
      .sort((a, b) => a.box.top - b.box.top)[0];
    if (next === undefined) break;
    chain.push(next);
  }
  return chain;
}
