/** What could be the value of a field, by kind: every amount, date, time, phone number, number and piece of text of a sheet. */
import { union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Label } from '../text/lexicon.ts';
import type { Segment, Sheet, SheetWord } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';
import { datesIn } from '../values/dates.ts';
import { moneyIn } from '../values/money.ts';
import { phonesIn } from '../values/phones.ts';
import { timesIn } from '../values/times.ts';

export type Kind = 'money' | 'date' | 'time' | 'phone' | 'id' | 'text' | 'address';

export interface Candidate {
  kind: Kind;
  segment: Segment;
  /** Place in the segment's text; of an address in its first segment. */
  start: number;
  end: number;
  items: readonly number[];
  text: string;
  box: Box;
  /** Least sure word. */
  confidence: number;
  /** Of money. */
  amount?: number;
  symbol?: string;
  /** Of dates (yyyy-mm-dd), times and phone numbers. */
  value?: string;
}

export interface CandidateOptions { locale?: string; country?: string }

export function candidateOf(kind: Kind, segment: Segment, start: number, end: number, words: readonly SheetWord[], more: Partial<Candidate> = {}): Candidate {
  return {
    kind, segment, start, end, items: words.map(({ item }) => item), text: segment.text.slice(start, end),
    box: union(words.map(({ box }) => box)), confidence: Math.min(...words.map(({ confidence }) => confidence)), ...more,
  };
}

/** Candidates are found line by line; addresses, which are blocks, are found in address-blocks.ts. */
export function candidatesIn(sheet: Sheet, labels: readonly Label[], options: CandidateOptions): Candidate[] {
  const bySegment = Map.groupBy(labels, ({ segment }) => segment);
  return sheet.segments.flatMap((segment) => [...typed(segment, options), ...texts(segment, bySegment.get(segment) ?? [])]);
}

function typed(segment: Segment, { locale, country }: CandidateOptions): Candidate[] {
  const found: Candidate[] = [];
  const { text } = segment;
  const put = (kind: Kind, start: number, end: number, more: Partial<Candidate>): void => {
    const words = wordsIn(segment, start, end);
    if (words.length > 0) found.push(candidateOf(kind, segment, start, end, words, more));
  };
  const dates = datesIn(text, { locale });
  for (const { value, start, end } of dates) put('date', start, end, { value });
  for (const { value, start, end } of timesIn(text)) put('time', start, end, { value });
  for (const { value, start, end } of phonesIn(text, { country })) put('phone', start, end, { value });
  for (const { value, start, end } of moneyIn(text, { locale })) {
    if (!looksLikeMoney(text.slice(start, end), text.slice(end), value.symbol ?? value.code) || dates.some((date) => date.start < end && start < date.end)) continue;
    put('money', start, end, { amount: value.amount, symbol: value.symbol });
  }
  return found;
}

/** An amount has a currency or decimals, or stands by itself; what a per cent sign follows is none. */
function looksLikeMoney(text: string, behind: string, currency: string | undefined): boolean {
  if (/^\s?%/u.test(behind)) return false;
  return currency !== undefined || /\d[.,]\s?\d{2,3}(?!\d)/u.test(text) || /^\D*\d{1,6}\D*$/u.test(text);
}

/** The whole segment, what follows each label up to the next, and single words with figures. */
function texts(segment: Segment, labels: readonly Label[]): Candidate[] {
  const found = new Map<string, Candidate>();
  const put = (kind: 'id' | 'text', from: number, to: number): void => {
    const lead = /^[\s:;#.\-–*=|]*/u.exec(segment.text.slice(from, to))![0].length;
    const tail = /[\s:;|,]*$/u.exec(segment.text.slice(from, to))![0].length;
    const [start, end] = [from + lead, to - tail];
    const key = `${kind} ${String(start)} ${String(end)}`;
    if (end <= start || found.has(key)) return;
    const words = wordsIn(segment, start, end);
    if (words.length > 0) found.set(key, candidateOf(kind, segment, start, end, words));
  };
  const length = segment.text.length;
  put('text', 0, length);
  put('id', 0, length);
  labels.forEach((label, i) => {
    const to = labels[i + 1]?.start ?? length;
    put('text', label.end, to);
    put('id', label.end, to);
    // What follows may itself hold the words of a label, such as "Net 30".
    if (to < length) put('text', label.end, length);
    if (label.start > 0 && i === 0) put('text', 0, label.start);
  });
  if (segment.words.length > 1) for (const { text, start, end } of segment.words) if (/\d/u.test(text)) put('id', start, end);
  return [...found.values()];
}
