/** Scores of a page: word F1 (as multisets) and character errors per line. */
import type { Box } from '../../../src/engines/documents/reading/model/page.ts';

export interface TrueLine {
  text: string;
  box: Box;
}
export interface FoundWord {
  text: string;
  box: Box;
}
export interface Score {
  f1: number;
  lettersF1: number;
  characterErrors: number;
}

/** `lettersF1` compares letters and digits only, ignoring case. */
export function scorePage(truth: readonly TrueLine[], seen: readonly FoundWord[], foldCase: boolean): Score {
  const fold = (text: string): string => (foldCase ? text.toLowerCase() : text);
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const [wanted, got] = [truth.flatMap(({ text }) => splitWords(text)), seen.flatMap(({ text }) => splitWords(text))];
  return {
    f1: f1Of(wanted.map(fold), got.map(fold)),
    lettersF1: f1Of(wanted.map(letters).filter(Boolean), got.map(letters).filter(Boolean)),
    characterErrors: characterErrors(truth, seen, foldCase),
  };
}

const splitWords = (text: string): string[] => text.split(/\s+/).filter(Boolean);

function f1Of(wanted: readonly string[], got: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let right = 0;
  for (const word of got) {
    const count = left.get(word) ?? 0;
    if (count > 0) right++;
    left.set(word, count - 1);
  }
  return wanted.length + got.length === 0 ? 1 : (2 * right) / (wanted.length + got.length);
}

/** Compares each true line with the words centerd in its box, ignoring spaces; the error of a line is at most 1. */
function characterErrors(truth: readonly TrueLine[], seen: readonly FoundWord[], foldCase: boolean): number {
  let [wrong, total] = [0, 0];
  for (const { text, box } of truth) {
    const own = seen
      .filter((word) => {
        const [x, y] = [(word.box.left + word.box.right) / 2, (word.box.top + word.box.bottom) / 2];
        return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
      })
      .sort((a, b) => a.box.left - b.box.left);
    const bare = (line: string): string[] => [...(foldCase ? line.toLowerCase() : line).replace(/\s/g, '')];
    const [wanted, got] = [bare(text), bare(own.map((word) => word.text).join(''))];
    wrong += Math.min(wanted.length, editDistance(wanted, got));
    total += wanted.length;
  }
  return total === 0 ? 0 : wrong / total;
}

export function editDistance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  a.forEach((one, i) => {
    const next = [i + 1];
    b.forEach((other, j) => next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (one === other ? 0 : 1))));
    row = next;
  });
  return row.at(-1)!;
}
