/**
 * Results of the library that are known to be wrong, recognized by the words around them.
 */
import type { Kind, Resolution } from './entity.ts';

/** Words that are a month or a season only in the right company. */
const AMBIGUOUS_DATE = /^(?:may|march|fall|spring|sat|sun|second|mar)$/;
const BEFORE_A_DATE =
  /\b(?:in|on|by|of|this|next|last|every|each|since|until|till|before|after|during|from|to|and|the|early|late|mid|for|between|through|coming|past|previous)\s+$/i;

/** Whether an answer should be dropped. `text` is the whole text, `start` and `end` the span in it. */
export function isKnownError(kind: Kind, resolution: Resolution, text: string, start: number, end: number): boolean {
  const words = text.slice(start, end);
  const after = text.slice(end);
  if (resolution.is === 'quantity') {
    // 5pm is a time, not five picometres; 3 in the morning is not three inches; 10k is a number, not ten kelvin.
    if (kind === 'dimension' && resolution.unit === 'Picometer') return /^\d{1,2}([:.]\d\d)?\s*pm$/i.test(words);
    if (kind === 'dimension' && resolution.unit === 'Inch') return /\bin$/i.test(words) && /^\s+\p{L}/u.test(after);
    if (kind === 'temperature' && resolution.unit === 'K') return /\dk$/.test(words);
    return false;
  }
  if (resolution.is === 'datetime') {
    return AMBIGUOUS_DATE.test(words) && words.length < text.trim().length && !BEFORE_A_DATE.test(text.slice(0, start));
  }
  return false;
}
