/** A custom model at work: the one part that it has, or of a composed model the part whose forms the document looks like. */
import type { FoundDocument } from '../../../engines/fields/field.ts';
import { loadForms } from '../../../engines/forms/checkpoint.ts';
import { chooseDocument } from '../../../engines/forms/compose.ts';
import { extract } from '../../../engines/forms/extract.ts';
import type { ExtractOptions } from '../../../engines/forms/extract.ts';
import type { DocumentLayout } from '../../../engines/layout/model/structure.ts';
import { readArtifact } from '../models/artifact.ts';

export interface CustomModel {
  /** Whether it looks for signatures, for which pages are looked at. */
  signs: boolean;
  find(layout: DocumentLayout, options: Omit<ExtractOptions, 'docType'>): FoundDocument[];
}

/** Throws `UnknownArtefact` and `FormsModelProblem`. */
export function customModel(artefact: Uint8Array): CustomModel {
  const parts = readArtifact(artefact).map(({ docType, learned }) => ({ docType, model: loadForms(learned) }));
  const [only, ...more] = parts;
  return {
    signs: parts.some(({ model }) => model.tags.some(({ type }) => type === 'signature')),
    find: (layout, options) => only && more.length === 0 ? extract(only.model, layout, { ...options, docType: only.docType }) : chooseDocument(parts, layout, options)?.documents ?? [],
  };
}
