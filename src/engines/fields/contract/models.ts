/** The model of contracts. */
import type { FieldModel } from '../field-model.ts';
import type { FieldPaths } from '../schema.ts';
import { schemaOf } from '../schema.ts';
import data from './contract.json' with { type: 'json' };
import { contracts } from './extract.ts';

export const contractModels: readonly FieldModel[] = [{
  modelId: data.modelId,
  description: data.description,
  docTypes: { [data.docType]: { description: data.description, fieldSchema: schemaOf(data.fields as unknown as FieldPaths) } },
  extract: (layout, options) => contracts(layout, options),
}];
