import { fail } from '../../../kernel/failures.ts';

/** The address of another resource that a caller gave, without query and fragment. Rejected before any of it is stored. */
export function parseResourceAddress(parameter: string, address: string): URL {
  const resource = URL.parse(address);
  if (resource?.protocol !== 'https:' && resource?.protocol !== 'http:')
    throw fail('ParameterInvalid', { parameter, details: 'must be an http or https address.' });
  if (resource.username !== '' || resource.password !== '')
    throw fail('ParameterInvalid', { parameter, details: 'must not contain a user name or password.' });
  return new URL(resource.origin + resource.pathname);
}
