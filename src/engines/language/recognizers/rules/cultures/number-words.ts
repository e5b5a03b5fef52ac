/** Number words listed in order from a first value on, separated by commas, with their spellings separated by `|`. */
export function countFrom(first: number, words: string): Record<string, string> {
  return Object.fromEntries(words.split(',').map((spellings, n) => [first + n, spellings.replaceAll('|', ',')]));
}
