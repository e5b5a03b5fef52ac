/** A generated page: the PDF, and its documents with expected fields. */
import type { ExpectedValue } from '../evaluation/expected-fields.ts';

export interface ExpectedDocument {
  docType: string;
  fields: Record<string, ExpectedValue>;
}

export interface GeneratedPage {
  modelId: string;
  pdf: Uint8Array;
  documents: readonly ExpectedDocument[];
  /** Fields that may be returned or not. */
  optionalFields: ReadonlySet<string>;
}

/** Removes undefined fields. */
export function withoutUndefined(fields: Record<string, ExpectedValue | undefined>): Record<string, ExpectedValue> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, ExpectedValue] => entry[1] !== undefined));
}
