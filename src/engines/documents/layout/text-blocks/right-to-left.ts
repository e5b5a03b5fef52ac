/** The order of the words of a line in Arabic or Hebrew: from right to left, with runs of other scripts from left to right. */

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const RIGHT_TO_LEFT_LETTERS = /(?!\p{N})[\p{Script=Arabic}\p{Script=Hebrew}]/gu;
const OTHER_LETTERS = /(?![\p{Script=Arabic}\p{Script=Hebrew}])\p{L}/gu;
/** A line runs from right to left if it has at least this share of such letters: names are often in Latin. */
const MIN_SHARE = 0.5;

const isLeftToRight = (text: string): boolean => /\p{L}/u.test(text) && !RIGHT_TO_LEFT.test(text);

/** Tokens of a line, given from left to right. A line that runs from left to right is returned unchanged. */
export function inReadingOrder<T extends { text: string }>(tokens: T[]): T[] {
  const text = tokens.map((token) => token.text).join(' ');
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const own = count(RIGHT_TO_LEFT_LETTERS);
  if (own === 0 || own < MIN_SHARE * count(OTHER_LETTERS)) return tokens;
  const words = tokens.toReversed();
  for (let from = 0; from < words.length; from++) {
    if (!isLeftToRight(words[from]!.text)) continue;
    let end = from;
    for (let at = from; at < words.length && !RIGHT_TO_LEFT.test(words[at]!.text); at++) if (isLeftToRight(words[at]!.text)) end = at;
    words.splice(from, end + 1 - from, ...words.slice(from, end + 1).reverse());
    from = end;
  }
  return words;
}
