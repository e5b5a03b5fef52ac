/**
 * Names in a text: persons, places and organizations, each place with what sort of place it is.
 *
 * A kind of names is found only in languages in which it was measured to be found well enough (languages.ts). Cost: some
 * 15 µs a word once the tables are loaded (tables.ts), which takes 0.35 s.
 */
import { loadLexicon, loadNameTagger } from './tables.ts';
import type { Token } from '../../shared/text/tokens.ts';
import { tokenize } from '../../shared/text/tokens.ts';
import { isNameRecognized, nameLanguage, taggedLanguage } from './languages.ts';
import type { PlaceKind } from './place-kind.ts';
import { placeKind } from './place-kind.ts';
import { refineSpans } from './refine.ts';
import type { TaggedKind, TaggedSpan } from './tagger.ts';
import { TAGGED_KINDS } from './tagger.ts';

export type { PlaceKind } from './place-kind.ts';

/** Offsets are UTF-16. */
export interface FoundName {
  readonly start: number;
  readonly length: number;
  readonly kind: TaggedKind;
  /** Of a place. */
  readonly place?: PlaceKind;
  /** Probability that these words are a name of this kind. */
  readonly confidence: number;
}

/** The names of a text in a culture such as `en-us`, from left to right and without overlap, of the kinds that its language has. */
export function findNames(text: string, culture: string, tokens: readonly Token[] = tokenize(text, culture)): FoundName[] {
  const language = nameLanguage(culture);
  if (!TAGGED_KINDS.some((kind) => isNameRecognized(kind, language))) return [];
  return tagTokens(tokens, language).filter(({ kind }) => isNameRecognized(kind, language));
}

/** The same in any language, for measurements. */
export function tagNames(text: string, language: string): { kind: TaggedKind; start: number; end: number }[] {
  return tagTokens(tokenize(text, language), language).map(({ kind, start, length }) => ({ kind, start, end: start + length }));
}

function tagTokens(tokens: readonly Token[], language: string): FoundName[] {
  if (tokens.length === 0) return [];
  const lexicon = loadLexicon();
  const tagged = loadNameTagger(language).tag(tokens, taggedLanguage(language));
  return refineSpans(tokens, tagged, lexicon, language).flatMap((span) => {
    const words = trimMarks(tokens, span);
    if (words.length === 0) return [];
    const start = words[0]!.start;
    return [
      {
        start,
        length: words.at(-1)!.end - start,
        kind: span.kind,
        ...(span.kind === 'place' && { place: placeKind(words, lexicon) }),
        confidence: span.confidence,
      },
    ];
  });
}

/** The words of a span without marks at its ends; a full stop after an abbreviation stays. */
function trimMarks(tokens: readonly Token[], { from, to }: TaggedSpan): readonly Token[] {
  const isMark = (token: Token): boolean => !/[\p{L}\p{N}]/u.test(token.text);
  let [first, end] = [from, to];
  while (first < end && isMark(tokens[first]!)) first++;
  while (end > first && isMark(tokens[end - 1]!) && !isAbbreviation(tokens, end - 1)) end--;
  return tokens.slice(first, end);
}

function isAbbreviation(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return tokens[at]!.text === '.' && before !== undefined && before.end === tokens[at]!.start && /^(\p{L}|Jr|Sr|St)$/u.test(before.text);
}
