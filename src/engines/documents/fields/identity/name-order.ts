/** Which of two names without captions is the family name: by the document's number, the signature, and common given names. */
import type { Drafts } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { normalizeWord } from '../../../shared/text/fold-text.ts';
import { isGivenName } from '../parties/given-names.ts';

/** Swaps the names if the evidence says that the first line has the given names. */
export function orderNames(drafts: Drafts, words: readonly PlacedWord[]): void {
  const { FirstName: first, LastName: last } = drafts;
  if (first?.evidence['position'] !== 1 || last?.evidence['position'] !== 1) return;
  const names = [first, last].map((draft) => draft.words.map(({ text }) => normalizeWord(text)));
  const [given, family] = names as [string[], string[]];
  const number = drafts['DocumentNumber']?.value.value;
  const code = typeof number === 'string' ? number.replace(/[^A-Z\d]/gu, '') : '';
  const score = (asGiven: readonly string[], asFamily: readonly string[]): number =>
    (code.startsWith(soundex(asFamily[0]!)) ? 3 : 0) +
    (isSigned(asGiven[0]!, asFamily.at(-1)!, words) ? 2 : 0) +
    (isGivenName(asGiven[0]!) ? 1 : 0);
  if (score(given, family) >= score(family, given)) return;
  drafts['FirstName'] = last;
  drafts['LastName'] = first;
}

/** A signature has the given name first, beside the family name, in small letters. */
const isSigned = (given: string, family: string, words: readonly PlacedWord[]): boolean =>
  words.some(
    ({ text }, i) =>
      normalizeWord(text) === given &&
      text !== text.toUpperCase() &&
      words.slice(i + 1, i + 4).some((next) => normalizeWord(next.text) === family),
  );

const CODES = ['bfpv', 'cgjkqsxz', 'dt', 'l', 'mn', 'r'];

/** The code of a family name with which several states start the number: a letter and three digits. */
function soundex(name: string): string {
  let [out, before] = ['', -1];
  for (const letter of name) {
    const code = CODES.findIndex((letters) => letters.includes(letter));
    if (out === '') out = letter.toUpperCase();
    else if (code >= 0 && code !== before) out += String(code + 1);
    if (!'hw'.includes(letter)) before = code;
  }
  return out.slice(0, 4).padEnd(4, '0');
}
