/**
 * The prebuilt entities: what each is called by callers, and in which languages it is recognised.
 *
 * The library knows numbers, units and dates by language; addresses of all sorts look alike everywhere. Persons and places are found by
 * ../names, key phrases by key-phrases.ts. A kind that a language does not have finds nothing there. Kinds that need models which are not
 * here are listed so that a caller can say so instead of finding nothing in silence.
 */
import { isNameRecognized, nameLanguage } from '../names/languages.ts';
import { hasKeyPhrases } from './key-phrases.ts';

/** The prebuilt entities that are recognised. */
export const KINDS = [
  'number',
  'ordinal',
  'ordinalV2',
  'percentage',
  'age',
  'dimension',
  'currency',
  'temperature',
  'datetimeV2',
  'phonenumber',
  'email',
  'url',
  'boolean',
  'personName',
  'geographyV2',
  'keyPhrase',
] as const;
export type Kind = (typeof KINDS)[number];

/** Those that are recognised without the library. */
const OWN_KINDS = ['personName', 'geographyV2', 'keyPhrase'] as const;
export type OwnKind = (typeof OWN_KINDS)[number];
export type LibraryKind = Exclude<Kind, OwnKind>;

/** Prebuilt entities that callers may ask for and that are not recognised. */
export const UNSUPPORTED: readonly string[] = [
  'geography',
  'datetime',
  'encyclopedia',
  'General.Event',
  'General.Organization',
  'Quantity.NumberRange',
];

/** The library's culture for each language. */
const CULTURES = { en: 'en-us', es: 'es-es', fr: 'fr-fr', pt: 'pt-br', zh: 'zh-cn', ja: 'ja-jp', de: 'de-de', nl: 'nl-nl' } as const;
export type Language = keyof typeof CULTURES;

const LANGUAGES: Record<LibraryKind, readonly Language[] | 'every'> = {
  number: ['en', 'es', 'fr', 'pt', 'zh', 'ja'],
  ordinal: ['en', 'es', 'fr', 'pt', 'zh', 'ja'],
  ordinalV2: ['en', 'es', 'fr', 'pt', 'zh', 'ja'],
  percentage: ['en', 'es', 'fr', 'pt', 'zh', 'ja'],
  age: ['en', 'es', 'fr', 'pt', 'zh', 'ja'],
  dimension: ['en', 'es', 'fr', 'pt', 'zh'],
  currency: ['en', 'es', 'fr', 'pt', 'zh', 'ja'],
  temperature: ['en', 'es', 'fr', 'pt', 'zh'],
  datetimeV2: ['en', 'es', 'fr', 'zh'],
  phonenumber: 'every',
  email: 'every',
  url: 'every',
  boolean: ['en', 'es', 'fr', 'pt', 'zh', 'ja', 'de', 'nl'],
};

/** Names of callers, lower-case, for a kind; a leading `builtin.` is cut first. */
const NAMES: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(KINDS.map((kind) => [kind.toLowerCase(), kind])),
  money: 'currency',
  'quantity.number': 'number',
  'quantity.ordinal': 'ordinal',
  'quantity.percentage': 'percentage',
  'quantity.age': 'age',
  'quantity.dimension': 'dimension',
  'quantity.currency': 'currency',
  'quantity.temperature': 'temperature',
  'choice.boolean': 'boolean',
  'phone number': 'phonenumber',
  'person.name': 'personName',
  'geography.location': 'geographyV2',
};

/**
 * The kind that a caller's name means; undefined where it is none that is recognised. `DateTime` is the Language name of datetimeV2,
 * `datetime` an older entity that is not recognised.
 */
export function kindOf(name: string): Kind | undefined {
  if (name === 'DateTime') return 'datetimeV2';
  return NAMES[name.replace(/^builtin\./i, '').toLowerCase()];
}

/** The language of a culture name such as `en-us`, where the library has it. */
export function languageOf(culture: string): Language | undefined {
  const language = culture.split(/[-_]/, 1)[0]!.toLowerCase();
  return Object.hasOwn(CULTURES, language) ? (language as Language) : undefined;
}

export function isOwnKind(kind: Kind): kind is OwnKind {
  return (OWN_KINDS as readonly Kind[]).includes(kind);
}

/** Whether a kind is recognised in texts of a culture. */
export function isRecognized(kind: Kind, culture: string): boolean {
  if (kind === 'keyPhrase') return hasKeyPhrases(culture);
  if (isOwnKind(kind)) return isNameRecognized(kind === 'personName' ? 'person' : 'place', nameLanguage(culture));
  return libraryCulture(kind, culture) !== undefined;
}

/** The culture to ask the library for; undefined where it does not have the kind in that language. */
export function libraryCulture(kind: Kind, culture: string): string | undefined {
  if (isOwnKind(kind)) return undefined;
  const language = languageOf(culture);
  const has = LANGUAGES[kind];
  if (has === 'every') return language === undefined || language === 'de' || language === 'nl' ? CULTURES.en : CULTURES[language];
  if (language === undefined || !has.includes(language)) return undefined;
  return kind === 'datetimeV2' && /^en-(gb|au|nz|ie|in|za)$/i.test(culture) ? 'en-gb' : CULTURES[language];
}
