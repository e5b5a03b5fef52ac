/** The prebuilt entities of conversation projects. */
import { UNSUPPORTED, isRecognized, kindOf } from '../../../../engines/language/recognizers/kinds.ts';
import type { Kind } from '../../../../engines/language/recognizers/entity.ts';

export const PREBUILTS = [
  { category: 'Choice.Boolean', description: 'Agreement and refusal', examples: 'yes, no, sure' },
  { category: 'Quantity.Age', description: 'Ages of persons and things', examples: '10 months old, 19 years old' },
  { category: 'Quantity.Number', description: 'Numbers as digits and as words', examples: 'ten, forty two, 3.141, 10K' },
  { category: 'Quantity.Percentage', description: 'Percentages', examples: '20 percent, 2.5%' },
  {
    category: 'Quantity.Ordinal',
    description: 'Places in an order, also counted from the end or from here',
    examples: 'first, 2nd, last but one, next',
  },
  {
    category: 'Quantity.Dimension',
    description: 'Lengths, areas, volumes, weights, speeds and sizes of information',
    examples: '2 miles, 650 square kilometers, 9,350 feet',
  },
  { category: 'Quantity.Temperature', description: 'Temperatures with their scale', examples: '10 degrees celsius, 40F' },
  { category: 'Quantity.Currency', description: 'Amounts of money with their currency', examples: '1000.00 dollars, 67.5 billion euro' },
  {
    category: 'DateTime',
    description: 'Dates, times, ranges, durations and sets of them',
    examples: 'next monday at 9, from may to june, two hours',
  },
  { category: 'Person.Name', description: 'Names of persons', examples: 'John Smith, Anna' },
  {
    category: 'Geography.Location',
    description: 'Cities, states, countries, continents and points of interest',
    examples: 'Paris, New York, South America, Heathrow Airport',
  },
  { category: 'Email', description: 'E-mail addresses', examples: 'user@example.com' },
  { category: 'Phone Number', description: 'Telephone numbers', examples: '+1 425 555 0123' },
  { category: 'URL', description: 'Addresses of pages', examples: 'www.example.com, https://example.com/page' },
] as const;

/** The recognizer of a category; ordinals include relative ones. */
export function prebuiltKind(category: string): Kind | undefined {
  const kind = kindOf(category.toLowerCase() === 'datetime' ? 'DateTime' : category);
  return kind === 'ordinal' ? 'ordinalV2' : kind;
}

/** Whether a project can use it. Prebuilts that this server has no model for are accepted, and find nothing. */
export function isPrebuilt(category: string): boolean {
  return prebuiltKind(category) !== undefined || UNSUPPORTED.some((known) => known.toLowerCase() === category.toLowerCase());
}

/** The prebuilts that are recognized in a language, or in any. */
export function listPrebuilts(culture: string | undefined): readonly (typeof PREBUILTS)[number][] {
  return culture === undefined ? PREBUILTS : PREBUILTS.filter(({ category }) => isRecognized(prebuiltKind(category)!, culture));
}
