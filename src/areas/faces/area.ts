import { defineArea } from '../../kernel/area.ts';
import { inGroup } from '../../kernel/operation.ts';
import { startFaces } from './services.ts';
import { faceSettings } from './settings.ts';
import { eraseJobs } from './erase-job.ts';
import { faceDialect, faceFailure } from './failures.ts';
import { directoryFaceOperations } from './directory/face-operations.ts';
import { dynamicGroupOperations } from './directory/group-operations.ts';
import { indexJobs } from './directory/index-jobs.ts';
import { operationStatusOperations } from './directory/operation-status.ts';
import { directoryPersonOperations } from './directory/person-operations.ts';
import { referenceJobs } from './directory/references.ts';
import { detectionOperations } from './detection/operations.ts';
import { galleryOperations } from './galleries/operations.ts';
import { livenessOperations } from './liveness/operations.ts';
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
    ...inGroup('Detection and recognition', [...detectionOperations, ...recognitionOperations]),
    ...galleryOperations,
    ...personOperations,
    ...trainingOperations,
    ...inGroup('Person directory', [
      ...directoryPersonOperations,
      ...directoryFaceOperations,
      ...dynamicGroupOperations,
      ...operationStatusOperations,
    ]),
    ...inGroup('Snapshots', snapshotOperations),
    ...inGroup('Liveness (refused)', livenessOperations),
  ],
  jobs: { ...trainJobs, ...pruneJobs, ...indexJobs, ...eraseJobs, ...referenceJobs },
  settings: faceSettings,
  start: startFaces,
});
