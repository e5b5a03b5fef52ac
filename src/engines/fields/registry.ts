/** The models there are. A model is added by one line here; nothing else lists them. */
import type { FieldModel } from './models.ts';
import { taxModels } from './tax/models.ts';

export const MODELS: readonly FieldModel[] = [
  ...taxModels,
];
