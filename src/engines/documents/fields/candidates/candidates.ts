/** Finds candidate values by kind: every amount, date, time, phone number, number and piece of text. */
import { union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Label } from '../text/lexicon.ts';
import type { Segment, SegmentedText, SegmentWord } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';
import type { Money } from '../field.ts';
import type { DateRange } from '../values/date-ranges.ts';
import { dateRangesIn, monthsIn } from '../values/date-ranges.ts';
import { datesIn } from '../values/dates.ts';
import { moneyIn } from '../values/money.ts';
import { localPhonesIn, phonesIn } from '../values/phones.ts';
import { timesIn } from '../values/times.ts';
import { ibansIn, isIban } from './bank-numbers.ts';
import { paymentTermsIn } from './payment-terms.ts';

export type Kind = 'money' | 'date' | 'time' | 'phone' | 'id' | 'text';

export interface Candidate {
  kind: Kind;
  segment: Segment;
  /** Position in the segment's text. */
  start: number;
  end: number;
  items: readonly number[];
  text: string;
  box: Box;
  /** Lowest word confidence. */
  confidence: number;
  /** Amounts only. */
  amount?: number;
  money?: Money;
  /** Dates only: the first or last day of a period. */
  period?: 'start' | 'end';
  /** For dates (yyyy-mm-dd), times and phone numbers. */
  value?: string;
}

export interface CandidateOptions {
  locale?: string;
  country?: string;
}

function createCandidate(
  kind: Kind,
  segment: Segment,
  start: number,
  end: number,
  words: readonly SegmentWord[],
  more: Partial<Candidate> = {},
): Candidate {
  return {
    kind,
    segment,
    start,
    end,
    items: words.map(({ item }) => item),
    text: segment.text.slice(start, end),
    box: union(words.map(({ box }) => box)),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
    ...more,
  };
}

/** Candidates are found line by line. */
export function findCandidates(segmented: SegmentedText, labels: readonly Label[], options: CandidateOptions): Candidate[] {
  const bySegment = Map.groupBy(labels, ({ segment }) => segment);
  return segmented.segments.flatMap((segment) => [
    ...findTyped(segment, options),
    ...findTexts(segment, bySegment.get(segment) ?? []),
    ...brokenIban(segment, segmented),
  ]);
}

/** An IBAN whose last groups did not fit on the line. */
function brokenIban(segment: Segment, { rows, height }: SegmentedText): Candidate[] {
  const head = /(?<![A-Z\d])[A-Z]{2}\d{2}(?:\s?[A-Z\d]{1,4}){1,7}$/u.exec(segment.text);
  const below = head === null ? [] : (rows[segment.row + 1]?.segments ?? []);
  const next = below.find(({ box, page }) => page === segment.page && Math.abs(box.left - segment.box.left) < 3 * height);
  const tail = /^(?:[A-Z\d]{1,4}\s?){1,4}(?![A-Z\d])/u.exec(next?.text ?? '')?.[0].trim();
  if (head === null || next === undefined || tail === undefined || !isIban(head[0] + tail)) return [];
  const words = [...wordsIn(segment, head.index, segment.text.length), ...wordsIn(next, 0, tail.length)];
  return [createCandidate('id', segment, head.index, segment.text.length, words, { text: `${head[0]} ${tail}` })];
}

function findTyped(segment: Segment, { locale, country }: CandidateOptions): Candidate[] {
  const found: Candidate[] = [];
  const { text } = segment;
  const add = (kind: Kind, start: number, end: number, more: Partial<Candidate>): void => {
    const words = wordsIn(segment, start, end);
    if (words.length > 0) found.push(createCandidate(kind, segment, start, end, words, more));
  };
  const ranges = dateRangesIn(text, { locale });
  const overlaps = (ranges: readonly DateRange[], start: number, end: number): boolean =>
    ranges.some(({ from, to }) => from.start < end && start < to.end);
  const dates = datesIn(text, { locale }).filter(({ start, end }) => !overlaps(ranges, start, end));
  const months = monthsIn(text).filter(
    ({ from }) => !overlaps(ranges, from.start, from.end) && !dates.some(({ start, end }) => start < from.end && from.start < end),
  );
  const periods = [...ranges, ...months];
  for (const { from, to } of periods) {
    add('date', from.start, from.end, { value: from.value, period: 'start' });
    add('date', to.start, to.end, { value: to.value, period: 'end' });
  }
  for (const { value, start, end } of dates) add('date', start, end, { value });
  for (const { value, start, end } of timesIn(text)) add('time', start, end, { value });
  const phones = phonesIn(text, { country });
  for (const { value, start, end } of phones) add('phone', start, end, { value });
  for (const { start, end } of localPhonesIn(text))
    if (!phones.some((other) => other.start < end && start < other.end)) add('phone', start, end, {});
  for (const { value, start, end } of moneyIn(text, { locale })) {
    if (
      !looksLikeMoney(text.slice(start, end), text.slice(end), value.symbol ?? value.code) ||
      dates.some((date) => date.start < end && start < date.end) ||
      overlaps(periods, start, end)
    )
      continue;
    add('money', start, end, { amount: value.amount, money: value });
  }
  return found;
}

/** An amount has a currency, decimals, or stands alone; a percentage is not an amount. */
function looksLikeMoney(text: string, behind: string, currency: string | undefined): boolean {
  if (/^\s?%/u.test(behind)) return false;
  return currency !== undefined || /\d[.,]\s?\d{2,3}(?!\d)/u.test(text) || /^\D*(?:\d{1,6}|\d{1,3}(?:[ '’]\d{3})+)\D*$/u.test(text);
}

/** The words of a code: each has a digit, or is short and in capitals. */
const CODE_WORD = /^(?=[^\p{L}]*\d|[\p{Lu}\d]{1,6}[\s\p{P}]*$|.*\d)[\p{L}\d][\p{L}\d._/\\-]*$/u;

/** A series and a number are one code: "24 - 1.017", "A / 17"; so are groups of figures: "1029 4471 63". */
const SERIES = /^[\p{Lu}\d]{1,6}\s*[-/]{1,2}\s*\d[\d./-]*$|^\d{1,5}(?: \d{2,5}){1,6}$/u;

/** The whole segment, the text after each label, codes of several words, and single words with digits. */
function findTexts(segment: Segment, labels: readonly Label[]): Candidate[] {
  const found = new Map<string, Candidate>();
  const add = (kind: 'id' | 'text', from: number, to: number): void => {
    const lead = /^[\s:;#.\-–*=|°º№)\]]*/u.exec(segment.text.slice(from, to))![0].length;
    const tail = /[\s:;|,]*$/u.exec(segment.text.slice(from, to))![0].length;
    const [start, end] = [from + lead, to - tail];
    const key = `${kind} ${String(start)} ${String(end)}`;
    if (end <= start || found.has(key)) return;
    const words = wordsIn(segment, start, end);
    if (words.length > 0) found.set(key, createCandidate(kind, segment, start, end, words));
  };
  const length = segment.text.length;
  add('text', 0, length);
  add('id', 0, length);
  labels.forEach((label, i) => {
    const to = labels[i + 1]?.start ?? length;
    add('text', label.end, to);
    add('id', label.end, to);
    const code = codeAfter(segment, label.end, to);
    if (code !== undefined) add('id', code.start, code.end);
    // The value may itself contain words of a label, such as "Net 30".
    if (to < length) add('text', label.end, length);
    if (label.start > 0 && i === 0) add('text', 0, label.start);
  });
  for (const { start, end } of ibansIn(segment.text)) add('id', start, end);
  for (const { start, end } of paymentTermsIn(segment.text)) add('text', start, end);
  if (segment.words.length > 1 && !SERIES.test(segment.text))
    for (const { text, start, end } of segment.words) if (/\d/u.test(text)) add('id', start, end);
  return [...found.values()];
}

/** The code that begins right after a label: its words up to the first that is not part of a code. */
function codeAfter({ text, words }: Segment, from: number, to: number): { start: number; end: number } | undefined {
  const start = from + /^[^\p{L}\d]*/u.exec(text.slice(from, to))![0].length;
  let end = start;
  for (const word of words) {
    if (word.end <= start || word.start >= to) continue;
    const own = text.slice(Math.max(start, word.start), word.end).replace(/[,;:)]+$/u, '');
    if (!CODE_WORD.test(own)) break;
    end = Math.max(start, word.start) + own.length;
    if (own.length < word.end - Math.max(start, word.start)) break;
  }
  return end > start ? { start, end } : undefined;
}
