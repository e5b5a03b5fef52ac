/**
 * The lawyers' labels as expected values. A party is a marked piece of text that the written answer names as a party: aliases,
 * collective names and blanks are none. Dates with a blank day, month or year are none; regions are compared by name.
 */
import { isSimilarText } from '../evaluation/compare.ts';
import { editDistance } from '../../../../src/engines/documents/fields/text/similar-texts.ts';
import type { LabeledContract } from './corpus.ts';

const QUOTES = /[“”„‟]/gu;

export interface ContractLabels {
  title?: string;
  parties: string[];
  /** Short names of all parties. */
  aliases: string[];
  agreementDate?: string;
  effectiveDate?: string;
  expirationDate?: string;
  /** The marked text of the expiry prints no date: the answer is start plus term. */
  isExpirationComputed: boolean;
  /** Clause texts that state the term. */
  termClauses: string[];
  /** The printed duration, of generated contracts. */
  duration?: string;
  governingLaw: string[];
  lawClauses: string[];
}

export function labelsOf({ labels }: LabeledContract): ContractLabels {
  const answer = (name: string): string => (labels[`${name}-Answer`] ?? '').trim();
  const marked = (name: string): string[] => parsePythonList(labels[name] ?? '');
  const termClauses = marked('Expiration Date');
  return {
    title: marked('Document Name')[0],
    parties: partiesOf(answer('Parties'), marked('Parties')),
    aliases: [
      ...answer('Parties')
        .replace(QUOTES, '"')
        .matchAll(/"([^"]{2,60})"/gu),
    ].map((match) => match[1]!),
    agreementDate: toIsoDate(answer('Agreement Date')),
    effectiveDate: toIsoDate(answer('Effective Date')),
    expirationDate: toIsoDate(answer('Expiration Date')),
    isExpirationComputed: !termClauses.some((clause) => /\b(?:19|20)\d\d\b|\d\/\d\d\b/u.test(clause)),
    termClauses,
    governingLaw: answer('Governing Law')
      .split(/;|,(?=\s*(?:Texas|Illinois)\b)/u)
      .map((region) => region.trim())
      .filter((region) => region !== ''),
    lawClauses: marked('Governing Law'),
  };
}

/** The strings of a list as Python prints it. */
export function parsePythonList(text: string): string[] {
  const out: string[] = [];
  for (const match of text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gsu))
    out.push((match[1] ?? match[2]!).replace(/\\(['"\\])/gu, '$1').replace(/\\[nt]|\\xa0/gu, ' '));
  return out;
}

/** 12/21/15 → 2015-12-21. */
function toIsoDate(answer: string): string | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)$/u.exec(answer);
  if (match === null) return undefined;
  const short = Number(match[3]);
  const year = short > 99 ? short : short >= 70 ? 1900 + short : 2000 + short;
  return `${String(year)}-${match[1]!.padStart(2, '0')}-${match[2]!.padStart(2, '0')}`;
}

/** A name without what is added in brackets and without the article. */
export const bareName = (name: string): string =>
  name
    .replace(QUOTES, '"')
    .replace(/\([^)]*\)?/gu, (part) => (/["']|formerly|known as|f\/k\/a|d\/b\/a|operating/iu.test(part) ? ' ' : part))
    .replace(/,?\s*\b(?:f\/k\/a|d\/b\/a|a\/k\/a|dba|fka|formerly|doing business as|trading as)\b.*$/iu, '')
    .replace(/^\s*the\s+/iu, '')
    .trim();

export const isSameParty = (one: string, other: string): boolean => isSimilarText(bareName(one), bareName(other));

const foldName = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

const LEGAL_FORM = /\s(?:inc|incorporated|corp|corporation|llc|ltd|limited|lp|l\.p|plc|ag|gmbh|s\.?a)\.?$/iu;

function partiesOf(written: string, marked: readonly string[]): string[] {
  const answer = written.replace(QUOTES, '"').replace(/(?<=\(\s?(?:the )?)'/gu, '"');
  const aliases = [...answer.matchAll(/"([^"]{2,60})"/gu)].map((match) => foldName(match[1]!));
  const entries = answer
    .split(/;|\n|(?<=\b(?:Corporation|Corporatino|Inc\.|LLC)), (?=[A-Z])/u)
    .map((entry) => bareName(entry.replace(/\(?[^()]*"[^"]*"?.*$/su, '').replace(/^[\s(]+/u, '')))
    .filter((name) => foldName(name).length >= 3);
  const namesOnly = foldName(answer.replace(/"[^"]*"/gu, ' '));
  const out: string[] = [];
  for (const text of marked) {
    const name = cleanMark(text);
    const folded = foldName(bareName(name));
    if (folded.length < 3 || /^x+$/u.test(folded) || /["_]|^'/u.test(name) || name.split(/\s+/u).length > 15) continue;
    if (aliases.includes(foldName(name)) && !LEGAL_FORM.test(name)) continue;
    const isNamed = namesOnly.includes(folded) || entries.some((entry) => isNearly(foldName(entry), folded));
    if (isNamed && !out.some((one) => isSameParty(one, name))) out.push(name);
  }
  const isPart = (name: string): boolean =>
    !LEGAL_FORM.test(name) && out.some((other) => other !== name && foldName(other).includes(foldName(name)));
  return out.filter((name) => !isPart(name));
}

const cleanMark = (text: string): string =>
  text
    .replace(QUOTES, '"')
    .replace(/,?\s*\([^()]*".*$/su, '')
    .replace(/^(?:d\/b\/a|formerly|also known as|operating as|f\/s\/o)\b.*$/iu, '')
    .replace(/^(?:Licensor|Licensee|Customer|Client|Company|Supplier|Distributor|Buyer|Seller)\b:?\s+(?=\p{Lu})/u, '')
    .replace(/\s+/gu, ' ')
    .replace(/[\s,]+$/u, '');

/** Answers are typed by hand: a quarter of the letters may differ. */
const isNearly = (one: string, other: string): boolean => {
  const limit = Math.floor(Math.max(one.length, other.length) / 4);
  return editDistance(one, other, limit) <= limit;
};

const REGION_ALIASES: Readonly<Record<string, string>> = {
  prc: 'peoples republic of china',
  china: 'peoples republic of china',
  korea: 'republic of korea',
  'south korea': 'republic of korea',
};

const regionOf = (name: string): string => {
  const folded = name
    .toLowerCase()
    .replace(/[^a-z ,]/gu, '')
    .replace(/^(?:the )?(?:state|commonwealth|province|federal republic|republic|kingdom) of (?:the )?/u, '')
    .split(/,| and /u)[0]!
    .trim();
  return REGION_ALIASES[folded] ?? folded;
};

/** `Ontario` is `Ontario, Canada`; `England and Wales` is `England, United Kingdom`. */
export const isSameRegion = (one: string, other: string): boolean => regionOf(one) === regionOf(other);
