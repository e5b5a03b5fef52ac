/**
 * The source's side of a copy: a job that brings the model or classifier to where the authorization says, on this server or another. The address is
 * the caller's and so is what answers there: it is reached through the guarded fetch, and of its answer only what fits is believed.
 * A copy that may have arrived is brought again; the target answers it again.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Static } from 'typebox';
import { Type } from '../../../kernel/schema.ts';
import { Failure } from '../../../kernel/failures.ts';
import { bodyCheck } from '../../../kernel/validation.ts';
import type { JobContext, JobHandlers, JobOutcome } from '../../../kernel/job.ts';
import type { FetchRefused } from '../../../kernel/ports/fetch.ts';
import { TARGET_HEADER, TOKEN_HEADER } from './copy-target.ts';
import { CLASSIFIER_COPY, MODEL_COPY } from './copy-kinds.ts';
import type { CopyKind, StoredParts } from './copy-kinds.ts';
import { documentFailure } from '../failures.ts';
import type { ModelOperation } from '../model.ts';
import { completeOperation } from '../models/complete-operation.ts';
import { operations } from '../store.ts';

export const COPY_JOB = 'documents.copy';

const TRIES = 3;
const FIRST_WAIT_MS = 500;
const SEND_MS = 120_000;
const MAX_REPLY_BYTES = 4 * 2 ** 20;
const TARGET = /^(.*)\/([a-z]+)\/document(Model|Classifier)s\/([^/]+)$/;
const TargetReply = Type.Object({
  createdDateTime: Type.String({ format: 'date-time' }),
  description: Type.Optional(Type.String({ maxLength: 4096 })),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
});
const checkTargetReply = bodyCheck(TargetReply);

/** Where what has a location is brought to; undefined where the location is none of such a thing. */
export function uploadAddress(location: string, id: string, { name, uploadVersions: arrivesIn }: Pick<CopyKind<never, unknown>, 'name' | 'arrivesIn'>): URL | undefined {
  const url = URL.parse(location);
  const [, base, prefix = '', noun, named] = TARGET.exec(url?.pathname ?? '') ?? [];
  const version = Object.hasOwn(arrivesIn, prefix) ? arrivesIn[prefix] : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || version === undefined || noun !== name || named !== id) return undefined;
  return new URL(`${base}/${prefix}/document${name}s/${id}:receiveCopy?api-version=${version}`, url.origin);
}

export function tokenContext(operationId: string): string {
  return `copy ${operationId}`;
}

export const copyJobs: JobHandlers = {
  async [COPY_JOB]({ id, account }, context): Promise<JobOutcome> {
    const { services } = context;
    const read = await services.records.get(operations, account, id);
    if (!read?.value.copy) return { state: 'failed', errors: [{ code: 'notFound', message: 'The copy does not exist any more.' }] };
    try {
      const told = await (read.value.copy.of === 'classifier' ? sendCopy(CLASSIFIER_COPY, id, account, read.value.copy, context) : sendCopy(MODEL_COPY, id, account, read.value.copy, context));
      return { state: 'succeeded', change: completeOperation(account, read, services, { copy: undefined, ...told }) };
    } catch (problem) {
      if (!(problem instanceof Failure) || problem.status >= 500) throw problem;
      return { state: 'failed', errors: [{ code: problem.kind, message: problem.message }], ifFailed: completeOperation(account, read, services, { copy: undefined }, problem) };
    }
  },
};

type Copy = NonNullable<ModelOperation['copy']>;

/** What came of it, for the record of the operation. */
async function sendCopy<Thing extends Packed & StoredParts, Packed>(kind: CopyKind<Thing, Packed>, operationId: string, account: string, copy: Copy, context: JobContext): Promise<Partial<ModelOperation>> {
  const { records, blobs } = context.services;
  const thing = (await records.get(kind.collection, account, copy.source))?.value;
  const artefact = thing && await blobs.get(account, thing.artefact);
  if (!artefact) throw documentFailure('ModelNotFound');
  const address = uploadAddress(copy.targetModelLocation, copy.targetModelId, kind)!;
  const { createdDateTime, description, tags = {} } = await uploadWithRetry(operationId, copy, address, kind.pack(thing, artefact), context);
  return kind.toOperationResult(thing, { id: copy.targetModelId, createdAt: Date.parse(createdDateTime), tags, ...description !== undefined && { description } });
}

async function uploadWithRetry(operationId: string, { targetResourceId, sealedToken }: Copy, address: URL, packed: Uint8Array, context: JobContext): Promise<Static<typeof TargetReply>> {
  const { services: { keyring }, signal, progress } = context;
  const headers = { 'content-type': 'application/octet-stream', [TOKEN_HEADER]: keyring.open(sealedToken, tokenContext(operationId)), [TARGET_HEADER]: targetResourceId };
  for (let tries = 1; ; tries++) {
    await progress(tries / (TRIES + 1), `Sending to ${address.host}, try ${tries}`);
    const answer = await uploadOnce(address, headers, packed, context);
    if (!(answer instanceof Failure)) return answer;
    if (tries === TRIES) throw answer;
    await wait(FIRST_WAIT_MS * 2 ** (tries - 1), undefined, { signal });
  }
}

/** What the target says of what arrived; a failure that may pass is answered, one that does not is thrown. */
async function uploadOnce(address: URL, headers: Record<string, string>, body: Uint8Array, { services: { fetch }, signal }: JobContext): Promise<Static<typeof TargetReply> | Failure> {
  try {
    const { status, bytes } = await fetch(address, { method: 'POST', headers, body, maxBytes: MAX_REPLY_BYTES, timeMs: SEND_MS, signal });
    if (status === 200) return parseTargetReply(bytes);
    if (status >= 500) return targetUnreachable(`the target answered with status ${status}.`);
    throw targetFailure(status, bytes);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'FetchRefused') throw error;
    const { reason, message } = error as FetchRefused;
    if (reason === 'address' || reason === 'port') throw documentFailure('OutboundAccessForbidden');
    return targetUnreachable(message);
  }
}

function targetUnreachable(details: string): Failure {
  return documentFailure('ContentSourceNotAccessible', { details });
}

function parseTargetReply(bytes: Buffer): Static<typeof TargetReply> {
  try {
    const answer = JSON.parse(bytes.toString('utf8')) as Static<typeof TargetReply>;
    checkTargetReply(answer);
    return answer;
  } catch {
    throw targetUnreachable('the target does not answer as a server of this interface.');
  }
}

function targetFailure(status: number, bytes: Buffer): Failure {
  let code: unknown;
  try {
    code = (JSON.parse(bytes.toString('utf8')) as { error?: { innererror?: { code?: unknown } } }).error?.innererror?.code;
  } catch {
    code = undefined;
  }
  if (code === 'ModelExists') return documentFailure('ModelExists');
  if (code === 'DocumentModelLimit') return documentFailure('UnsupportedContent', { details: 'the target account has as many models as it may have.' });
  if (status === 401 || status === 403) return documentFailure('AuthorizationFailed', { details: 'the target does not accept the authorization; it was used, has expired, or is for something else.' });
  return targetUnreachable(`the target refused it with status ${status}.`);
}
