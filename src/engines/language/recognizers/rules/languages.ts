/** What the rules recognize, apart from their words: whoever only asks for it does not load those. */
export const RULE_LANGUAGES = ['ar', 'de', 'es', 'fr', 'gu', 'hi', 'it', 'ja', 'ko', 'mr', 'nl', 'pt', 'ta', 'te', 'tr', 'zh'] as const;
export type RuleLanguage = (typeof RULE_LANGUAGES)[number];

export function hasRules(language: string): boolean {
  return (RULE_LANGUAGES as readonly string[]).includes(language);
}
