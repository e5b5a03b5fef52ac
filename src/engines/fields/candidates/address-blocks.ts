/**
 * Finds addresses: lines of a block from the first that names a street, house or post box to the last that names a place;
 * the line above is the recipient. Lines in between are included whatever they say.
 */
import { union } from '../../layout/model/geometry.ts';
import type { Candidate } from './candidates.ts';
import type { Label } from '../text/lexicon.ts';
import type { Segment, SegmentedText } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';
import { parseCountryRegion } from '../values/countries.ts';
import { datesIn } from '../values/dates.ts';
import { foldText } from '../values/months.ts';

export interface AddressBlock extends Candidate {
  kind: 'address';
  segments: readonly Segment[];
  /** The line above in the block, or the text before it on the same line. */
  recipient?: { segment: Segment; start: number; end: number };
}

const STREET = new RegExp(
  [
    String.raw`\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|way|court|ct|place|pl|square|sq|parkway|pkwy|highway|hwy|terrace|circle|suite|ste|apt|floor|unit|lot|jalan|jln|lorong|taman|close|crescent|mews|row|plaza)\b`,
    String.raw`(?:strasse|str\.|straat|weg|laan|gasse|allee|platz|plein|gracht|kade|dijk|steeg|damm|ring|ufer)\b`,
    String.raw`\b(?:rue|avenue|av|boulevard|bd|chemin|place|quai|impasse|allee|cours|route)\b`,
    String.raw`\b(?:calle|c\/|avda|avenida|paseo|plaza|carrer|camino|carretera|ronda)\b`,
    String.raw`\b(?:via|viale|piazza|corso|largo|vicolo|strada)\b`,
    String.raw`\b(?:rua|avenida|travessa|praca|estrada|alameda|largo)\b`,
  ].join('|'),
  'u',
);
const POST_BOX = /\b(?:p\.?\s?o\.?\s?box|postfach|postbus|boite postale|bp \d|apartado|casella postale|caixa postal)\b/u;
/** Postal codes of many countries: 98052, 1010 AB, SW1A 1AA, K1A 0B1, 1234-567, 01310-100. */
const POSTAL =
  /(?<![\p{L}\d]|\p{L}-|\d-)(?:\d{5}(?:-\d{3,4})?|\d{4}(?:\s?[a-z]{2})?|\d{4}-\d{3}|\d{2}-\d{3}|[a-z]{1,2}\d[a-z\d]?\s\d[a-z]{2}|[a-z]\d[a-z]\s?\d[a-z]\d|[a-z]{1,2}-\d{4,5}|\d{3}\s\d{2})\b/u;
/** Codes that do not look like a house number, or that are in a position where only a code can be. */
const SURE_POSTAL =
  /\b\d{5}(?:-\d{3,4})?\b|\b\d{4}-\d{3}\b|\b[a-z]{1,2}\d[a-z\d]?\s\d[a-z]{2}\b|\b\d{4}\s?[a-z]{2}\s\p{L}{3}|\b[a-z]{2,3}\s\d{4}$/u;
const OTHER =
  /[@:]|www\.|https?:|\b(?:tel|phone|fax|telefon|telephone|telefono|telefone|mobile|mob|e-?mail|vat|ust|tva|iva|btw|kvk|gst|tax|siret|nif|iban|bic|swift|reg|roc|abn|ein|date|datum|fecha|data|invoice|receipt|facture|rechnung|factura|factuur|fattura|fatura|order|page|cashier|server|table|total)\b/u;

export type AddressLineKind = 'street' | 'place' | 'both' | 'country' | 'plain' | 'other';

/** Classifies a line as a part of an address. */
export function classifyLine(text: string, locale?: string): AddressLineKind {
  const folded = foldText(text);
  if (
    folded.length > 160 ||
    OTHER.test(folded) ||
    /(?:^|\s)[^\d\s]{0,3}\d+[.,]\d{2}$/u.test(folded) ||
    datesIn(text, { locale }).length > 0
  )
    return 'other';
  if (parseCountryRegion(text) !== undefined) return 'country';
  const isEnglish = locale?.startsWith('en') === true;
  const letters = /\p{L}{2,}/u.test(folded);
  const digits = /\d/u.test(folded);
  const street =
    (letters &&
      digits &&
      (STREET.test(folded) ||
        /^\d{1,5}[a-z]?,?\s+(?:\p{L}|\d+(?:st|nd|rd|th))/u.test(folded) ||
        /^no\.?\s?\d/u.test(folded) ||
        /\p{L}{3,}\.?,?\s+(?:n[or°º.]*\s?)?\d{1,4}\s?[a-z]?$/u.test(folded))) ||
    POST_BOX.test(folded);
  const place = letters && POSTAL.test(folded) && /\p{L}{3,}/u.test(folded);
  if (street && place)
    return STREET.test(folded) || POST_BOX.test(folded) || /^\d{1,5}[a-z]?\s.*,/u.test(folded)
      ? /,|\s-\s/u.test(folded) && hasTwoNumbers(folded) && SURE_POSTAL.test(folded)
        ? 'both'
        : classifyAmbiguousLine(folded, isEnglish)
      : classifyAmbiguousLine(folded, isEnglish);
  if (street) return 'street';
  return place ? 'place' : 'plain';
}

const hasTwoNumbers = (text: string): boolean => (text.match(/\d+/gu) ?? []).length >= 2;

/** "75008 Paris" starts with its code and "Redmond WA 98052" ends with it; a house number is shorter. */
function classifyAmbiguousLine(text: string, isEnglish: boolean): AddressLineKind {
  // In English, a leading code has five digits.
  if (isEnglish && /^\d{1,4}[a-z]?\s/u.test(text)) return 'street';
  if (STREET.test(text) && !/^(?:[a-z]{1,2}-\d{4,5}|\d{5})\s/u.test(text))
    return hasTwoNumbers(text) && /\d{5}\b|\b[a-z]{1,2}\d[a-z\d]?\s\d[a-z]{2}\b/u.test(text) ? 'both' : 'street';
  return /^(?:[a-z]{1,2}-)?\d{4,5}(?:-\d{3,4})?\s|\d{5}(?:-\d{4})?[.,]?$|\b\d[a-z]{2}$/u.test(text) ? 'place' : 'street';
}

/** Maximum number of lines in an address. */
const MAX_LINES = 7;

export function findAddresses(segmented: SegmentedText, labels: readonly Label[], locale?: string): AddressBlock[] {
  const bySegment = Map.groupBy(labels, ({ segment }) => segment);
  const found: AddressBlock[] = [];
  for (const { segments } of segmented.blocks) {
    const lines = segments.map((segment) => {
      const own = bySegment.get(segment) ?? [];
      // A leading label such as "Bill to:" is not part of the address.
      const label = own.find(({ start, colon, end }) => start === 0 && (colon || end === segment.text.length));
      const start = label === undefined ? 0 : label.end + /^\s*/u.exec(segment.text.slice(label.end))![0].length;
      const text = segment.text.slice(start);
      return { segment, start, text, kind: text === '' ? ('other' as const) : classifyLine(text, locale), labelled: label !== undefined };
    });
    let at = 0;
    while (at < lines.length) {
      const from = at;
      const { kind } = lines[at]!;
      if (kind !== 'street' && kind !== 'both' && kind !== 'place') {
        at += 1;
        continue;
      }
      let last = kind === 'street' ? -1 : at;
      for (let i = at + 1; i < lines.length && i <= at + MAX_LINES; i++) {
        const next = lines[i]!;
        if (next.kind === 'other' || next.labelled) break;
        if (next.kind === 'place' || next.kind === 'both') {
          if (last >= 0 && kind !== 'place') break;
          last = i;
        } else if (next.kind === 'country') {
          last = i;
          break;
        } else if (last >= 0) {
          // A state or region may follow the place if that line ends with a comma.
          if (next.kind === 'plain' && /,$/u.test(lines[i - 1]!.text) && next.text.split(' ').length <= 3) last = i;
          break;
        }
      }
      if (last < 0 && kind === 'street') last = at;
      const own = lines.slice(from, last + 1);
      // A place alone is an address only if nothing else is on its line: customer numbers look similar.
      const isCertain =
        own.some((line) => line.kind === 'street' || line.kind === 'both') ||
        (own.length === 1 && !own[0]!.labelled && own[0]!.text.split(' ').length > 1);
      if (isCertain) found.push(buildAddress(own, from > 0 ? lines[from - 1] : undefined, labels));
      at = last + 1;
    }
  }
  return found;
}

interface Line {
  segment: Segment;
  start: number;
  text: string;
  kind: AddressLineKind;
  labelled: boolean;
}

function buildAddress(lines: readonly Line[], above: Line | undefined, labels: readonly Label[]): AddressBlock {
  const first = lines[0]!;
  let { start } = first;
  let recipient: AddressBlock['recipient'];
  // Everything on one line: a name may precede the street, separated by a comma.
  const inlineName = lines.length === 1 && first.kind === 'both' ? /^([^\d,]{3,60}),\s+(?=.*\d)/u.exec(first.text) : null;
  if (inlineName !== null && !STREET.test(foldText(inlineName[1]!))) {
    recipient = { segment: first.segment, start, end: start + inlineName[1]!.length };
    start += inlineName[0].length;
  } else if (
    above !== undefined &&
    above.kind === 'plain' &&
    above.text !== '' &&
    !labels.some(({ segment, start: at }) => segment === above.segment && at === 0 && above.start === 0)
  ) {
    recipient = { segment: above.segment, start: above.start, end: above.segment.text.length };
  }
  const words = lines.flatMap(({ segment, start: from }, i) => wordsIn(segment, i === 0 ? start : from, segment.text.length));
  const text = lines.map(({ segment, start: from }, i) => segment.text.slice(i === 0 ? start : from)).join(' ');
  return {
    kind: 'address',
    segment: first.segment,
    start,
    end: first.segment.text.length,
    segments: lines.map(({ segment }) => segment),
    recipient,
    text,
    items: words.map(({ item }) => item),
    box: union(words.map(({ box }) => box)),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
  };
}
