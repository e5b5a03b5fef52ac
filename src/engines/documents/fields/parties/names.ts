/** Names of companies and persons: legal forms of many countries, titles of persons, and texts that are no names. */
import { foldText } from '../../../shared/text/fold-text.ts';
import words from './name-words.json' with { type: 'json' };
import { classifyAddressLine, isLongSentence } from './address-lines.ts';

const anyOf = (list: readonly string[]): string =>
  [...new Set(list.map(foldText))]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[/()]/gu, '\\$&').replace(/\./gu, '\\.?').replace(/ /gu, '\\.?\\s?'))
    .join('|');

/** Short forms that are words or codes elsewhere count only at the end of the name. */
const isShort = (form: string): boolean => form.length <= 2 && form !== 'ag' && form !== 'kg';
const LEGAL_FORM = new RegExp(
  String.raw`(?<![\p{L}\d&])(?:(?:${anyOf(words.legalForms.filter((form) => !isShort(form)))})\.?(?=$|[\s,;:()\[\]·•|–-])|(?<=\p{L}{2}[\s,]+)(?:${anyOf(words.legalForms.filter(isShort))})\.?(?=$|[,;(]|\s[(&·•|–-]))|${anyOf(words.asianForms)}`,
  'u',
);
/** Forms before the name: "PT", "ООО", "UAB". */
const LEADING_FORM = new RegExp(String.raw`^["'«„“(]*(?:${anyOf(words.prefixForms)})(?:\.?\s+|\.?\s*(?=["'«„“]))["'«„“(]*\p{L}`, 'u');
const TRADE = new RegExp(String.raw`(?<![\p{L}])(?:${anyOf(words.trades)})(?![\p{L}])`, 'u');
const TITLE = new RegExp(String.raw`^(?:${anyOf(words.titles)})\.?\s+\p{L}`, 'u');
const ONLY_PERSON_TITLE = new RegExp(
  String.raw`^(?:(?:${anyOf([...words.titles, 'firma', 'eheleute', 'familie'])})\.?(?:\s?(?:$|&|/|und|u\.|et|and|y|e|en|og|och)\s?))+$`,
  'u',
);
const NO_NAME = new RegExp(String.raw`(?<![\p{L}])(?:${anyOf(words.noNames)})(?![\p{L}])`, 'u');
const UNSPACED_NO_NAME = new RegExp(anyOf(words.unspacedNoNames), 'u');
const ONLY_TITLE = new RegExp(String.raw`^[^\p{L}]*(?:(?:${anyOf([...words.documentTitles, ...words.fillers])})[^\p{L}]*)+$`, 'u');
const DEPARTMENT = new RegExp(String.raw`(?<![\p{L}])(?:${anyOf(words.departments)})(?![\p{L}])`, 'u');

const LEGAL_FORMS = new RegExp(LEGAL_FORM, 'gu');
const ONLY_TRADE = new RegExp(`^(?:${TRADE.source})$`, 'u');

/** "S.R.L." on a line of its own: the name is above it. */
export const isLegalForm = (text: string): boolean => /\p{L}/u.test(text) && foldText(text).replace(LEGAL_FORMS, '').trim() === '';

/** A company's legal form, such as "GmbH" or "Sdn Bhd". */
export const hasLegalForm = (text: string): boolean => {
  const folded = foldText(text);
  return LEGAL_FORM.test(folded) || LEADING_FORM.test(folded);
};

export const isTradeLike = (text: string): boolean => TRADE.test(foldText(text));

const isCompanyLike = (text: string): boolean => hasLegalForm(text) || isTradeLike(text);

/** Where the name ends: after the last legal form, if there is one. */
export function endOfLegalForm(text: string): number | undefined {
  const folded = foldText(text);
  if (folded.length !== text.length) return undefined;
  const last = [...folded.matchAll(LEGAL_FORMS)].at(-1);
  return last === undefined ? undefined : last.index + last[0].length;
}

/** Number of words before the legal form. */
export const wordsBeforeLegalForm = (text: string): number =>
  text
    .slice(0, LEGAL_FORM.exec(foldText(text))?.index ?? text.length)
    .split(/\s+/u)
    .filter((word) => /\p{L}/u.test(word)).length;

/** "Bistro & Café": words that say what is sold, and no name. */
export const isDescription = (text: string): boolean =>
  foldText(text)
    .split(/[\s,/]+/u)
    .every((word) => /^(?:&|and|und|et|y|e|en|\+|-)$/u.test(word) || ONLY_TRADE.test(word));

export const isDocumentTitle = (text: string): boolean => ONLY_TITLE.test(foldText(text));

/** "Herrn" on a line of its own: the name follows on the next line. */
export const isPersonTitle = (text: string): boolean => ONLY_PERSON_TITLE.test(foldText(text).trim());

/** "Mr. John Smith". */
export const hasPersonTitle = (text: string): boolean => TITLE.test(foldText(text));

export const isDepartment = (text: string): boolean => DEPARTMENT.test(foldText(text));

export function isPersonLike(text: string): boolean {
  const folded = foldText(text);
  if (TITLE.test(folded)) return true;
  if (/\d/u.test(text) || isCompanyLike(text)) return false;
  const parts = text.replace(/[,.]+$/u, '').split(/\s+/u);
  return (
    parts.length >= 2 &&
    parts.length <= 4 &&
    parts.every((part) => /^(?:\p{Lu}[\p{L}'’-]*\.?|van|von|de|der|den|da|di|del|la|le|bin|al)$/u.test(part))
  );
}

/** "SAS au capital de 10 000 €". */
const SHARE_CAPITAL = /(?<!\p{L})(?:capital|capitale|cap\. ?soc|kapital|stammkapital)(?!\p{L}).*\d{3}/u;

/** A word of receipts and invoices, such as "invoice" or "total". */
export function hasFormWord(text: string): boolean {
  const folded = foldText(text);
  return NO_NAME.test(folded) || UNSPACED_NO_NAME.test(folded.replace(/\s/gu, ''));
}

/** Whether a text can be the name of a company or person. */
export function isNameLike(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length < 2 || trimmed.length > 90 || !/\p{L}{2}/u.test(trimmed)) return false;
  if (trimmed.split(/\s+/u).length > 10 || isLongSentence(trimmed) || isDocumentTitle(trimmed)) return false;
  const folded = foldText(trimmed);
  if (SHARE_CAPITAL.test(folded)) return false;
  if (hasLegalForm(trimmed) && !/[:@]|www\./u.test(trimmed))
    return !/^(?:no|nr|iban|bic|\d+\s?(?:x|kg|g|ml|l|pcs|stk))\b/u.test(folded) && classifyAddressLine(trimmed) !== 'both';
  if (/[:@]|www\.|\d{4,}/u.test(folded) || hasFormWord(text)) return false;
  // A printed rule that was read as letters.
  if (/^(\p{L})\1{4,}/u.test(folded.replace(/\s/gu, ''))) return false;
  const digits = (folded.match(/\d/gu) ?? []).length;
  if (digits > 0.4 * folded.replace(/\s/gu, '').length) return false;
  const kind = classifyAddressLine(trimmed);
  return kind === 'plain' || kind === 'region' || (kind === 'street' && isTradeLike(trimmed));
}

/** Letters and digits of a name without its legal form, to compare names. */
export function nameKey(text: string): string {
  const folded = foldText(text);
  const bare = folded.replace(LEGAL_FORMS, ' ').replace(/[^\p{L}\d]/gu, '');
  return bare.length >= 3 ? bare : folded.replace(/[^\p{L}\d]/gu, '');
}
