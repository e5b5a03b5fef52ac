/** What was read of a line. */
export interface ReadLetter {
  text: string;
  left: number;
  right: number;
}

/** A word with its letters along the line and the probability that it is right. */
export interface ReadWord {
  letters: ReadLetter[];
  probability: number;
}

export type Reading = readonly ReadWord[];

export const wordText = ({ letters }: ReadWord): string => letters.map(({ text }) => text).join('');

export const lettersOf = (reading: Reading): number => reading.reduce((sum, { letters }) => sum + letters.length, 0);

/** Where a word starts and ends; the letters of Arabic and Hebrew run from right to left. */
export function extentOf({ letters }: ReadWord): { left: number; right: number } {
  const [first, last] = [letters[0]!, letters.at(-1)!];
  return { left: Math.min(first.left, last.left), right: Math.max(first.right, last.right) };
}

/** The mean probability over the letters of a line. */
export function meanProbability(reading: Reading): number {
  const count = lettersOf(reading);
  return reading.reduce((sum, { probability, letters }) => sum + probability * letters.length, 0) / Math.max(1, count);
}
