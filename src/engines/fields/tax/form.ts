/** A form as data: its fields, and its boxes with the captions that are printed in them. */
import type { FieldPaths } from '../schema.ts';

/**
 * How a box is read. `party` boxes are parts of a name with address; `wall` boxes hold nothing but end their neighbours;
 * codes, states and localities are the rows of a wage statement.
 */
export type BoxKind = 'amount' | 'count' | 'date' | 'text' | 'code' | 'ssn' | 'ein' | 'mark' | 'year' | 'party' | 'coded' | 'row' | 'wall';

export interface FormBox {
  id: string;
  kind: BoxKind;
  /** Path of the field; absent for walls and for boxes that only make up others. */
  field?: string;
  number?: string;
  phrases: readonly string[];
  /** Of a party's box: which part of it stands here. */
  part?: 'block' | 'name' | 'address' | 'street' | 'city' | 'phone';
  /** Of a mark: where it stands beside its caption. */
  side?: 'left';
}

export interface Form {
  modelId: string;
  description: string;
  docType: string;
  fields: FieldPaths;
  /** Boxes that any form of this kind has: as many of them as are found, so many forms are on the page. */
  anchors: readonly string[];
  boxes: readonly FormBox[];
  /** Words that are printed in boxes and are no value. */
  printed: readonly string[];
}
