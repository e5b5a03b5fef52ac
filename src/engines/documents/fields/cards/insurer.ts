/**
 * The insurer of a health card: large text near the top that names a known company or has words of insurance, over one to three lines.
 * A logo may have two columns side by side; a column starts where words of both lines start, behind words that end together.
 */
import type { CaptionPage } from '../captions/caption-values.ts';
import type { Draft } from '../captions/draft.ts';
import { derivedDraft } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import { isBelow, isSize, pieceOf, piecesOf } from '../captions/pieces.ts';
import data from './health-insurance-card.json' with { type: 'json' };

const INSURER_WORDS: ReadonlySet<string> = new Set(data.insurerWords);
const CONNECTED = /(?:\bof|\band|&|\bthe|\bfor|-)$/iu;
const NOT_AN_INSURER =
  /\d{3}|[:@$%]|www|\.com|\.org|administered|underwritten|emergency|call|pharmac|please|card|this|your|member|present|authoriz|provider|submit|claim|copay/iu;
const MAX_LINES = 3;
/** Heights of ordinary text that a logo has without a word of insurance. */
const LOGO = 1.5;
const PLAN_TYPES: ReadonlySet<string> = new Set(data.planTypes);

export function findInsurer(page: CaptionPage, height: number): Draft | undefined {
  const pieces = splitColumns(piecesOf(page.rows, page.taken)).flatMap(splitSizes).slice(0, 120);
  const top = Math.min(...pieces.map(({ box }) => box.top));
  const bottom = Math.max(...pieces.map(({ box }) => box.bottom));
  let best: { lines: Piece[]; score: number; known: boolean } | undefined;
  for (const piece of pieces) {
    const lines = withContinuation(piece, pieces);
    const text = textOf(lines.flatMap(({ words }) => [...words]));
    if (NOT_AN_INSURER.test(text) || text.length < 4 || text.length > 60) continue;
    const known = data.insurers.some((name) => text.toLowerCase().includes(name));
    const isName = data.insurers.includes(text.toLowerCase());
    const words = text.toLowerCase().split(/[^a-z]+/u);
    const isCompound = /\p{Ll}(?:Care|Health|Plan|Med)\b/u.test(text);
    const isWorded = isCompound || words.some((word) => INSURER_WORDS.has(word) || data.insurerStems.some((stem) => word.includes(stem)));
    const isLogo = piece.height > LOGO * height && piece.box.top - top < 0.35 * (bottom - top) && !PLAN_TYPES.has(text);
    if (!known && !isWorded && !isLogo) continue;
    const score =
      (known ? 1.5 : isWorded ? 0 : -0.8) +
      Math.min(2, words.filter((word) => INSURER_WORDS.has(word)).length) * 0.5 +
      Math.min(2, piece.height / height) +
      0.8 * (1 - (piece.box.top - top) / Math.max(1e-6, bottom - top)) +
      (words.length > 1 || isName ? 0.3 : 0) +
      (isName ? 0.3 : 0);
    if (best === undefined || score > best.score) best = { lines, score, known };
  }
  if (best === undefined) return undefined;
  if (!best.known) best.lines = withLogo(best.lines, pieces);
  const words = best.lines.flatMap((line) => [...line.words]);
  return derivedDraft({ type: 'string', value: textOf(words) }, words, best.known ? 'known' : 'position', Math.min(1, best.score / 4));
}

/** A logo beside a slogan in smaller letters. */
function splitSizes(piece: Piece): Piece[] {
  const height = (word: PlacedWord): number => word.box.bottom - word.box.top;
  const at = piece.words.findIndex((word, i) => i > 0 && height(word) < 0.62 * height(piece.words[i - 1]!));
  return at < 0 ? [piece] : [pieceOf(piece.words.slice(0, at)), pieceOf(piece.words.slice(at))];
}

/** A larger line directly above belongs to the name; a larger one at the left is the name. */
function withLogo(lines: readonly Piece[], pieces: readonly Piece[]): Piece[] {
  const [first] = lines as [Piece];
  const isLarger = (piece: Piece): boolean =>
    isSize(piece, first, 1.2, 3) &&
    !NOT_AN_INSURER.test(textOf(piece.words)) &&
    !PLAN_TYPES.has(textOf(piece.words)) &&
    piece.words.length < 4;
  const left = pieces.find(
    (piece) => isLarger(piece) && piece.box.right < first.box.left && piece.box.top < first.box.bottom && piece.box.bottom > first.box.top,
  );
  if (left !== undefined) return [left];
  const above = pieces.find(
    (piece) => isLarger(piece) && isBelow(first, piece, 0.6) && Math.abs(piece.box.left - first.box.left) < piece.height,
  );
  return above === undefined ? [...lines] : [above, ...lines];
}

/** Lines below of about the same size that continue a name. */
function withContinuation(first: Piece, pieces: readonly Piece[]): Piece[] {
  const lines = [first];
  while (lines.length < MAX_LINES) {
    const last = lines.at(-1)!;
    const next = pieces.find((piece) => isBelow(piece, last, 0.5) && isSize(piece, last, 0.75, 1.35));
    if (next === undefined || /\d/u.test(textOf(next.words))) break;
    const isConnected = CONNECTED.test(textOf(last.words));
    if (!isConnected && !isLargePair(last, next)) break;
    lines.push(next);
  }
  return lines;
}

/** Lines of a logo: equal size, and both start, end or are centered together. */
const isLargePair = ({ box, words }: Piece, next: Piece): boolean =>
  words.length <= 2 &&
  next.words.length <= 3 &&
  words.every(({ text }) => /^[\p{Lu}&]/u.test(text)) &&
  next.words.every(({ text }) => /^[\p{Lu}&]|^of$/u.test(text)) &&
  Math.min(Math.abs(box.left - next.box.left), Math.abs(box.right - next.box.right)) < 0.4 * next.height &&
  next.words.some(({ text }) => INSURER_WORDS.has(text.toLowerCase())) &&
  !words.some(({ text }) => INSURER_WORDS.has(text.toLowerCase()) && text.toLowerCase() === 'plan');

function splitColumns(pieces: readonly Piece[]): Piece[] {
  const cuts = new Map<Piece, number>();
  for (const one of pieces.slice(0, 60))
    for (const other of pieces.slice(0, 60)) {
      if (other.box.top <= one.box.top || other.box.top - one.box.bottom > 0.6 * one.height) continue;
      const [a, b] = commonStart(one.words, other.words, 0.3 * Math.min(one.height, other.height));
      if (a === 0 || b === 0) continue;
      cuts.set(one, a);
      cuts.set(other, b);
    }
  return pieces.flatMap((piece) => {
    const at = cuts.get(piece);
    return at === undefined ? [piece] : [pieceOf(piece.words.slice(0, at)), pieceOf(piece.words.slice(at))];
  });
}

/** Indexes of words that start at the same place, behind words that end at the same place; zeros if there are none. */
function commonStart(one: readonly PlacedWord[], other: readonly PlacedWord[], tolerance: number): [number, number] {
  for (let i = 1; i < one.length; i++)
    for (let k = 1; k < other.length; k++)
      if (
        Math.abs(one[i]!.box.left - other[k]!.box.left) < tolerance &&
        Math.abs(one[i - 1]!.box.right - other[k - 1]!.box.right) < tolerance &&
        Math.abs(one[0]!.box.left - other[0]!.box.left) > 3 * tolerance
      )
        return [i, k];
  return [0, 0];
}
