/** The identity document model. */
import type { FieldModel } from '../field-model.ts';
import { buildSchema } from '../schema.ts';
import { extractIdentityDocuments } from './extract.ts';
import { ID_LEXICON } from './lexicon.ts';

export const identityModels: readonly FieldModel[] = [
  {
    modelId: ID_LEXICON.modelId,
    description: ID_LEXICON.description,
    docTypes: Object.fromEntries(Object.entries(ID_LEXICON.docTypes).map(([name, fields]) => [name, { fieldSchema: buildSchema(fields) }])),
    extract: (layout, options) => extractIdentityDocuments(layout, options),
  },
];
