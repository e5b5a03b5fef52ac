/**
 * Tax numbers of parties: numbers with the shape of a country's tax number, and numbers behind, beside or below a label. Labels and
 * shapes are in tax-ids.json. Short labels that are also names of taxes count only before a word such as "number" or a known shape.
 */
import type { Segment, SegmentedText, TextPart } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';
import { foldText } from '../../../shared/text/fold-text.ts';
import { isIban } from '../candidates/bank-numbers.ts';
import { isDocumentTitle } from './names.ts';
import { repairGstin } from './gstin.ts';
import { isNif } from './nif.ts';
import data from './tax-ids.json' with { type: 'json' };

export interface TaxId extends TextPart {
  /** As printed, which may differ from what was read. */
  text: string;
  /** `customer` if the label says so ("Your VAT number"), `vendor` likewise. */
  owner?: 'vendor' | 'customer';
  /** A VAT number is preferred to a national tax number. */
  isVat: boolean;
  hasLabel: boolean;
  hasShape: boolean;
}

const anyOf = (list: readonly string[]): string =>
  [...new Set(list.map(foldText))]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[/]/gu, '\\$&').replace(/\./gu, '\\.?\\s?').replace(/ /gu, '[\\s./:-]{0,2}'))
    .join('|');
const words = (list: readonly string[]): string => String.raw`(?<![\p{L}])(?:${anyOf(list)})(?![\p{L}])`;

const SHAPES = `(?:${data.shapes.join('|')})`;
const SHAPE = new RegExp(`(?<![\\p{L}\\d])${SHAPES}(?![\\p{L}\\d])`, 'gu');
const SHAPE_FIRST = new RegExp(`^${SHAPES}(?![\\p{L}\\d])`, 'u');
const LABELS = [
  { isVat: true, pattern: new RegExp(`${words(data.labels.vat)}|${anyOf(data.asian.vat)}`, 'gu') },
  { isVat: false, pattern: new RegExp(`${words(data.labels.national)}|${anyOf(data.asian.national)}`, 'gu') },
];
const WEAK = new RegExp(`^(?:${anyOf(data.weak)})$`, 'u');
const ID_WORD = new RegExp(`(?:${words(data.idWords)})|[#№°º]`, 'u');
const BLOCKED = new RegExp(words(data.blocked), 'u');
const CUSTOMER_WORDS = new RegExp(words(data.customer), 'u');
const VENDOR_WORDS = new RegExp(words(data.vendor), 'u');
const PERSONAL = new RegExp(`^(?:${data.personal.join('|')})$`, 'u');
/** Letters, figures and separators; figures may stand in groups with spaces between them. */
const VALUE =
  /(?<![\p{L}\d])(?:[A-Z]{1,4}[\s.-]?)?[A-ZÑ&]{0,4}[-.]?\d[\dA-Z]*(?:(?:[./*-]|\s(?=\d{1,6}(?![\d\p{L}])))[\dA-Z*]+)*(?![\d\p{L}])/u;
/** Behind a label only: elsewhere it may be a phone number. */
const AUSTRALIAN = /^\d{2}(?:\s\d{3}){3}$/u;
const MAX_FOUND = 40;
const MAX_LABEL = 44;

const digits = (text: string): number => (text.match(/\d/gu) ?? []).length;
const isDate = (text: string): boolean => /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{2}[./-]\d{2})$/u.test(text.trim());

function isNumber(text: string): boolean {
  const length = text.replace(/[^A-Z\d]/gu, '').length;
  return digits(text) >= 6 && length >= 7 && length <= 20 && !isDate(text) && !isIban(text);
}

interface FoundLabel {
  isVat: boolean;
  start: number;
  end: number;
  isWeak: boolean;
}

function labelsIn(folded: string): FoundLabel[] {
  const found = LABELS.flatMap(({ isVat, pattern }) =>
    [...folded.matchAll(pattern)].map((match) => ({
      isVat,
      start: match.index,
      end: match.index + match[0].length,
      isWeak: WEAK.test(match[0]),
    })),
  ).sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter((label, i) => !found.slice(0, i).some((other) => other.end > label.start));
}

/** The number at the start of the text, after words of the label. */
function valueBehind(behind: string, isWeak: boolean): { start: number; end: number } | undefined {
  const value = VALUE.exec(behind);
  if (value === null) return undefined;
  // "GST (5 %) 118842173".
  const between = foldText(behind.slice(0, value.index)).replace(/\(?\d+(?:[.,]\d+)?\s?%\)?/u, '');
  if (between.length > MAX_LABEL || /[\d%€$£;|]/u.test(between) || BLOCKED.test(between)) return undefined;
  const shape = SHAPE_FIRST.exec(behind.slice(value.index));
  const isPlain = !ID_WORD.test(between) && !/:/u.test(between);
  const isShort = digits(value[0]) < 9 || (/[.,/\s]/u.test(value[0]) && !AUSTRALIAN.test(value[0]));
  if (isWeak && shape === null && isPlain && isShort) return undefined;
  const text = shape?.[0] ?? value[0];
  const after = behind.slice(value.index + text.length, value.index + text.length + 2);
  return isNumber(text) && !/[%€$£]/u.test(after) ? { start: value.index, end: value.index + text.length } : undefined;
}

/** The form of a person's number, in countries where companies have another form. */
export const isPersonalTaxId = (text: string): boolean => PERSONAL.test(text);

export const hasTaxLabel = (text: string): boolean => text.length <= 300 && labelsIn(foldText(text)).some(({ isWeak }) => !isWeak);

/** A label without a number. */
export const isTaxLabel = (text: string): boolean =>
  text.length <= MAX_LABEL && !/\d/u.test(text) && labelsIn(foldText(text))[0]?.start === 0;

export function findTaxIds({ segments, rows }: SegmentedText): TaxId[] {
  const found: TaxId[] = [];
  const add = ({ segment, start, end }: TextPart, label: string, isVat: boolean, hasShape: boolean): void => {
    const text = repairGstin(segment.text.slice(start, end));
    if (found.length >= MAX_FOUND || isIban(text) || isDate(text)) return;
    if (found.some((other) => other.segment === segment && other.start < end && start < other.end)) return;
    const owner = CUSTOMER_WORDS.test(label) ? ('customer' as const) : VENDOR_WORDS.test(label) ? ('vendor' as const) : undefined;
    found.push({ segment, start, end, text, isVat, hasLabel: label !== '', hasShape, ...(owner !== undefined && { owner }) });
  };
  for (const segment of segments) {
    const { text } = segment;
    if (text.length > 300) continue;
    const folded = foldText(text);
    const labels = folded.length === text.length ? labelsIn(folded) : [];
    labels.forEach(({ isVat, start: from, end, isWeak }, i) => {
      // "Faktura VAT nr 12" is the number of the invoice.
      if (from > 0 && isDocumentTitle(text.slice(0, from))) return;
      const until = labels[i + 1]?.start ?? text.length;
      const label = folded.slice(Math.max(0, from - MAX_LABEL), until);
      const own = valueBehind(text.slice(end, until), isWeak);
      if (own !== undefined)
        add({ segment, start: end + own.start, end: end + own.end }, label, isVat, SHAPE_FIRST.test(text.slice(end + own.start)));
      else if (!/\d/u.test(text.slice(end)) && !BLOCKED.test(folded.slice(end, until)) && text.length <= MAX_LABEL) {
        const next = valueBeside(segment, rows) ?? valueBelow(segment, rows);
        if (next !== undefined) add(next, folded, isVat, SHAPE_FIRST.test(next.segment.text.slice(next.start)));
      }
    });
    if (labels.length === 0 && isNif(text.trim())) add({ segment, start: 0, end: text.length }, '', true, true);
    for (const match of text.matchAll(SHAPE)) {
      const before = foldText(text.slice(Math.max(0, match.index - 40), match.index));
      if (/iban|bic|swift|konto|account|chave|access/u.test(before.slice(-14)) || /^\d+$/u.test(match[0])) continue;
      const label = labelsIn(before).length > 0 ? before : leftLabel(segment, rows[segment.row]!.segments);
      add({ segment, start: match.index, end: match.index + match[0].length }, label, true, true);
    }
  }
  return found;
}

/** The text of the label to the left, if it is one of a tax number. */
function leftLabel(segment: Segment, row: readonly Segment[]): string {
  const left = row.filter(({ box }) => box.right <= segment.box.left).at(-1);
  const folded = foldText(left?.text ?? '');
  return labelsIn(folded).length > 0 ? folded : '';
}

function wholeValue(segment: Segment): TextPart | undefined {
  const value = VALUE.exec(segment.text);
  if (value === null || !isNumber(value[0]) || value.index > 3 || /[%€$£,]/u.test(segment.text)) return undefined;
  if (/\p{L}{4}/u.test(segment.text.slice(value[0].length).replace(/\([^)]*\)?/u, ''))) return undefined;
  const end = value.index + value[0].length;
  return wordsIn(segment, value.index, end).length === 0 ? undefined : { segment, start: value.index, end };
}

function valueBeside(segment: Segment, rows: SegmentedText['rows']): TextPart | undefined {
  const next = rows[segment.row]!.segments.find(({ box }) => box.left >= segment.box.right);
  return next === undefined ? undefined : wholeValue(next);
}

/** The value of a heading row: a segment below the label that starts before the next label of the row. */
function valueBelow(segment: Segment, rows: SegmentedText['rows']): TextPart | undefined {
  const height = segment.box.bottom - segment.box.top;
  const limit = rows[segment.row]!.segments.find(({ box }) => box.left >= segment.box.right)?.box.left ?? Infinity;
  for (const row of rows.slice(segment.row + 1, segment.row + 4)) {
    if (row.page !== segment.page || row.box.top - segment.box.bottom > 3 * height) return undefined;
    const below = row.segments.find(
      ({ box }) => box.left < Math.min(limit, segment.box.right + 12 * height) && box.right > segment.box.left,
    );
    const value = below === undefined ? undefined : wholeValue(below);
    if (value !== undefined) return value;
  }
  return undefined;
}
