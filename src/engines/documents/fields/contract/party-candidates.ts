/**
 * Pieces of text that may be names of parties: words with capitals, from the first pages and the signatures. Every place where a name
 * may begin gives a few candidates that end at commas, brackets, legal forms or line ends; equal names are one candidate with
 * several places.
 */
import type { ContractParts } from './contract-parts.ts';
import type { ContractText, ContractWord, TextRange } from './contract-text.ts';
import { wordAt } from './contract-text.ts';
import { cleanName, foldName, isLegalForm } from './party-names.ts';
import terms from './party-terms.json' with { type: 'json' };

export interface NamePlace extends TextRange {
  /** Indexes of the first word and the one behind the last. */
  from: number;
  to: number;
  region: 'cover' | 'preamble' | 'behind' | 'signature';
}

export interface PartyCandidate {
  name: string;
  key: string;
  /** The place that says most comes first. */
  places: NamePlace[];
}

const CONNECTORS = new Set(terms.connectors);
const MAX_HEAD_WORDS = 1200;
const MAX_NAME_WORDS = 14;
const MAX_ENDS = 6;
const MAX_STARTS = 1500;
const MAX_COVER_WORDS = 400;
/** Words in capitals that are no part of a name. */
const BREAKS =
  /^(?:between|among|amongst|and|by|this|dated|whereas|witnesseth|recitals?|agreement|collectively|hereinafter|herein|hereafter|made|entered|effective|whose|with|having|an?)$/iu;

/** The possible names, by the place where they begin. */
export function findNames(contractText: ContractText, parts: ContractParts): NamePlace[][] {
  const { text, words } = contractText;
  const textOf = ({ start, end }: ContractWord): string => text.slice(start, end);
  const starts: NamePlace[][] = [];
  const preambleStart = wordAt(contractText, parts.preamble.start);
  const preambleEnd = wordAt(contractText, parts.preamble.end);
  addNames(starts, words, textOf, 0, Math.min(preambleStart, MAX_COVER_WORDS), () => 'cover');
  addNames(starts, words, textOf, preambleStart, Math.min(words.length, preambleStart + MAX_HEAD_WORDS), (i) =>
    i < preambleEnd ? 'preamble' : 'behind',
  );
  for (const { start, end } of parts.signatures) {
    const from = Math.max(preambleStart + MAX_HEAD_WORDS, wordAt(contractText, start));
    addNames(starts, words, textOf, from, Math.min(words.length, wordAt(contractText, end)), () => 'signature');
  }
  return starts;
}

/** Equal names are one candidate. */
export function joinPlaces({ text }: ContractText, places: readonly NamePlace[]): PartyCandidate[] {
  const byKey = new Map<string, PartyCandidate>();
  for (const place of places) {
    const name = cleanName(text.slice(place.start, place.end));
    const key = foldName(name);
    if (key.length < 3 || key.length > 100 || !/\p{L}{2}/u.test(name)) continue;
    const own = byKey.get(key);
    if (own === undefined) byKey.set(key, { name, key, places: [place] });
    else if (own.places.length < 12) own.places.push(place);
  }
  const rank = { preamble: 0, cover: 1, behind: 2, signature: 3 } as const;
  for (const candidate of byKey.values()) candidate.places.sort((a, b) => rank[a.region] - rank[b.region] || a.start - b.start);
  return [...byKey.values()];
}

function addNames(
  starts: NamePlace[][],
  words: readonly ContractWord[],
  textOf: (word: ContractWord) => string,
  from: number,
  to: number,
  regionOf: (index: number) => NamePlace['region'],
): void {
  for (let i = from; i < to && starts.length < MAX_STARTS; i++) {
    const first = textOf(words[i]!);
    if (!mayBegin(first, words[i + 1] === undefined ? '' : textOf(words[i + 1]!))) continue;
    if (i > 0 && !words[i]!.startsLine && !endsPart(textOf(words[i - 1]!))) continue;
    const places: NamePlace[] = [];
    for (let k = i; k < Math.min(words.length, i + MAX_NAME_WORDS) && places.length < MAX_ENDS; k++) {
      const word = textOf(words[k]!);
      if (k > i && (words[k]!.startsParagraph || !mayContinue(word))) break;
      const next = words[k + 1];
      const nextText = next === undefined ? '' : textOf(next);
      if (CONNECTORS.has(word.toLowerCase()) && !isLegalForm(word)) continue;
      const isEnd =
        next === undefined ||
        next.startsLine ||
        /[,;:.)"]$/u.test(word) ||
        !mayContinue(nextText) ||
        CONNECTORS.has(nextText.toLowerCase()) ||
        /^[("]/u.test(nextText) ||
        isLegalForm(word);
      if (isEnd) places.push({ start: words[i]!.start, end: words[k]!.end, from: i, to: k + 1, region: regionOf(i) });
      if (/[;:"]$/u.test(word) || (/^[^.]{4,}\.$/u.test(word) && !isLegalForm(word))) break;
    }
    if (places.length > 0) starts.push(places);
  }
}

const mayBegin = (word: string, next: string): boolean =>
  !/^["']*(?:and|between|among|by|this|whereas)$/iu.test(word) &&
  (/^["'(]*[\p{Lu}\d]/u.test(word) ||
    /^\p{Ll}[\p{Ll}.-]*\p{Lu}/u.test(word) ||
    /^\p{Ll}+[.@-]\p{L}/u.test(word) ||
    (isLegalForm(next) && /^\p{Ll}/u.test(word)));

/** Whether a name may begin behind this word. */
const endsPart = (word: string): boolean =>
  /[,;:.)"\]-]$/u.test(word) ||
  /^["'(]*\p{Ll}/u.test(word) ||
  BREAKS.test(word) ||
  /^(?:THE|OF|TO|FOR|WITH|FROM|The|Mr|Ms|Mrs|Dr)\.?$/u.test(word);

const mayContinue = (word: string): boolean =>
  !/^\(?["']/u.test(word) &&
  !/^(?:BETWEEN|AMONG|WHEREAS|WITNESSETH|RECITALS?|BY:?|By:?)$/u.test(word) &&
  (/^\(?[\p{Lu}\d&+*]/u.test(word) || CONNECTORS.has(word.toLowerCase()) || isLegalForm(word) || /^\p{Ll}+[.-]?\p{Lu}/u.test(word));
