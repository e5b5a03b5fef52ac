/** Units that are written alike in all languages, and the names that answers give to currencies. */
import type { CultureTable } from './culture-table.ts';
import data from './units.json' with { type: 'json' };

/** Signs and codes of currencies; a dollar or a pound may be that of several countries. */
const CURRENCY_SIGNS: Readonly<Record<string, string>> = data.currencySigns;
/** The names of currencies in answers, as English texts have them. */
const CURRENCY_NAMES: Readonly<Record<string, string>> = data.currencyNames;

/** The unit of an answer, with its code where it is that of one currency. */
export function currencyAnswer(unit: string): { unit: string; iso?: string } {
  const name = CURRENCY_NAMES[unit];
  return name === undefined ? { unit } : { unit: name, iso: unit };
}

const DIMENSION_SIGNS: Readonly<Record<string, string>> = data.dimensionSigns;

export function currencyUnits({ currencies }: CultureTable): [unit: string, phrases: string][] {
  // The signs of a culture come first: ¥ is the yen in Japan and the yuan in China.
  return [...Object.entries(currencies), ...Object.entries(CURRENCY_SIGNS)];
}

export function dimensionUnits({ dimensions }: CultureTable): [unit: string, phrases: string][] {
  return [...Object.entries(dimensions), ...Object.entries(DIMENSION_SIGNS)];
}
