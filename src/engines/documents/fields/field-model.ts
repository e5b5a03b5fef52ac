/** A field model: document types with their schemas, and a function from a layout to documents. */
import type { DocumentLayout } from '../layout/model/structure.ts';
import type { FieldType, FoundDocument } from './field.ts';

export interface FieldSchema {
  type: FieldType;
  description?: string;
  /** Arrays only. */
  items?: FieldSchema;
  /** Objects only. */
  properties?: Record<string, FieldSchema>;
}

export interface DocType {
  description?: string;
  fieldSchema: Record<string, FieldSchema>;
}

export interface ExtractOptions {
  /** For example en-US; resolves ambiguous dates and amounts. */
  locale?: string;
}

/** `extract` is deterministic, accepts any layout (also without positions) and never throws because of its content. */
export interface FieldModel {
  modelId: string;
  description: string;
  docTypes: Readonly<Record<string, DocType>>;
  extract(layout: DocumentLayout, options: ExtractOptions): FoundDocument[];
}
