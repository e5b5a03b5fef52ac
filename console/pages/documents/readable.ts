/** Whether a labeled text can be a value of the type of its field; a model learns what it is shown, right or wrong. */

const NUMBER_RUN = /\d(?:[\d.,'\u2019]*\d)?/g;
const MAX_UNIT_LETTERS = 4;

const isNumber = (text: string): boolean =>
  (text.replaceAll(/(?<=\d) (?=\d{3})/g, '').match(NUMBER_RUN) ?? []).length === 1 &&
  (text.match(/\p{L}/gu) ?? []).length <= MAX_UNIT_LETTERS &&
  !/\d[/:]\d/.test(text) &&
  !/\d\.\d{1,2}\.\d/.test(text);

const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  number: isNumber,
  integer: (text) => isNumber(text) && !/\d[.,]\d{1,2}(?!\d)/.test(text),
  currency: isNumber,
  date: (text) => /\d/.test(text) && /\d\D+\d|\p{L}{3}|\d{6,8}/u.test(text),
  time: (text) => /\d\s*(?:[:.h]\s*\d{2}|[ap]\.?\s?m)/i.test(text),
  phoneNumber: (text) => text.replaceAll(/\D/g, '').length >= 5,
};

export function isReadableAs(type: string, text: string): boolean {
  return text === '' || (CHECKS[type]?.(text) ?? true);
}
