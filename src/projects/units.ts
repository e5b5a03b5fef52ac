/** The units that callers count offsets in, by the names of the wire. Stored offsets are in UTF-16. */
import { fail } from '../contract/failures.ts';
import type { OffsetUnit } from '../engines/text/offsets.ts';

const UNITS: Readonly<Record<string, OffsetUnit>> = { utf16codeunit: 'utf16', unicodecodepoint: 'codePoint', textelements_v8: 'grapheme', textelement_v8: 'grapheme' };

/** What files count in unless they say otherwise, and what runtime calls do. */
export const FILE_INDEX = 'Utf16CodeUnit';
export const RUNTIME_INDEX = 'TextElements_v8';

/** The unit of a string index type; one of them is met in two spellings. */
export function unitOf(stringIndexType: string): OffsetUnit {
  const name = stringIndexType.toLowerCase();
  if (!Object.hasOwn(UNITS, name)) throw fail('ParameterInvalid', { parameter: 'stringIndexType', details: 'must be one of TextElements_v8, UnicodeCodePoint, Utf16CodeUnit.' });
  return UNITS[name]!;
}
