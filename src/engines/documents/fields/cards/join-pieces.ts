/** Mail addresses broken over two lines are joined, and a name and a title on one line are taken apart. */
import type { PlacedWord } from '../captions/page-text.ts';
import { boundingBox, textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import { isBelow, pieceOf } from '../captions/pieces.ts';
import { hasTitle } from './titles.ts';

const joinWords = (words: readonly PlacedWord[]): PlacedWord => ({
  ...words[0]!,
  joined: words.slice(1).map(({ item }) => item),
  text: words.map(({ text }) => text).join(''),
  box: boundingBox(words.map(({ box }) => box)),
  confidence: Math.min(...words.map(({ confidence }) => confidence)),
});

const START = /@[\p{L}\p{N}-]*[.-]?$|[\p{L}\p{N}]@[\p{L}\p{N}.-]+-$/u;
const HOST = /^[\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)+$|^[a-z]{2,4}$/u;

/** A mail address of which the host, or its end, is on the next line. */
export function joinMails(pieces: readonly Piece[]): Piece[] {
  const taken = new Set<Piece>();
  return pieces.flatMap((piece) => {
    if (taken.has(piece)) return [];
    const next = START.test(textOf(piece.words))
      ? pieces.find((other) => other.words.length === 1 && HOST.test(other.words[0]!.text) && isBelow(other, piece, 1))
      : undefined;
    if (next === undefined) return [piece];
    taken.add(next);
    return [pieceOf([...piece.words.slice(0, -1), joinWords([piece.words.at(-1)!, ...next.words])])];
  });
}

/** `Pat Sample | Sales Manager` and `Pat Sample, Director` as two pieces. */
export const splitAtTitle = (pieces: readonly Piece[]): Piece[] =>
  pieces.flatMap((piece) => {
    const { words } = piece;
    const at = words.findIndex(({ text }, i) => i > 0 && (/^[|•·–—-]$/u.test(text) || /[,|]$/u.test(text)));
    const [one, rest] = [words.slice(0, at + 1).filter(({ text }) => /\p{L}/u.test(text)), words.slice(at + 1)];
    if (at < 0 || one.length < 2 || one.length > 4 || rest.length === 0 || hasTitle(one) || !hasTitle(rest)) return [piece];
    return one.every(({ text }) => /^\p{Lu}[\p{L}.'’-]*[,|]?$/u.test(text)) ? [pieceOf(one), pieceOf(rest)] : [piece];
  });
