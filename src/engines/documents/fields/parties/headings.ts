/**
 * Headings that say whose name and address follows ("Bill to", "Lieferant:"), and captions inside such a part ("Name:", "Address:").
 * A heading is alone on its line, is followed by a colon, or consists of several words before a name.
 */
import { heightOf, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Label, Phrases } from '../text/lexicon.ts';
import { buildLexicon, createPhraseFinder } from '../text/lexicon.ts';
import type { Segment, SegmentedText } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';
import { isLongSentence } from './address-lines.ts';
import { hasLegalForm, isDocumentTitle } from './names.ts';
import phrases from './headings.json' with { type: 'json' };

export type Role = 'vendor' | 'customer' | 'billing' | 'shipping' | 'remittance' | 'service';
export type Caption = 'name' | 'address' | 'attention';

export interface Heading {
  /** `none`: the heading of something else, such as a contact person. */
  role: Role | 'none';
  segment: Segment;
  start: number;
  /** After the colon; text behind it belongs to the heading. */
  end: number;
  box: Box;
  colon: boolean;
  /** Nothing but the heading is on its line. */
  isAlone: boolean;
  /** One letter below the other: what it is about is beside it. */
  isStacked?: boolean;
}

export interface LeadingCaption {
  caption: Caption;
  end: number;
}

export interface Headings {
  headings: readonly Heading[];
  bySegment: ReadonlyMap<Segment, readonly Heading[]>;
  /** Captions at the start of a line. */
  captions: ReadonlyMap<Segment, LeadingCaption>;
  /** Segments that consist of labels of other fields, such as "Due date" or "Unit price": neither names nor addresses. */
  labels: ReadonlySet<Segment>;
}

const LEXICON = buildLexicon(phrases as Phrases);
/** The headings as captions of the fields that they are about. */
export const PARTY_CAPTIONS: Phrases = {
  VendorName: phrases.vendor,
  CustomerName: phrases.customer,
  BillingAddress: phrases.billing,
  ShippingAddress: phrases.shipping,
  RemittanceAddress: phrases.remittance,
  ServiceAddress: phrases.service,
};
const ROLES: ReadonlySet<string> = new Set(['billing', 'shipping', 'remittance', 'service', 'customer', 'vendor']);
const CAPTIONS: ReadonlySet<string> = new Set(['attention', 'name', 'address']);
const MAX_LENGTH = 240;
const MAX_LETTERS = 60;

/** "Factura emitida por A B.V. en nombre de: B SL": the issuer is B. */
const ON_BEHALF =
  /(?<!\p{L})(?:on behalf of|en nombre (?:y por cuenta )?de|em nome de|au nom (?:et pour le compte )?de|im namen (?:und (?:auf|für) rechnung )?(?:von|der|des)|in nome (?:e per conto )?di|in naam van|namens)\s?:?/iu;

const hasText = (text: string): boolean => /[\p{L}\d]/u.test(text);

/** Items of `ignored` are line items: "Nombre" is a column of a French one and a Spanish caption. */
export function findHeadings(
  { segments, rows }: SegmentedText,
  labels: readonly Label[] = [],
  ignored: ReadonlySet<number> = new Set(),
  language?: string,
): Headings {
  const find = createPhraseFinder(LEXICON);
  const headings: Heading[] = [];
  const captions = new Map<Segment, LeadingCaption>();
  for (const segment of segments) {
    const { text } = segment;
    if (text.length > MAX_LENGTH || !hasText(text) || segment.words.every(({ item }) => ignored.has(item))) continue;
    const matches = find(text);
    let chainEnd = 0;
    matches.forEach((match, i) => {
      // The boxes of a form may be numbered: "9 Remittance address".
      const between = text.slice(chainEnd, match.start).replace(/^\(?\d{1,2}[.)]?\s+$/u, '');
      const follows = !hasText(between.replace(/\b(?:and|und|et|y|e|en|i|och|og)\b/giu, ''));
      const behind = text.slice(match.end);
      const next = matches[i + 1];
      const meetsNext = next !== undefined && !hasText(text.slice(match.end, next.start));
      const isAlone = !hasText(behind.replace(/^\s*\([^)]*\)?\s*$/u, ''));
      // A word of several languages has its meaning in the document's.
      const own = match.meanings.filter((meaning) => meaning.language === language);
      const fields = (own.length > 0 ? own : match.meanings).map(({ field }) => field);
      // "Vendedor" alone is the seller, "Vendedor: Ana" a salesperson.
      const beside = match.colon && isAlone ? rows[segment.row]!.segments.find(({ box }) => box.left > segment.box.right)?.text : behind;
      const isOther = (!isAlone || beside !== undefined) && fields.includes('none') && !hasLegalForm(beside ?? '');
      const role = (isOther ? 'none' : [...ROLES, 'none'].find((name) => fields.includes(name))) as Role | 'none' | undefined;
      const caption = [...CAPTIONS].find((name) => fields.includes(name)) as Caption | undefined;
      // "A" is the letter of an Argentine invoice, "A:" a heading; "TO" in a cell of its own is one, too.
      const isLong = match.colon || match.end - match.start > 2 || /^(?:to|[\p{Script=Han}\p{Script=Hangul}]{2})$/iu.test(text.trim());
      const isExact = match.edits * 7 <= match.end - match.start && isLong;
      if (caption !== undefined && match.start <= 1 && follows && (match.colon || isAlone || caption === 'attention') && isExact) {
        captions.set(segment, { caption, end: match.end });
        if (role === undefined) chainEnd = match.end;
      }
      if (role === undefined || !isExact) return;
      // "Importe factura: 50,00 €".
      if (role !== 'none' && !isAlone && /^[^\p{L}]*\d[^\p{L}]*$/u.test(behind)) return;
      const startsName = match.words > 1 && /^\s*[\p{Lu}\d"'„“«]/u.test(behind) && !isLongSentence(behind) && !isDocumentTitle(behind);
      if (!follows || !(match.colon || isAlone || meetsNext || (startsName && role !== 'none'))) return;
      const behalf = role === 'vendor' ? ON_BEHALF.exec(behind) : null;
      // "Customer's name": what is named is beside or below.
      const isCaptioned = meetsNext && next.meanings.every(({ field }) => CAPTIONS.has(field)) && !hasText(text.slice(next.end));
      const end = isCaptioned ? next.end : behalf === null ? match.end : match.end + behalf.index + behalf[0].length;
      chainEnd = end;
      const box = union(wordsIn(segment, match.start, end).map((word) => word.box));
      headings.push({
        role,
        segment,
        start: match.start,
        end,
        box,
        colon: match.colon,
        isAlone: !hasText(text.slice(end)) && (isAlone || isCaptioned || behalf !== null),
      });
    });
  }
  const accepted = [...mergeNeighbors(headings), ...stackedHeadings(segments, rows, find)].map((heading) =>
    isPayee(heading, rows) ? { ...heading, role: 'remittance' as const } : heading,
  );
  const bySegment = Map.groupBy(accepted, ({ segment }) => segment);
  return { headings: accepted, bySegment, captions, labels: labelSegments(labels, bySegment) };
}

const PAYMENT_SLIP = /(?<!\p{L})(?:payment|remittance)\s?(?:advice|slip|stub|voucher)(?!\p{L})/iu;
const MAX_SLIP_ROWS = 4;

/** "To:" on the part of the page that is sent back with the payment. */
const isPayee = ({ role, segment, start, end }: Heading, rows: SegmentedText['rows']): boolean =>
  role === 'customer' &&
  /^to\s?:$/iu.test(segment.text.slice(start, end)) &&
  rows
    .slice(Math.max(0, segment.row - MAX_SLIP_ROWS), segment.row + 1)
    .some((row) => row.page === segment.page && row.segments.some(({ text }) => text.length < 40 && PAYMENT_SLIP.test(text)));

const LETTER = /^[\p{Script=Han}\p{Script=Hangul}](?=$|\s)/u;

/** Headings of Chinese, Japanese and Korean forms with one letter below the other, left of what they are about. */
function stackedHeadings(
  segments: readonly Segment[],
  rows: SegmentedText['rows'],
  find: ReturnType<typeof createPhraseFinder>,
): Heading[] {
  const letters = segments
    .filter(({ text, words }) => LETTER.test(text) && words[0]!.text.length === 1)
    .sort((a, b) => a.page - b.page || a.box.top - b.box.top);
  const stacks: Segment[][] = [];
  for (const letter of letters.slice(0, MAX_LETTERS)) {
    const height = heightOf(letter.box);
    const stack = stacks.find((own) => {
      const last = own.at(-1)!;
      const gap = letter.box.top - last.box.bottom;
      return last.page === letter.page && Math.abs(letter.box.left - last.box.left) < 0.5 * height && Math.abs(gap) < 1.5 * height;
    });
    if (stack === undefined) stacks.push([letter]);
    else stack.push(letter);
  }
  return stacks.flatMap((stack): Heading[] => {
    const [match] = stack.length < 2 ? [] : find(stack.map(({ text }) => text[0]).join(''));
    const role = match?.meanings.map(({ field }) => field).find((field) => ROLES.has(field)) as Role | undefined;
    const isBeside = ({ row, box }: Segment): boolean =>
      rows[row]!.segments.some((other) => other.box.left >= box.right && !LETTER.test(other.text));
    const segment = stack.find(isBeside);
    if (role === undefined || segment === undefined || match!.start > 0) return [];
    const box = union(stack.map((letter) => letter.box));
    return [{ role, segment, start: 0, end: segment.text.length, box, colon: true, isAlone: true, isStacked: true }];
  });
}

function labelSegments(labels: readonly Label[], headings: ReadonlyMap<Segment, unknown>): Set<Segment> {
  const found = new Set<Segment>();
  for (const [segment, own] of Map.groupBy(labels, (label) => label.segment)) {
    const rest = own.reduce((text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end), segment.text);
    const isSure = own.every(({ edits }) => edits === 0) && !/\d/u.test(segment.text);
    if (isSure && !headings.has(segment) && !/\p{L}{3}/u.test(rest)) found.add(segment);
  }
  return found;
}

/** "Customer / Bill to" is one heading; "Bill to   Ship to" on one line are two. */
function mergeNeighbors(headings: readonly Heading[]): Heading[] {
  const merged: Heading[] = [];
  for (const heading of headings) {
    const last = merged.at(-1);
    const between = last?.segment === heading.segment ? heading.segment.text.slice(last.end, heading.start) : undefined;
    if (
      last === undefined ||
      between === undefined ||
      hasText(between.replace(/\b(?:and|und|et|y|e|en|i|och|og)\b/giu, '')) ||
      !isJoined(last, heading, between)
    )
      merged.push(heading);
    else {
      const role = last.role === 'none' || (last.role === 'customer' && heading.role !== 'none') ? heading.role : last.role;
      merged[merged.length - 1] = {
        ...last,
        role,
        end: heading.end,
        box: union([last.box, heading.box]),
        colon: heading.colon,
        isAlone: heading.isAlone,
      };
    }
  }
  return merged;
}

function isJoined(one: Heading, other: Heading, between: string): boolean {
  if (one.role === other.role || /[/&(]|\p{L}/u.test(between)) return true;
  return one.role === 'none' || other.role === 'none';
}
