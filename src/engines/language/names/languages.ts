/** The languages in which names are recognized. Others fall below what is worth answering, or were not measured: docs/understanding.md. */
import { ANY_LANGUAGE } from './features.ts';
import type { TaggedKind } from './tagger.ts';

const RECOGNIZED: Readonly<Record<TaggedKind, ReadonlySet<string>>> = {
  person: new Set(['en', 'pt', 'da', 'es', 'fr', 'it', 'nl']),
  place: new Set(['en', 'pt', 'da', 'sv', 'hr', 'es', 'fr', 'it', 'nl', 'de']),
  organization: new Set(['en']),
};

/** Languages with training texts of their own. */
const TRAINED: ReadonlySet<string> = new Set(['en', 'pt', 'es', 'fr', 'de', 'it', 'nl', 'da', 'sv']);

/** The language of a culture such as `en-us`. */
export function nameLanguage(culture: string): string {
  return culture.split(/[-_]/, 1)[0]!.toLowerCase();
}

/** Whether names of a kind are recognized in a language. */
export function isNameRecognized(kind: TaggedKind, language: string): boolean {
  return RECOGNIZED[kind].has(language);
}

/** The language by which the tagger counts words. */
export function taggedLanguage(language: string): string {
  return TRAINED.has(language) ? language : ANY_LANGUAGE;
}
