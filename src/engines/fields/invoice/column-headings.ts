/** Headings of the columns that lines stand in, by field of a line. */
import type { Phrases } from '../text/lexicon.ts';
import { lexiconOf } from '../text/lexicon.ts';
import labels from './labels.json' with { type: 'json' };

export const COLUMNS = lexiconOf(labels.columns as Phrases);
