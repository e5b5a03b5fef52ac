/** Words that are no part of a key phrase, by language: words of grammar, of time and measure, and the verbs of requests. */
import english from '../../shared/text/english-stop-words.json' with { type: 'json' };
import words from './stop-words.json' with { type: 'json' };

export const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({ ...words, en: [...english, ...words.en] }).map(([language, list]) => [language, new Set(list)]),
);
