/** E-mail addresses as they are written, and as they are spoken: "ann dot lee at example dot com". */
import type { PersonalData } from './entity.ts';
import wordLists from './words.json' with { type: 'json' };

const WRITTEN = /[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu;

const ENDING = '(?:com|net|org|edu|gov|io|co|us|uk|info|biz|me|ca|au|de|fr|c o m|co dot uk)';
const PART = "[a-z0-9][a-z0-9'-]{0,40}";
const JOINT = /^(dot|underscore|dash|hyphen|period|point)$/;
/** The end of a spoken address, from its "at". */
const SPOKEN_HOST = new RegExp(`(?<=[a-z0-9'-] )(?:at|@) ${PART}(?: ${PART}){0,2}? ?(?: dot |\\.) ?(?:${PART} dot )?${ENDING}\\b`, 'gi');
/** Words and characters before its "at" that may belong to an address. */
const MAX_LOCAL_WORDS = 12;
const MAX_LOCAL_CHARACTERS = 200;
const DIGIT_WORDS =
  /^(zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(-\w+)?|double|triple)$/;

export function findEmails(text: string): PersonalData[] {
  const written = [...text.matchAll(WRITTEN)].map(({ 0: { length }, index }) => span(index, index + length, 0.99));
  const spoken = [...text.matchAll(SPOKEN_HOST)].flatMap(({ 0: host, index }) => {
    const length = localLength(text.slice(Math.max(0, index - MAX_LOCAL_CHARACTERS), index - 1));
    return length === 0 ? [] : [span(index - 1 - length, index + host.length, 0.9)];
  });
  return [...written, ...spoken];
}

/**
 * The length of the local part at the end of the words before "at": words that a joint connects, spelled letters and numbers, and one word
 * or name before those.
 */
function localLength(before: string): number {
  const [tail = ''] = /(?:[a-z0-9'-]+ )*[a-z0-9'-]+$/i.exec(before) ?? [];
  const words = tail.toLowerCase().split(' ').slice(-MAX_LOCAL_WORDS);
  let first = words.length - 1;
  const isPiece = (word: string): boolean => word.length === 1 || /^\d+$/.test(word) || DIGIT_WORDS.test(word);
  while (first > 0) {
    const [word, previous] = [words[first]!, words[first - 1]!];
    if (JOINT.test(previous) && first >= 2) first -= 2;
    else if (isPiece(word) && !STARTS.has(previous)) first -= 1;
    else if (isPiece(previous) && previous !== 'a' && previous !== 'i') first -= 1;
    else break;
  }
  return words.slice(first).join(' ').length;
}

/** Words before an address that are no part of it. */
const STARTS = new Set(wordLists.emailStarts);

function span(start: number, end: number, score: number): PersonalData {
  return { kind: 'email', start, end, score };
}
