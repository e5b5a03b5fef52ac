/** What a made-up sheet says: its documents with their true fields, and the file. */
import type { TrueValue } from '../evaluation/expected-fields.ts';

export interface TrueDocument { docType: string; fields: Record<string, TrueValue> }

export interface MadeUpSheet {
  modelId: string;
  pdf: Uint8Array;
  documents: readonly TrueDocument[];
  /** Names of fields that may be given or not. */
  open: ReadonlySet<string>;
}

/** Leaves out what is not there. */
export function there(fields: Record<string, TrueValue | undefined>): Record<string, TrueValue> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, TrueValue] => entry[1] !== undefined));
}
