/** What a model of fields is: its document types with their schema, and a function from a layout to documents. */
import type { DocumentLayout } from '../layout/model/structure.ts';
import type { FieldType, FoundDocument } from './field.ts';

export interface FieldSchema {
  type: FieldType;
  description?: string;
  /** Of arrays. */
  items?: FieldSchema;
  /** Of objects. */
  properties?: Record<string, FieldSchema>;
}

export interface DocType { description?: string; fieldSchema: Record<string, FieldSchema> }

export interface ExtractOptions {
  /** Such as en-US: decides between readings of dates and money that the document itself leaves open. */
  locale?: string;
}

/** `extract` is deterministic, takes any layout (also one without places) and never throws for its content. */
export interface FieldModel {
  modelId: string;
  description: string;
  docTypes: Readonly<Record<string, DocType>>;
  extract(layout: DocumentLayout, options: ExtractOptions): FoundDocument[];
}
