/**
 * Handwriting. The recognizer of print is uncertain of it: a line of which it is uncertain is read by a second network, trained on
 * handwriting, and so are the other lines of a page that is mostly such. The reading that is more likely right is kept.
 */
import type { Strip } from '../line-images/strip.ts';
import { readPieces, toLines } from './line-pieces.ts';
import type { ReadLine } from './line-pieces.ts';
import { lettersOf } from './readings.ts';
import type { Recognizer } from './recognizer.ts';

/** Opens the network, undefined if there is none. */
export type OpenHandReader = () => Promise<Recognizer | undefined>;

/**
 * Chosen on lines of writers kept apart and on receipts (lab/bench/reading/hands.ts). The mean certainty of their pages is at most 0.92
 * in handwriting and at least 0.96 in print, unless it is a poor photograph: there the second network is not more certain.
 */
const HAND_PAGE = { certainty: 0.94, gain: 0.05 };
/** On pages of print: the certainty below which a line is read again, how much the second network must gain, and the fewest letters. */
const HAND_LINE = { certainty: 0.8, gain: 0.1, letters: 4 };
/** On pages of handwriting, lines that are this certain are print. */
const PRINTED_LINE = 0.985;
/** Longer lines are split into pieces of this many heights. */
const MAX_PIECE_ASPECT = 28;

/** The mean certainty of all letters of a page. */
function pageCertainty(lines: readonly ReadLine[]): number {
  const letters = lines.reduce((sum, { reading }) => sum + lettersOf(reading), 0);
  return lines.reduce((sum, { reading, certainty }) => sum + certainty * lettersOf(reading), 0) / Math.max(1, letters);
}

/** The lines that the second network reads better, by index. `cut` cuts a line out with more around it, in the same columns. */
export async function readHands(
  lines: readonly ReadLine[],
  cut: (line: number) => Strip,
  open: OpenHandReader,
): Promise<ReadonlyMap<number, ReadLine>> {
  const isUncertainPage = pageCertainty(lines) < HAND_PAGE.certainty;
  const isUncertain = ({ reading, certainty }: ReadLine): boolean =>
    isUncertainPage ? certainty < PRINTED_LINE : certainty < HAND_LINE.certainty && lettersOf(reading) >= HAND_LINE.letters;
  const worth = lines.map((_, i) => i).filter((i) => isUncertain(lines[i]!));
  const recognizer = worth.length === 0 ? undefined : await open();
  if (recognizer === undefined) return new Map();
  const strips = worth.map(cut);
  const pieces = await readPieces(strips, recognizer, MAX_PIECE_ASPECT);
  const read = toLines(strips, pieces, 'hand');
  // How certain the network is by itself: the letter model makes wrong words certain too.
  const seen = toLines(
    strips,
    pieces.map((piece) => ({ ...piece, letters: piece.plain ?? piece.letters })),
    'hand',
  );
  const isHandPage = isUncertainPage && pageCertainty(seen) >= pageCertainty(worth.map((i) => lines[i]!)) + HAND_PAGE.gain;
  const isBetter = ({ certainty, reading }: ReadLine, by: ReadLine): boolean =>
    isHandPage
      ? by.certainty > certainty
      : certainty < HAND_LINE.certainty &&
        by.certainty > certainty + HAND_LINE.gain &&
        Math.min(lettersOf(reading), lettersOf(by.reading)) >= HAND_LINE.letters;
  return new Map(
    worth.flatMap((i, at) =>
      isBetter(lines[i]!, seen[at]!)
        ? [[i, { reading: read[at]!.reading, certainty: seen[at]!.certainty, printCertainty: lines[i]!.certainty }] as const]
        : [],
    ),
  );
}
