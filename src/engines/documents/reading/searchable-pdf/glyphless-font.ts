/**
 * A TrueType font whose every glyph is an empty square (made by lab/training/documents/glyphless-font.ts), for invisible text that can be
 * searched and copied, and its ToUnicode map.
 */
import data from './glyphless-font.json' with { type: 'json' };

/** Share of the em below the baseline. */
export const DESCENT: number = data.descent;
/** Two-byte codes; 0 is .notdef. */
export const MAX_CODES = 0xffff;
/** Maximum lines per bfchar block. */
const BLOCK = 100;

export const glyphlessFont = (): Buffer => Buffer.from(data.font, 'base64');

/** The ToUnicode map of the letters, the first of which has the code 1. */
export function createToUnicodeMap(letters: readonly string[]): string {
  const hex = (letter: string): string => Buffer.from(letter, 'utf16le').swap16().toString('hex');
  const lines = letters.map((letter, index) => `<${(index + 1).toString(16).padStart(4, '0')}> <${hex(letter)}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, n) => lines.slice(n * BLOCK, (n + 1) * BLOCK));
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...blocks.flatMap((block) => [`${block.length} beginbfchar`, ...block, 'endbfchar']),
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}
