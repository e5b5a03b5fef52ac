/** The address, the short name and the clause of a party, from the text behind its name. */
import type { Address } from '../field.ts';
import { addressOf } from '../values/addresses.ts';
import type { ContractParts } from './contract-parts.ts';
import { isWithin } from './contract-parts.ts';
import type { ContractText, TextRange } from './contract-text.ts';
import { findSentence } from './contract-text.ts';
import type { NamePlace } from './party-candidates.ts';

export interface PartyDetails {
  clause: TextRange;
  reference?: TextRange & { isQuoted: boolean };
  address?: TextRange & { value: Address; isIntroduced: boolean };
}

const MAX_LENGTH = 600;
const QUOTED = /\(\s*[^()"]{0,90}"\s*([^"]{1,60}?)\s*[,.]?"/gu;
const UNQUOTED =
  /(?:\(\s*(?:the\s+|hereinafter\s+(?:the\s+)?|hereafter\s+(?:the\s+)?)|\bhereinafter\s+(?:referred\s+to\s+as|called)\s+(?:the\s+)?)"?\s*(\p{Lu}[\p{L}&. -]{1,40}?)\s*(?:["),;.]|\bof\s+the\s|\(|\bwhich\b)/gu;
const QUOTED_LATER = /\b(?:hereinafter|herein|hereafter|referred\s+to\s+as|called|as)[^".;]{0,40}"\s*([^"]{1,60}?)\s*[,.]?"/gu;
const NO_REFERENCE = /^(?:the\s+)?(?:part(?:y|ies)|agreement|contract|effective date|date|term|services|products)$/iu;
const INTRODUCTION =
  /\b(?:located|office[s]?|business|headquarter(?:s|ed)|address(?:es)?|residence|residing|resides|domiciled|reside)\b[^;("]{0,50}?\b(?:at|is|in|of|as follows)\s*:?\s+(?:(?:located|situated)\s+)?(?:at\s+)?|\baddress(?:es)?\s*:\s*|\b(?:of|at)\s+(?=\d)/giu;
/** Where an address ends at the latest. */
const END =
  /\s*(?:[("]|;|\.\s+(?=[A-Z][a-z]+\s[a-z])|(?<=\d)\s+(?=(?:The|This|It|In|Now|Whereas)\s[a-z])|,?\s+(?:and|hereinafter|hereafter|represented|acting|as|referred|registered|duly|organized|incorporated|Attention|Attn|Fax|Telephone|Tel|Phone|facsimile|on the one|on behalf|which|who|whose|having|by and|part(?:y|ies)\s+of|of\s+the\s+(?:one|other|first|second)|aged|a\s+(?:\p{L}+\s+){0,3}(?:corporation|company|partnership))\b|\s+\d{1,2}[.)]\s+(?=[A-Z])|\s+(?=(?:[A-Z][\p{L}']*\s){0,2}[A-Z][\p{L}']+\s?:\s))/iu;

export function findDetails(
  contractText: ContractText,
  parts: ContractParts,
  place: NamePlace,
  next: NamePlace | undefined,
  locale: string | undefined,
): PartyDetails {
  const { text } = contractText;
  const sentence = findSentence(contractText, place.start);
  const clause = isWithin(place.start, parts.preamble) && parts.hasBetween ? sentenceOver(sentence, parts.preamble, next) : sentence;
  const limit = Math.min(text.length, place.end + MAX_LENGTH, next !== undefined && next.start > place.end ? next.start : Infinity);
  const segment = text.slice(place.end, limit);
  return { clause, reference: findReference(segment, place.end), address: findAddress(segment, place.end, locale) };
}

/** The preamble's sentence may be cut by full stops in addresses: it reaches at least the next party. */
const sentenceOver = (sentence: TextRange, preamble: TextRange, next: NamePlace | undefined): TextRange => ({
  start: Math.min(sentence.start, preamble.start),
  end: Math.max(sentence.end, next !== undefined && next.start < preamble.end ? next.end : sentence.end),
});

function findReference(segment: string, offset: number): PartyDetails['reference'] {
  for (const [pattern, isQuoted] of [
    [QUOTED, true],
    [QUOTED_LATER, true],
    [UNQUOTED, false],
  ] as const)
    for (const match of segment.matchAll(pattern)) {
      const name = match[1]!;
      if (NO_REFERENCE.test(name)) continue;
      const start = offset + match.index + match[0].lastIndexOf(name);
      return { start, end: start + name.length, isQuoted };
    }
  return undefined;
}

function findAddress(segment: string, offset: number, locale: string | undefined): PartyDetails['address'] {
  const starts = [...segment.matchAll(INTRODUCTION)]
    .slice(0, 6)
    .map((match) => ({ at: match.index + match[0].length, isIntroduced: !/^(?:of|at)\b/iu.test(match[0]) }));
  const direct = /^[\s,]{1,4}(?=\d{1,6}\s+\p{Lu}|P\.?\s?O\.?\s)/u.exec(segment);
  if (direct !== null) starts.push({ at: direct[0].length, isIntroduced: false });
  for (const { at, isIntroduced } of starts) {
    const rest = segment.slice(at, at + 220);
    const end = END.exec(rest)?.index ?? rest.length;
    const printed = rest.slice(0, end).replace(/[\s,;.:]+$/u, '');
    if (printed.length < 8 || !/\d/u.test(printed)) continue;
    const isListed = isIntroduced && printed.split(',').length > 2;
    const value = addressOf(printed, { locale: locale ?? 'en-US' }) ?? (isListed ? { streetAddress: printed } : undefined);
    if (value !== undefined) return { start: offset + at, end: offset + at + printed.length, value, isIntroduced };
  }
  return undefined;
}
