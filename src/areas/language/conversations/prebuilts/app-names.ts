/** Names of prebuilt entities in projects and in apps. */
import { kindOf } from '../../../../engines/language/recognizers/kinds.ts';
import type { Kind } from '../../../../engines/language/recognizers/entity.ts';

const CATEGORIES: Readonly<Record<Kind, string>> = {
  number: 'Quantity.Number',
  ordinal: 'Quantity.Ordinal',
  ordinalV2: 'Quantity.Ordinal',
  percentage: 'Quantity.Percentage',
  age: 'Quantity.Age',
  dimension: 'Quantity.Dimension',
  currency: 'Quantity.Currency',
  temperature: 'Quantity.Temperature',
  datetimeV2: 'DateTime',
  phonenumber: 'Phone Number',
  email: 'Email',
  url: 'URL',
  boolean: 'Choice.Boolean',
  personName: 'Person.Name',
  geographyV2: 'Geography.Location',
  keyPhrase: 'keyPhrase',
};
/** The older entity for places, which this server does not recognize in apps. */
const OLDER_GEOGRAPHY = 'geography';

/** The category in projects of a prebuilt entity of apps. */
export function toCategory(name: string): string {
  const kind = kindOf(name);
  if (kind) return CATEGORIES[kind];
  return name.toLowerCase() === OLDER_GEOGRAPHY ? CATEGORIES.geographyV2 : name;
}

const APP_NAMES: Readonly<Record<string, string>> = {
  'quantity.number': 'number',
  'quantity.ordinal': 'ordinalV2',
  'quantity.percentage': 'percentage',
  'quantity.age': 'age',
  'quantity.dimension': 'dimension',
  'quantity.currency': 'money',
  'quantity.temperature': 'temperature',
  datetime: 'datetimeV2',
  'phone number': 'phonenumber',
  email: 'email',
  url: 'url',
  'person.name': 'personName',
  'geography.location': 'geographyV2',
  keyphrase: 'keyPhrase',
};

/** The name in apps of a category of projects; undefined where apps have none. */
export function toAppName(category: string): string | undefined {
  const key = category.toLowerCase();
  return Object.hasOwn(APP_NAMES, key) ? APP_NAMES[key] : undefined;
}
