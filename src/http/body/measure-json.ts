/** What a JSON text would become when it is parsed. */

const [QUOTE, BACKSLASH, COMMA, COLON, OBJECT, ARRAY, OBJECT_END, ARRAY_END] = [0x22, 0x5c, 0x2c, 0x3a, 0x7b, 0x5b, 0x7d, 0x5d];

export interface JsonSize {
  /** Objects, arrays, and what is separated by commas. */
  values: number;
  /** Of fields, all objects together. */
  names: number;
  depth: number;
}

/** Reads no further once there are more names than `maxNames`. */
export function measureJson(text: Buffer, maxNames = Infinity): JsonSize {
  let [values, names, depth, maxDepth] = [0, 0, 0, 0];
  for (let i = 0; i < text.length && names <= maxNames; i++) {
    const c = text[i]!;
    if (c === QUOTE) i = endOfText(text, i);
    else if (c === COMMA) values++;
    else if (c === COLON) names++;
    else if (c === OBJECT || c === ARRAY) {
      values++;
      if (++depth > maxDepth) maxDepth = depth;
    } else if (c === OBJECT_END || c === ARRAY_END) depth--;
  }
  return { values, names, depth: maxDepth };
}

/** Where the quote is that ends the text which begins there; short texts, such as names, are faster without a search. */
function endOfText(text: Buffer, begin: number): number {
  const near = Math.min(text.length, begin + 32);
  for (let i = begin + 1; i < near; i++) {
    if (text[i] === QUOTE) return i;
    if (text[i] === BACKSLASH) i++;
  }
  for (let end = text.indexOf(QUOTE, near); end >= 0; end = text.indexOf(QUOTE, end + 1)) {
    let first = end;
    while (text[first - 1] === BACKSLASH && first - 1 > begin) first--;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}
