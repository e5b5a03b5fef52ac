import { defineArea } from '../../kernel/area.ts';
import { startFaces } from './services.ts';
import { faceSettings } from './settings.ts';
import { eraseJobs } from './erase-job.ts';
import { faceDialect, faceFailure } from './failures.ts';
import { detectionOperations } from './detection/operations.ts';
import { galleryOperations } from './galleries/operations.ts';
import { personOperations } from './persons/operations.ts';
import { recognitionOperations } from './recognition/operations.ts';
import { snapshotOperations } from './snapshots/operations.ts';
import { trainingOperations } from './training/operations.ts';
import { pruneJobs } from './training/prune-job.ts';
import { trainJobs } from './training/job.ts';
import { MOUNTS } from './versions.ts';

export const faces = defineArea({
  name: 'faces',
  module: import.meta.url,
  title: 'Faces',
  mounts: MOUNTS,
  kinds: ['Face'],
  dialect: faceDialect,
  failures: faceFailure,
  operations: [
    ...galleryOperations,
    ...personOperations,
    ...trainingOperations,
    ...detectionOperations,
    ...recognitionOperations,
    ...snapshotOperations,
  ],
  jobs: { ...trainJobs, ...pruneJobs, ...eraseJobs },
  settings: faceSettings,
  start: startFaces,
});
