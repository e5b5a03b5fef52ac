/** Levenshtein distance between two words; a result above `maxEdits` only means that there are more edits. */
export function editDistance(a: string, b: string, maxEdits: number): number {
  if (Math.abs(a.length - b.length) > maxEdits) return maxEdits + 1;
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let rowMin = i;
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      rowMin = Math.min(rowMin, row[j]!);
    }
    if (rowMin > maxEdits) return maxEdits + 1;
    before = row;
  }
  return before[b.length]!;
}

/** A bit for each letter: words with few common letters need not be compared. */
export function letterMask(letters: string): number {
  let mask = 0;
  for (let i = 0; i < letters.length; i++) mask |= 1 << (letters.charCodeAt(i) & 31);
  return mask;
}

export function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
