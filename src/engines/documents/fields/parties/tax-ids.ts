/** Tax numbers of parties: numbers with the shape of a country's VAT number, and numbers behind a label. */
import type { Segment, SegmentedText, TextPart } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';
import { foldText } from '../values/months.ts';
import { isIban } from '../candidates/bank-numbers.ts';
import shapes from './tax-id-shapes.json' with { type: 'json' };

export interface TaxId extends TextPart {
  text: string;
  /** `customer` if the label says so ("Your VAT number"), `vendor` likewise. */
  owner?: 'vendor' | 'customer';
  /** A VAT number is preferred to a national tax number. */
  isVat: boolean;
  hasLabel: boolean;
  hasShape: boolean;
}

const SHAPES: readonly RegExp[] = shapes.map((shape) => new RegExp(shape, 'u'));
const SHAPE = new RegExp(`(?<![\\p{L}\\d])(?:${SHAPES.map(({ source }) => source).join('|')})(?![\\p{L}\\d])`, 'gu');

const VAT_LABEL =
  /(?:(?<![\p{L}])(?:vat|ust|u st|umsatzsteuer|mwst|tva|btw|b\.t\.w|iva|p\.? ?iva|partita iva|moms|cvr|gst|gstin|abn|nif|n\.i\.f|cif|c\.i\.f|nip|nipc|ein|fein|tin|tax|cnpj|contribuinte|sst)(?![\p{L}]))[\p{L}\s./()#°º-]{0,34}?/u;
const NATIONAL_LABEL =
  /(?:(?<![\p{L}])(?:steuer|st|steuernummer|codice fiscale|cod\.? fisc|c\.? ?f|pan|service tax)(?![\p{L}]))[\p{L}\s./()#°º-]{0,24}?/u;
const CUSTOMER_WORDS =
  /(?<![\p{L}])(?:customers?|clients?|your|buyers?|kunden?|kaufers?|ihre|ihr|votre|vos|su|del cliente|vostra|vs|cliente|klant|uw|nabywcy|nabywca|deres|kunds?|er|recipient|bill to|leistungsempfangers?)(?![\p{L}])/u;
const VENDOR_WORDS =
  /(?<![\p{L}])(?:our|unsere|unser|notre|nos|nuestro|nostra|ns|onze|ons|vendor|seller|supplier|lieferant(?:en)?|verkaufer|vendeur|fournisseur|var|vores|vor|sprzedawcy|company)(?![\p{L}])/u;
const VALUE = /(?<![\p{L}\d])(?:[A-Z]{2,3}[\s-]?)?[A-Z]?[-\s]?\d[\d\s./-]{5,17}[\dA-Z](?![\d\p{L}])/u;
const MAX_FOUND = 40;

const digits = (text: string): number => (text.match(/\d/gu) ?? []).length;
const isDate = (text: string): boolean => /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/u.test(text.trim());

export function findTaxIds({ segments, rows }: SegmentedText): TaxId[] {
  const found: TaxId[] = [];
  const add = (segment: Segment, start: number, end: number, label: string, isVat: boolean, hasShape: boolean): void => {
    const text = segment.text.slice(start, end);
    if (found.length >= MAX_FOUND || isIban(text) || isDate(text)) return;
    if (found.some((other) => other.segment === segment && other.start < end && start < other.end)) return;
    const owner = CUSTOMER_WORDS.test(label) ? ('customer' as const) : VENDOR_WORDS.test(label) ? ('vendor' as const) : undefined;
    found.push({ segment, start, end, text, isVat, hasLabel: label !== '', hasShape, ...(owner !== undefined && { owner }) });
  };
  for (const segment of segments) {
    const { text } = segment;
    if (text.length > 300) continue;
    for (const match of text.matchAll(SHAPE)) {
      const before = foldText(text.slice(Math.max(0, match.index - 40), match.index));
      if (/iban|bic|swift|konto|account/u.test(before.slice(-14))) continue;
      const label = VAT_LABEL.test(before) ? before : leftLabel(segment, rows[segment.row]!.segments);
      add(segment, match.index, match.index + match[0].length, label, true, true);
    }
    const folded = foldText(text);
    if (folded.length !== text.length || !/\p{L}/u.test(folded)) continue;
    for (const [pattern, isVat] of [
      [VAT_LABEL, true],
      [NATIONAL_LABEL, false],
    ] as const) {
      const label = pattern.exec(folded);
      if (label === null) continue;
      const behind = text.slice(label.index + label[0].length);
      const value = VALUE.exec(behind);
      if (
        value !== null &&
        /^[^\d]{0,26}$/u.test(behind.slice(0, value.index)) &&
        isNumber(value[0]) &&
        !/[%€$£]/u.test(behind.slice(0, value.index + value[0].length + 2))
      ) {
        const start = label.index + label[0].length + value.index;
        const raw = value[0];
        const lead = raw.length - raw.trimStart().length;
        add(segment, start + lead, start + raw.trimEnd().length, folded.slice(0, start), isVat, false);
      } else if (!/\d/u.test(behind)) {
        const next = valueBeside(segment, rows) ?? valueBelow(segment, rows);
        if (next !== undefined) add(next.segment, next.start, next.end, folded, isVat, false);
      }
    }
  }
  return found;
}

const isNumber = (text: string): boolean => digits(text) >= 7 && digits(text) <= 15 && !isDate(text);

/** The text of the label to the left, if it is one of a tax number. */
function leftLabel(segment: Segment, row: readonly Segment[]): string {
  const left = row.filter(({ box }) => box.right <= segment.box.left).at(-1);
  const folded = foldText(left?.text ?? '');
  return VAT_LABEL.test(folded) ? folded : '';
}

function wholeValue(segment: Segment): TextPart | undefined {
  const value = VALUE.exec(segment.text);
  if (value === null || !isNumber(value[0]) || segment.text.length > value[0].length + 6 || /[%€$£,]/u.test(segment.text)) return undefined;
  const lead = value[0].length - value[0].trimStart().length;
  const start = value.index + lead;
  const end = value.index + value[0].trimEnd().length;
  return wordsIn(segment, start, end).length === 0 ? undefined : { segment, start, end };
}

function valueBeside(segment: Segment, rows: SegmentedText['rows']): TextPart | undefined {
  const next = rows[segment.row]!.segments.find(({ box }) => box.left >= segment.box.right);
  return next === undefined ? undefined : wholeValue(next);
}

/** The value of a heading row: the segment below that overlaps the label. */
function valueBelow(segment: Segment, rows: SegmentedText['rows']): TextPart | undefined {
  const height = segment.box.bottom - segment.box.top;
  for (const row of rows.slice(segment.row + 1, segment.row + 3)) {
    if (row.page !== segment.page || row.box.top - segment.box.bottom > 2.5 * height) return undefined;
    const below = row.segments.find(({ box }) => box.left < segment.box.right && box.right > segment.box.left);
    if (below !== undefined) return wholeValue(below);
  }
  return undefined;
}
