/** Whether a word that was read is a word of a caption: equal, shortened, or with a letter or two read wrongly. */
import { plain } from '../values/months.ts';

/** Letters and figures only, in lower case. */
export const bare = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** Words of a phrase as they are compared. */
export const wordsOf = (phrase: string): string[] => phrase.split(/\s+/u).map(bare).filter((word) => word !== '');

/** Both `bare`. From 0 to 1. */
export function alike(read: string, meant: string): number {
  if (read === meant) return 1;
  if (meant.length >= 4 && read.length >= 3 && meant.startsWith(read)) return 0.8;
  if (read.length >= 6 && meant.endsWith(read)) return 0.8;
  if (read.length < 3 || meant.length < 4) return 0;
  const most = meant.length >= 8 ? 2 : 1;
  if (Math.abs(read.length - meant.length) > most) return 0;
  const slips = distance(read, meant, most);
  return slips > most ? 0 : 1 - 0.8 * slips / meant.length;
}

/** How many letters differ, are missing or too many; more than `most` counts as `most + 1`. */
export function distance(a: string, b: string, most: number): number {
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = row;
  }
  return Math.min(before[b.length]!, most + 1);
}
