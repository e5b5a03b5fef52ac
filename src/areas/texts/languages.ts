/** The languages that text projects may have. Texts of all of them are cut into words; the names are the platform's. */
const CODES = [
  'af', 'am', 'ar', 'as', 'az', 'be', 'bg', 'bn', 'br', 'bs', 'ca', 'cs', 'cy', 'da', 'de', 'el', 'en', 'en-us', 'en-gb', 'eo', 'es', 'et', 'eu', 'fa', 'fi', 'fil', 'fr', 'fy', 'ga', 'gd', 'gl', 'gu', 'ha', 'he', 'hi', 'hr', 'hu', 'hy', 'id', 'it',
  'ja', 'jv', 'ka', 'kk', 'km', 'kn', 'ko', 'ku', 'ky', 'la', 'lo', 'lt', 'lv', 'mg', 'mk', 'ml', 'mn', 'mr', 'ms', 'my', 'nb', 'ne', 'nl', 'or', 'pa', 'pl', 'ps', 'pt', 'pt-br', 'pt-pt', 'ro', 'ru', 'sa', 'sd', 'si', 'sk', 'sl', 'so', 'sq', 'sr', 'su', 'sv', 'sw',
  'ta', 'te', 'th', 'ti', 'tr', 'ug', 'uk', 'ur', 'uz', 'vi', 'xh', 'yi', 'zh-hans', 'zh-hant', 'zh', 'zu',
];

const names = new Intl.DisplayNames('en', { type: 'language' });

export const LANGUAGES: readonly { languageName: string; languageCode: string }[] = CODES.map((languageCode) => ({ languageName: names.of(languageCode)!, languageCode }));

const known = new Set(CODES);

/** Languages go by their first part: `de-at` is `de`. */
export function isLanguage(code: string): boolean {
  return known.has(code.toLowerCase()) || known.has(code.toLowerCase().split('-')[0]!);
}
