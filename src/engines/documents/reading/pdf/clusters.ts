/**
 * Letters that share glyphs: ligatures, and clusters of writing systems such as Devanagari and Thai.
 *
 * PDFium gives the letters of a glyph its origin, and parts of its box. Browsers print a cluster of several glyphs with all letters at
 * the first one, so that it seems to end too early, and PDFium implies spaces within words.
 */
import { areaOf, overlapArea, unionBox } from '../model/affine.ts';
import type { Box } from '../model/page.ts';
import type { Letter } from './characters.ts';

/** In ems: a smaller gap behind a cluster is no space; the largest gap between glyphs of a cluster. */
const [MIN_SPACE, MAX_GLYPH_GAP] = [0.15, 0.5];

/** Gives letters of one glyph places of their own, and clusters the width of all their glyphs. `boxOf` gives the box of a text object. */
export function placeClusters(letters: readonly Letter[], texts: Iterable<number>, boxOf: (object: number) => Box): Letter[] {
  const isShared = letters.map((letter, i) => isOneGlyph(letter, letters[i - 1]) || isOneGlyph(letter, letters[i + 1]));
  if (!isShared.includes(true)) return [...letters];
  const silent = silentBehind(letters, texts);
  let first: Letter | undefined;
  const placed = letters.map((letter, i): Letter => {
    if (!isOneGlyph(letter, letters[i - 1])) first = letter;
    if (!isShared[i]!) return letter;
    const { object } = letter.style;
    const isLast = letters[i + 1]?.style.object !== object;
    const box = isLast ? withGlyphs(letter, silent.get(object) ?? [], boxOf) : letter.box;
    // The box of each object is asked for a single time, even if a hostile file returns to the object before it.
    if (isLast) silent.delete(object);
    return { ...letter, box, origin: letter === first ? letter.origin : originOf(letter, first!) };
  });
  return withoutSpacesWithin(placed, isShared);
}

/** Without the spaces that PDFium implies behind letters that share a glyph where the next letter is too near for one. */
function withoutSpacesWithin(letters: readonly Letter[], isShared: readonly boolean[]): Letter[] {
  const keep = letters.map(() => true);
  for (let from = 0, before = -1; from < letters.length; from++) {
    if (letters[from]!.space !== 'implied') {
      before = from;
      continue;
    }
    let to = from + 1;
    while (letters[to]?.space === 'implied') to++;
    const next = letters[to];
    if (before >= 0 && isShared[before]! && next !== undefined && next.space === undefined && !isApart(letters[before]!, next))
      keep.fill(false, from, to);
    from = to - 1;
  }
  return letters.filter((_, i) => keep[i]!);
}

const isOneGlyph = (one: Letter, other: Letter | undefined): boolean =>
  one.space === undefined &&
  other?.space === undefined &&
  other?.style.object === one.style.object &&
  other.origin.x === one.origin.x &&
  other.origin.y === one.origin.y;

/** By text object: the objects without letters that are drawn next. */
function silentBehind(letters: readonly Letter[], texts: Iterable<number>): Map<number, number[]> {
  const lettered = new Set(letters.map(({ style }) => style.object));
  const found = new Map<number, number[]>();
  let own: number[] = [];
  for (const object of texts) {
    if (lettered.has(object)) found.set(object, (own = []));
    else own.push(object);
  }
  return found;
}

/** The box of a letter with the glyphs that continue it to the right. */
function withGlyphs({ box, style: { font } }: Letter, objects: readonly number[], boxOf: (object: number) => Box): Box {
  let whole = box;
  for (const object of objects) {
    const glyph = boxOf(object);
    const isBeside = glyph.left - whole.right < MAX_GLYPH_GAP * font.size && glyph.right > whole.left;
    if (areaOf(glyph) === 0 || !isBeside || glyph.bottom < whole.top || glyph.top > whole.bottom) break;
    whole = unionBox(whole, glyph);
  }
  return { ...box, right: Math.max(box.right, whole.right) };
}

/** As far from the first letter of the glyph as the boxes are from each other. */
function originOf({ box, origin }: Letter, { box: first }: Letter): Letter['origin'] {
  if (areaOf(box) === 0 || overlapArea(first, box) > 0) return origin;
  return {
    x: origin.x + (box.left + box.right - first.left - first.right) / 2,
    y: origin.y + (box.top + box.bottom - first.top - first.bottom) / 2,
  };
}

/** Whether there is room for a space between two letters, of which the second is to the right. */
function isApart({ box, style: { font } }: Letter, next: Letter): boolean {
  const gap = next.box.left - box.right;
  const isOneRow = next.box.top < box.bottom && next.box.bottom > box.top;
  return !isOneRow || gap > MIN_SPACE * font.size || next.box.left < box.left;
}
