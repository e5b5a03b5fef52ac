/** Entities that a regular expression finds. */
import { NewRegex, RegexUpdate } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import { parseRegex } from '../version-operation.ts';
import { addOperation, deleteOperation, getOperation, listOperation, updateOperation } from './common.ts';

export const regexOperations: readonly UnderstandingOperation[] = [
  listOperation('understanding.listRegexEntities', 'GET /regexentities', 'regex', 'List the regex entities'),
  getOperation('understanding.getRegexEntity', 'GET /regexentities/{entityId}', 'regex'),
  deleteOperation('understanding.deleteRegexEntity', 'DELETE /regexentities/{entityId}', 'regex'),
  addOperation({
    id: 'understanding.addRegexEntity',
    route: 'POST /regexentities',
    kind: 'regex',
    body: NewRegex,
    example: { name: 'Gate', regexPattern: '[a-z]\\d{1,2}' },
    fails: ['RegexInvalid'],
    create: ({ name, regexPattern }) => ({ name, regexPattern: parseRegex(regexPattern) }),
  }),
  updateOperation({
    id: 'understanding.updateRegexEntity',
    route: 'PUT /regexentities/{entityId}',
    kind: 'regex',
    body: RegexUpdate,
    example: { regexPattern: '[a-z]{2}\\d{5}' },
    fails: ['RegexInvalid'],
    update: ({ regexPattern }) => (regexPattern === undefined ? {} : { regexPattern: parseRegex(regexPattern) }),
  }),
];
