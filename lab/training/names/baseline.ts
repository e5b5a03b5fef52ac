/** What the lexicon alone finds: the longest known place, else a given name with the given names and surnames after it. */
import { MARK, MAX_PHRASE_WORDS, PLACE_MARKS, extendPhrase, foldWord } from '../../../src/engines/language/names/lexicon.ts';
import { loadLexicon } from '../../../src/engines/language/names/tables.ts';
import { tokenize } from '../../../src/engines/shared/text/tokens.ts';
import type { NameSpan } from './corpora.ts';

const GIVEN = MARK.givenName | MARK.givenNameUS;
const PERSON = GIVEN | MARK.surname | MARK.surnameUS;

export function lookUpNames(text: string, language: string): NameSpan[] {
  const lexicon = loadLexicon();
  const tokens = tokenize(text, language);
  const hasCapitals = /\p{Lu}/u.test(text);
  const isCandidate = (i: number): boolean =>
    i < tokens.length && /\p{L}{2}/u.test(tokens[i]!.text) && (!hasCapitals || /^\p{Lu}/u.test(tokens[i]!.text));
  const marksOf = (from: number, to: number): number => {
    let hash = 0;
    for (let i = from; i < to; i++) hash = extendPhrase(hash, foldWord(tokens[i]!.norm));
    return lexicon.find(hash).marks;
  };
  const spans: NameSpan[] = [];
  for (let i = 0; i < tokens.length;) {
    let to = i + 1;
    if (isCandidate(i)) {
      const longest = Math.min(MAX_PHRASE_WORDS, tokens.length - i);
      const length = Array.from({ length: longest }, (_, n) => longest - n).find((n) => marksOf(i, i + n) & PLACE_MARKS);
      if (marksOf(i, i + 1) & GIVEN && (length ?? 0) < 2) {
        while (isCandidate(to) && marksOf(to, to + 1) & PERSON) to++;
        spans.push({ kind: 'person', start: tokens[i]!.start, end: tokens[to - 1]!.end });
      } else if (length !== undefined) {
        to = i + length;
        spans.push({ kind: 'place', start: tokens[i]!.start, end: tokens[to - 1]!.end });
      }
    }
    i = to;
  }
  return spans;
}
