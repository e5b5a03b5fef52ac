/** The units that callers count offsets in, by the names of the wire. Stored offsets are in UTF-16. */
import { fail } from '../../../kernel/failures.ts';
import { offsetsIn } from '../../../engines/text/offsets.ts';
import type { OffsetUnit } from '../../../engines/text/offsets.ts';

const UNITS: Readonly<Record<string, OffsetUnit>> = { utf16codeunit: 'utf16', unicodecodepoint: 'codePoint', textelements_v8: 'grapheme', textelement_v8: 'grapheme' };

/** What files count in unless they say otherwise, and what runtime calls do. */
export const FILE_INDEX = 'Utf16CodeUnit';
export const RUNTIME_INDEX = 'TextElements_v8';

/** The unit of a string index type; one of them is met in two spellings. */
export function parseOffsetUnit(stringIndexType: string): OffsetUnit {
  const name = stringIndexType.toLowerCase();
  if (!Object.hasOwn(UNITS, name)) throw fail('ParameterInvalid', { parameter: 'stringIndexType', details: 'must be one of TextElements_v8, UnicodeCodePoint, Utf16CodeUnit.' });
  return UNITS[name]!;
}

/** A function from UTF-16 stretches of a text to offset and length in a unit. */
export function spanConverter(text: string, unit: OffsetUnit): (start: number, end: number) => { offset: number; length: number } {
  const offsets = offsetsIn(text, unit);
  return (start, end) => {
    const offset = offsets.from(start);
    return { offset, length: offsets.from(end) - offset };
  };
}
