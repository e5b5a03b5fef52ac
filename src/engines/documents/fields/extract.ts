/** Entry point: extracts documents and their fields with a prebuilt model. */
import type { DocumentLayout } from '../layout/model/structure.ts';
import { calibrate, calibrationOf } from './calibration.ts';
import type { FoundDocument } from './field.ts';
import type { DocType, ExtractOptions, FieldModel } from './field-model.ts';
import { MODELS } from './registry.ts';

const byId = new Map(MODELS.map((model) => [model.modelId, model]));

export const isFieldModel = (modelId: string): boolean => byId.has(modelId);

/** Callers must check the id with `isFieldModel` first. */
export function fieldModel(modelId: string): FieldModel {
  const model = byId.get(modelId);
  if (model === undefined) throw new Error(`Unknown field model ${modelId}.`);
  return model;
}

export function extractDocuments(modelId: string, layout: DocumentLayout, options: ExtractOptions = {}): FoundDocument[] {
  const documents = fieldModel(modelId).extract(layout, options);
  const weights = calibrationOf(modelId);
  return weights === undefined ? documents : documents.map((document) => calibrate(document, layout, weights));
}

/** The document types of a model with their field schemas. */
export function docTypesOf(modelId: string): Readonly<Record<string, DocType>> {
  return fieldModel(modelId).docTypes;
}
