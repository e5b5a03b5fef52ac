/**
 * Words that may be the value of a caption: to its right up to the next caption, or in the rows below it up to the next caption of its
 * row. Which of them is taken depends on whether they parse as the kind of value, on the route, and on how well they were read.
 */
import type { CaptionMatch } from './caption-matches.ts';
import { gapBefore } from './phrase-index.ts';
import type { PlacedWord } from './page-text.ts';
import { rowsOf } from './page-text.ts';
import { piecesOf } from './pieces.ts';

export type Route = 'right' | 'far' | 'below' | 'lower';

export interface ValueWords {
  route: Route;
  words: readonly PlacedWord[];
  /** Height of the words compared with the caption. */
  scale: number;
}

/** In text heights. */
const FAR = 3;
const MAX_GAP = 2.6;
const MAX_ROWS_BELOW = 2;

export interface CaptionPage<K extends string = string> {
  rows: readonly (readonly PlacedWord[])[];
  matches: readonly CaptionMatch<K>[];
  /** Words of captions. */
  taken: ReadonlySet<PlacedWord>;
}

export const captionPage = <K extends string>(
  rows: readonly (readonly PlacedWord[])[],
  matches: readonly CaptionMatch<K>[],
): CaptionPage<K> => ({ rows, matches, taken: new Set(matches.flatMap(({ words }) => [...words])) });

export function valueWordsOf<K extends string>(match: CaptionMatch<K>, page: CaptionPage<K>): ValueWords[] {
  const out: ValueWords[] = [];
  const right = wordsToTheRight(match, page);
  if (right.length > 0)
    out.push({ route: distanceRight(match, right[0]!) > FAR ? 'far' : 'right', words: right, scale: scaleOf(match, right) });
  wordsBelow(match, page).forEach((words, i) => out.push({ route: i === 0 ? 'below' : 'lower', words, scale: scaleOf(match, words) }));
  return out;
}

const heightOf = ({ box }: { box: { top: number; bottom: number } }): number => Math.max(1e-6, box.bottom - box.top);

function scaleOf<K extends string>({ words: caption }: CaptionMatch<K>, words: readonly PlacedWord[]): number {
  const mean = (all: readonly PlacedWord[]): number => all.reduce((sum, word) => sum + heightOf(word), 0) / all.length;
  return mean(words) / mean(caption);
}

const distanceRight = <K extends string>({ box, words }: CaptionMatch<K>, word: PlacedWord): number =>
  (word.box.left - box.right) / Math.min(heightOf(word), heightOf(words.at(-1)!));

function wordsToTheRight<K extends string>({ row: index, to }: CaptionMatch<K>, { rows, taken }: CaptionPage<K>): PlacedWord[] {
  const row = rows[index]!;
  const out: PlacedWord[] = [];
  for (let i = to; i < row.length && !taken.has(row[i]!); i++) {
    if (out.length > 0 && gapBefore(row, i) > MAX_GAP) break;
    if (out.length === 0 && !/[\p{L}\p{N}]/u.test(row[i]!.text)) continue;
    out.push(row[i]!);
  }
  return out;
}

/** The next rows below the caption, each a piece without wide gaps. */
export function wordsBelow<K extends string>(
  match: CaptionMatch<K>,
  { rows, taken }: CaptionPage<K>,
  maxRows = MAX_ROWS_BELOW,
): (readonly PlacedWord[])[] {
  const { box, words, row: index } = match;
  const height = Math.min(...words.map(heightOf));
  const limit = nextColumn(match, rows[index]!);
  const near: PlacedWord[] = [];
  for (const row of rows)
    for (const word of row) {
      if (word.box.top < box.bottom - 0.45 * height || word.box.top - box.bottom > (1.2 + 1.6 * maxRows) * Math.max(height, heightOf(word)))
        continue;
      if (word.box.right > box.left - 1.2 * height && word.box.left < limit) near.push(word);
    }
  const out: (readonly PlacedWord[])[] = [];
  let bottom = box.bottom;
  for (const row of rowsOf(near)) {
    if (row.some((word) => taken.has(word) && overlaps(word, box, height))) break;
    const piece = pieceUnder(
      row.filter((word) => !taken.has(word)),
      box,
      height,
    );
    if (piece.length === 0) continue;
    if (Math.min(...piece.map((word) => word.box.top)) - bottom > 1.7 * Math.max(height, heightOf(piece[0]!))) break;
    bottom = Math.max(...piece.map((word) => word.box.bottom));
    out.push(piece);
    if (out.length === maxRows) break;
  }
  return out;
}

const overlaps = (word: PlacedWord, box: { left: number; right: number }, height: number): boolean =>
  word.box.left < box.right + height && word.box.right > box.left - height;

/** Where the next piece of the caption's row starts. */
function nextColumn<K extends string>({ to, box, words }: CaptionMatch<K>, row: readonly PlacedWord[]): number {
  const height = heightOf(words.at(-1)!);
  for (let i = to; i < row.length; i++)
    if (row[i]!.box.left - box.right > 1.5 * height && gapBefore(row, i) > 1.5) return row[i]!.box.left - 0.3 * height;
  return Infinity;
}

/** The piece of a row that starts nearest to the caption's left side. */
function pieceUnder(row: readonly PlacedWord[], box: { left: number; right: number }, height: number): readonly PlacedWord[] {
  const pieces = piecesOf([row], new Set()).map(({ words }) => words);
  const reach = (piece: readonly PlacedWord[]): number => {
    const [left, right] = [piece[0]!.box.left, piece.at(-1)!.box.right];
    const centered = Math.abs((left + right) / 2 - (box.left + box.right) / 2);
    return Math.min(Math.abs(left - box.left), centered);
  };
  const near = pieces.filter(
    (piece) =>
      piece[0]!.box.left < box.right + 4 * height && piece.at(-1)!.box.right > box.left - 0.5 * height && reach(piece) < 8 * height,
  );
  return near.sort((a, b) => reach(a) - reach(b))[0] ?? [];
}
