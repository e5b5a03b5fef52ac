/** Names of prebuilt entities in projects and in apps. */
import { kindOf } from '../../../../engines/language/recognizers/kinds.ts';
import type { Kind } from '../../../../engines/language/recognizers/entity.ts';
import names from './app-names.json' with { type: 'json' };

const CATEGORIES: Readonly<Record<Kind, string>> = names.categories;
/** The older entity for places, which this server does not recognize in apps. */
const OLDER_GEOGRAPHY = 'geography';

/** The category in projects of a prebuilt entity of apps. */
export function toCategory(name: string): string {
  const kind = kindOf(name);
  if (kind) return CATEGORIES[kind];
  return name.toLowerCase() === OLDER_GEOGRAPHY ? CATEGORIES.geographyV2 : name;
}

const APP_NAMES: Readonly<Record<string, string>> = names.appNames;

/** The name in apps of a category of projects; undefined where apps have none. */
export function toAppName(category: string): string | undefined {
  const key = category.toLowerCase();
  return Object.hasOwn(APP_NAMES, key) ? APP_NAMES[key] : undefined;
}
