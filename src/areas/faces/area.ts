import type { Area } from '../../contract/area.ts';
import { eraseJobs } from './erasing.ts';
import { faceDialect, faceFailure } from './failures.ts';
import { GALLERY_KINDS } from './model.ts';
import { galleryOperations } from './operations/galleries.ts';

export const faces: Area = {
  name: 'faces',
  title: 'Faces',
  mounts: [{ base: '/face/v1.0', version: 'v1.0', marker: 'path' }],
  kinds: ['Face'],
  dialect: faceDialect,
  failures: faceFailure,
  operations: GALLERY_KINDS.flatMap(galleryOperations),
  jobs: eraseJobs,
};
