/**
 * 32-bit hashing of text: FNV-1a over UTF-16 code units, finished with an avalanche so that the low
 * bits, which pick a weight, depend on every character. Pure, the same on every machine. Cost: one
 * multiplication per character.
 */

/** Multiplier that sets the first member of a feature pair apart from the second. */
export const PAIR_MULTIPLIER = 0x01000193;

/** Continues a running hash with a text; feed the result to `finishHash` before using its bits. */
export function hashText(text: string, seed: number): number {
  let h = seed;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return Math.imul(h ^ 0xffff, 0x01000193);
}

/** Spreads a running hash over all 32 bits. */
export function finishHash(running: number): number {
  let h = running;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
