/** Names of parties: comparing, cleaning, legal forms. */
import terms from './party-terms.json' with { type: 'json' };

const LEGAL_FORMS = new Set(terms.legalForms);

export const foldName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '');

export const isLegalForm = (word: string): boolean =>
  LEGAL_FORMS.has(
    word
      .toLowerCase()
      .replace(/\.(?=.)/gu, ' ')
      .replace(/[.,;:()]/gu, '')
      .trim(),
  );

/** Without a comma at the end; a full stop stays if it belongs to an abbreviation. */
export function cleanName(text: string): string {
  const name = text.replace(/^["'([\s]+/u, '').replace(/[\s,;:"'-]+$/u, '');
  return /\b(?:inc|ltd|corp|co|jr|sr|l\.?l\.?c|l\.?p|s\.?a|n\.?v|b\.?v|n\.?a|p\.?c|s\.?p\.?a|s\.?r\.?l|[A-Z])\.$/iu.test(name)
    ? name
    : name.replace(/\.$/u, '');
}
