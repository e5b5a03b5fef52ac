/**
 * Units as the Language service names them: which quantity a unit of the library measures, and its word there.
 * The library's English units differ only in spaces, case and the plural of speeds.
 */
const MEASURES: Readonly<Record<string, readonly string[]>> = {
  Information: [
    'Bit',
    'Kilobit',
    'Megabit',
    'Gigabit',
    'Terabit',
    'Petabit',
    'Byte',
    'Kilobyte',
    'Megabyte',
    'Gigabyte',
    'Terabyte',
    'Petabyte',
  ],
  Area: [
    'SquareKilometer',
    'SquareHectometer',
    'SquareDecameter',
    'SquareDecimeter',
    'SquareMeter',
    'SquareCentimeter',
    'SquareMillimeter',
    'SquareInch',
    'SquareFoot',
    'SquareMile',
    'SquareYard',
    'Acre',
  ],
  Length: [
    'Kilometer',
    'Hectometer',
    'Decameter',
    'Meter',
    'Decimeter',
    'Centimeter',
    'Millimeter',
    'Micrometer',
    'Nanometer',
    'Picometer',
    'Mile',
    'Yard',
    'Inch',
    'Foot',
    'LightYear',
    'Pt',
  ],
  Speed: [
    'MetersPerSecond',
    'KilometersPerHour',
    'KilometersPerMinute',
    'KilometersPerSecond',
    'MilesPerHour',
    'Knot',
    'FootPerSecond',
    'FootPerMinute',
    'YardsPerMinute',
    'YardsPerSecond',
    'MetersPerMillisecond',
    'CentimetersPerMillisecond',
    'KilometersPerMillisecond',
  ],
  Volume: [
    'CubicMeter',
    'CubicCentimeter',
    'CubicMillimeter',
    'Hectoliter',
    'Decaliter',
    'Liter',
    'Centiliter',
    'Milliliter',
    'CubicYard',
    'CubicInch',
    'CubicFoot',
    'CubicMile',
    'FluidOunce',
    'Teaspoon',
    'Tablespoon',
    'Pint',
    'Quart',
    'Cup',
    'Gill',
    'Pinch',
    'FluidDram',
    'Barrel',
    'Minim',
    'Cord',
    'Peck',
    'Bushel',
    'Hogshead',
  ],
  Weight: [
    'Kilogram',
    'Gram',
    'Milligram',
    'Gallon',
    'MetricTon',
    'Ton',
    'Pound',
    'Ounce',
    'Grain',
    'PennyWeight',
    'LongTonBritish',
    'ShortTonUS',
    'ShortHundredWeightUS',
    'Stone',
    'Dram',
  ],
};
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
