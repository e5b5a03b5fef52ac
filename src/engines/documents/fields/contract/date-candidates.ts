/** Dates of a contract with the surrounding words, as candidates for its execution, effective, expiry and renewal dates. */
import type { ContractParts } from './contract-parts.ts';
import { isWithin } from './contract-parts.ts';
import type { ContractText, TextRange } from './contract-text.ts';
import { findSentence, wordAt } from './contract-text.ts';
import data from './contract.json' with { type: 'json' };
import { phraseBefore, phraseList } from './phrases.ts';
import { addSigns, addWords, compileSigns, wordsOf } from './ranking.ts';
import { findWordedDates } from './worded-dates.ts';

export interface DateCandidate extends TextRange {
  value: string;
  features: Record<string, number>;
}

const MAX_CANDIDATES = 250;
const SIGNS = compileSigns(data.signs.date);
const DATE_PHRASES = phraseList(data.datePhrases);

export function findDateCandidates(contractText: ContractText, parts: ContractParts, locale: string | undefined): DateCandidate[] {
  const { text } = contractText;
  const dates = findWordedDates(text, locale).slice(0, MAX_CANDIDATES);
  const counts = new Map<string, number>();
  for (const { value } of dates) counts.set(value, (counts.get(value) ?? 0) + 1);
  const opening = dates.find(({ start }) => isWithin(start, parts.preamble));
  const latest = dates.reduce((last, { value }) => (value > last ? value : last), '');
  const isWithinSignatures = (position: number): boolean => parts.signatures.some((signature) => isWithin(position, signature));
  const lastSigned = dates.filter(({ start }) => isWithinSignatures(start)).reduce((last, { value }) => (value > last ? value : last), '');
  const hasOpening = dates.some(({ start }) => start < parts.preamble.end);
  return dates.map((date, index) => {
    const features: Record<string, number> = { bias: 1 };
    describeContext(features, text, date);
    describePlace(features, contractText, parts, date);
    if (opening !== undefined) {
      features[date.value > opening.value ? 'after opening' : date.value < opening.value ? 'before opening' : 'equals opening'] = 1;
      if (opening === date) features['is opening'] = 1;
    }
    describePhrase(features, text, date);
    if (isWithinSignatures(date.start) && date.value === lastSigned) features[hasOpening ? 'last signed' : 'last signed, no other'] = 1;
    features[`order ${String(Math.min(index, 4))}`] = 1;
    features[`count ${String(Math.min(counts.get(date.value)!, 4))}`] = 1;
    if (date.value === latest) features['latest'] = 1;
    return { ...date, features };
  });
}

/** The role that the nearest phrase before a date gives it, alone and with the subject of the sentence. */
function describePhrase(features: Record<string, number>, text: string, { start }: TextRange): void {
  const phrase = phraseBefore(text, start, DATE_PHRASES);
  if (phrase === undefined) {
    features['phrase none'] = 1;
    return;
  }
  const role = `phrase ${phrase.name}`;
  features[role] = 1;
  features[`phrase${phrase.phrase}`] = 1;
  features[`${role} ${phrase.distance === 0 ? 'next' : 'near'}`] = 1;
  for (const subject of [
    'sentence on agreement',
    'sentence on term',
    'sentence whereas',
    'in preamble',
    'in signatures',
    'after opening',
    'sentence on renewal',
  ])
    if (features[subject] === 1) features[`${role}, ${subject}`] = 1;
}

/** Context words close to a candidate; a sentence end is kept as a word. */
export function describeContext(features: Record<string, number>, text: string, { start, end }: TextRange): void {
  const mark = (part: string): string => part.replace(/(?<=[a-z\d")]{2})[.;]\s/giu, ' endofsentence ');
  const before = wordsOf(mark(text.slice(Math.max(0, start - 110), start))).slice(-14);
  const after = wordsOf(mark(text.slice(end, end + 90))).slice(0, 10);
  addWords(features, 'before', withoutOtherSentence(before.toReversed()));
  addWords(features, 'after', withoutOtherSentence(after));
  before
    .slice(-3)
    .toReversed()
    .forEach((word, i) => (features[`before${String(i + 1)} ${word}`] = 1));
  after.slice(0, 3).forEach((word, i) => (features[`after${String(i + 1)} ${word}`] = 1));
  for (let i = Math.max(0, before.length - 6); i + 1 < before.length; i++) features[`before pair ${before[i]!} ${before[i + 1]!}`] = 1;
  const defined = /^[^."]{0,40}\(?[^."]{0,40}"([^"]{3,40})"/u.exec(text.slice(end, end + 130));
  if (defined !== null) addWords(features, 'defined', wordsOf(defined[1]!));
  const definedBefore = /"([^"]{3,40})"\)?[^."]{0,30}$/u.exec(text.slice(Math.max(0, start - 90), start));
  if (definedBefore !== null) addWords(features, 'defined before', wordsOf(definedBefore[1]!));
}

const withoutOtherSentence = (words: readonly string[]): readonly string[] => {
  const end = words.indexOf('endofsentence');
  return end < 0 ? words : words.slice(0, end);
};

function describePlace(
  features: Record<string, number>,
  contractText: ContractText,
  parts: ContractParts,
  { start, end }: TextRange,
): void {
  const { text, words } = contractText;
  const at = wordAt(contractText, start);
  features[`place ${String(Math.min(9, Math.floor(Math.log2(1 + at / 40))))}`] = 1;
  if (isWithin(start, parts.preamble)) features[parts.hasBetween ? 'in preamble' : 'in first lines'] = 1;
  else if (start < parts.preamble.start) features['before preamble'] = 1;
  else if (start < parts.preamble.end + 600) features['soon after preamble'] = 1;
  if (parts.signatures.some((signature) => isWithin(start, signature))) features['in signatures'] = 1;
  if (words[at]?.startsLine === true) features['starts line'] = 1;
  const behind = wordAt(contractText, end);
  if (words[at]?.startsLine === true && words[behind]?.startsLine === true) features['own line'] = 1;
  const sentence = findSentence(contractText, start);
  const own = text.slice(Math.max(sentence.start, start - 600), Math.min(sentence.end, end + 400));
  addSigns(features, SIGNS, { own });
}

/** The first date behind words such as `renews on`. */
export const findRenewal = (dates: readonly DateCandidate[]): DateCandidate | undefined =>
  dates.find(({ features }) => features['phrase renewal'] === 1);
