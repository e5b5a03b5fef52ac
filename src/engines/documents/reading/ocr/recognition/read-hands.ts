/**
 * Handwriting and typewriting. The recognizer of print is uncertain of handwriting: a line of which it is uncertain is read by a second
 * network, trained on both, and so are the other lines of a page that is mostly such, and all lines of a typewritten page. The reading
 * that is more likely right is kept.
 */
import type { Strip } from '../line-images/strip.ts';
import { readPieces, toLines } from './line-pieces.ts';
import type { ReadLine } from './line-pieces.ts';
import type { Reading } from './readings.ts';
import { extentOf, lettersOf } from './readings.ts';
import type { Recognizer } from './recognizer.ts';

/** Opens the network, undefined if there is none. */
export type OpenHandReader = () => Promise<Recognizer | undefined>;

/**
 * Chosen on lines of writers kept apart and on receipts (lab/bench/reading/hands.ts). The mean certainty of their pages is at most 0.92
 * in handwriting and at least 0.96 in print, unless it is a poor photograph: there the second network is not more
 * certain of a sample, the longest lines.
 */
const HAND_PAGE = { certainty: 0.94, gain: 0.05, sample: 6 };
/** On pages of print: the certainty below which a line is read again, how much the second network must gain, and the fewest letters. */
const HAND_LINE = { certainty: 0.8, gain: 0.1, letters: 4 };
/** On pages of handwriting, lines that are this certain are print. */
const PRINTED_LINE = 0.985;
/**
 * A typewritten page has lines of many letters, which receipts have not, and one pitch: the spread (between quartiles) of the width per
 * letter of its words is at most 0.04 of it, that of proportional print at least 0.1. Print of one pitch is more certain.
 */
const TYPED_PAGE = { letters: 40, lines: 6, word: 5, spread: 0.045, certainty: 0.99 };
/** Longer lines are split into pieces of this many heights. */
const MAX_PIECE_ASPECT = 28;

/** The mean certainty of all letters of a page. */
function pageCertainty(lines: readonly ReadLine[]): number {
  const letters = lines.reduce((sum, { reading }) => sum + lettersOf(reading), 0);
  return lines.reduce((sum, { reading, certainty }) => sum + certainty * lettersOf(reading), 0) / Math.max(1, letters);
}

function isTypewritten(lines: readonly ReadLine[]): boolean {
  if (lines.filter(({ reading }) => lettersOf(reading) >= TYPED_PAGE.letters).length < TYPED_PAGE.lines) return false;
  const pitches = lines
    .flatMap(({ reading }) => reading.filter(({ letters }) => letters.length >= TYPED_PAGE.word))
    .map((word) => (extentOf(word).right - extentOf(word).left) / (word.letters.length - 0.25))
    .sort((a, b) => a - b);
  const quartile = (share: number): number => pitches[Math.floor(pitches.length * share)] ?? 0;
  return quartile(0.75) - quartile(0.25) < TYPED_PAGE.spread * quartile(0.5) && pageCertainty(lines) < TYPED_PAGE.certainty;
}

/** The lines that the second network reads better, by index. `cut` cuts a line out with more around it, in the same columns. */
export async function readHands(
  lines: readonly ReadLine[],
  cut: (line: number) => Strip,
  open: OpenHandReader,
): Promise<ReadonlyMap<number, ReadLine>> {
  const isUncertain = ({ reading, certainty }: ReadLine): boolean =>
    certainty < HAND_LINE.certainty && lettersOf(reading) >= HAND_LINE.letters;
  const isUncertainPage = pageCertainty(lines) < HAND_PAGE.certainty;
  const mayBeTyped = isTypewritten(lines);
  const worth = lines
    .map((line, i) => ({ line, i }))
    .filter(({ line }) => (mayBeTyped ? line.reading.length > 0 : isUncertainPage ? line.certainty < PRINTED_LINE : isUncertain(line)))
    .sort((a, b) => lettersOf(b.line.reading) - lettersOf(a.line.reading));
  const recognizer = worth.length === 0 ? undefined : await open();
  if (recognizer === undefined) return new Map();
  const read = async (some: typeof worth): Promise<HandLine[]> => {
    const found = await readStrips(
      some.map(({ i }) => cut(i)),
      recognizer,
    );
    return found.map((own, at) => ({ ...some[at]!, ...own }));
  };
  const sample = await read(isUncertainPage || mayBeTyped ? worth.slice(0, HAND_PAGE.sample) : worth);
  const gain = pageCertainty(sample.map(({ seen }) => seen)) - pageCertainty(sample.map(({ line }) => line));
  const isTyped = mayBeTyped && gain > 0;
  const isHandPage = isTyped || (isUncertainPage && gain >= HAND_PAGE.gain);
  const rest = await read(worth.slice(sample.length).filter(({ line }) => isHandPage || isUncertain(line)));
  const isBetter = ({ line, seen }: HandLine): boolean =>
    isHandPage
      ? seen.certainty > line.certainty
      : isUncertain(line) && seen.certainty > line.certainty + HAND_LINE.gain && lettersOf(seen.reading) >= HAND_LINE.letters;
  return new Map(
    [...sample, ...rest]
      .filter(isBetter)
      // The letter model knows few of the languages that are typed, and the network is certain without it.
      .map(({ i, line, seen, reading }) => [
        i,
        { reading: isTyped ? seen.reading : reading, certainty: seen.certainty, printCertainty: line.certainty },
      ]),
  );
}

/** A line of the page as the second network reads it, and what it sees without its letter model, which makes wrong words certain too. */
interface HandLine {
  i: number;
  line: ReadLine;
  reading: Reading;
  seen: ReadLine;
}

async function readStrips(strips: readonly Strip[], recognizer: Recognizer): Promise<Pick<HandLine, 'reading' | 'seen'>[]> {
  const pieces = await readPieces(strips, recognizer, MAX_PIECE_ASPECT);
  const seen = toLines(
    strips,
    pieces.map((piece) => ({ ...piece, letters: piece.plain ?? piece.letters })),
    'hand',
  );
  return toLines(strips, pieces, 'hand').map(({ reading }, i) => ({ reading, seen: seen[i]! }));
}
