/** A set of real documents with expected fields, and how its documents are counted. */
import type { Field, FoundDocument } from '../../../../src/engines/documents/fields/field.ts';
import type { Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';
import type { PathResult } from './compare-paths.ts';

export interface SetContext {
  /** The folder with all data. */
  data: string;
  reader: Reader;
  /** Documents whose name contains this text only. */
  matching: string;
}

/** A document that was analyzed, and the verdict on each expected field. */
export interface Judged {
  /** The document, for printing. */
  name: string;
  /** Row of the table, such as `invoice`. */
  kind: string;
  results: readonly PathResult[];
}

export interface RealSet {
  name: string;
  judge(context: SetContext): AsyncIterable<Judged>;
  /** Groups of fields that are printed on their own, by the last name of the path. */
  groups?: Readonly<Record<string, RegExp>>;
}

export const fieldsOf = (documents: readonly FoundDocument[]): Readonly<Record<string, Field>> => documents[0]?.fields ?? {};
