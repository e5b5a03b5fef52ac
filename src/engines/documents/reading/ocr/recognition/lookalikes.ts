/**
 * Characters that many fonts draw alike, decided by their neighbors: O and 0 beside digits, I and 1, S and 5, B and 8, З and 3
 * between them; and a point that was taken for a space before cents. Only where the network considers the other character possible.
 */
import type { Letter } from './ctc.ts';

const DIGIT_FOR: ReadonlyMap<string, string> = new Map([
  ...[...'OoQDОо'].map((letter) => [letter, '0'] as const),
  ...[...'Il|'].map((letter) => [letter, '1'] as const),
  ['S', '5'],
  ['B', '8'],
  ['Z', '2'],
  ['G', '6'],
  ['З', '3'],
  ['В', '8'],
  ['б', '6'],
]);
const LETTER_FOR: ReadonlyMap<string, string> = new Map([
  ['0', 'O'],
  ['1', 'I'],
  ['5', 'S'],
  ['8', 'B'],
]);
/** The least probability of the other character. */
const MIN_PROBABILITY = 0.01;

/** The probability that the network gives to a character at the place of a letter. */
export type ProbabilityAt = (letter: Letter, character: string) => number;

const isDigit = (text: string | undefined): boolean => text !== undefined && /^\d$/u.test(text);
const isLetter = (text: string | undefined): boolean => text !== undefined && /^\p{L}$/u.test(text);

export function resolveLookalikes(letters: readonly Letter[], probabilityAt: ProbabilityAt): Letter[] {
  const resolved = [...letters];
  const resolve = (i: number): void => {
    const [letter, other] = [resolved[i]!, alternativeFor(resolved, i)];
    if (other === undefined) return;
    const probability = probabilityAt(letter, other);
    if (probability >= MIN_PROBABILITY) resolved[i] = { ...letter, text: other, probability: Math.max(probability, letter.probability) };
  };
  // In both directions, because a corrected digit counts for its neighbors.
  for (let i = letters.length - 1; i >= 0; i--) resolve(i);
  for (let i = 0; i < letters.length; i++) resolve(i);
  return resolved;
}

function alternativeFor(letters: readonly Letter[], i: number): string | undefined {
  const text = (at: number): string | undefined => letters[at]?.text;
  const [own, before, after] = [text(i)!, text(i - 1), text(i + 1)];
  if (own === ' ') return isCents(letters, i) ? '.' : undefined;
  const digit = DIGIT_FOR.get(own);
  if (digit === '0' && own !== 'D') {
    // After letters, as in SH01, and before a decimal point too; 10OZ keeps its unit.
    const isUnit = after?.toLowerCase() === 'z';
    const followed = isDigit(after) || (/^[.,]$/u.test(after ?? '') && isDigit(text(i + 2)));
    return (isDigit(before) && !isUnit) || followed ? digit : undefined;
  }
  if (isThree(letters, i)) return digit;
  if (digit !== undefined) return isDigit(before) && isDigit(after) ? digit : undefined;
  const likelyLetter = LETTER_FOR.get(own);
  return likelyLetter !== undefined && isLetter(before) && isLetter(after) && !isThree(letters, i - 1) ? likelyLetter : undefined;
}

/** No word starts with this letter and a digit. */
function isThree(letters: readonly Letter[], i: number): boolean {
  return letters[i]!.text === 'З' && !isLetter(letters[i - 1]?.text) && isDigit(letters[i + 1]?.text);
}

/** A space between digits, two of which end a number. */
function isCents(letters: readonly Letter[], i: number): boolean {
  const text = (at: number): string | undefined => letters[at]?.text;
  return isDigit(text(i - 1)) && isDigit(text(i + 1)) && isDigit(text(i + 2)) && !isDigit(text(i + 3)) && !isLetter(text(i + 3));
}
