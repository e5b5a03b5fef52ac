/** Simple entities as v2.0 has them; learned-v3.ts has those of v3.0-preview. */
import { VERSION2 } from '../model.ts';
import { ModelName } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import { addOperation, deleteOperation, getOperation, listOperation, updateOperation } from './common.ts';

const versions = [VERSION2];

export const simpleOperations: readonly UnderstandingOperation[] = [
  listOperation('understanding.listEntities', 'GET /entities', 'simple', 'List the simple entities'),
  getOperation('understanding.getEntity', 'GET /entities/{entityId}', 'simple', versions),
  deleteOperation('understanding.deleteEntity', 'DELETE /entities/{entityId}', 'simple', versions),
  addOperation({
    id: 'understanding.addEntity',
    route: 'POST /entities',
    kind: 'simple',
    versions,
    body: ModelName,
    example: { name: 'Airline' },
    create: ({ name }) => ({ name }),
  }),
  updateOperation({
    id: 'understanding.updateEntity',
    route: 'PUT /entities/{entityId}',
    kind: 'simple',
    versions,
    body: ModelName,
    example: { name: 'Town' },
    update: () => ({}),
  }),
];
