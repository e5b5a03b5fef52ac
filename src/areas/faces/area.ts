import { defineArea } from '../../kernel/area.ts';
import { startFaces } from './services.ts';
import { faceSettings } from './settings.ts';
import { eraseJobs } from './erasing.ts';
import { faceDialect, faceFailure } from './failures.ts';
import { GALLERY_KINDS } from './model.ts';
import { detectionOperations } from './operations/detection.ts';
import { galleryOperations } from './operations/galleries.ts';
import { overviewOperations } from './operations/overviews.ts';
import { persistedFaceOperations } from './operations/persisted-faces.ts';
import { personOperations } from './operations/persons.ts';
import { recognitionOperations } from './operations/recognition.ts';
import { snapshotOperations } from './operations/snapshots.ts';
import { trainingOperations } from './operations/training.ts';
import { pruneJobs } from './training/pruning.ts';
import { trainJobs } from './training/train-job.ts';
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
