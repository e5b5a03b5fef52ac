/** Operations on entities of every kind. */
import { inGroup } from '../../../kernel/operation.ts';
import type { UnderstandingOperation } from '../services.ts';
import { closedListOperations } from './closed-list.ts';
import { compositeOperations } from './composite.ts';
import { hierarchicalOperations } from './hierarchical.ts';
import { learnedEntityOperations } from './learned-v3.ts';
import { patternAnyOperations } from './pattern-any.ts';
import { prebuiltOperations } from './prebuilt.ts';
import { regexOperations } from './regex.ts';
import { roleOperations } from './roles.ts';
import { simpleOperations } from './simple.ts';

export const entityOperations: readonly UnderstandingOperation[] = [
  ...inGroup('Learned entities', [...simpleOperations, ...learnedEntityOperations]),
  ...inGroup('Hierarchical entities', hierarchicalOperations),
  ...inGroup('Composite entities', compositeOperations),
  ...inGroup('List entities', closedListOperations),
  ...inGroup('Regular expression entities', regexOperations),
  ...inGroup('Pattern.Any entities', patternAnyOperations),
  ...inGroup('Prebuilt entities', prebuiltOperations),
  ...inGroup('Roles', roleOperations),
];
