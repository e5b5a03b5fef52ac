/**
 * Offsets in the units that callers count in: UTF-16 code units (ours), code points, and grapheme clusters
 * ("text elements"). A table is made once a text, in linear time, and answers in constant time.
 * Text in which every unit is an element of its own needs no table.
 *
 * Invariant: an offset inside an element counts as that element's start, and offsets outside the text as its
 * ends, so no offset that a caller sends can reach beyond the text or cut a character.
 */

/** The ways in which an offset can be counted. */
export type OffsetUnit = 'utf16' | 'codePoint' | 'grapheme';

/** Turns offsets of one text into another unit and back. */
export interface Offsets {
  /** Number of units in the whole text. */
  readonly length: number;
  /** From a UTF-16 offset to this unit. */
  from(utf16: number): number;
  /** From this unit to a UTF-16 offset. */
  to(offset: number): number;
}

/** One unit of UTF-16 is one code point and one cluster: no surrogate, and nothing that joins its neighbours. */
const PLAIN = /^(?:[\x00-\x0c\x0e-\x7f]|\r(?!\n))*$/;

export function offsetsIn(text: string, unit: OffsetUnit): Offsets {
  if (unit === 'utf16' || PLAIN.test(text)) {
    return { length: text.length, from: (utf16) => clamp(utf16, text.length), to: (offset) => clamp(offset, text.length) };
  }
  const starts = unit === 'codePoint' ? codePointStarts(text) : graphemeStarts(text);
  const count = starts.length;
  const indexes = new Uint32Array(text.length + 1);
  for (let i = 0; i < count; i++) indexes.fill(i, starts[i], starts[i + 1] ?? text.length);
  indexes[text.length] = count;
  return {
    length: count,
    from: (utf16) => indexes[clamp(utf16, text.length)]!,
    to: (offset) => starts[clamp(offset, count)] ?? text.length,
  };
}

function clamp(offset: number, most: number): number {
  return offset > most ? most : offset > 0 ? Math.trunc(offset) : 0;
}

function codePointStarts(text: string): number[] {
  const starts: number[] = [];
  for (let i = 0; i < text.length; i += text.codePointAt(i)! > 0xffff ? 2 : 1) starts.push(i);
  return starts;
}

function graphemeStarts(text: string): number[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ index }) => index);
}
