/**
 * The prebuilt entities: what each is called by callers, and in which languages it is recognized by what.
 *
 * English numbers, units and dates are recognized by the library, those of other languages by rules; addresses of all sorts look alike
 * everywhere. Persons and places are found by ../names, key phrases by key-phrases.ts. A kind that a language does not have finds nothing
 * there. Kinds that need models which are not here are listed so that a caller can say so instead of finding nothing in silence.
 */
import { ADDRESS_KINDS, KINDS, OWN_KINDS, RULE_KINDS } from './entity.ts';
import type { Kind, OwnKind, RuleKind } from './entity.ts';
import { isNameRecognized, nameLanguage } from '../names/languages.ts';
import { hasKeyPhrases } from './key-phrases.ts';
import { languageOf } from '../../shared/text/tokens.ts';
import { hasRules } from './rules/languages.ts';

/** Prebuilt entities that callers may ask for and that are not recognized. */
export const UNSUPPORTED: readonly string[] = [
  'geography',
  'datetime',
  'encyclopedia',
  'General.Event',
  'General.Organization',
  'Quantity.NumberRange',
];

/** The library's cultures with rules of their own for addresses. */
const ADDRESS_CULTURES: Readonly<Record<string, string>> = { es: 'es-es', fr: 'fr-fr', pt: 'pt-br', zh: 'zh-cn', ja: 'ja-jp' };
const ENGLISH = 'en-us';

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
 * The kind that a caller's name means; undefined where it is none that is recognized. `DateTime` is the Language name of datetimeV2,
 * `datetime` an older entity that is not recognized.
 */
export function kindOf(name: string): Kind | undefined {
  if (name === 'DateTime') return 'datetimeV2';
  return NAMES[name.replace(/^builtin\./i, '').toLowerCase()];
}

export function isOwnKind(kind: Kind): kind is OwnKind {
  return (OWN_KINDS as readonly Kind[]).includes(kind);
}

/** Whether a kind is recognized by rules in texts of a culture. */
export function isRuleKind(kind: Kind, culture: string): kind is RuleKind {
  return (RULE_KINDS as readonly Kind[]).includes(kind) && hasRules(languageOf(culture));
}

/** Whether a kind is recognized in texts of a culture. */
export function isRecognized(kind: Kind, culture: string): boolean {
  if (kind === 'keyPhrase') return hasKeyPhrases(culture);
  if (isOwnKind(kind)) return isNameRecognized(kind === 'personName' ? 'person' : 'place', nameLanguage(culture));
  return isRuleKind(kind, culture) || libraryCulture(kind, culture) !== undefined;
}

/** The culture to ask the library for; undefined where the library is not asked. */
export function libraryCulture(kind: Kind, culture: string): string | undefined {
  const language = languageOf(culture);
  if ((ADDRESS_KINDS as readonly Kind[]).includes(kind)) return ADDRESS_CULTURES[language] ?? ENGLISH;
  if (isOwnKind(kind) || language !== 'en') return undefined;
  return kind === 'datetimeV2' && /^en-(gb|au|nz|ie|in|za)$/i.test(culture) ? 'en-gb' : ENGLISH;
}
