/** Snapshots, which the vendor has retired: every call is rejected with 410. */
import type { Operation, OperationParts } from '../../../kernel/operation.ts';
import { faceFailure } from '../failures.ts';
import { operation } from '../services.ts';
import type { FaceServices } from '../services.ts';
import { FIRST_VERSION } from '../versions.ts';

type Route = OperationParts<FaceServices, undefined, undefined, undefined>['route'];

function retired(id: string, route: Route): Operation<FaceServices> {
  return operation({
    id,
    summary: 'Retired by the vendor: always rejected',
    route,
    refusedBecause: 'The vendor has retired snapshots; clients get 410 as from the vendor.',
    versions: [FIRST_VERSION],
    replies: {},
    fails: ['SnapshotsRetired'],
    run() {
      throw faceFailure('SnapshotsRetired');
    },
  });
}

export const snapshotOperations: Operation<FaceServices>[] = [
  retired('faces.takeSnapshot', 'POST /snapshots'),
  retired('faces.listSnapshots', 'GET /snapshots'),
  retired('faces.getSnapshot', 'GET /snapshots/{snapshotId}'),
  retired('faces.updateSnapshot', 'PATCH /snapshots/{snapshotId}'),
  retired('faces.deleteSnapshot', 'DELETE /snapshots/{snapshotId}'),
  retired('faces.applySnapshot', 'POST /snapshots/{snapshotId}/apply'),
  retired('faces.getSnapshotOperation', 'GET /operations/{operationId}'),
];
