/** Where the parts of a contract are: the sentence that names the parties, and the signatures. */
import type { ContractText, TextRange } from './contract-text.ts';
import { findSentence } from './contract-text.ts';
import { foldName } from './party-names.ts';

export interface ContractParts {
  /** The sentence with `between`; the first sentences if there is none. */
  preamble: TextRange;
  hasBetween: boolean;
  /** Texts that begin with `IN WITNESS WHEREOF` or a line `By:`. */
  signatures: readonly TextRange[];
  /** Folded names in quotes near the preamble, such as `licensor`. */
  definedTerms: ReadonlySet<string>;
}

/** Table of contents and cover page may come first. */
const MAX_PREAMBLE_START = 40_000;
const MAX_SIGNATURE_LENGTH = 2500;
const MAX_SIGNATURES = 6;
const BETWEEN = /\b(?:by\s+and\s+(?:between|among|amongst)|between|among|amongst)\b|\bBETWEEN\b/giu;
const SUBJECT =
  /\b(?:agreement|contract|lease|licen[cs]e|deed|memorandum|amendment|addendum|terms|statement of work|indenture|undertaking|letter|charter|plan|settlement|note|warrant|guaranty)\b/iu;
const OPENING = /\b(?:this|the)\s|\bmade\b|\bentered\b|\bdated\b|\bexecuted\b|\beffective\b/iu;
const WITNESS =
  /\bin\s+witness\s+(?:whereof|of\s+which|thereof)\b|\bwitness\s+our\s+hands\b|\bexecuted\s+as\s+an?\s+(?:agreement|deed)\b|(?<=\s)By\s?:/giu;

export function findParts(contractText: ContractText): ContractParts {
  const { text } = contractText;
  let preamble: TextRange | undefined;
  let tried = 0;
  for (const match of text.slice(0, MAX_PREAMBLE_START).matchAll(BETWEEN)) {
    if (++tried > 40) break;
    const sentence = findSentence(contractText, match.index);
    const before = text.slice(Math.max(sentence.start, match.index - 500), match.index);
    const isOpening =
      SUBJECT.test(before) && OPENING.test(before) && !/\b(?:whereas|recitals?|relationship|conflict|difference)\b/iu.test(before);
    if (!isOpening) continue;
    preamble = { start: sentence.start, end: Math.max(sentence.end, Math.min(text.length, match.index + 400)) };
    break;
  }
  const signatures: TextRange[] = [];
  for (const match of text.matchAll(WITNESS)) {
    const last = signatures.at(-1);
    if (last !== undefined && match.index < last.end) continue;
    if (signatures.length >= MAX_SIGNATURES) signatures.shift();
    signatures.push({ start: Math.max(0, match.index - (/^By/iu.test(match[0]) ? 150 : 0)), end: match.index + MAX_SIGNATURE_LENGTH });
  }
  const range = preamble ?? { start: 0, end: Math.min(text.length, 1500) };
  return {
    preamble: range,
    hasBetween: preamble !== undefined,
    signatures,
    definedTerms: definedTermsOf(text.slice(range.start, range.start + 6000)),
  };
}

const definedTermsOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/"([^"]{2,50})"/gu)].map((match) => foldName(match[1]!.replace(/^the\s+/iu, ''))));

export const isWithin = (position: number, { start, end }: TextRange): boolean => position >= start && position < end;
