/** The prebuilt entities that the engine recognizes, under the names that authors use. */
import { isRecognized, kindOf } from '../../../engines/language/recognizers/kinds.ts';

export const PREBUILTS = [
  { name: 'age', description: 'Ages of people and things', examples: '10 months old, 19 years old' },
  {
    name: 'datetimeV2',
    description: 'Dates, times, ranges, durations and sets of them, resolved to values',
    examples: 'next monday at 9, from may to june, two hours, every day',
  },
  {
    name: 'dimension',
    description: 'Lengths, areas, volumes, weights, speeds and data sizes',
    examples: '2 miles, 650 square kilometers, 9,350 feet',
  },
  { name: 'email', description: 'E-mail addresses', examples: 'user@example.com' },
  {
    name: 'geographyV2',
    description: 'Cities, states, countries, continents and points of interest',
    examples: 'paris, new york, south america, heathrow airport',
  },
  { name: 'keyPhrase', description: 'The things that a text is about', examples: 'monthly report, travel expenses' },
  { name: 'money', description: 'Amounts of money with currency', examples: '1000.00 dollars, 67.5 billion euro' },
  { name: 'number', description: 'Numbers in digits and in words', examples: 'ten, forty two, 3.141, 10K' },
  { name: 'ordinal', description: 'Positions in an order', examples: 'first, second, tenth' },
  { name: 'ordinalV2', description: 'Positions in an order, also relative ones', examples: 'the last but one, next, previous' },
  { name: 'percentage', description: 'Percentages', examples: '20 percent, 2.5%' },
  { name: 'personName', description: 'Names of persons', examples: 'john smith, anna' },
  { name: 'phonenumber', description: 'Telephone numbers', examples: '+1 425 555 0123' },
  { name: 'temperature', description: 'Temperatures with their scale', examples: '10 degrees celsius, 40F' },
  { name: 'url', description: 'Web addresses', examples: 'www.example.com, https://example.com/page' },
] as const;

/** The catalog name of a prebuilt entity; undefined when it is not recognized in the culture. */
export function findPrebuilt(requested: string, culture: string): string | undefined {
  const kind = kindOf(requested);
  if (!kind || !isRecognized(kind, culture)) return undefined;
  return PREBUILTS.find(({ name }) => name.toLowerCase() === requested.toLowerCase() || kindOf(name) === kind)?.name;
}
