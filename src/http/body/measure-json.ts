/** What a JSON text would become when it is parsed. */

const [QUOTE, BACKSLASH, COMMA, COLON, OBJECT, ARRAY, OBJECT_END, ARRAY_END] = [0x22, 0x5c, 0x2c, 0x3a, 0x7b, 0x5b, 0x7d, 0x5d];

export interface JsonSize {
  /** Objects, arrays, and what is separated by commas. */
  values: number;
  /** Of fields, all objects together. */
  names: number;
  depth: number;
}

export function measureJson(text: Uint8Array): JsonSize {
  let [values, names, depth, maxDepth] = [0, 0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (c === QUOTE) {
      for (i++; i < text.length && text[i] !== QUOTE; i++) if (text[i] === BACKSLASH) i++;
    } else if (c === COMMA) values++;
    else if (c === COLON) names++;
    else if (c === OBJECT || c === ARRAY) {
      values++;
      if (++depth > maxDepth) maxDepth = depth;
    } else if (c === OBJECT_END || c === ARRAY_END) depth--;
  }
  return { values, names, depth: maxDepth };
}
