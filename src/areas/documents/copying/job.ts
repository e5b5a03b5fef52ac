/**
 * The source of a copy: a job that uploads the model or classifier to the address in the authorization, on this server or another. The
 * address comes from the caller: it is called through the guarded fetch, and its reply is untrusted input. An upload whose outcome is
 * unknown is repeated; the target accepts it again.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { neutralPath } from '../../../kernel/aliases.ts';
import { Failure } from '../../../kernel/failures.ts';
import type { JobOutcome } from '../../../kernel/job.ts';
import { FetchRefused } from '../../../kernel/ports/fetch.ts';
import { parseFetched } from '../../../shared/parse-fetched.ts';
import { CLASSIFIER_COPY, MODEL_COPY } from './copy-kinds.ts';
import type { CopyKind, StoredParts } from './copy-kinds.ts';
import { TARGET_HEADER, TOKEN_HEADER } from './copy-target.ts';
import { parseTargetError, parseTargetReply } from './target-reply.ts';
import type { TargetReply } from './target-reply.ts';
import { documentFailure } from '../failures.ts';
import type { ModelOperation } from '../model.ts';
import { completeOperation } from '../models/complete-operation.ts';
import type { DocumentJobContext, DocumentJobHandlers } from '../services.ts';
import { operations } from '../store.ts';
import { getVersion } from '../versions.ts';

export const COPY_JOB = 'documents.copy';

const MAX_ATTEMPTS = 3;
const FIRST_WAIT_MS = 500;
const UPLOAD_MS = 120_000;
const MAX_REPLY_BYTES = 4 * 2 ** 20;
const TARGET_PATH = /^(.*)\/([a-z]+)\/document(Model|Classifier)s\/([^/]+)$/;
const REPLY_MODULE = new URL('./target-reply.ts', import.meta.url);

/** The upload address of a target location; undefined when the location is not one of this kind and id. */
export function uploadAddress(
  location: string,
  id: string,
  { name, uploadVersions }: Pick<CopyKind<never, unknown>, 'name' | 'uploadVersions'>,
): URL | undefined {
  const url = URL.parse(location);
  const [, base, prefix = '', targetName, targetId] = TARGET_PATH.exec(url?.pathname ?? '') ?? [];
  const neutralPrefix = neutralPath(prefix);
  const version = Object.hasOwn(uploadVersions, neutralPrefix) ? uploadVersions[neutralPrefix] : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || version === undefined || targetName !== name || targetId !== id) {
    return undefined;
  }
  return new URL(`${base}/${prefix}/document${name}s/${id}:receiveCopy?api-version=${version}`, url.origin);
}

/** What a sealed token is bound to. */
export function tokenContext(operationId: string): string {
  return `copy ${operationId}`;
}

export const copyJobs: DocumentJobHandlers = {
  async [COPY_JOB]({ id, account }, context): Promise<JobOutcome> {
    const { services } = context;
    const stored = await services.records.get(operations, account, id);
    const copy = stored?.value.copy;
    if (!copy) return { state: 'failed', errors: [{ code: 'notFound', message: 'The copy no longer exists.' }] };
    try {
      const result = await (copy.of === 'classifier'
        ? sendCopy(CLASSIFIER_COPY, id, account, stored.value, context)
        : sendCopy(MODEL_COPY, id, account, stored.value, context));
      return { state: 'succeeded', change: completeOperation(account, stored, services, { copy: undefined, ...result }) };
    } catch (problem) {
      if (!(problem instanceof Failure) || problem.status >= 500) throw problem;
      const ifFailed = completeOperation(account, stored, services, { copy: undefined }, problem);
      return { state: 'failed', errors: [{ code: problem.kind, message: problem.message }], ifFailed };
    }
  },
};

type Copy = NonNullable<ModelOperation['copy']>;
type CopyOperation = Pick<ModelOperation, 'version' | 'copy'>;

/** The result for the record of the operation. */
async function sendCopy<Thing extends Packed & StoredParts, Packed>(
  kind: CopyKind<Thing, Packed>,
  operationId: string,
  account: string,
  { version, copy: stored }: CopyOperation,
  context: DocumentJobContext,
): Promise<Partial<ModelOperation>> {
  const { records, blobs } = context.services;
  const copy: Copy = stored!;
  const found = (await records.get(kind.collection, account, copy.source))?.value;
  const bytes = found && (await blobs.get(account, found.artefact));
  if (!bytes) throw documentFailure('ModelNotFound');
  const rename = getVersion(version).renamesCopies ? kind.rename : undefined;
  const same: { thing: Packed; artifact: Uint8Array } = { thing: found, artifact: bytes };
  const { thing, artifact } = rename?.(found, bytes, copy.source, copy.targetModelId) ?? same;
  const address = uploadAddress(copy.targetModelLocation, copy.targetModelId, kind)!;
  const {
    createdDateTime,
    description,
    tags = {},
  } = await uploadWithRetry(operationId, { ...copy, account }, address, kind.pack(thing, artifact), context);
  return kind.toOperationResult(thing, {
    id: copy.targetModelId,
    createdAt: Date.parse(createdDateTime),
    tags,
    ...(description !== undefined && { description }),
  });
}

export async function uploadWithRetry(
  operationId: string,
  { account, targetResourceId, sealedToken }: Pick<Copy, 'targetResourceId' | 'sealedToken'> & { account: string },
  address: URL,
  body: Uint8Array,
  context: DocumentJobContext,
): Promise<TargetReply> {
  const { signal, progress } = context;
  const { keyring } = context.services;
  const headers = {
    'content-type': 'application/octet-stream',
    [TOKEN_HEADER]: keyring.open(sealedToken, tokenContext(operationId)),
    [TARGET_HEADER]: targetResourceId,
  };
  for (let attempt = 1; ; attempt++) {
    await progress(attempt / (MAX_ATTEMPTS + 1), `Uploading to ${address.host}, attempt ${attempt}`);
    const targetReply = await upload(address, headers, body, account, context);
    if (!(targetReply instanceof Failure)) return targetReply;
    if (attempt === MAX_ATTEMPTS) throw targetReply;
    await wait(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, { signal });
  }
}

/** The reply of the target. Returns failures that a retry may fix, throws others. */
async function upload(
  address: URL,
  headers: Record<string, string>,
  body: Uint8Array,
  account: string,
  { services: { fetch, threads }, signal }: DocumentJobContext,
): Promise<TargetReply | Failure> {
  const parseTask = { account, module: REPLY_MODULE, signal };
  try {
    const { status, bytes } = await fetch(address, { method: 'POST', headers, body, maxBytes: MAX_REPLY_BYTES, timeMs: UPLOAD_MS, signal });
    if (status === 200) {
      const reply = await parseFetched(bytes, { ...parseTask, parse: parseTargetReply }, threads);
      if (!reply) throw targetUnreachable('the target does not reply like a server of this interface.');
      return reply;
    }
    if (status >= 500) return targetUnreachable(`the target replied with status ${status}.`);
    throw targetFailure(status, await parseFetched(bytes, { ...parseTask, parse: parseTargetError }, threads));
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    if (error.reason === 'address' || error.reason === 'port') throw documentFailure('OutboundAccessForbidden');
    return targetUnreachable(error.message);
  }
}

function targetUnreachable(details: string): Failure {
  return documentFailure('ContentSourceNotAccessible', { details });
}

function targetFailure(status: number, code: string | undefined): Failure {
  if (code === 'ModelExists') return documentFailure('ModelExists');
  if (code === 'DocumentModelLimit') {
    return documentFailure('UnsupportedContent', { details: 'the target account has reached its model limit.' });
  }
  if (status === 401 || status === 403) {
    return documentFailure('AuthorizationFailed', {
      details: 'the target rejects the authorization: it was used, has expired, or is for something else.',
    });
  }
  return targetUnreachable(`the target rejected the upload with status ${status}.`);
}
