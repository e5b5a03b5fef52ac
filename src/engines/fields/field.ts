/**
 * What is found in a document beyond its layout: documents of a type, and their fields with typed values.
 * A field names the layout's items (words and marks) that it was read from, so that its content, spans and regions
 * follow from them; a field that was concluded rather than read names none.
 */
import type { Region } from '../layout/model/structure.ts';

/** Numbers of cents may be missing: an amount is what stands there. */
export interface Money { amount: number; symbol?: string; code?: string }

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

/** Absent values: the text is there but does not say a value of its type. Dates are yyyy-mm-dd, times hh:mm:ss, phone numbers E.164, countries alpha-3. */
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
  /** Ascending indexes into the layout's items; empty for arrays and objects, whose parts have them. */
  items: readonly number[];
  /** Where the place is more than its items, such as a signature's region. */
  regions?: readonly Region[];
  /** From 0 to 1, the probability that the value is right. */
  confidence: number;
};

export interface FoundDocument {
  docType: string;
  /** Indexes into the layout's pages. */
  pages: readonly number[];
  fields: Readonly<Record<string, Field>>;
  confidence: number;
}
