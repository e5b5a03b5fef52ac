/**
 * A font whose every letter is an empty square, for text that is to be found and copied but not seen; and the key that says which
 * letter each code of it stands for. A TrueType file of the tables that readers insist on. Its one letter has two corners and no
 * ink: viewers take the place of a letter, which they mark when it is found, from the box around its outline.
 */

/** Units of the letter's square: each letter is as wide as the font is high. */
const SQUARE = 1000;
/** Parts of the square above and below the baseline. */
export const ASCENT = 0.8;
export const DESCENT = 0.2;
/** Codes of two bytes; the first means no letter. */
export const MAX_CODES = 0xffff;
/** How many lines a block of the key may have. */
const BLOCK = 100;

function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number & 0xffff, 2 * index);
  return bytes;
}

const long = (number: number): readonly [number, number] => [number >>> 16, number & 0xffff];

/** One letter, number 0: two outlines of one point each, at opposite corners of the square. */
const TABLES: Readonly<Record<string, Buffer>> = {
  // A map of unicode that has but its last entry, which every map has.
  cmap: words(0, 1, 3, 1, ...long(12), 4, 24, 0, 2, 2, 0, 0, 0xffff, 0, 0xffff, 1, 0),
  // Outlines, box, last point of each, no instructions, flags of the points (on the curve, ways in two bytes), ways across, ways up.
  glyf: words(2, 0, -DESCENT * SQUARE, SQUARE, ASCENT * SQUARE, 0, 1, 0, 0x0101, 0, SQUARE, -DESCENT * SQUARE, SQUARE, 0),
  // Version 1.0, revision, checksum (not looked at), magic number, flags, units, dates, box, style, smallest size, direction, short places, format.
  head: words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 3, SQUARE, 0, 0, 0, 0, 0, 0, 0, 0, 0, -DESCENT * SQUARE, SQUARE, ASCENT * SQUARE, 0, 3, 2, 0, 0),
  hhea: words(1, 0, ASCENT * SQUARE, -DESCENT * SQUARE, 0, SQUARE, 0, 0, SQUARE, 1, 0, 0, 0, 0, 0, 0, 0, 1),
  hmtx: words(SQUARE, 0),
  // In steps of two bytes.
  loca: words(0, 14),
  maxp: words(1, 0, 1, 2, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
};

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

export function createGlyphlessFont(): Buffer {
  const tables = Object.entries(TABLES).map(([name, table]) => ({ name, table, padded: Buffer.concat([table, Buffer.alloc((4 - table.length % 4) % 4)]) }));
  const power = 2 ** Math.floor(Math.log2(tables.length));
  let at = 12 + 16 * tables.length;
  const directory = tables.map(({ name, table, padded }) => {
    const entry = Buffer.concat([Buffer.from(name), words(...long(checksum(padded)), ...long(at), ...long(table.length))]);
    at += padded.length;
    return entry;
  });
  return Buffer.concat([words(1, 0, tables.length, 16 * power, Math.log2(power), 16 * (tables.length - power)), ...directory, ...tables.map(({ padded }) => padded)]);
}

/** The letters, of which the first has the code 1, as a key of the kind that PDF calls ToUnicode. */
export function createToUnicodeMap(letters: readonly string[]): string {
  const hex = (letter: string): string => Buffer.from(letter, 'utf16le').swap16().toString('hex');
  const lines = letters.map((letter, index) => `<${(index + 1).toString(16).padStart(4, '0')}> <${hex(letter)}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, n) => lines.slice(n * BLOCK, (n + 1) * BLOCK));
  return [
    '/CIDInit /ProcSet findresource begin', '12 dict begin', 'begincmap', '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def', '/CMapType 2 def', '1 begincodespacerange', '<0000> <ffff>', 'endcodespacerange',
    ...blocks.flatMap((block) => [`${block.length} beginbfchar`, ...block, 'endbfchar']),
    'endcmap', 'CMapName currentdict /CMap defineresource pop', 'end', 'end',
  ].join('\n');
}
