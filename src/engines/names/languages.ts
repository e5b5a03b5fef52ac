/** The languages in which names are recognised. Others fall below what is worth answering, or were not measured: docs/understanding.md. */
import { ANY_LANGUAGE } from './features.ts';

const RECOGNIZED: ReadonlySet<string> = new Set(['en']);

/** Languages with training texts of their own. */
const TRAINED: ReadonlySet<string> = new Set(['en', 'pt', 'es', 'fr', 'de', 'it', 'nl', 'da', 'sv']);

/** The language of a culture such as `en-us`; undefined where names are not recognised in it. */
export function nameLanguage(culture: string): string | undefined {
  const language = culture.split(/[-_]/, 1)[0]!.toLowerCase();
  return RECOGNIZED.has(language) ? language : undefined;
}

/** The language by which the tagger counts words. */
export function taggedLanguage(language: string): string {
  return TRAINED.has(language) ? language : ANY_LANGUAGE;
}
