import { resourceId } from '../../../kernel/account.ts';
import { Change } from '../../../kernel/change.ts';
import { fail } from '../../../kernel/failures.ts';
import { Bytes, reply } from '../../../kernel/operation.ts';
import type { Call, Reply } from '../../../kernel/operation.ts';
import { CLASSIFIER_COPY, MODEL_COPY } from './copy-kinds.ts';
import type { CopyKind, StoredParts } from './copy-kinds.ts';
import { openCopyTarget } from './copy-target.ts';
import { COPY_JOB, tokenContext, uploadAddress } from './job.ts';
import { MAX_PACKAGE_BYTES } from './package.ts';
import { documentFailure } from '../failures.ts';
import { COPY_AUTHORIZATION_MS, MAX_WAIT_MS, isReserved } from '../model.ts';
import type { ModelOperation } from '../model.ts';
import { RETRY_AFTER, dateTime } from '../replies.ts';
import {
  AuthorizeClassifierCopyRequest,
  AuthorizeCopyRequest,
  ClassifierCopyAuthorizationBody,
  ClassifierParams,
  ClassifierView,
  CopyAuthorizationBody,
  ModelParams,
  ModelView,
} from '../schemas.ts';
import { operation } from '../services.ts';
import type { DocumentServices } from '../services.ts';
import { copyAuthorizations, copyTokenKey, newCopyToken, newOperationId, operations } from '../store.ts';
import { getVersion, isPrebuilt, versionsWith } from '../versions.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

const CLASSIFIER_COPY_VERSIONS = versionsWith('classifierCopies');

interface CopyRequest {
  description?: string;
  tags?: Record<string, string>;
}
type CopyCall = Pick<Call, 'account' | 'version' | 'link'>;

/** The reply of the target, with a token that allows one upload. */
function createAuthorization<Thing extends Packed & StoredParts, Packed>(
  { of, path, collection, targetFields }: CopyKind<Thing, Packed>,
  id: string,
  { description, tags = {} }: CopyRequest,
  { account, version, link }: CopyCall,
  { clock, ids, region }: DocumentServices,
): Reply {
  const now = clock.now();
  const accessToken = newCopyToken(now, account.id, ids.secret());
  const expiresAt = now + COPY_AUTHORIZATION_MS;
  const change = new Change()
    .expectAbsent(collection, account.id, id, () => documentFailure('ModelExists'))
    .put(copyAuthorizations, account.id, copyTokenKey(accessToken), { of, modelId: id, description, tags, expiresAt });
  return reply(
    200,
    {
      targetResourceId: resourceId(account),
      targetResourceRegion: region,
      ...targetFields(id, link(path, { id }, { versioned: getVersion(version).versionedLocation })),
      accessToken,
      expirationDateTime: dateTime(expiresAt),
    },
    { change },
  );
}

interface Target {
  targetResourceId: string;
  id: string;
  location: string;
  accessToken: string;
  expirationDateTime: string;
}

/** The reply of the source, with the job that uploads the copy. */
async function startCopy<Thing extends Packed & StoredParts, Packed>(
  kind: CopyKind<Thing, Packed>,
  source: string,
  { targetResourceId, id, location, accessToken, expirationDateTime }: Target,
  { account, version, link }: CopyCall,
  { records, clock, ids, jobs, keyring }: DocumentServices,
): Promise<Reply> {
  const thing: (StoredParts & { tags?: Record<string, string> }) | undefined = (await records.get(kind.collection, account.id, source))
    ?.value;
  if (!thing) throw documentFailure('ModelNotFound');
  if (!uploadAddress(location, id, kind)) {
    const details = `it is not the address of the ${kind.name.toLowerCase()} target${kind.name}Id.`;
    throw fail('ParameterInvalid', { parameter: `target${kind.name}Location`, details });
  }
  if (Date.parse(expirationDateTime) <= clock.now()) {
    throw documentFailure('AuthorizationFailed', { details: 'the authorization has expired.' });
  }
  const change = new Change();
  const { id: operationId, createdAt } = jobs.enqueue(change, {
    account: account.id,
    kind: COPY_JOB,
    input: {},
    subject: { id },
    id: newOperationId(clock.now(), ids.uuid()),
  });
  const sealedToken = keyring.seal(accessToken, tokenContext(operationId));
  const started: ModelOperation = {
    kind: kind.operation,
    version,
    createdAt,
    expiresAt: createdAt + MAX_WAIT_MS,
    tags: thing.tags ?? {},
    // The copy belongs to the target, which the source's key cannot read; clients fetch this address when the copy has completed.
    resourceLocation: `${link(`/document${kind.name}s/{id}`, { id })}&operation=${operationId}`,
    copy: { ...(kind.of && { of: kind.of }), source, targetResourceId, targetModelId: id, targetModelLocation: location, sealedToken },
  };
  change.create(operations, account.id, operationId, started);
  return reply(202, undefined, {
    headers: { 'operation-location': link('/operations/{operationId}', { operationId }), ...RETRY_AFTER },
    change,
  });
}

/** Stores what the job of a source uploads. */
async function receiveUpload<Thing extends Packed & StoredParts, Packed>(
  kind: CopyKind<Thing, Packed>,
  id: string,
  auditedOperation: string,
  call: Call<unknown, unknown, Uint8Array>,
  services: DocumentServices,
): Promise<Reply> {
  const { blobs, clock } = services;
  const version = getVersion(call.version);
  const { account, tokenKey, authorization, existing } = await openCopyTarget(kind, id, call.headers, services);
  if (existing) return reply(200, kind.view(existing, version));
  const { detail, artifact } = kind.unpack(call.body);
  await kind.checkCanCreate(services, account.id, id);
  const { description, tags } = authorization!.value;
  const target = { id, createdAt: clock.now(), tags, ...(description !== undefined && { description }) };
  const record = kind.toRecord(detail, target, { artefact: await blobs.put(account.id, artifact), arrivedWith: tokenKey });
  const change = new Change()
    .delete(copyAuthorizations, account.id, authorization!)
    .create(kind.collection, account.id, id, record, () => documentFailure('ModelExists'))
    .audit(account.id, {
      at: new Date(clock.now()).toISOString(),
      operation: auditedOperation,
      caller: call.caller.name,
      request: call.requestId,
      params: call.params,
    });
  return reply(200, kind.view(record, version), { change });
}

const authorizeParts = { inThread: 'largeBody', fails: ['ModelExists'] } as const;
const copyToParts = { inThread: 'largeBody', replies: { 202: null } } as const;
const copyUpload = {
  needs: 'nothing',
  inThread: 'always',
  body: Bytes,
  accepts: 'bytes',
  maxBytes: MAX_PACKAGE_BYTES,
  fails: ['AuthorizationFailed', 'ModelExists', 'DocumentModelLimit', 'UnsupportedContent'],
  audited: false,
} as const;
const authorizeCopy = operation({
  ...authorizeParts,
  id: 'documents.authorizeCopy',
  summary: 'Generate an authorization to copy a model to this account under the given modelId',
  route: 'POST /documentModels:authorizeCopy',
  body: AuthorizeCopyRequest,
  replies: { 200: CopyAuthorizationBody },
  example: { body: { modelId: 'copied-model', description: 'From the test resource', tags: { source: 'test' } } },
  run(call, services) {
    const { modelId } = call.body;
    if (isPrebuilt(modelId)) throw documentFailure('ModelExists');
    if (isReserved(modelId)) {
      throw fail('ParameterInvalid', { parameter: 'modelId', details: 'names that start with prebuilt- are reserved.' });
    }
    return createAuthorization(MODEL_COPY, modelId, call.body, call, services);
  },
});

const authorizeClassifierCopy = operation({
  ...authorizeParts,
  id: 'documents.authorizeClassifierCopy',
  summary: 'Generate an authorization to copy a classifier to this account under the given classifierId',
  route: 'POST /documentClassifiers:authorizeCopy',
  versions: CLASSIFIER_COPY_VERSIONS,
  body: AuthorizeClassifierCopyRequest,
  replies: { 200: ClassifierCopyAuthorizationBody },
  example: { body: { classifierId: 'copied-sorter', description: 'From the test resource' } },
  run(call, services) {
    return createAuthorization(CLASSIFIER_COPY, call.body.classifierId, call.body, call, services);
  },
});

const copyTo = operation({
  ...copyToParts,
  id: 'documents.copyTo',
  summary: 'Copy a model to the account that created the authorization, on this server or another',
  route: 'POST /documentModels/{modelId}:copyTo',
  params: ModelParams,
  body: CopyAuthorizationBody,
  fails: ['ModelNotFound', 'ModelReadOnly', 'AuthorizationFailed'],
  example: exampleCalls.copyTo,
  async run(call, services) {
    const { targetModelId, targetModelLocation, ...target } = call.body;
    if (isReserved(call.params.modelId)) throw documentFailure('ModelReadOnly');
    return await startCopy(
      MODEL_COPY,
      call.params.modelId,
      { id: targetModelId, location: targetModelLocation, ...target },
      call,
      services,
    );
  },
});

const copyClassifierTo = operation({
  ...copyToParts,
  id: 'documents.copyClassifierTo',
  summary: 'Copy a classifier to the account that created the authorization, on this server or another',
  route: 'POST /documentClassifiers/{classifierId}:copyTo',
  versions: CLASSIFIER_COPY_VERSIONS,
  params: ClassifierParams,
  body: ClassifierCopyAuthorizationBody,
  fails: ['ModelNotFound', 'AuthorizationFailed'],
  example: exampleCalls.copyClassifierTo,
  async run(call, services) {
    const { targetClassifierId, targetClassifierLocation, ...target } = call.body;
    return await startCopy(
      CLASSIFIER_COPY,
      call.params.classifierId,
      { id: targetClassifierId, location: targetClassifierLocation, ...target },
      call,
      services,
    );
  },
});

const receiveCopy = operation({
  ...copyUpload,
  id: 'documents.receiveCopy',
  summary: "Receive the copy of a model, authorized by a token instead of a key; not part of the vendor's interface",
  route: 'POST /documentModels/{modelId}:receiveCopy',
  params: ModelParams,
  replies: { 200: ModelView },
  async admit({ params, headers }, services) {
    await openCopyTarget(MODEL_COPY, params.modelId!, headers, services);
  },
  async run(call, services) {
    return await receiveUpload(MODEL_COPY, call.params.modelId, 'documents.receiveCopy', call, services);
  },
});

const receiveClassifierCopy = operation({
  ...copyUpload,
  id: 'documents.receiveClassifierCopy',
  summary: "Receive the copy of a classifier, authorized by a token instead of a key; not part of the vendor's interface",
  route: 'POST /documentClassifiers/{classifierId}:receiveCopy',
  versions: CLASSIFIER_COPY_VERSIONS,
  params: ClassifierParams,
  replies: { 200: ClassifierView },
  async admit({ params, headers }, services) {
    await openCopyTarget(CLASSIFIER_COPY, params.classifierId!, headers, services);
  },
  async run(call, services) {
    return await receiveUpload(CLASSIFIER_COPY, call.params.classifierId, 'documents.receiveClassifierCopy', call, services);
  },
});

export const copyOperations = [authorizeCopy, authorizeClassifierCopy, copyTo, copyClassifierTo, receiveCopy, receiveClassifierCopy];
