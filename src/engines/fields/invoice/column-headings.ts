/** Column headings of invoice lines, by field. */
import type { Phrases } from '../text/lexicon.ts';
import { buildLexicon } from '../text/lexicon.ts';
import labels from './labels.json' with { type: 'json' };

export const COLUMNS = buildLexicon(labels.columns as Phrases);
