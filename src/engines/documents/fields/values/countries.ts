/** Countries by code and by name in many languages, as alpha-3. Names come from Intl. */
import { foldText } from '../../../shared/text/fold-text.ts';
import data from './countries.json' with { type: 'json' };

/** Alpha-3 by alpha-2. */
const BY_TWO = new Map(Object.entries(data.alpha3));
const BY_THREE = new Map([...BY_TWO].map(([two, three]) => [three, two]));

/** Names missing in Intl; `D` is a code of travel documents. */
const OTHERS: Readonly<Record<string, string>> = data.others;

/** Codes used only on passports: British variants, organizations, and the specimen code. */
const TRAVEL: Readonly<Record<string, string>> = data.travel;

let names: Map<string, string> | undefined;

/** Letters only, in lower case, without accents. */
const key = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}']+/gu, ' ')
    .trim();

function namesOf(): Map<string, string> {
  if (names !== undefined) return names;
  names = new Map(Object.entries(OTHERS));
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'hu', 'ro', 'tr']) {
    const table = new Intl.DisplayNames(language, { type: 'region' });
    for (const [two, three] of BY_TWO) {
      const name = key(table.of(two) ?? '');
      if (name !== '' && !names.has(name)) names.set(name, three);
    }
  }
  return names;
}

/** Alpha-3 if the whole text is a country's code or name. */
export function parseCountryRegion(text: string): string | undefined {
  const trimmed = text.trim().replace(/^[\s:,.<]+|[\s:,.<]+$/gu, '');
  const upper = trimmed.toUpperCase().replace(/\./gu, '');
  if (upper.length === 2 && BY_TWO.has(upper)) return BY_TWO.get(upper);
  if (upper.length === 3 && (BY_THREE.has(upper) || upper in TRAVEL)) return TRAVEL[upper] ?? upper;
  return trimmed.length > 80 ? undefined : namesOf().get(key(trimmed));
}

/** A country name at the end of a text after a line break, comma or space; codes must follow a line break or comma. */
export function countryAtEnd(text: string): { value: string; start: number } | undefined {
  const words = [...text.matchAll(/[^\s,;]+/gu)];
  for (let count = Math.min(7, words.length); count >= 1; count--) {
    const start = words[words.length - count]!.index;
    const tail = text.slice(start);
    if (/[,;\n]/u.test(tail.trimEnd().replace(/[,;]$/u, ''))) continue;
    const bare = tail.replace(/[.,\s]/gu, '');
    if (bare.length < 4 && !/^(?:USA|UK|UAE)$/u.test(bare) && !/[,;\n]\s*$/u.test(text.slice(0, start))) continue;
    if (bare.length === 2 && bare !== 'UK') continue;
    const value = parseCountryRegion(tail);
    if (value !== undefined) return { value, start };
  }
  return undefined;
}

export const alpha2Of = (alpha3: string): string | undefined => BY_THREE.get(alpha3);
export const alpha3Of = (alpha2: string): string | undefined => BY_TWO.get(alpha2.toUpperCase());
