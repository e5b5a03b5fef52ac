/**
 * Estimates the memory that a JSON text takes when it is parsed. A thread cannot be stopped inside `JSON.parse`, and one that runs out
 * of memory there ends the process, so texts such as millions of empty objects are refused before.
 */

/** Bytes of a value in the worst case, measured: an object with a name that no other has, an array, and anything after a comma. */
const OBJECT_BYTES = 224;
const ARRAY_BYTES = 64;
const VALUE_BYTES = 32;

const [QUOTE, BACKSLASH, COMMA, OBJECT, ARRAY, OBJECT_END, ARRAY_END] = [0x22, 0x5c, 0x2c, 0x7b, 0x5b, 0x7d, 0x5d];

export interface JsonMemory {
  bytes: number;
  depth: number;
}

export function estimateJsonMemory(text: Uint8Array): JsonMemory {
  let [objects, arrays, values, depth, maxDepth] = [0, 0, 0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (c === QUOTE) {
      for (i++; i < text.length && text[i] !== QUOTE; i++) if (text[i] === BACKSLASH) i++;
    } else if (c === COMMA) values++;
    else if (c === OBJECT || c === ARRAY) {
      if (c === OBJECT) objects++;
      else arrays++;
      if (++depth > maxDepth) maxDepth = depth;
    } else if (c === OBJECT_END || c === ARRAY_END) depth--;
  }
  return { bytes: objects * OBJECT_BYTES + arrays * ARRAY_BYTES + values * VALUE_BYTES, depth: maxDepth };
}
