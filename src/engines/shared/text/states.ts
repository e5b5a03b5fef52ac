/** States of the United States, Canada and Australia. */
import states from './states.json' with { type: 'json' };

/** Codes by country; those of the United States include its territories and military addresses. */
export const STATES: Readonly<Record<string, readonly string[]>> = states.codes;
/** Names by country, in lower case. */
export const STATE_NAMES_OF: Readonly<Record<'US' | 'CA' | 'AU', readonly string[]>> = states.names;
export const STATE_NAMES: readonly string[] = Object.values(states.names).flat();
