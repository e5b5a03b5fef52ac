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
import { derivedDraft, toField } from '../captions/draft.ts';
import { pageText, rowsOfLines, textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import { piecesOf } from '../captions/pieces.ts';
import { addressOf } from '../values/addresses.ts';
import { alpha2Of } from '../values/countries.ts';
import { countryOf, localeOf } from '../values/locale.ts';
import weights from '../../../../../weights/fields/cards.json' with { type: 'json' };
import data from './business-card.json' with { type: 'json' };
import type { Card } from './card.ts';
import { splitCards } from './card-areas.ts';
import { findAddresses, findPhones, labelOf } from './contact-lines.ts';
import { findCompany, findName, hostsOf } from './name-and-company.ts';
import { takeTitles } from './titles.ts';

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
  const card: Card = { height, free: [...pieces], drafts: {}, names: [] };
  takeAddresses(card);
  const country = countryOf(localeOf(locale)) ?? guessCountry(card, pieces) ?? 'US';
  takePhones(card, country);
  takePostalAddresses(card, locale ?? (country === 'US' ? undefined : `en-${country}`));
  const hosts = hostsOf(card);
  const name = findName(card, hosts);
  if (name !== undefined) card.names.push(name);
  takeTitles(card, hosts);
  const late = card.names.length === 0 ? findName(card, hosts, true) : undefined;
  if (late !== undefined) card.names.push(late);
  const company = findCompany(card, hosts);
  if (company !== undefined) card.drafts['CompanyNames'] = [company];
  return card;
}

function buildFields({ drafts, names }: Card): Record<string, Field> {
  const field = (draft: Draft): Field => toField(draft, WEIGHTS.business);
  const fields: Record<string, Field> = {};
  for (const name of Object.keys(data.fields).filter((path) => !path.includes('.'))) {
    if (name === 'ContactNames') {
      const people = names.map(({ first, last }) =>
        objectField({ ...(first !== undefined && { FirstName: field(first) }), LastName: field(last) }),
      );
      if (people.length > 0) fields[name] = arrayField(people);
    } else if ((drafts[name]?.length ?? 0) > 0) fields[name] = arrayField(drafts[name]!.map(field));
  }
  return fields;
}

const add = (card: Card, name: string, draft: Draft): void => void (card.drafts[name] ??= []).push(draft);

function takeAddresses(card: Card): void {
  const taken = new Set<Piece>();
  for (const piece of card.free)
    for (const { field, draft } of findAddresses(piece)) {
      taken.add(piece);
      if (!(card.drafts[field] ?? []).some(({ value }) => value.value === draft.value.value)) add(card, field, draft);
    }
  // A phone number may be on the same line.
  card.free = card.free.filter(
    (piece) => !taken.has(piece) || /\d{3}.*\d{2}/u.test(textOf(piece.words.filter(({ text }) => !text.includes('@')))),
  );
}

const CALLING_CODES: Readonly<Record<string, string>> = { '44': 'GB', '49': 'DE', '33': 'FR', '34': 'ES', '39': 'IT', '31': 'NL', '351': 'PT', '48': 'PL', '46': 'SE', '45': 'DK', '47': 'NO', '358': 'FI', '43': 'AT', '41': 'CH', '32': 'BE', '353': 'IE', '352': 'LU', '420': 'CZ', '61': 'AU', '64': 'NZ', '91': 'IN', '81': 'JP', '86': 'CN', '65': 'SG', '60': 'MY', '55': 'BR', '52': 'MX', '27': 'ZA', '90': 'TR', '1': 'US' }; // prettier-ignore
const COUNTRY_TLDS: Readonly<Record<string, string>> = { uk: 'GB', de: 'DE', fr: 'FR', es: 'ES', it: 'IT', nl: 'NL', pt: 'PT', pl: 'PL', se: 'SE', dk: 'DK', no: 'NO', fi: 'FI', at: 'AT', ch: 'CH', be: 'BE', ie: 'IE', lu: 'LU', au: 'AU', nz: 'NZ', in: 'IN', br: 'BR', mx: 'MX', za: 'ZA' }; // prettier-ignore

/** By the calling code of a number, a country in the text, or the domain. */
function guessCountry({ drafts }: Card, pieces: readonly Piece[]): string | undefined {
  const text = pieces.map(({ words }) => textOf(words)).join('\n');
  const code = /(?:\+|\b00)\s?(\d{1,3})/u.exec(text)?.[1];
  for (let length = 3; code !== undefined && length > 0; length--)
    if (CALLING_CODES[code.slice(0, length)] !== undefined) return CALLING_CODES[code.slice(0, length)];
  const country = addressOf(text.slice(-200))?.countryRegion;
  if (country !== undefined) return alpha2Of(country);
  for (const { value } of [...(drafts['Emails'] ?? []), ...(drafts['Websites'] ?? [])]) {
    const domain = /\.([a-z]{2})(?:\/.*)?$/iu.exec(String(value.value))?.[1]?.toLowerCase();
    if (domain !== undefined && COUNTRY_TLDS[domain] !== undefined) return COUNTRY_TLDS[domain];
  }
  return undefined;
}

function takePhones(card: Card, country: string): void {
  const taken = new Set<Piece>();
  for (const piece of card.free) {
    const label = labelPiece(piece, card.free);
    const found = findPhones(piece, country, label === undefined ? '' : textOf(label.words));
    if (found.length === 0) continue;
    taken.add(piece);
    if (label !== undefined) taken.add(label);
    for (const { field, draft } of found) add(card, field, draft);
  }
  card.free = card.free.filter((piece) => !taken.has(piece));
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

/** One to four pieces below each other that form an address, as many as possible. */
function takePostalAddresses(card: Card, locale: string | undefined): void {
  for (let i = 0; i < card.free.length; i++) {
    for (const count of [4, 3, 2, 1]) {
      const own = chainFrom(card.free[i]!, card.free, count, card.height);
      if (own.length < count) continue;
      const read = (pieces: readonly Piece[]): ReturnType<typeof addressOf> =>
        addressOf(pieces.map(({ words }) => textOf(words).replace(/\s*[|•·]\s*/gu, ', ')).join('\n'), { locale });
      const startsWithName = /^\D*$/u.test(textOf(own[0]!.words)) && count > 1 && !/^p\.?\s?o/iu.test(textOf(own[0]!.words));
      if (startsWithName && read(own.slice(1))?.postalCode !== undefined) continue;
      const value = read(own);
      if (value?.postalCode === undefined || (value.road ?? value.poBox) === undefined) continue;
      add(card, 'Addresses', derivedDraft({ type: 'address', value }, own.flatMap(({ words }) => [...words]), 'pattern', value.city === undefined ? 0.5 : 1)); // prettier-ignore
      card.free = card.free.filter((piece) => !own.includes(piece));
      i--;
      break;
    }
  }
}

/** A piece and those directly below it, in its column. */
function chainFrom(first: Piece, pieces: readonly Piece[], count: number, height: number): Piece[] {
  const chain = [first];
  while (chain.length < count) {
    const last = chain.at(-1)!;
    const next = pieces
      .filter(
        ({ box }) =>
          box.top > last.box.top + 0.4 * last.height &&
          box.top - last.box.bottom < 1.6 * Math.min(height * 1.2, 2 * last.height) &&
          box.left < last.box.right &&
          box.right > last.box.left,
      )
      .sort((a, b) => a.box.top - b.box.top)[0];
    if (next === undefined) break;
    chain.push(next);
  }
  return chain;
}
