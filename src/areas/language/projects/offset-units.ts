/** The units of offsets on the wire. Stored offsets are in UTF-16. */
import { fail } from '../../../kernel/failures.ts';
import { offsetsIn } from '../../../engines/shared/text/offsets.ts';
import type { OffsetUnit } from '../../../engines/shared/text/offsets.ts';

const UNITS: Readonly<Record<string, OffsetUnit>> = {
  utf16codeunit: 'utf16',
  utf8codeunit: 'utf8',
  unicodecodepoint: 'codePoint',
  utf32codeunit: 'codePoint',
  textelements_v8: 'grapheme',
  textelement_v8: 'grapheme',
};

/** The defaults of files and of runtime calls. */
export const FILE_INDEX = 'Utf16CodeUnit';
export const RUNTIME_INDEX = 'TextElements_v8';

/** The unit of a string index type; one of them has two spellings. */
export function parseOffsetUnit(stringIndexType: string): OffsetUnit {
  const name = stringIndexType.toLowerCase();
  if (!Object.hasOwn(UNITS, name)) {
    throw fail('ParameterInvalid', {
      parameter: 'stringIndexType',
      details: 'must be one of TextElements_v8, UnicodeCodePoint, Utf16CodeUnit, Utf8CodeUnit, Utf32CodeUnit.',
    });
  }
  return UNITS[name]!;
}

/** Returns a function that converts UTF-16 spans of a text to offset and length in a unit. */
export function spanConverter(text: string, unit: OffsetUnit): (start: number, end: number) => { offset: number; length: number } {
  const offsets = offsetsIn(text, unit);
  return (start, end) => {
    const offset = offsets.from(start);
    return { offset, length: offsets.from(end) - offset };
  };
}
