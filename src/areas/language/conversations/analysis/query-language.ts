/** The language in which a query is read. */
import { loadLanguageDetector } from '../../../../engines/language/detection/tables.ts';
import { isSupportedLanguage, languageOf } from '../../projects/languages.ts';
import type { Project } from '../../projects/model.ts';

/** Below it the project's language counts: a wrong one would hide the synonyms and expressions of the right one. */
const MIN_PROBABILITY = 0.8;
/** Codes of the interface that differ from those of the detector. */
const CODES: Readonly<Record<string, string>> = { no: 'nb', zh: 'zh-hans' };

/**
 * The given language, or else the project's; in a multilingual project the language of the query, where it is recognized. Detection takes
 * less than 0.2 ms.
 */
export function queryLanguage(
  { language, multilingual }: Pick<Project, 'language' | 'multilingual'>,
  text: string,
  given?: string,
): string {
  if (given !== undefined) return given;
  if (!multilingual) return language;
  const [best] = loadLanguageDetector().detect(text);
  if (!best || best.probability < MIN_PROBABILITY || best.language === languageOf(language)) return language;
  const code = CODES[best.language] ?? best.language;
  return isSupportedLanguage(code) ? code : language;
}
