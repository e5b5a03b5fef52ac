/** Supported project languages: those that the interface lists, for conversations or for texts. The engines work in every language. */
import data from './languages.json' with { type: 'json' };

const CODES = data.codes;
const KNOWN = new Set(CODES.flatMap((code) => [code, languageOf(code)]));
let languages: { languageName: string; languageCode: string }[] | undefined;

/** The supported languages with their English names, which are looked up once, at the first call. */
export function listLanguages(): { languageName: string; languageCode: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
  return (languages ??= CODES.map((languageCode) => ({ languageName: names.of(languageCode)!, languageCode })));
}

/** The language of a culture: `en` for `en-us`. */
export function languageOf(culture: string): string {
  return culture.toLowerCase().split(/[-_]/, 1)[0]!;
}

export function isSupportedLanguage(culture: string): boolean {
  return KNOWN.has(languageOf(culture));
}
