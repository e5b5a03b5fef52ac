/** E-mail addresses as they are written, and as they are spoken: "ann dot lee at example dot com". */
import type { PersonalData } from './entity.ts';

const WRITTEN = /[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu;

const ENDING = '(?:com|net|org|edu|gov|io|co|us|uk|info|biz|me|ca|au|de|fr|c o m|co dot uk)';
const PART = "[a-z0-9][a-z0-9'-]*";
const JOINT = '(?:dot|underscore|dash|hyphen|period|point)';
const DOMAIN = `${PART}(?: ${PART}){0,2}? ?(?: dot |\\.) ?(?:${PART} dot )?${ENDING}`;
/** The local part: words with joints, single letters spelled out, digits. The last of several words without a joint. */
const SPOKEN = new RegExp(`((?:${PART} (?:${JOINT} )?){0,11}${PART}) (?:at|@) (${DOMAIN})\\b`, 'gi');
const DIGIT_WORDS =
  /^(zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(-\w+)?|double|triple)$/;
const JOINTS = new RegExp(`^${JOINT}$`, 'i');

export function findEmails(text: string): PersonalData[] {
  const written = [...text.matchAll(WRITTEN)].map(({ 0: { length }, index }) => span(index, index + length, 0.99));
  const spoken = [...text.matchAll(SPOKEN)].flatMap(({ 0: whole, 1: local, index }) => {
    const start = index + localStart(local!);
    return start >= index + local!.length ? [] : [span(start, index + whole.length, 0.9)];
  });
  return [...written, ...spoken.filter((one) => !written.some((other) => one.start < other.end && other.start < one.end))];
}

/**
 * Where the local part starts within the words before "at": from the end, words that a joint connects, spelled letters and numbers, and
 * one word or name before those.
 */
function localStart(local: string): number {
  const words = [...local.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word: word.toLowerCase(), index }));
  let first = words.length - 1;
  const isPiece = (word: string): boolean => word.length === 1 || /^\d+$/.test(word) || DIGIT_WORDS.test(word);
  while (first > 0) {
    const { word } = words[first]!;
    const before = words[first - 1]!.word;
    if (JOINTS.test(before) && first >= 2) first -= 2;
    else if (isPiece(word) && !STARTS.has(before)) first -= 1;
    else if (isPiece(before) && before !== 'a' && before !== 'i') first -= 1;
    else break;
  }
  return words[first] ? words[first]!.index : local.length;
}

/** Words before an address that are no part of it. */
const STARTS = new Set([
  'is',
  "it's",
  'at',
  'to',
  'email',
  'address',
  'be',
  'as',
  'my',
  'the',
  'on',
  'me',
  'you',
  'use',
  'try',
  'yes',
  'sure',
  'uh',
  'um',
  'and',
  'or',
  'with',
  'was',
  'that',
  "that's",
  'yeah',
  'okay',
  'ok',
  'so',
  'just',
  'it',
]);

function span(start: number, end: number, score: number): PersonalData {
  return { kind: 'email', start, end, score };
}
