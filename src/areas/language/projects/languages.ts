/** Supported project languages: those that the interface lists, for conversations or for texts. The engines work in every language. */
const CODES = [
  'en', 'en-us', 'en-gb', 'fr', 'it', 'es', 'de', 'pt-br', 'pt-pt', 'zh-hans', 'ja', 'ko', 'nl', 'hi', 'tr', 'gu', 'mr', 'ta', 'te', 'zu', 'af', 'am', 'ar', 'as', 'az', 'be', 'bg', 'bn', 'br', 'bs', 'ca', 'cs', 'cy', 'da',
  'el', 'eo', 'et', 'eu', 'fa', 'fi', 'fil', 'fy', 'ga', 'gd', 'gl', 'ha', 'he', 'hr', 'hu', 'hy', 'id', 'jv', 'ka', 'kk', 'km', 'kn', 'ku', 'ky', 'la', 'lo', 'lt', 'lv', 'mg', 'mk', 'ml', 'mn', 'ms', 'my', 'ne', 'nb', 'or',
  'pa', 'pl', 'ps', 'ro', 'ru', 'sa', 'sd', 'si', 'sk', 'sl', 'so', 'sq', 'sr', 'su', 'sv', 'sw', 'th', 'ti', 'tl', 'ug', 'uk', 'ur', 'uz', 'vi', 'xh', 'yi', 'zh-hant',
];
const KNOWN = new Set(CODES.flatMap((code) => [code, languageOf(code)]));
const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

export const LANGUAGES = CODES.map((languageCode) => ({ languageName: names.of(languageCode)!, languageCode }));

/** The language of a culture: `en` for `en-us`. */
export function languageOf(culture: string): string {
  return culture.toLowerCase().split(/[-_]/, 1)[0]!;
}

export function isSupportedLanguage(culture: string): boolean {
  return KNOWN.has(languageOf(culture));
}
