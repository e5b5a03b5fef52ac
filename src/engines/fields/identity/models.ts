/** The model of identity documents. */
import type { FieldModel } from '../field-model.ts';
import { schemaOf } from '../schema.ts';
import { identityDocuments } from './extract.ts';
import { LEXICON } from './lexicon.ts';

export const identityModels: readonly FieldModel[] = [{
  modelId: LEXICON.modelId,
  description: LEXICON.description,
  docTypes: Object.fromEntries(Object.entries(LEXICON.docTypes).map(([name, fields]) => [name, { fieldSchema: schemaOf(fields) }])),
  extract: (layout, options) => identityDocuments(layout, options),
}];
