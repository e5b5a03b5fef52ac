import { resourceId } from '../../../accounts/model.ts';
import { fail } from '../../../contract/failures.ts';
import { Bytes, operation, reply } from '../../../contract/operation.ts';
import type { Operation } from '../../../contract/operation.ts';
import { Change } from '../../../storage/change.ts';
import { arrivalOf } from '../arrival.ts';
import { COPY, arrivalAddress, tokenPlace } from '../copy-job.ts';
import { documentFailure } from '../failures.ts';
import { COPY_AUTHORIZATION_MS, MOST_MODELS, WAITING_MS, isPrebuilt, isReserved } from '../model.ts';
import type { DocumentModel, ModelOperation } from '../model.ts';
import { MOST_PACKAGE_BYTES, unpackModel } from '../package.ts';
import { AuthorizeCopyRequest, CopyAuthorizationView, CopyRequest, ModelParams, ModelView } from '../schemas.ts';
import { copyAuthorizations, copyTokenKey, models, newCopyToken, newOperationId, operations } from '../store.ts';
import { versionNamed } from '../versions.ts';
import { RETRY_AFTER, modelView } from '../wire.ts';

const authorizeCopy = operation({
  id: 'documents.authorizeCopy',
  summary: 'Generate an authorization to copy a model to this account under the given modelId',
  route: 'POST /documentModels:authorizeCopy',
  needs: 'authoring',
  body: AuthorizeCopyRequest,
  replies: { 200: CopyAuthorizationView },
  fails: ['ModelExists'],
  example: { body: { modelId: 'copied-model', description: 'From the test resource', tags: { source: 'test' } } },
  run({ account, body: { modelId, description, tags = {} }, version, link }, { clock, ids, region }) {
    if (isPrebuilt(modelId)) throw documentFailure('ModelExists');
    if (isReserved(modelId)) throw fail('ParameterInvalid', { parameter: 'modelId', details: 'names that begin with prebuilt- are reserved.' });
    const now = clock.now();
    const accessToken = newCopyToken(now, ids.secret());
    const expiresAt = now + COPY_AUTHORIZATION_MS;
    const change = new Change()
      .expectAbsent(models, account.id, modelId, () => documentFailure('ModelExists'))
      .put(copyAuthorizations, account.id, copyTokenKey(accessToken), { modelId, description, tags, expiresAt });
    return reply(200, {
      targetResourceId: resourceId(account),
      targetResourceRegion: region,
      targetModelId: modelId,
      targetModelLocation: link('/documentModels/{modelId}', { modelId }, { versioned: versionNamed(version).versionedLocation }),
      accessToken,
      expirationDateTime: new Date(expiresAt).toISOString(),
    }, { change });
  },
});

const copyTo = operation({
  id: 'documents.copyTo',
  summary: 'Copy a model to the account, here or on another server, that gave the authorization',
  route: 'POST /documentModels/{modelId}:copyTo',
  needs: 'authoring',
  params: ModelParams,
  body: CopyRequest,
  replies: { 202: null },
  fails: ['ModelNotFound', 'ModelReadOnly', 'AuthorizationFailed'],
  example: {
    params: { modelId: 'my-model' },
    body: {
      targetResourceId: '/subscriptions/default/resourceGroups/default/accounts/default', targetResourceRegion: 'local', targetModelId: 'copied-model',
      targetModelLocation: 'http://127.0.0.1:8080/documentanalysis/documentModels/copied-model', accessToken: '0'.repeat(64), expirationDateTime: '2036-01-01T00:00:00Z',
    },
  },
  async run({ account, params: { modelId }, body, version, link }, { records, clock, ids, jobs, keyring }) {
    if (isReserved(modelId)) throw documentFailure('ModelReadOnly');
    const model = await records.get(models, account.id, modelId);
    if (!model) throw documentFailure('ModelNotFound');
    const { targetResourceId, targetModelId, targetModelLocation, accessToken, expirationDateTime } = body;
    if (!arrivalAddress(targetModelLocation, targetModelId)) throw fail('ParameterInvalid', { parameter: 'targetModelLocation', details: 'it is not the address of the model targetModelId.' });
    if (Date.parse(expirationDateTime) <= clock.now()) throw documentFailure('AuthorizationFailed', { details: 'the authorization has expired.' });
    const change = new Change();
    const { id: operationId, createdAt } = jobs.enqueue(change, { account: account.id, kind: COPY, input: {}, id: newOperationId(clock.now(), ids.uuid()) });
    const started: ModelOperation = {
      kind: 'documentModelCopyTo', version, createdAt, expiresAt: createdAt + WAITING_MS, tags: model.value.tags,
      // The model is the target's, whom the source's key does not open; clients fetch this address when the copy has ended.
      resourceLocation: `${link('/documentModels/{modelId}', { modelId: targetModelId })}&operation=${operationId}`,
      copy: { source: modelId, targetResourceId, targetModelId, targetModelLocation, sealedToken: keyring.seal(accessToken, tokenPlace(operationId)) },
    };
    change.create(operations, account.id, operationId, started);
    return reply(202, undefined, { headers: { 'operation-location': link('/operations/{operationId}', { operationId }), ...RETRY_AFTER }, change });
  },
});

const receiveCopy = operation({
  id: 'documents.receiveCopy',
  summary: 'Take in a model that another account\'s copy brings, with the token of an authorization in place of a key; not part of the vendor\'s interface',
  route: 'POST /documentModels/{modelId}:receiveCopy',
  needs: 'nothing',
  params: ModelParams,
  body: Bytes,
  accepts: 'bytes',
  maxBytes: MOST_PACKAGE_BYTES,
  replies: { 200: ModelView },
  fails: ['AuthorizationFailed', 'ModelExists', 'DocumentModelLimit', 'UnsupportedContent'],
  audited: false,
  async admit(request, services) {
    await arrivalOf(request, services);
  },
  async run(call, services) {
    const { records, blobs, clock } = services;
    const version = versionNamed(call.version);
    const { account, tokenKey, authorization, arrived } = await arrivalOf(call, services);
    if (arrived) return reply(200, modelView(arrived, version));
    const { model, artefact } = unpackModel(call.body);
    if ((await records.page(models, account.id, { limit: MOST_MODELS })).length === MOST_MODELS) throw documentFailure('DocumentModelLimit', { maximumModels: MOST_MODELS });
    const { modelId, description, tags } = authorization!.value;
    if (await records.get(models, account.id, modelId)) throw documentFailure('ModelExists');
    const landed: DocumentModel = { ...model, modelId, createdAt: clock.now(), tags, ...description !== undefined && { description }, artefact: await blobs.put(account.id, artefact), arrivedWith: tokenKey };
    const change = new Change()
      .delete(copyAuthorizations, account.id, authorization!)
      .create(models, account.id, modelId, landed, () => documentFailure('ModelExists'))
      .audit(account.id, { at: new Date(clock.now()).toISOString(), operation: 'documents.receiveCopy', caller: call.caller.name, request: call.requestId, params: call.params });
    return reply(200, modelView(landed, version), { change });
  },
});

export const copyOperations: Operation[] = [authorizeCopy, copyTo, receiveCopy];
