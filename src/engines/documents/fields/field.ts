/**
 * Documents found in a layout, and their fields with typed values. A field refers to the layout items (words and marks)
 * it was read from; content, spans and regions follow from them. A derived field has no items.
 */
import type { Region } from '../layout/model/structure.ts';

/** Cents may be missing: the amount is as printed. */
export interface Money {
  amount: number;
  symbol?: string;
  code?: string;
}

export interface Address {
  houseNumber?: string;
  poBox?: string;
  road?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  countryRegion?: string;
  streetAddress?: string;
  unit?: string;
  cityDistrict?: string;
  stateDistrict?: string;
  suburb?: string;
  house?: string;
  level?: string;
}

/**
 * A missing value means that the text does not parse as the type. Dates are yyyy-mm-dd, times hh:mm:ss, phone numbers
 * E.164, countries alpha-3.
 */
export type FieldValue =
  | { type: 'string' | 'date' | 'time' | 'phoneNumber' | 'countryRegion'; value?: string }
  | { type: 'number' | 'integer'; value?: number }
  | { type: 'boolean'; value?: boolean }
  | { type: 'selectionMark'; value?: 'selected' | 'unselected' }
  | { type: 'signature'; value?: 'signed' | 'unsigned' }
  | { type: 'currency'; value?: Money }
  | { type: 'address'; value?: Address }
  | { type: 'array'; value: readonly Field[] }
  | { type: 'object'; value: Readonly<Record<string, Field>> };

export type FieldType = FieldValue['type'];

export type Field = FieldValue & {
  /** Ascending indexes into the layout's items; empty for arrays and objects. */
  items: readonly number[];
  /** Set if its words hold more than its text, such as a caption that is glued to it. */
  content?: string;
  /** Set if the region is more than its items, such as for a signature. */
  regions?: readonly Region[];
  /** From 0 to 1, the probability that the value is correct. */
  confidence: number;
};

export interface FoundDocument {
  docType: string;
  /** Indexes into the layout's pages. */
  pages: readonly number[];
  fields: Readonly<Record<string, Field>>;
  confidence: number;
}
