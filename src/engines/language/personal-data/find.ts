/**
 * Personal data in a conversation. Each utterance is read with the question that came before it: "could I have your account number" makes
 * an identifier of the digits in the answer. Recognizers propose spans; of overlapping ones the more specific wins.
 *
 * Cost: linear in the length of the text.
 */
import { findNames as tagNames } from '../names/find-names.ts';
import { findAddresses } from './addresses.ts';
import { findCues, findQuestions } from './cues.ts';
import type { Cue } from './cues.ts';
import { findEmails } from './emails.ts';
import type { PersonalData, PersonalDataKind, Utterance } from './entity.ts';
import { nameLists } from './name-lists.ts';
import { findNames } from './names.ts';
import { findNumbers } from './numbers.ts';
import { splitWords } from './words.ts';

/** Of overlapping spans, the one whose kind comes first is kept. */
const PRECEDENCE: readonly PersonalDataKind[] = [
  'email',
  'address',
  'creditCard',
  'socialSecurityNumber',
  'phoneNumber',
  'numericIdentifier',
  'name',
];

/** How many utterances a question stays open. */
const OPEN_UTTERANCES = 3;

interface Question {
  asks: Cue[];
  speaker: string;
  at: number;
}

/** The personal data of each utterance, in order. */
export function findPersonalData(utterances: readonly Utterance[]): PersonalData[][] {
  const known = new Set<string>();
  let question: Question | undefined;
  const found = utterances.map(({ text, speaker }, at) => {
    const expected = question && question.speaker !== speaker && at - question.at <= OPEN_UTTERANCES ? question.asks : [];
    const own = findInText(text, expected, known);
    for (const { kind, start, end } of own) if (kind === 'name') rememberName(text.slice(start, end), known);
    const asks = findQuestions(text);
    if (asks.length > 0) question = { asks, speaker, at };
    return own;
  });
  // Names that were introduced later than they were first used.
  return found.map((own, i) => (known.size === 0 ? own : merge([...own, ...repeatedNames(utterances[i]!.text, known)])));
}

function findInText(text: string, expected: readonly Cue[], known: ReadonlySet<string>): PersonalData[] {
  const words = splitWords(text);
  const cues = findCues(text);
  const found = merge([
    ...findEmails(text),
    ...findAddresses(text, words),
    ...findNumbers({ text, words, cues, expected }),
    ...findNames({ text, words, expected, lists: nameLists(), known }),
  ]);
  return merge(taggedNames(text), found);
}

/** Written names that neither lists nor introductions show, by the tagger of names. It was trained on text with capitals. */
function taggedNames(text: string): PersonalData[] {
  if (!/\p{Lu}\p{Ll}/u.test(text)) return [];
  return tagNames(text, CULTURE)
    .filter(({ kind, confidence }) => kind === 'person' && confidence >= MIN_CONFIDENCE)
    .map(({ start, length, confidence }) => ({
      kind: 'name',
      start,
      end: start + length,
      score: Math.min(0.99, confidence),
    }));
}

const CULTURE = 'en-us';
const MIN_CONFIDENCE = 0.9;

function rememberName(name: string, known: Set<string>): void {
  const lists = nameLists();
  for (const { kind, lower } of splitWords(name)) {
    const plain = lower.replace(/'s$/, '');
    if (kind === 'letters' && plain.length > 2 && !lists.isWord(plain)) known.add(plain);
  }
}

function repeatedNames(text: string, known: ReadonlySet<string>): PersonalData[] {
  const isCased = /\p{Lu}/u.test(text);
  return splitWords(text)
    .filter(({ lower, text: word }) => known.has(lower.replace(/'s$/, '')) && (!isCased || /^\p{Lu}/u.test(word)))
    .map(({ start, end, lower }) => ({
      kind: 'name',
      start,
      end: lower.endsWith("'s") ? end - 2 : end,
      score: 0.8,
    }));
}

/** The spans that do not overlap, in order; those that are kept already have precedence over all others. */
function merge(spans: readonly PersonalData[], already: readonly PersonalData[] = []): PersonalData[] {
  const kept: PersonalData[] = [];
  const taken = new Set<number>();
  const byRank = [...spans].sort((a, b) => PRECEDENCE.indexOf(a.kind) - PRECEDENCE.indexOf(b.kind) || b.end - b.start - (a.end - a.start));
  for (const span of [...already, ...byRank]) {
    const places = Array.from({ length: span.end - span.start }, (_, i) => span.start + i);
    if (places.some((place) => taken.has(place))) continue;
    for (const place of places) taken.add(place);
    kept.push(span);
  }
  return kept.sort((a, b) => a.start - b.start);
}
