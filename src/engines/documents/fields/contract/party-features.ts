/** What is known about a possible name of a party: its words, the words around it, and where it occurs. */
import type { ContractParts } from './contract-parts.ts';
import { isWithin } from './contract-parts.ts';
import type { ContractText } from './contract-text.ts';
import type { NamePlace, PartyCandidate } from './party-candidates.ts';
import { cleanName, foldName, isLegalForm } from './party-names.ts';
import { addSigns, compileSigns } from './ranking.ts';
import terms from './party-terms.json' with { type: 'json' };

const ENTITY_TYPE = new RegExp(
  `^[\\s,(-]*(?:an?|the|being an?|which is an?)\\s[^;("]{0,80}?\\b(?:${terms.entityTypes.join('|')})\\b`,
  'iu',
);
const ALIAS = /^[\s,]*\(\s*[^()]{0,80}?["'][^"']{1,60}["']/u;
const ALIAS_LATER = /\(\s*[^()]{0,80}?"[^"]{1,60}"/u;
const ADDRESS = /^[^;("]{0,140}?\b(?:located|offices?|address(?:es)?|place of business|headquartered|residing|having|whose|with)\b/iu;
const BEFORE = compileSigns(terms.signsBefore);
const GENERIC = new Set(terms.genericWords);
const lower = (word: string): string => word.toLowerCase().replace(/^["'([]+|["')\],;:.]+$/gu, '');

/** Features that decide where a name ends: its words and what follows. */
export function describeEnd(contractText: ContractText, place: NamePlace): Record<string, number> {
  const features: Record<string, number> = { bias: 1 };
  const { text } = contractText;
  describeName(features, contractText, place);
  describeRight(features, contractText, place);
  const letters = text.slice(place.start, place.end);
  if (/^[^\p{L}]*$/u.test(letters)) features['no letters'] = 1;
  return features;
}

/** Features that decide whether a name is a party: also the words before it and where it occurs. */
export function describeParty(contractText: ContractText, parts: ContractParts, { places }: PartyCandidate): Record<string, number> {
  const { text, words } = contractText;
  const features: Record<string, number> = { bias: 1 };
  const [place] = places;
  const { start, from, to, region } = place!;
  describeName(features, contractText, place!);
  describeRight(features, contractText, place!);
  const name = cleanName(text.slice(start, place!.end));
  const members = name.split(/\s+(?:and|&)\s+|,\s+/iu).map((part) => foldName(part.replace(/^the\s+/iu, '')));
  if (members.every((part) => parts.definedTerms.has(part))) features[members.length > 1 ? 'defined terms' : 'defined term'] = 1;
  else if (members.some((part) => parts.definedTerms.has(part))) features['some defined term'] = 1;
  if (
    name
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .every((word) => word === '' || GENERIC.has(word))
  )
    features['generic words'] = 1;
  features[`in ${region}`] = 1;
  for (const { region: other } of places.slice(1)) if (other !== region) features[`also ${other}`] = 1;
  features[`places ${String(Math.min(4, places.length))}`] = 1;
  const previous = [1, 2, 3].map((back) => (from - back < 0 ? '^' : text.slice(words[from - back]!.start, words[from - back]!.end)));
  const startsLine = words[from]!.startsLine;
  const left = lower(previous[0]!) || previous[0]!;
  features[`left ${left}`] = 1;
  features[`left ${region} ${left}`] = 1;
  features[`left pair ${classOf(previous[1]!)} ${left}`] = 1;
  features[`left mark ${/[,;:.)"]$/u.exec(previous[0]!)?.[0] ?? 'none'}`] = 1;
  if (startsLine) features['starts line'] = 1;
  if (words[from]!.startsParagraph) features['starts paragraph'] = 1;
  if (startsLine && (to >= words.length || words[to]!.startsLine)) features[`own line ${region}`] = 1;
  if (places.some((other) => /^[\s,_]*(?:\S+\s+){0,6}(?:By|Per)\s?:/u.test(text.slice(other.end, other.end + 60))))
    features['signature follows some place'] = 1;
  // Without a sentence that names the parties, the signatures do.
  const isSigned = parts.signatures.some((signature) => isWithin(start, signature));
  if (isSigned) features['in signatures'] = 1;
  if (!parts.hasBetween) {
    if (isSigned) features['in signatures, no between'] = 1;
    if (features['signature follows'] === 1) features['signature follows, no between'] = 1;
    if (left === 'by') features['left by, no between'] = 1;
  }
  const before = text.slice(Math.max(0, start - 700), start);
  const between = [...before.matchAll(/(?:etween:?|mong) /giu)].at(-1)?.index ?? -1;
  if (between >= 0) {
    const since = before.slice(between);
    features[`since between ${String(Math.min(5, Math.floor(since.length / 100)))}`] = 1;
    features[`ands since between ${String(Math.min(4, (since.match(/\band\b/giu) ?? []).length))}`] = 1;
    if (parts.hasBetween && region === 'preamble') {
      features['after between in preamble'] = 1;
      if (left === 'and' || /^[,;:]?$/u.test(left) || left === 'between' || left === 'among') features[`listed in preamble ${left}`] = 1;
      if (left === 'and' && /["),;]$/u.test(previous[1]!)) features['and after clause in preamble'] = 1;
    }
    if (/\bwhereas\b/iu.test(since)) features['whereas since between'] = 1;
  } else if (region === 'preamble') features['no between before'] = 1;
  if (/["][^"]{0,60}$/u.test(before.slice(-60)) && (before.slice(-200).match(/"/gu) ?? []).length % 2 === 1) features['inside quotes'] = 1;
  if (/\([^)]{0,120}$/u.test(before.slice(-120))) features['inside brackets'] = 1;
  addSigns(features, BEFORE, { before: before.slice(-60) });
  return features;
}

const classOf = (word: string): string =>
  /["')]$/u.test(word)
    ? 'closing'
    : isLegalForm(word)
      ? 'form'
      : /[,;:.]$/u.test(word)
        ? `mark ${word.at(-1)!}`
        : /^\p{Lu}/u.test(word)
          ? 'capital'
          : /^\d/u.test(word)
            ? 'digit'
            : lower(word);

/** Whether a legal form follows further words of a name, without a mark in between. */
const formAhead = (after: string): boolean => {
  for (const word of after.trimStart().split(/\s+/u).slice(0, 6)) {
    if (isLegalForm(word)) return true;
    if (/[,;:)"]$/u.test(word) || /^[("]/u.test(word) || !/^(?:\p{Lu}|and$|of$|&$|for$|the$)/u.test(word)) return false;
  }
  return false;
};

function describeRight(features: Record<string, number>, { text, words }: ContractText, { from, to, end }: NamePlace): void {
  const next = [0, 1].map((ahead) => (to + ahead >= words.length ? '$' : text.slice(words[to + ahead]!.start, words[to + ahead]!.end)));
  const last = text.slice(words[to - 1]!.start, words[to - 1]!.end);
  const mark = /[,;:.)"]$/u.exec(last)?.[0] ?? 'none';
  const word = lower(next[0]!) || next[0]!.slice(0, 2);
  features[`right ${mark} ${word}`] = 1;
  features[`right mark ${mark}`] = 1;
  features[`right word ${word}`] = 1;
  features[
    `right class ${mark} ${/^\p{Lu}/u.test(next[0]!) ? 'capital' : /^\d/u.test(next[0]!) ? 'digit' : /^[("']/u.test(next[0]!) ? 'opening' : 'other'}`
  ] = 1;
  if (/^\(/u.test(next[0]!)) features['right bracket'] = 1;
  if (!isLegalForm(last) && formAhead(text.slice(end, end + 60))) features['legal form ahead'] = 1;
  if (isLegalForm(next[0]!)) features['right legal form'] = 1;
  if (isLegalForm(next[1]!) && /^(?:and|&|of)$/iu.test(next[0]!) === false) features['right legal form second'] = 1;
  if (to >= words.length || words[to]!.startsLine) features['ends line'] = 1;
  if (to >= words.length || words[to]!.startsParagraph) features['ends paragraph'] = 1;
  if (words.slice(from + 1, to).some((one) => one.startsLine)) features['crosses line'] = 1;
  const after = text.slice(end, end + 260);
  if (ENTITY_TYPE.test(after)) features['entity type follows'] = 1;
  if (ALIAS.test(after)) features['alias follows'] = 1;
  else if (ALIAS_LATER.test(after)) features['alias later'] = 1;
  if (ADDRESS.test(after)) features['address follows'] = 1;
  if (/^[\s,_]*(?:By|Name|Per|Signature|Signed)\s?:/u.test(after)) features['signature follows'] = 1;
}

function describeName(features: Record<string, number>, { text, words: all }: ContractText, { start, end, from, to }: NamePlace): void {
  const name = cleanName(text.slice(start, end));
  const own = all.slice(from, to).map((word) => text.slice(word.start, word.end));
  const words = name.split(/\s+/u);
  features[`words ${String(words.length <= 4 ? words.length : words.length <= 6 ? 5 : words.length <= 9 ? 7 : 10)}`] = 1;
  const endsWithForm = isLegalForm(words.at(-1)!) || isLegalForm(words.slice(-2).join(' '));
  if (endsWithForm) features[words.length > 1 ? 'legal form last' : 'legal form only'] = 1;
  words.slice(0, -1).forEach((word, i) => {
    if (/^(?:inc|corp|corporation|llc|ltd|limited|l\.p|lp|gmbh|plc|n\.a|l\.l\.c)\b/iu.test(word) && !isLegalForm(words[i + 1]!))
      features['legal form inside'] = 1;
  });
  own.slice(0, -1).forEach((word, i) => {
    if (/,$/u.test(word) && !isLegalForm(own[i + 1]!)) features['comma inside'] = 1;
    if (/[.]$/u.test(word) && word.length > 4) features['stop inside'] = 1;
  });
  if (words.some((word) => /^and$/iu.test(word))) features['and inside'] = 1;
  if (words.some((word) => word === '&')) features['ampersand inside'] = 1;
  const letters = name.replace(/[^\p{L}]/gu, '');
  if (letters === letters.toUpperCase()) features['capitals'] = 1;
  if (
    !endsWithForm &&
    words.length >= 2 &&
    words.length <= 4 &&
    words.every((word) => /^\p{Lu}[\p{L}'.-]*$/u.test(word)) &&
    letters !== letters.toUpperCase()
  )
    features['like person'] = 1;
  if (/\b\p{Lu}\.\s+\p{Lu}/u.test(name)) features['initial'] = 1;
  if (/^(?:mr|ms|mrs|dr|prof)\b/iu.test(name)) features['honorific'] = 1;
  if (/\d/u.test(name)) features['digit'] = 1;
  if (/^\d/u.test(name)) features['digit first'] = 1;
  if (/^the\s/iu.test(name)) features['article'] = 1;
  if (/["]/u.test(name)) features['quote inside'] = 1;
  for (const word of words) features[`name ${lower(word).replace(/\d+/gu, '0')}`] = 1;
  features[`first ${lower(words[0]!)}`] = 1;
  features[`last ${lower(words.at(-1)!)}`] = 1;
}
