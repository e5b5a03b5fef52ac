/**
 * Makes the TrueType font of searchable PDFs, whose every glyph is an empty square. It has only the tables that viewers require. Its
 * single glyph has two corner points and no ink, because viewers take the highlight box of a letter from its outline.
 * Writes src/engines/documents/reading/searchable-pdf/glyphless-font.json.
 */
import { writeFileSync } from 'node:fs';

/** Units per em; each glyph is as wide as the font is high. */
const SQUARE = 1000;
/** Shares of the em above and below the baseline. */
const ASCENT = 0.8;
const DESCENT = 0.2;

function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number & 0xffff, 2 * index);
  return bytes;
}

const long = (number: number): readonly [number, number] => [number >>> 16, number & 0xffff];

/** One glyph, number 0: two contours of one point each, at opposite corners of the em square. */
const TABLES: Readonly<Record<string, Buffer>> = {
  // A format 4 map with only the required last segment.
  cmap: words(0, 1, 3, 1, ...long(12), 4, 24, 0, 2, 2, 0, 0, 0xffff, 0, 0xffff, 1, 0),
  // Contours, box, last point of each contour, no instructions, point flags (on curve, two-byte deltas), x deltas, y deltas.
  glyf: words(2, 0, -DESCENT * SQUARE, SQUARE, ASCENT * SQUARE, 0, 1, 0, 0x0101, 0, SQUARE, -DESCENT * SQUARE, SQUARE, 0),
  // Version 1.0, revision, checksum (not verified), magic number, flags, units, dates, box, style, smallest size, direction,
  // short offsets, format.
  head: words(
    1,
    0,
    1,
    0,
    0,
    0,
    0x5f0f,
    0x3cf5,
    3,
    SQUARE,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    -DESCENT * SQUARE,
    SQUARE,
    ASCENT * SQUARE,
    0,
    3,
    2,
    0,
    0,
  ),
  hhea: words(1, 0, ASCENT * SQUARE, -DESCENT * SQUARE, 0, SQUARE, 0, 0, SQUARE, 1, 0, 0, 0, 0, 0, 0, 0, 1),
  hmtx: words(SQUARE, 0),
  // In units of two bytes.
  loca: words(0, 14),
  maxp: words(1, 0, 1, 2, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
};

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

function createGlyphlessFont(): Buffer {
  const tables = Object.entries(TABLES).map(([name, table]) => ({
    name,
    table,
    padded: Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]),
  }));
  const power = 2 ** Math.floor(Math.log2(tables.length));
  let at = 12 + 16 * tables.length;
  const directory = tables.map(({ name, table, padded }) => {
    const entry = Buffer.concat([Buffer.from(name), words(...long(checksum(padded)), ...long(at), ...long(table.length))]);
    at += padded.length;
    return entry;
  });
  return Buffer.concat([
    words(1, 0, tables.length, 16 * power, Math.log2(power), 16 * (tables.length - power)),
    ...directory,
    ...tables.map(({ padded }) => padded),
  ]);
}

const file = new URL('../../../src/engines/documents/reading/searchable-pdf/glyphless-font.json', import.meta.url);
writeFileSync(file, `${JSON.stringify({ descent: DESCENT, font: createGlyphlessFont().toString('base64') }, null, 2)}\n`);
