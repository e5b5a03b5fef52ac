/** The contract model. */
import type { FieldModel } from '../field-model.ts';
import { singleTypeModel } from '../schema.ts';
import data from './contract.json' with { type: 'json' };
import { extractContracts } from './extract.ts';

export const contractModels: readonly FieldModel[] = [singleTypeModel(data, (layout, options) => extractContracts(layout, options))];
