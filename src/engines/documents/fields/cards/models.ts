/** Card models. */
import type { FieldModel } from '../field-model.ts';
import type { FieldPaths } from '../schema.ts';
import { buildSchema } from '../schema.ts';
import businessCard from './business-card.json' with { type: 'json' };
import { extractBusinessCards } from './business-card.ts';
import healthCard from './health-insurance-card.json' with { type: 'json' };
import { extractHealthCards } from './health-card.ts';

const docTypesOf = ({
  docType,
  description,
  fields,
}: {
  docType: string;
  description: string;
  fields: unknown;
}): FieldModel['docTypes'] => ({ [docType]: { description, fieldSchema: buildSchema(fields as FieldPaths) } });

export const cardModels: readonly FieldModel[] = [
  {
    modelId: businessCard.modelId,
    description: businessCard.description,
    docTypes: docTypesOf(businessCard),
    extract: (layout, options) => extractBusinessCards(layout, options),
  },
  {
    modelId: healthCard.modelId,
    description: healthCard.description,
    docTypes: docTypesOf(healthCard),
    extract: (layout) => extractHealthCards(layout),
  },
];
