/** Operations on entities of every kind. */
import type { Operation } from '../../../kernel/operation.ts';
import { ModelName } from '../schemas.ts';
import { closedListOperations } from './closed-list.ts';
import { adding, deleting, getting, listing, updating } from './common.ts';
import { compositeOperations } from './composite.ts';
import { hierarchicalOperations } from './hierarchical.ts';
import { patternAnyOperations } from './pattern-any.ts';
import { CUSTOM_PREBUILT, PLACES } from './entity-routes.ts';
import { prebuiltOperations } from './prebuilt.ts';
import { regexOperations } from './regex.ts';
import { roleOperations } from './roles.ts';

export const entityOperations: readonly Operation[] = [
  ...Object.values(PLACES).flatMap((place) => [listing(place), getting(place), deleting(place), ...roleOperations(place)]),
  ...roleOperations(CUSTOM_PREBUILT),
  adding(PLACES.simple, ModelName, { name: 'Airline' }, ({ name }: { name: string }) => ({ name })),
  updating(PLACES.simple, ModelName, { name: 'Town' }, () => ({})),
  ...hierarchicalOperations, ...compositeOperations, ...closedListOperations, ...regexOperations, ...patternAnyOperations, ...prebuiltOperations,
];
