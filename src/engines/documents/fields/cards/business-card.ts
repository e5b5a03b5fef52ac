/**
 * Business cards. Pieces of text are classified by pattern first (email, website, phone, address), then titles and departments by
 * keyword. Of the remaining pieces, the one that fits the email address best is the name, and the one with company keywords or the
 * website's name is the company.
 */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { ConfidenceWeights } from '../confidence.ts';
import { confidenceOf } from '../confidence.ts';
import type { Field, FoundDocument } from '../field.ts';
import type { ExtractOptions } from '../field-model.ts';
import { arrayField, objectField } from '../captions/build-field.ts';
import type { Draft } from '../captions/draft.ts';
import { toField } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { pageText, rowsOfLines, textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import { piecesOf } from '../captions/pieces.ts';
import { addressOf } from '../values/addresses.ts';
import { alpha2Of, alpha3Of } from '../values/countries.ts';
import { countryOf, localeOf } from '../values/locale.ts';
import { countryOfPhone } from '../values/phones.ts';
import weights from '../../../../../weights/fields/cards.json' with { type: 'json' };
import data from './business-card.json' with { type: 'json' };
import type { Card, ContactName } from './card.ts';
import { splitCards } from './card-areas.ts';
import type { Contacts } from './contact-lines.ts';
import { findAddresses, findPhones, labelOf } from './contact-lines.ts';
import { joinMails, splitAtTitle } from './join-pieces.ts';
import { findCompany, findName, findOtherName, hostsOf } from './name-and-company.ts';
import { takePostalAddresses } from './postal-addresses.ts';
import { takeTitleByPlace, takeTitles } from './titles.ts';

const WEIGHTS: { business: ConfidenceWeights; businessDocument: ConfidenceWeights } = weights;
/** A page with more pieces of text has no cards. */
const MAX_PIECES = 240;
const MAX_PIECES_OF_CARD = 60;

/** The cards of a page, their values with evidence. */
export function readBusinessCards(layout: DocumentLayout, page: number, { locale }: ExtractOptions): Card[] {
  const { words, height } = pageText(layout, page);
  const pieces = piecesOf(rowsOfLines(words.slice(0, 1500)), new Set()).slice(0, MAX_PIECES);
  return splitCards(pieces, height).flatMap((own) =>
    own.length === 0 ? [] : [readCard(own.slice(0, MAX_PIECES_OF_CARD), height, locale)],
  );
}

export function extractBusinessCards(layout: DocumentLayout, options: ExtractOptions): FoundDocument[] {
  return layout.pages.flatMap((_, page) =>
    readBusinessCards(layout, page, options).flatMap((card) => {
      const fields = buildFields(card);
      const count = Object.keys(fields).length;
      const confidence = confidenceOf(WEIGHTS.businessDocument, { fields: Math.min(1, count / 6) });
      return count === 0 ? [] : [{ docType: data.docType, pages: [page], fields, confidence }];
    }),
  );
}

function readCard(pieces: readonly Piece[], height: number, locale: string | undefined): Card {
  const card: Card = { height, country: 'US', free: splitAtTitle(joinMails(pieces)), drafts: {}, names: [] };
  takeContacts(card, findAddresses);
  card.country = countryOf(localeOf(locale)) ?? guessCountry(card, pieces) ?? 'US';
  takePhones(card, card.country);
  takePostalAddresses(card, locale ?? (card.country === 'US' ? undefined : `en-${card.country}`));
  const hosts = hostsOf(card);
  const name = findName(card, hosts, 'full') ?? findName(card, hosts, 'single');
  takeTitles(card, hosts);
  const found = name ?? findName(card, hosts, 'loose');
  const person = [...(found?.first?.words ?? []), ...(found?.last?.words ?? [])];
  if (found !== undefined) card.names.push(found, ...otherNames(card, person));
  const company = findCompany(card, hosts);
  if (company !== undefined) card.drafts['CompanyNames'] = [company];
  takeTitleByPlace(card, person);
  return card;
}

function otherNames(card: Card, person: readonly PlacedWord[]): ContactName[] {
  const other = findOtherName(card, person);
  return other === undefined ? [] : [other];
}

function buildFields({ drafts, names }: Card): Record<string, Field> {
  const field = (draft: Draft): Field => toField(draft, WEIGHTS.business);
  const fields: Record<string, Field> = {};
  for (const name of Object.keys(data.fields).filter((path) => !path.includes('.'))) {
    if (name === 'ContactNames') {
      const people = names.map(({ first, last }) =>
        objectField({ ...(first !== undefined && { FirstName: field(first) }), ...(last !== undefined && { LastName: field(last) }) }),
      );
      if (people.length > 0) fields[name] = arrayField(people);
    } else if ((drafts[name]?.length ?? 0) > 0) fields[name] = arrayField(drafts[name]!.map(field));
  }
  return fields;
}

const add = (card: Card, name: string, draft: Draft): void => void (card.drafts[name] ??= []).push(draft);

/** Takes contacts out of every piece; the words around them stay as pieces of their own. */
function takeContacts(card: Card, find: (piece: Piece) => Contacts): void {
  card.free = card.free.flatMap((piece) => {
    const { found, rest } = find(piece);
    for (const { field, draft } of found)
      if (field !== 'Emails' || !(card.drafts[field] ?? []).some(({ value }) => value.value === draft.value.value)) add(card, field, draft);
    return found.length === 0 && rest.length === 0 ? [piece] : rest;
  });
}

/** By the calling code of a number, a country in the text, the domain, or the script. */
function guessCountry({ drafts }: Card, pieces: readonly Piece[]): string | undefined {
  const text = pieces.map(({ words }) => textOf(words)).join('\n');
  const number = /(?:\+|\b00)\s?\(?\d[\d\s().-]{6,18}/u.exec(text)?.[0];
  const called = number === undefined ? undefined : countryOfPhone(number);
  if (called !== undefined) return called;
  const country = addressOf(text.slice(-200))?.countryRegion;
  if (country !== undefined) return alpha2Of(country);
  for (const { value } of [...(drafts['Emails'] ?? []), ...(drafts['Websites'] ?? [])]) {
    const domain = /\.([a-z]{2})(?:\/.*)?$/iu.exec(String(value.value))?.[1]?.toUpperCase();
    if (domain === 'UK') return 'GB';
    if (domain !== undefined && !GENERIC.has(domain) && alpha3Of(domain) !== undefined) return domain;
  }
  return SCRIPTS.find(([script]) => script.test(text))?.[1];
}

/** Domains of countries that are sold to everybody. */
const GENERIC: ReadonlySet<string> = new Set(['CO', 'IO', 'AI', 'ME', 'TV', 'CC', 'LY', 'FM', 'GG', 'SH']);
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]|株式会社|〒/u, 'JP'],
  [/\p{sc=Hangul}/u, 'KR'],
  [/\p{sc=Thai}/u, 'TH'],
  [/\p{sc=Hebrew}/u, 'IL'],
  [/\p{sc=Devanagari}/u, 'IN'],
  [/\p{sc=Greek}{3}/u, 'GR'],
  [/[іїєґ]/u, 'UA'],
  [/\p{sc=Cyrillic}{3}/u, 'RU'],
  [/\p{sc=Han}{3}/u, 'CN'],
];

function takePhones(card: Card, country: string): void {
  const all = card.free;
  const labels = new Set<Piece>();
  takeContacts(card, (piece) => {
    const label = labelPiece(piece, all);
    const contacts = findPhones(piece, country, label === undefined ? '' : textOf(label.words));
    if (contacts.found.length > 0 && label !== undefined) labels.add(label);
    return contacts;
  });
  card.free = card.free.filter((piece) => !labels.has(piece));
  // One number without a label, and no other for work, is the number of the company.
  if (card.drafts['WorkPhones'] === undefined && (card.drafts['OtherPhones']?.length ?? 0) > 0) {
    const [first, ...rest] = card.drafts['OtherPhones']!;
    if (first!.evidence['unlabelled'] === 1) {
      card.drafts['WorkPhones'] = [first!];
      card.drafts['OtherPhones'] = rest;
    }
  }
}

/** A piece that is only the label of a phone, left of the number or above it. */
function labelPiece(piece: Piece, pieces: readonly Piece[]): Piece | undefined {
  return pieces.find((other) => {
    const text = textOf(other.words);
    if (other === piece || text.length > 16 || /\d/u.test(text) || labelOf(text, '') === undefined) return false;
    const isBeside =
      other.box.right <= piece.box.left + 0.5 * piece.height &&
      Math.abs(other.box.top + other.box.bottom - piece.box.top - piece.box.bottom) < piece.height &&
      piece.box.left - other.box.right < 12 * piece.height;
    const isAbove =
      other.box.bottom <= piece.box.top + 0.3 * piece.height &&
      piece.box.top - other.box.bottom < piece.height &&
      Math.abs(other.box.left - piece.box.left) < piece.height;
    return isBeside || isAbove;
  });
}
