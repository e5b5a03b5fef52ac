/** Terms such as `five (5) years` with the surrounding words, as candidates for the duration of a contract. */
import type { ContractText, TextRange } from './contract-text.ts';
import { findSentence, wordAt } from './contract-text.ts';
import data from './contract.json' with { type: 'json' };
import { describeContext } from './date-candidates.ts';
import { phraseAfter, phraseBefore, phraseList } from './phrases.ts';
import { addSigns, compileSigns } from './ranking.ts';
import { NUMBER_WORDS, ORDINALS } from './worded-dates.ts';

export type DurationUnit = 'year' | 'month' | 'week' | 'day';

export interface DurationCandidate extends TextRange {
  count: number;
  unit: DurationUnit;
  sentence: TextRange;
  features: Record<string, number>;
}

const WORD = `(?:${[...NUMBER_WORDS.keys()].join('|')})`;
const COUNT = `(?:${WORD}(?:[-\\s]${WORD})?|\\d{1,3})(?:[\\s-]*\\(\\s*(?:[\\dIl]{1,3}|${WORD}(?:[-\\s]${WORD})?)\\s*\\))?|\\(\\d{1,3}\\)|an?`;
const DURATION = new RegExp(
  `\\b(${COUNT})[\\s-]+(?:full\\s+|consecutive\\s+|calendar\\s+|contract\\s+|additional\\s+|more\\s+|processing\\s+)*(year|month|week|day)s?\\b|\\b(${ORDINALS.join('|')}|\\d{1,2}\\s?(?:st|nd|rd|th))\\s*(?:\\(\\s*\\d{1,2}\\s?(?:st|nd|rd|th)?\\s*\\)\\s*)?(?:year\\s+)?anniversary\\b`,
  'giu',
);
const BEFORE = phraseList({ term: data.termPhrases.before });
const MAX_CANDIDATES = 200;
const SIGNS = compileSigns(data.signs.duration);
/** Sentences that speak of the term, its beginning or its end. */
const TERM = /\bterms?\b|\bperiod\b|\beffect\b|\bforce\b|\bexpir|\bduration\b|\bcommenc|\banniversary\b|\bcontinue|\bterminat/iu;

export function findDurations(contractText: ContractText): DurationCandidate[] {
  const { text } = contractText;
  const out: DurationCandidate[] = [];
  for (const match of text.matchAll(DURATION)) {
    if (out.length >= MAX_CANDIDATES) break;
    const count = match[1] === undefined ? ordinalOf(match[3]!) : countOf(match[1]);
    const unit = (match[2]?.toLowerCase() ?? 'year') as DurationUnit;
    if (count === undefined || (/^an?$/iu.test(match[1] ?? '') && unit === 'day')) continue;
    const range = { start: match.index, end: match.index + match[0].length };
    if (!TERM.test(text.slice(Math.max(0, range.start - 250), range.end + 120))) continue;
    out.push({ ...range, count, unit, ...describe(contractText, range, count, unit, out.length) });
  }
  return out;
}

function describe(
  contractText: ContractText,
  range: TextRange,
  count: number,
  unit: DurationUnit,
  order: number,
): Pick<DurationCandidate, 'features' | 'sentence'> {
  const { text } = contractText;
  const features: Record<string, number> = { bias: 1 };
  describeContext(features, text, range);
  const sentence = findSentence(contractText, range.start);
  const before = text.slice(Math.max(sentence.start, range.start - 300), range.start).toLowerCase();
  const after = text.slice(range.end, Math.min(sentence.end, range.end + 250)).toLowerCase();
  const heading = text.slice(Math.max(0, sentence.start - 60), Math.min(range.start, sentence.start + 60)).toLowerCase();
  features[`unit ${unit}`] = 1;
  features[`months ${String(Math.min(5, Math.floor(Math.log2(Math.max(1, toMonths(count, unit)) / 3))))}`] = 1;
  features[`order ${String(Math.min(order, 4))}`] = 1;
  features[`place ${String(Math.min(9, Math.floor(Math.log2(1 + wordAt(contractText, range.start) / 40))))}`] = 1;
  const phrase = phraseBefore(text, range.start, BEFORE);
  const following = phraseAfter(text, range.end, data.termPhrases.after);
  features[`phrase before ${phrase === undefined ? 'none' : phrase.phrase.trim()}`] = 1;
  if (following !== undefined) features[`phrase after ${following}`] = 1;
  features[
    `phrases ${phrase === undefined ? 'none' : phrase.distance === 0 ? 'next' : 'near'} ${following === undefined ? 'none' : 'after'}`
  ] = 1;
  addSigns(features, SIGNS, { heading, before, around: `${before}\u0000${after}`, soon: after.slice(0, 120) });
  return { features, sentence };
}

function ordinalOf(text: string): number | undefined {
  const digits = /\d+/u.exec(text);
  const index = ORDINALS.indexOf(text.toLowerCase());
  return digits !== null ? Number(digits[0]) : index < 0 ? undefined : index + 1;
}

function countOf(text: string): number | undefined {
  const digits = /\d+/u.exec(text);
  if (digits !== null) return Number(digits[0]) || undefined;
  if (/^an?$/iu.test(text)) return 1;
  const sum = text
    .toLowerCase()
    .split(/[\s-]+/u)
    .reduce((total, word) => total + (NUMBER_WORDS.get(word) ?? 0), 0);
  return sum === 0 ? undefined : sum;
}

const toMonths = (count: number, unit: DurationUnit): number => count * { year: 12, month: 1, week: 0.25, day: 1 / 30 }[unit];

/** A yyyy-mm-dd date moved by a duration; the last day of a month stays within the month. */
export function addDuration(date: string, count: number, unit: DurationUnit): string | undefined {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  if (unit === 'day' || unit === 'week') return toIso(new Date(Date.UTC(year, month - 1, day + count * (unit === 'week' ? 7 : 1))));
  const months = month - 1 + count * (unit === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return toIso(new Date(Date.UTC(year, months, Math.min(day, lastDay))));
}

const toIso = (date: Date): string | undefined => {
  const year = date.getUTCFullYear();
  return year < 1800 || year > 2199 ? undefined : date.toISOString().slice(0, 10);
};
