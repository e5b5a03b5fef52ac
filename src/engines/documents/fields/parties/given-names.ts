/** Given names that are common in English-speaking countries. */
import { normalizeWord } from '../../../shared/text/fold-text.ts';
import data from './given-names.json' with { type: 'json' };

const NAMES: ReadonlySet<string> = new Set(data.names.join(' ').split(' '));

export const isGivenName = (word: string): boolean => NAMES.has(normalizeWord(word));
