/** A form as data: its fields, and its boxes with their captions. */
import type { FieldPaths } from '../schema.ts';

/**
 * How a box is read. `party` boxes are parts of a name with address; `wall` boxes have no value but limit their
 * neighbors; `coded` and `row` boxes are rows of a wage statement.
 */
export type BoxKind = 'amount' | 'count' | 'date' | 'text' | 'code' | 'ssn' | 'ein' | 'mark' | 'year' | 'party' | 'coded' | 'row' | 'wall';

export interface FormBox {
  id: string;
  kind: BoxKind;
  /** Path of the field; absent for walls and helper boxes. */
  field?: string;
  number?: string;
  phrases: readonly string[];
  /** Party boxes: which part of the party is here. */
  part?: 'block' | 'name' | 'address' | 'street' | 'city' | 'phone';
  /** Boxes above or to the left, to find the box by rules if its caption was not read. */
  under?: string;
  rightOf?: string;
  /** Boxes of one row of marks, from left to right; the first one lists them. */
  markRow?: readonly string[];
  /** The value has this shape and is found without its caption. */
  shape?: string;
  /** Marks: position relative to the caption. */
  side?: 'left';
}

export interface Form {
  modelId: string;
  description: string;
  docType: string;
  fields: FieldPaths;
  /** Boxes that every form of this kind has; their number is how many forms are on the page. */
  anchors: readonly string[];
  /** Boxes and titles that no other form has; one of them must be found. */
  identifying: readonly string[];
  boxes: readonly FormBox[];
  /** Words printed in boxes that are not values. */
  printed: readonly string[];
}
