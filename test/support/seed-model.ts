import type { DocumentModel } from '../../src/areas/documents/model.ts';

/** A custom model whose trained data is a placeholder. */
export const SEED_MODEL = {
  createdAt: Date.UTC(2026, 0, 2),
  version: '2024-02-29-preview',
  description: 'Forms of the office',
  tags: { made: 'here' },
  buildMode: 'template',
  docTypes: {
    form: {
      buildMode: 'template',
      fieldSchema: {
        Name: { type: 'string' },
        Items: { type: 'array', items: { type: 'object', properties: { Amount: { type: 'number' } } } },
      },
      fieldConfidence: { Name: 0.9 },
    },
  },
} as const satisfies Omit<DocumentModel, 'modelId' | 'artefact'>;
