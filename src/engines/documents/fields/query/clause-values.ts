/**
 * Values in running text: dates, amounts, durations and the like, regions of law, what a text defines (`… (the "Landlord")`), and what
 * it says something is. Nothing here knows what is asked; each clause is searched once for each kind of value.
 */
import { isLegalForm } from '../contract/party-names.ts';
import { regionAt, regionBefore } from '../contract/regions.ts';
import { findWordedDates } from '../contract/worded-dates.ts';
import { moneyIn } from '../values/money.ts';
import { phonesIn } from '../values/phones.ts';
import { countryOf, localeOf } from '../values/locale.ts';
import words from './clause-words.json' with { type: 'json' };
import type { Kind } from './names.ts';
import type { Clause, TextRange } from './running-text.ts';

const either = (list: string): string => `(?:${list.split(' ').join('|')})`;
const COUNT = String.raw`(?:\p{L}+\s*\(\s*\d{1,3}\s*\)|\d{1,3}(?:\s*\(\s*\p{L}+\s*\))?|${either(words.numbers)}(?:[-\s]${either(words.numbers)})?)`;
const DURATION = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,/])${COUNT}[\s-]+(?:${either(words.betweenNumberAndUnit)}\s+)*${either(words.units)}(?![\p{L}])|[\d一二三四五六七八九十]+\s?(?:年間?|[かヶカケヵ箇]?月間?|週間|日間)(?![\d一二三四五六七八九十]|目|まで|から)`,
  'giu',
);
const PERCENT = /(?<!\d)\d+(?:[.,]\d+)?\s?(?:%|％|per\s?cent\b|Prozent\b|pour\s?cent\b|por ciento\b|per cento\b|procent\b|パーセント)/giu;
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const NUMBER = /(?<![\p{L}\p{N}.,])(?:\d{1,3}(?:[.,' ]\d{3})+|\d+)(?![\p{L}\p{N}%]|[.,]\d)/gu;
const ID = /(?<![\p{L}\p{N}])(?=[\p{L}./-]{0,12}\d)[\p{L}\p{N}](?:[\p{L}\p{N}./-]*[\p{L}\p{N}])+/gu;
const LOCATED = new RegExp(`(?<!\\p{L})(?:${words.located})\\s+`, 'giu');

export type SpanKind = 'date' | 'money' | 'duration' | 'percent' | 'phone' | 'email' | 'count' | 'id' | 'address' | 'place';

export function spansIn({ text }: Clause, kind: SpanKind, locale: string | undefined): TextRange[] {
  const all = (pattern: RegExp): TextRange[] =>
    [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  switch (kind) {
    case 'date':
      return findWordedDates(text, locale);
    case 'money':
      return moneyIn(text, locale === undefined ? {} : { locale }).filter(
        ({ value, end }) => (value.symbol ?? value.code) !== undefined && !/^\s?[%％]/u.test(text.slice(end)),
      );
    case 'duration':
      return all(DURATION);
    case 'percent':
      return all(PERCENT);
    case 'phone':
      return phonesIn(text, { country: countryOf(localeOf(locale)) ?? 'US' });
    case 'email':
      return all(EMAIL);
    case 'count':
      return all(NUMBER);
    case 'id':
      return all(ID);
    case 'address':
      return all(LOCATED).map(({ end }) => ({
        start: end,
        end: end + /^.*?(?=\s*(?:[;("„«]|,?\s(?:together|bestehend|ci-après|and|und|et|y|e)\s|[.,]?$))/u.exec(text.slice(end))![0].length,
      }));
    case 'place':
      return placesIn(text);
  }
}

/** Kinds of values that a name of a kind may ask for, besides names and texts. */
export const SPANS: Readonly<Record<Kind | 'any', readonly SpanKind[]>> = {
  date: ['date'],
  time: ['duration'],
  money: ['money'],
  phone: ['phone'],
  email: ['email'],
  website: [],
  address: ['address'],
  id: ['id'],
  duration: ['duration'],
  percent: ['percent'],
  count: ['count'],
  mark: [],
  place: ['place'],
  any: ['money', 'duration', 'date', 'percent'],
};

const CUE = new RegExp(`(?<!\\p{L})(?:(?<law>${words.law})|(?<court>${words.courts}))(?!\\p{L})`, 'giu');
const OF = new RegExp(
  `^\\s+(?:(?:in\\s+force|made|applicable|vigente|en vigueur)\\s+)?(?:(?:${words.ofPlace})(?:\\s+(?:the|der|la|los))?\\s+)+|^\\s+(?:d'|de l'|dell')`,
  'iu',
);
const STATE = new RegExp(`^(?:${words.stateOf})\\s+(?:(?:of|de|del|di|der|do|da)\\s+)?`, 'iu');
const PROPER = /^\p{Lu}[\p{L}'’.-]*(?:\s(?:(?:of|and|de|del|la|am|an der)\s)?\p{Lu}[\p{L}'’-]*){0,3}/u;
const ADJECTIVE = new RegExp(`^(?:${words.adjectives.split(' ').join('|')})(?:e|es|en|er|em|s|as|a|os|o|i|he|ne)?(?!\\p{L})`, 'iu');

/** "法" or a court behind the name of its place. */
const HAN_PLACE = /(?<![\p{Script=Han}])\p{Script=Han}{2,4}?(?=法(?![人律令]))|\p{Script=Han}{2,8}裁判所/gu;
const HAN_OTHER = /^(?:準拠|適用|本契約)/u;

function placesIn(text: string): TextRange[] {
  const cued = [...text.matchAll(CUE)].flatMap((match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    const place = adjectiveBefore(text, start) ?? placeBehind(text, match[0], end) ?? regionBefore(text, start);
    return place === undefined || place === 'unnamed' ? [] : [place];
  });
  const written = [...text.matchAll(HAN_PLACE)].filter(([name]) => !HAN_OTHER.test(name));
  return [...cued, ...written.map(({ index, 0: name }) => ({ start: index, end: index + name.length }))];
}

/** "English law". */
function adjectiveBefore(text: string, cue: number): TextRange | undefined {
  const word = /(\p{L}+)\s+$/u.exec(text.slice(Math.max(0, cue - 30), cue));
  if (word === null || !ADJECTIVE.test(word[1]!)) return undefined;
  const start = cue - word[0].length;
  return { start, end: start + word[1]!.length };
}

/** "loi française", "laws of the State of Nevada", "Gerichtsstand ist Köln"; `unnamed` if a place should follow and none does. */
function placeBehind(text: string, cue: string, end: number): TextRange | 'unnamed' | undefined {
  const lead = OF.exec(text.slice(end, end + 60));
  const adjective = lead === null ? ADJECTIVE.exec(text.slice(end).trimStart()) : null;
  if (adjective !== null) {
    const start = end + text.slice(end).search(/\S/u);
    return { start, end: start + adjective[0].length };
  }
  const named = /ist$/iu.test(cue) ? /^\s+/u.exec(text.slice(end)) : lead;
  if (named === null) return undefined;
  const start = end + named[0].length;
  const state = STATE.exec(text.slice(start, start + 60))?.[0] ?? '';
  const region = regionAt(text, start);
  if (region !== undefined && /^(?:state|commonwealth|province|territory)/iu.test(state)) return region;
  const proper = PROPER.exec(text.slice(start + state.length, start + 90));
  if (proper === null) return 'unnamed';
  return region ?? { start, end: start + state.length + proper[0].length };
}

export interface Definition extends TextRange {
  term: string;
  /** Where what is defined ends. */
  at: number;
}

const QUOTED = /["“„«「『]\s*([^"“”„»«」』]{1,50}?)\s*["”“»」』]/gu;
const BRACKETS = /[(（]([^()（）]{1,90})[)）]/gu;
const CALLED = new RegExp(`(?<![\\p{L}(（])(?:${words.called})[^"“„«「.;]{0,40}["“„«「]([^"”“»」]{2,50})["”“»」]`, 'giu');
const HAS_CALLED = new RegExp(`(?<!\\p{L})(?:${words.called})(?!\\p{L})|以下`, 'iu');
const IN_ROLE = new RegExp(`,?\\s(?:${words.inRole})\\s+(?:(?:the|der|die|dem|le|la|el|l')\\s*)?(\\p{L}[\\p{L}-]{3,30})(?!\\p{L})`, 'giu');
const GROUP = new RegExp(`(?<!\\p{L})(?:${words.groups})(?!\\p{L})`, 'iu');
const DENSE_ROLE = /(?<=^|[、。と])(?<role>\p{Script=Han}{1,3}[人者主方])(?<name>[^、。と（(:：]{2,30})(?=[（(]以下)/gu;

/** Names that a text gives: in quotes, in brackets, behind `hereinafter`, and as the role of somebody. */
export function definitionsIn({ text }: Clause): Definition[] {
  const found: Definition[] = [];
  const add = (term: string, whole: string, at: number): void => {
    const bare = term.replace(new RegExp(`^(?:(?:${words.called}|the|der|die|das|le|la|les|el|los|il|lo|o)\\s+|l'|d')+`, 'giu'), '').trim();
    if (bare !== '' && !GROUP.test(whole)) found.push({ term: bare, at, ...nameBefore(text, at) });
  };
  for (const match of text.matchAll(BRACKETS)) {
    const [whole, inside] = match as unknown as [string, string];
    const quoted = [...inside.matchAll(QUOTED)];
    for (const [, term] of quoted) add(term!, whole, match.index);
    if (quoted.length === 0 && (HAS_CALLED.test(inside) || /^(?:the\s+)?\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+)?$/u.test(inside)))
      add(inside, whole, match.index);
  }
  for (const match of text.matchAll(CALLED)) add(match[1]!, match[0], match.index);
  for (const match of text.matchAll(IN_ROLE)) add(match[1]!, match[1]!, match.index);
  for (const match of text.matchAll(DENSE_ROLE)) {
    const end = match.index + match[0].length;
    found.push({ term: match.groups!['role']!, at: end, start: end - match.groups!['name']!.trimStart().length, end });
  }
  return found.filter(({ start, end }) => end > start);
}

const MAX_NAME_LENGTH = 300;
const BOUNDARY = new RegExp(
  `(?<![\\p{L}])(?:${words.beforeName})[:,]?\\s+|[:;：、]\\s*|(?:^|\\s)\\(?(?:\\d{1,2}|[a-z]|i{1,3})[.)]\\s+|(?<=[\\p{L})）])と`,
  'giu',
);
const TITLES = new RegExp(`^(?:(?:${words.titles})\\.?\\s+|l'|d')+`, 'iu');

/** The name that ends at a position: what follows the last `between`, `and` or the like and begins as a name does. */
function nameBefore(text: string, at: number): TextRange {
  const offset = Math.max(0, at - MAX_NAME_LENGTH, text.slice(0, at).search(/[)）][^()（）]*$/u) + 1);
  const left = text.slice(offset, at).replace(/[\s,;–—-]+$/u, '');
  const company = companyIn(left);
  if (company !== undefined) return { start: offset + company.start, end: offset + company.end };
  const starts = [0, ...[...left.matchAll(BOUNDARY)].map((match) => match.index + match[0].length)].reverse();
  for (const start of starts) {
    const own = left.slice(start);
    const title = TITLES.exec(own)?.[0] ?? '';
    const name = own.slice(title.length);
    if (!/^["“„«]?[\p{Lu}\p{Lo}\d]/u.test(name)) continue;
    // A legal form is often a part of its own: `Brightmoor Bakeries, Inc.`
    const parts = name.split(/,\s*/u);
    const first = /^[\d\s]+$/u.test(parts[0]!) ? '' : parts[0]!;
    const next =
      parts[1] !== undefined && isLegalForm(parts[1])
        ? name.slice(first.length, name.indexOf(parts[1], first.length) + parts[1].length)
        : '';
    if (first.length < 2 || isLegalForm(first)) continue;
    const from = offset + start + title.length;
    return { start: from, end: from + first.length + next.length };
  }
  return { start: at, end: at };
}

/** The last name that ends in a legal form: what follows it describes the company. */
function companyIn(text: string): TextRange | undefined {
  const tokens = [...text.matchAll(/[^\s,;:]+,?/gu)].map((match) => ({ start: match.index, word: match[0] }));
  const isForm = (i: number): boolean => /^\p{Lu}/u.test(tokens[i]!.word) && isLegalForm(tokens[i]!.word);
  const last = tokens.findLastIndex((_, i) => i > 0 && isForm(i));
  if (last < 0) return undefined;
  let first = last;
  for (let i = last - 1; i >= 0 && last - i < 9; i--) {
    const { word } = tokens[i]!;
    if (isForm(i) || (word.endsWith(',') && i < last - 1)) break;
    if (/^["“„«]?[\p{Lu}\d]/u.test(word) && !/^(?:Between|And|By|THIS)$/u.test(word)) first = i;
    else if (!/^(?:&|of|for|de|du|des|und|für)$/u.test(word)) break;
  }
  if (first === last) return undefined;
  const { start, word } = tokens[last]!;
  return { start: tokens[first]!.start, end: start + word.replace(/,$/u, '').length };
}

const IS = new RegExp(`(?<!\\p{L})(?:${words.is})(?!\\p{L})[:\\s]*`, 'giu');
const MAX_STATED_WORDS = 25;

/** What a clause says that something is: all behind the first `is`, up to the next pause. */
export function statementIn({ text }: Clause): (TextRange & { subject: TextRange }) | undefined {
  IS.lastIndex = 0;
  const match = IS.exec(text);
  if (match === null) return undefined;
  const start = match.index + match[0].length;
  const stated =
    /^[^;(（。]*?(?=,\s(?:which|who|and|die|der|das|und|qui|que|et|y|e)\s|[;(（。]|[.]?$)/u.exec(text.slice(start))?.[0].trimEnd() ?? '';
  if (stated === '' || stated.split(/\s+/u).length > MAX_STATED_WORDS) return undefined;
  return { start, end: start + stated.length, subject: { start: 0, end: match.index } };
}
