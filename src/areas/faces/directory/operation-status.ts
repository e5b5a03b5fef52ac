/** What callers poll after a change of the person directory: each such call gets an operation, which a job completes or the call itself. */
import type { Change } from '../../../kernel/change.ts';
import type { Job } from '../../../kernel/job.ts';
import { reply } from '../../../kernel/operation.ts';
import type { Call, Operation } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { Type } from '../../../kernel/schema.ts';
import { faceFailure } from '../failures.ts';
import { EXAMPLE_UUID } from '../lookup.ts';
import { isUuid } from '../model.ts';
import { operation } from '../services.ts';
import type { FaceServices } from '../services.ts';
import { directoryOperations } from '../store.ts';
import { toDateTime } from '../training/status.ts';
import { DIRECTORY_VERSIONS } from '../versions.ts';

/** Of an operation, and of the jobs that complete operations. */
export const RETENTION_MS = 48 * 3600_000;

/** Adds an operation to the change; returns the header with its polling address. Without a job it is complete. */
export function startOperation(
  change: Change,
  { account, link }: Pick<Call, 'account' | 'link'>,
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
  job?: string,
): { 'operation-location': string } {
  const operationId = ids.uuid();
  const createdAt = clock.now();
  change.create(directoryOperations, account.id, operationId, { createdAt, ...(job && { job }), expiresAt: createdAt + RETENTION_MS });
  return { 'operation-location': link('/operations/{operationId}', { operationId }) };
}

type Status = 'notStarted' | 'running' | 'succeeded' | 'failed';

function statusOf({ state }: Job): Status {
  switch (state) {
    case 'notStarted':
    case 'running':
    case 'succeeded':
      return state;
    case 'cancelling':
      return 'running';
    default:
      return 'failed';
  }
}

const OperationResult = Type.Object({
  operationId: Type.String(),
  status: Type.String(),
  createdTime: Type.String(),
  lastActionTime: Type.String(),
  finishedTime: Type.Optional(Type.String()),
  message: Type.Union([Type.String(), Type.Null()]),
});

const getOperationResult = operation({
  id: 'faces.getOperationResult',
  summary: 'Get the status of a change of the person directory',
  route: 'GET /operations/{operationId}',
  versions: DIRECTORY_VERSIONS,
  replies: { 200: OperationResult },
  fails: ['OperationNotFound'],
  example: { params: { operationId: EXAMPLE_UUID } },
  async run({ account, params }, { records, jobs }) {
    const operationId = params.operationId.toLowerCase();
    const stored = isUuid(operationId) ? await records.get(directoryOperations, account.id, operationId) : undefined;
    if (!stored) throw faceFailure('OperationNotFound');
    const { createdAt, job: jobId } = stored.value;
    const job = jobId === undefined ? undefined : (await jobs.get(account.id, jobId))?.value;
    const endedAt = job ? job.endedAt : createdAt;
    return reply(200, {
      operationId,
      status: job ? statusOf(job) : 'succeeded',
      createdTime: toDateTime(createdAt),
      // The job may have been waiting for other changes already.
      lastActionTime: toDateTime(Math.max(createdAt, job?.updatedAt ?? createdAt)),
      finishedTime: endedAt === undefined ? undefined : toDateTime(Math.max(createdAt, endedAt)),
      message: job?.errors[0]?.message ?? null,
    });
  },
});

export const operationStatusOperations: Operation<FaceServices>[] = [getOperationResult];
