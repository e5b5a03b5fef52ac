import { defineArea } from '../../kernel/area.ts';
import { startFaces } from './services.ts';
import { faceSettings } from './settings.ts';
import { eraseJobs } from './galleries/erase-job.ts';
import { faceDialect, faceFailure } from './failures.ts';
import { GALLERY_KINDS } from './model.ts';
import { detectionOperations } from './detection/operations.ts';
import { galleryOperations } from './galleries/operations.ts';
import { overviewOperations } from './galleries/overview-operations.ts';
import { persistedFaceOperations } from './persons/face-operations.ts';
import { personOperations } from './persons/operations.ts';
import { recognitionOperations } from './recognition/operations.ts';
import { snapshotOperations } from './snapshots/operations.ts';
import { trainingOperations } from './training/operations.ts';
import { pruneJobs } from './training/prune-job.ts';
import { trainJobs } from './training/job.ts';
import { MOUNTS } from './versions.ts';

export const faces = defineArea({
  name: 'faces',
  title: 'Faces',
  mounts: MOUNTS,
  kinds: ['Face'],
  dialect: faceDialect,
  failures: faceFailure,
  operations: [
    ...GALLERY_KINDS.flatMap((kind) => [
      ...galleryOperations(kind), ...kind.holds === 'persons' ? personOperations(kind) : [], ...persistedFaceOperations(kind), ...trainingOperations(kind), ...overviewOperations(kind),
    ]),
    ...detectionOperations,
    ...recognitionOperations,
    ...snapshotOperations,
  ],
  jobs: { ...trainJobs, ...pruneJobs, ...eraseJobs },
  settings: faceSettings,
  start: startFaces,
});
