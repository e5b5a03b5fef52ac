import type { Area } from '../../contract/area.ts';
import { faceDialect, faceFailure } from './failures.ts';
import { createPersonGroup, deletePersonGroup, getPersonGroup, listPersonGroups, updatePersonGroup } from './operations/person-groups.ts';

export const faces: Area = {
  name: 'faces',
  title: 'Faces',
  mounts: [{ base: '/face/v1.0', version: 'v1.0', marker: 'path' }],
  kinds: ['Face'],
  dialect: faceDialect,
  failures: faceFailure,
  operations: [createPersonGroup, getPersonGroup, listPersonGroups, updatePersonGroup, deletePersonGroup],
};
