/** The contract model. */
import type { FieldModel } from '../field-model.ts';
import type { FieldPaths } from '../schema.ts';
import { buildSchema } from '../schema.ts';
import data from './contract.json' with { type: 'json' };
import { extractContracts } from './extract.ts';

export const contractModels: readonly FieldModel[] = [
  {
    modelId: data.modelId,
    description: data.description,
    docTypes: { [data.docType]: { description: data.description, fieldSchema: buildSchema(data.fields as unknown as FieldPaths) } },
    extract: (layout, options) => extractContracts(layout, options),
  },
];
