/**
 * Units as the Language service names them: which quantity a unit of the library measures, and its word there.
 * The library's English units differ only in spaces, case and the plural of speeds.
 */
import measures from './measures.json' with { type: 'json' };

const MEASURES: Readonly<Record<string, readonly string[]>> = measures.measures;
const TEMPERATURES: Readonly<Record<string, string>> = { F: 'Fahrenheit', K: 'Kelvin', R: 'Rankine', C: 'Celsius' };
/** A unit in one spelling: letters only, no plural before "per", and one misspelling of the library corrected. */
const key = (unit: string): string =>
  unit
    .toLowerCase()
    .replace('millimiter', 'millimeter')
    .replace(/[^a-z]/g, '')
    .replace(/sper/, 'per');
const BY_KEY = new Map(
  Object.entries(MEASURES).flatMap(([measure, words]) => words.map((word) => [key(word), { measure, unit: word }] as const)),
);

/** Measure and unit in the Language service's words; a unit it has no word for is `Unspecified`. */
export function languageUnit(kind: 'age' | 'temperature' | 'dimension', unit: string): { measure: string; unit: string } | undefined {
  if (kind === 'age') return { measure: 'Age', unit: ['Year', 'Month', 'Week', 'Day'].includes(unit) ? unit : 'Unspecified' };
  if (kind === 'temperature') return { measure: 'Temperature', unit: TEMPERATURES[unit] ?? 'Unspecified' };
  return BY_KEY.get(key(unit));
}
