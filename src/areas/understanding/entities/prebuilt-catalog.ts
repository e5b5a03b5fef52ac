/** Prebuilt entities by the names that authors give them, as far as the engine recognises them. */
import { kindOf, libraryCulture } from '../../../engines/recognizers/kinds.ts';

export const PREBUILTS = [
  { name: 'age', description: 'Ages of persons and things', examples: '10 months old, 19 years old' },
  { name: 'datetimeV2', description: 'Dates, times, ranges, durations and sets of them, resolved to values', examples: 'next monday at 9, from may to june, two hours, every day' },
  { name: 'dimension', description: 'Lengths, areas, volumes, weights, speeds and sizes of information', examples: '2 miles, 650 square kilometers, 9,350 feet' },
  { name: 'email', description: 'E-mail addresses', examples: 'user@example.com' },
  { name: 'money', description: 'Amounts of money with their currency', examples: '1000.00 dollars, 67.5 billion euro' },
  { name: 'number', description: 'Numbers as digits and as words', examples: 'ten, forty two, 3.141, 10K' },
  { name: 'ordinal', description: 'Places in an order', examples: 'first, second, tenth' },
  { name: 'ordinalV2', description: 'Places in an order, also counted from the end or from here', examples: 'the last but one, next, previous' },
  { name: 'percentage', description: 'Percentages', examples: '20 percent, 2.5%' },
  { name: 'phonenumber', description: 'Telephone numbers', examples: '+1 425 555 0123' },
  { name: 'temperature', description: 'Temperatures with their scale', examples: '10 degrees celsius, 40F' },
  { name: 'url', description: 'Addresses of pages', examples: 'www.example.com, https://example.com/page' },
] as const;

/** The name under which a prebuilt entity is known, in the culture of an app; undefined where it is not recognised. */
export function findPrebuilt(name: string, culture: string): string | undefined {
  const kind = kindOf(name);
  if (!kind || libraryCulture(kind, culture) === undefined) return undefined;
  return PREBUILTS.find((known) => known.name.toLowerCase() === name.toLowerCase() || kindOf(known.name) === kind)?.name;
}

/** Cultures an app may have, with their names. */
export const CULTURES = [
  ['en-us', 'English'], ['zh-cn', 'Chinese'], ['fr-fr', 'French'], ['fr-ca', 'French Canadian'], ['es-es', 'Spanish'], ['es-mx', 'Spanish Mexican'], ['it-it', 'Italian'],
  ['de-de', 'German'], ['ja-jp', 'Japanese'], ['pt-br', 'Brazilian Portuguese'], ['ko-kr', 'Korean'], ['nl-nl', 'Dutch'], ['tr-tr', 'Turkish'], ['hi-in', 'Hindi'],
  ['ar-ar', 'Arabic'], ['gu-in', 'Gujarati'], ['mr-in', 'Marathi'], ['ta-in', 'Tamil'], ['te-in', 'Telugu'], ['sv-se', 'Swedish'], ['en-gb', 'English (United Kingdom)'], ['pt-pt', 'Portuguese'],
] as const;

export const DOMAINS = [
  'Booking & Reference', 'Business', 'Comics', 'Communication', 'Education', 'Entertainment', 'Finance', 'Food & Nutrition', 'Gaming', 'Health & Fitness', 'Home Automation', 'Media & Video',
  'Medical', 'Music & Audio', 'Navigation & Maps', 'News & Magazines', 'Personalization', 'Productivity', 'Real Estate', 'Scheduler', 'Shopping', 'Social Network', 'Sports', 'Telecom', 'Tools',
  'Transportation', 'Translation', 'Travel & Local', 'Weather', 'Others',
] as const;

export const USAGE_SCENARIOS = ['IoT', 'Bot', 'Mobile Application', 'Other'] as const;
