/**
 * Offsets in the units that callers count in: UTF-16 code units (ours), bytes of UTF-8, code points, and grapheme clusters
 * ("text elements"). A table is built once per text in linear time; lookups take constant time.
 * Text in which every code unit is a grapheme needs no table.
 *
 * Invariant: an offset inside an element counts as that element's start, and offsets outside the text as its
 * ends, so no offset that a caller sends can reach beyond the text or cut a character.
 */

/** Units in which offsets are counted. */
export type OffsetUnit = 'utf16' | 'utf8' | 'codePoint' | 'grapheme';

/** Converts offsets of one text to another unit and back. */
export interface Offsets {
  /** Number of units in the whole text. */
  readonly length: number;
  /** From a UTF-16 offset to this unit. */
  from(utf16: number): number;
  /** From this unit to a UTF-16 offset. */
  to(offset: number): number;
}

/** One unit of UTF-16 is one code point and one cluster: no surrogate, and nothing that joins its neighbors. */
const PLAIN = /^(?:[\x00-\x0c\x0e-\x7f]|\r(?!\n))*$/;

export function offsetsIn(text: string, unit: OffsetUnit): Offsets {
  if (unit === 'utf16' || PLAIN.test(text)) {
    return { length: text.length, from: (utf16) => clamp(utf16, text.length), to: (offset) => clamp(offset, text.length) };
  }
  if (unit === 'utf8') return byteOffsets(text);
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

function byteOffsets(text: string): Offsets {
  const bytes = new Uint32Array(text.length + 1);
  const starts: number[] = [];
  for (let i = 0; i < text.length;) {
    const point = text.codePointAt(i)!;
    const [units, size] = [point > 0xffff ? 2 : 1, point < 0x80 ? 1 : point < 0x800 ? 2 : point > 0xffff ? 4 : 3];
    bytes.fill(starts.length, i, i + units);
    for (let b = 0; b < size; b++) starts.push(i);
    i += units;
  }
  bytes[text.length] = starts.length;
  return {
    length: starts.length,
    from: (utf16) => bytes[clamp(utf16, text.length)]!,
    to: (offset) => starts[clamp(offset, starts.length)] ?? text.length,
  };
}

function clamp(offset: number, max: number): number {
  return offset > max ? max : offset > 0 ? Math.trunc(offset) : 0;
}

function codePointStarts(text: string): number[] {
  const starts: number[] = [];
  for (let i = 0; i < text.length; i += text.codePointAt(i)! > 0xffff ? 2 : 1) starts.push(i);
  return starts;
}

/**
 * A letter after the sign that joins it to the one before (virama). Unicode 8.0, which the interface names, and the text elements of .NET
 * start a cluster there; ICU joins them since Unicode 15.1. The vowels of Thai and Lao that look like letters stay.
 */
const CONJUNCT_LETTER = /(?<=[\p{M}\u200c\u200d])(?![\u0e33\u0eb3])\p{Lo}/gu;

function graphemeStarts(text: string): number[] {
  const starts: number[] = [];
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    starts.push(index);
    if (segment.length > 2) for (const match of segment.matchAll(CONJUNCT_LETTER)) starts.push(index + match.index);
  }
  return starts;
}
