/** Ordinals: words of their own, numbers with an ending, digits with a mark, and those counted from the end or the current place. */
import type { Resolution } from '../entity.ts';
import { numberAt, sumBefore, wordValue } from './numbers.ts';
import type { Reader } from './reader.ts';

export interface ReadOrdinal {
  readonly end: number;
  readonly value: number;
}

export function ordinalAt(reader: Reader, at: number): ReadOrdinal | undefined {
  return reader.memo('ordinal', at, () => readMarked(reader, at) ?? readWords(reader, at));
}

/** Digits with a mark, and numbers with a word before or after them. */
function readMarked(reader: Reader, at: number): ReadOrdinal | undefined {
  const before = reader.after('ordinalBefore', at);
  if (before !== undefined) {
    const number = numberAt(reader, before);
    if (number && isCount(number.value)) return { end: number.end, value: number.value };
  }
  const token = reader.tokens[at];
  if (token?.kind === 'digits' && !(reader.isGlued(at) && reader.isSign(at - 1, '.,:/-'))) {
    const mark = markAfter(reader, at + 1);
    if (mark !== undefined) return { end: mark, value: Number(token.norm) };
  }
  const number = numberAt(reader, at);
  const after = number && reader.after('ordinalAfter', number.end);
  return number && after !== undefined && isCount(number.value) ? { end: after, value: number.value } : undefined;
}

const isCount = (value: number): boolean => Number.isInteger(value) && value > 0;

function markAfter(reader: Reader, at: number): number | undefined {
  const { ordinalMarks = [] } = reader.vocabulary.table;
  const token = reader.tokens[at];
  if (!token?.isGlued) return undefined;
  // A point is a mark before a word, and the end of a sentence elsewhere.
  if (token.norm === '.') {
    const next = reader.tokens[at + 1];
    return ordinalMarks.includes('.') && next?.kind === 'word' && !next.isGlued ? at + 1 : undefined;
  }
  const isQuoted = token.norm === "'" && reader.isGlued(at + 1);
  const word = isQuoted ? reader.tokens[at + 1]! : token;
  return ordinalMarks.some((mark) => mark === word.norm) ? (isQuoted ? at + 2 : at + 1) : undefined;
}

/** Number words of which the last is an ordinal, or ordinals in a row. */
function readWords(reader: Reader, at: number): ReadOrdinal | undefined {
  const { sum, end } = sumBefore(reader, at);
  for (const from of end > at ? [reader.skip(end, 'and'), end] : [at]) {
    const last = oneWord(reader, reader.isSign(from, '-') ? from + 1 : from);
    const value = last && sum.addOrdinal(last.value);
    if (last && value !== undefined) return withMore(reader, { end: last.end, value });
  }
  const only = oneWord(reader, at);
  return only && withMore(reader, only);
}

/** Twentieth first. */
function withMore(reader: Reader, first: ReadOrdinal): ReadOrdinal {
  const next = oneWord(reader, first.end);
  return next && first.value >= 20 && first.value % 10 === 0 && next.value < 10
    ? { end: next.end, value: first.value + next.value }
    : first;
}

function oneWord(reader: Reader, at: number): ReadOrdinal | undefined {
  const listed = reader.find('ordinal', at);
  if (listed) return { end: listed.end, value: Number(listed.value) };
  const token = reader.tokens[at];
  const { ordinalEndings = [], ordinalStemEndings = [''], endings = [] } = reader.vocabulary.table;
  if (token?.kind !== 'word') return undefined;
  const bare = [
    token.norm,
    ...endings.filter((ending) => token.norm.endsWith(ending)).map((ending) => token.norm.slice(0, -ending.length)),
  ];
  for (const word of bare) {
    for (const ending of ordinalEndings) {
      if (!word.endsWith(ending) || word.length <= ending.length) continue;
      const stem = word.slice(0, -ending.length);
      for (const more of ordinalStemEndings) {
        const value = wordValue(reader, stem + more);
        if (value !== undefined && isCount(value)) return { end: at + 1, value };
      }
    }
  }
  return undefined;
}

/** "The last", "the next one": not where a date follows or precedes. */
export function relativeOrdinalAt(reader: Reader, at: number): { end: number; resolution: Resolution } | undefined {
  const found = reader.find('relativeOrdinal', at);
  if (!found) return undefined;
  const [relativeTo, offset] = String(found.value).split(' ') as ['end' | 'current', string];
  if (isTimeWord(reader, found.end) || (at > 0 && isTimeWord(reader, at - 1))) return undefined;
  return { end: found.end, resolution: { is: 'ordinal', offset: Number(offset), relativeTo } };
}

function isTimeWord(reader: Reader, at: number): boolean {
  const number = numberAt(reader, at);
  const from = number ? number.end : at;
  return ['timeUnit', 'weekday', 'month', 'part', 'season'].some((category) => {
    const found = reader.find(category, from);
    return found !== undefined && reader.isSeparate(from, found.end);
  });
}
