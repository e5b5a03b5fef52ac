/** One row of the table, kept from call to call: words are compared by the million. */
let row = new Uint16Array(64);

/** Levenshtein distance between two words; a result above `maxEdits` only means that there are more edits. */
export function editDistance(a: string, b: string, maxEdits: number): number {
  if (Math.abs(a.length - b.length) > maxEdits) return maxEdits + 1;
  if (row.length <= b.length) row = new Uint16Array(2 * b.length);
  for (let j = 0; j <= b.length; j++) row[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    let diagonal = i - 1;
    let left = i;
    let rowMin = i;
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j]!;
      left = Math.min(above + 1, left + 1, letter === b.charCodeAt(j - 1) ? diagonal : diagonal + 1);
      diagonal = above;
      row[j] = left;
      if (left < rowMin) rowMin = left;
    }
    if (rowMin > maxEdits) return maxEdits + 1;
  }
  return row[b.length]!;
}

/** A bit for each letter: words with few common letters need not be compared. */
export function letterMask(letters: string): number {
  let mask = 0;
  for (let i = 0; i < letters.length; i++) mask |= 1 << (letters.charCodeAt(i) & 31);
  return mask;
}

/** Sums of two, four and then eight bits; the product adds up its bytes. */
export function countBits(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
