/** All field models; the only list of them. */
import { invoiceModel } from './invoice/model.ts';
import type { FieldModel } from './field-model.ts';
import { receiptModel } from './receipt/model.ts';
import { cardModels } from './cards/models.ts';
import { contractModels } from './contract/models.ts';
import { identityModels } from './identity/models.ts';
import { taxModels } from './tax/models.ts';

export const MODELS: readonly FieldModel[] = [
  invoiceModel,
  receiptModel,
  ...identityModels,
  ...cardModels,
  ...taxModels,
  ...contractModels,
];
