/** The part of a call that is the same on the HTTP thread and in a thread for large bodies: body, validation, run, commit. */
import { setTimeout as wait } from 'node:timers/promises';
import { Conflict } from '../kernel/change.ts';
import type { Change } from '../kernel/change.ts';
import { Failure, fail } from '../kernel/failures.ts';
import type { Call, Operation, Reply } from '../kernel/operation.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Store } from '../kernel/ports/store.ts';
import type { Prepared } from '../kernel/routes.ts';
import { parseBody } from './body/body.ts';

/** Conflicts are retried with exponential backoff and full jitter. */
const CONFLICT_TRIES = 20;
const FIRST_WAIT_MS = 4;
const LONGEST_WAIT_MS = 250;

export class CommitFailed extends Error {
  override name = 'CommitFailed';
}

/** Parses a body, renames its fields to ours and checks it; throws the failure that describes the problem. */
export function readRequestBody(prepared: Prepared, mediaType: string | undefined, given: Buffer | undefined): unknown {
  const { operation } = prepared;
  let body = parseBody(operation, mediaType, given);
  if (!operation.body) return body;
  if (body === undefined) {
    if (!operation.bodyOptional) throw fail('BodyMissing');
  } else if (!(body instanceof Uint8Array)) {
    if (prepared.inward) body = prepared.inward(body);
    prepared.checkBody?.(body);
  }
  return body;
}

export interface RunParts {
  store: Pick<Store, 'commit'>;
  clock: Clock;
  /** What the operation's area offers; only the operation knows its type. */
  services: never;
  /** As `performance.now()`. */
  deadline: number;
}

/** Runs an operation and commits its change; again after a conflict, as long as the call has time. */
export async function runAndCommit(operation: Operation, call: Call, { store, clock, services, deadline }: RunParts): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const running = operation.run(call, services);
    const reply = running instanceof Promise ? await running : running;
    const { change, created } = reply;
    if (!change || change.isEmpty) return reply;
    change.isForDeletion = operation.method === 'DELETE';
    if (operation.audited !== false) audit(change, { operation: operation.id, call, created, at: clock.now() });
    try {
      await store.commit(change);
      return reply;
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (!(error instanceof Conflict)) throw new CommitFailed('The change could not be committed.', { cause: error });
      const waitMs = Math.random() * Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
      if (tries === CONFLICT_TRIES || performance.now() + waitMs > deadline)
        throw fail('Conflicting', { resource: Object.values(call.params).join('/') || operation.id });
      await wait(waitMs);
    }
  }
}

function audit(
  change: Change,
  { operation, call, created, at }: { operation: string; call: Call; created: Reply['created']; at: number },
): void {
  const { account, caller, params, requestId } = call;
  change.audit((account as Call['account'] | undefined)?.id ?? '', {
    at: new Date(at).toISOString(),
    operation,
    caller: caller.name,
    request: requestId,
    params: created ? { ...params, ...created } : params,
  });
}
