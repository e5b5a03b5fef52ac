/** The categories of personal data in each version, which differ in names. */
import { fail } from '../../../../kernel/failures.ts';
import type { PersonalDataKind } from '../../../../engines/language/personal-data/entity.ts';

type Names = Readonly<Record<PersonalDataKind, string>>;

const FIRST: Names = {
  name: 'Name',
  phoneNumber: 'PhoneNumber',
  address: 'Address',
  email: 'Email',
  numericIdentifier: 'NumericIdentifier',
  creditCard: 'CreditCard',
  socialSecurityNumber: 'NumericIdentifier',
};
const SECOND: Names = { ...FIRST, creditCard: 'CreditCardNumber', socialSecurityNumber: 'USSocialSecurityNumber' };
const THIRD: Names = { ...SECOND, name: 'Person', phoneNumber: 'Phone', creditCard: 'CreditCard' };

function namesIn(version: string): Names {
  if (version === '2022-05-15-preview') return FIRST;
  return version <= '2023-04-01' ? SECOND : THIRD;
}

/** Every version accepts the names of all of them. */
const KINDS = new Map<string, readonly PersonalDataKind[]>(
  [FIRST, SECOND, THIRD].flatMap((names) =>
    Object.entries(names).map(([kind, name]): [string, readonly PersonalDataKind[]] => [name.toLowerCase(), [kind as PersonalDataKind]]),
  ),
);
KINDS.set('numericidentifier', ['numericIdentifier', 'socialSecurityNumber']);
const ALL = Object.keys(FIRST) as PersonalDataKind[];
for (const name of ['all', 'default']) KINDS.set(name, ALL);
/** A category without recognizers of its own. */
KINDS.set('miscellaneous', []);

/** The requested kinds, and their names in the version. */
export function categoriesIn(
  version: string,
  included: readonly string[] = ['All'],
  excluded: readonly string[] = [],
  target: string,
): Record<string, string> {
  const names = namesIn(version);
  const kindsOf = (list: readonly string[], parameter: string): PersonalDataKind[] =>
    list.flatMap((name) => {
      const kinds = KINDS.get(name.toLowerCase());
      if (kinds) return kinds;
      const known = [...new Set([...Object.values(names), 'Miscellaneous', 'All', 'Default'])];
      throw fail('ParameterInvalid', { parameter: `${target}.${parameter}`, details: `must be a list of ${known.join(', ')}.` });
    });
  const without = new Set(kindsOf(excluded, 'excludePiiCategories'));
  const kinds = included.length === 0 ? ALL : kindsOf(included, 'piiCategories');
  return Object.fromEntries(kinds.filter((kind) => !without.has(kind)).map((kind) => [kind, names[kind]]));
}
