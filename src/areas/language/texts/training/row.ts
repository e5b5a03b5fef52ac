import type { TextDocument } from '../model.ts';

/** A labeled document with its text and language. */
export interface Row {
  document: TextDocument;
  text: string;
  culture: string;
}
