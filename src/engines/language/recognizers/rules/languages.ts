/** What the rules recognize, apart from their words: whoever only asks for it does not load those. */
export const RULE_LANGUAGES = ['ar', 'de', 'es', 'fr', 'gu', 'hi', 'it', 'ja', 'ko', 'mr', 'nl', 'pt', 'ta', 'te', 'tr', 'zh'] as const;
/** Only dates of these are recognized, and only for what is learned: their tables lack units, or the library recognizes the rest. */
export const DATE_LANGUAGES = ['da', 'en', 'id'] as const;
export type RuleLanguage = (typeof RULE_LANGUAGES | typeof DATE_LANGUAGES)[number];

export function hasRules(language: string): boolean {
  return (RULE_LANGUAGES as readonly string[]).includes(language);
}

export function hasDateRules(language: string): boolean {
  return hasRules(language) || (DATE_LANGUAGES as readonly string[]).includes(language);
}
