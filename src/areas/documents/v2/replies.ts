/** Parts that replies of versions 2 share. */
import type { FormError } from './model.ts';

/** Clients of versions 2 parse times without fractions of a second only. */
export function dateTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The service names the first error in a header too. */
export function errorHeader(errors: readonly FormError[]): Record<string, string> {
  return errors[0] ? { 'x-ms-cs-error-code': errors[0].code } : {};
}
