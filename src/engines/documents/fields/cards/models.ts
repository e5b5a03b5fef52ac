/** Card models. */
import type { FieldModel } from '../field-model.ts';
import { singleTypeModel } from '../schema.ts';
import businessCard from './business-card.json' with { type: 'json' };
import { extractBusinessCards } from './business-card.ts';
import healthCard from './health-insurance-card.json' with { type: 'json' };
import { extractHealthCards } from './health-card.ts';

export const cardModels: readonly FieldModel[] = [
  singleTypeModel(businessCard, extractBusinessCards),
  singleTypeModel(healthCard, extractHealthCards),
];
