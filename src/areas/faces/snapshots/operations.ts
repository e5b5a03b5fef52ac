/** Snapshots, which the vendor has retired: every call is told so. */
import type { FaceServices } from '../services.ts';
import { operation } from '../services.ts';
import type { Method, Operation } from '../../../kernel/operation.ts';
import { faceFailure } from '../failures.ts';
import { FIRST_VERSION } from '../versions.ts';

const ROUTES: Readonly<Record<string, `${Method} /${string}`>> = {
  takeSnapshot: 'POST /snapshots',
  listSnapshots: 'GET /snapshots',
  getSnapshot: 'GET /snapshots/{snapshotId}',
  updateSnapshot: 'PATCH /snapshots/{snapshotId}',
  deleteSnapshot: 'DELETE /snapshots/{snapshotId}',
  applySnapshot: 'POST /snapshots/{snapshotId}/apply',
  getSnapshotOperation: 'GET /operations/{operationId}',
};

export const snapshotOperations: Operation<FaceServices>[] = Object.entries(ROUTES).map(([name, route]) => operation({
  id: `faces.${name}`, summary: 'Retired by the vendor: always refused', refusedBecause: 'The vendor has retired snapshots; clients get 410 as from the vendor.', route, versions: [FIRST_VERSION], needs: 'authoring', replies: {}, fails: ['SnapshotsRetired'],
  run() {
    throw faceFailure('SnapshotsRetired');
  },
}));
