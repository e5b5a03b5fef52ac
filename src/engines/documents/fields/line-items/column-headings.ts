/** Column headings of line items in invoices and receipts, by field. */
import type { Phrases } from '../text/lexicon.ts';
import { buildLexicon } from '../text/lexicon.ts';
import headings from './column-headings.json' with { type: 'json' };

export const COLUMNS = buildLexicon(headings as Phrases);
