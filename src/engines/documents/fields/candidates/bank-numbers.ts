/** Validates bank account numbers by their check digits. */

/** An IBAN: two letters for the country, and a remainder of 1 modulo 97 (ISO 13616). */
export function isIban(text: string): boolean {
  const packed = text.replace(/[\s-]/gu, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/u.test(packed)) return false;
  let rest = 0;
  for (const letter of packed.slice(4) + packed.slice(0, 4)) rest = Number(`${String(rest)}${String(parseInt(letter, 36))}`) % 97;
  return rest === 1;
}

/** A BIC: bank, country, location and optional branch (ISO 9362). */
export const isBic = (text: string): boolean => /^[A-Z]{4}[A-Z]{2}[A-Z\d]{2}(?:[A-Z\d]{3})?$/u.test(text);

/** The BIC in a text that is of the country of an IBAN: other words have its shape too. */
export function bicFor(iban: string, text: string): { start: number; end: number } | undefined {
  const country = iban.replace(/[\s-]/gu, '').slice(0, 2).toUpperCase();
  for (const { 0: word, index } of text.matchAll(/(?<![\p{L}\d])[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?(?![\p{L}\d])/gu))
    if (word.slice(4, 6) === country) return { start: index, end: index + word.length };
  return undefined;
}

/** Valid IBANs of a text, with or without spaces. */
export function ibansIn(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/(?<![A-Z\d])[A-Z]{2}\d{2}(?:[\s-]?[A-Z\d]){11,30}/gu)].flatMap(({ 0: match, index }) => {
    for (let length = match.length; length >= 15; length--)
      if (!/[A-Z\d]/u.test(match[length] ?? ' ') && isIban(match.slice(0, length))) return [{ start: index, end: index + length }];
    return [];
  });
}
