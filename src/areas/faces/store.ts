import { collection } from '../../storage/collection.ts';
import type { PersonGroup } from './model.ts';

/** By personGroupId. */
export const personGroups = collection<PersonGroup>('faces.personGroups');
