/** Operations on entities of every kind. */
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
  ...simpleOperations,
  ...learnedEntityOperations,
  ...hierarchicalOperations,
  ...compositeOperations,
  ...closedListOperations,
  ...regexOperations,
  ...patternAnyOperations,
  ...prebuiltOperations,
  ...roleOperations,
];
