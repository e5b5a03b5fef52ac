import { Change } from '../../../../kernel/change.ts';
import { isFinal } from '../../../../kernel/job.ts';
import { Bytes, reply } from '../../../../kernel/operation.ts';
import { openCopyTarget } from '../../copying/copy-target.ts';
import { tokenContext } from '../../copying/job.ts';
import { MAX_PACKAGE_BYTES } from '../../copying/package.ts';
import { documentFailure } from '../../failures.ts';
import { COPY_AUTHORIZATION_MS, MAX_WAIT_MS, RETENTION_MS } from '../../model.ts';
import { RETRY_AFTER } from '../../replies.ts';
import { operation } from '../../services.ts';
import { copyAuthorizations, copyTokenKey, newCopyToken } from '../../store.ts';
import { CUSTOM_INPUT, formFailure } from '../failures.ts';
import type { FormCopy, FormModel } from '../model.ts';
import { checkModelLimit, getReadyModel } from '../models/lookup.ts';
import { MODEL_PATH } from '../models/operations.ts';
import { dateTime, errorHeader } from '../replies.ts';
import { CopyFormRequest, FormCopyAuthorization, FormCopyView, ReceivedFormView } from '../schemas.ts';
import { formCopies, formModels } from '../store.ts';
import { COPY_FORM_JOB, NOT_AUTHORIZED } from './job.ts';
import { unpackForm } from './package.ts';
import { plainResourceId, readCopyToken, uploadAddress, writeCopyToken } from './token.ts';
import exampleCalls from '../../examples.json' with { type: 'json' };

const FORM_COPY = { of: 'form', collection: formModels } as const;
const RESULT_PATH = '/custom/models/{modelId}/copyResults/{resultId}';

const authorizeFormCopy = operation({
  id: 'documentsV2.authorizeFormCopy',
  summary: 'Authorize the copy of a model to this account, under a new id',
  route: 'POST /custom/models/copyAuthorization',
  replies: { 201: FormCopyAuthorization },
  fails: ['FormModelLimit'],
  badInput: CUSTOM_INPUT,
  async run({ account, version, link }, services) {
    const { clock, ids, region } = services;
    await checkModelLimit(services, account.id);
    const now = clock.now();
    const [modelId, secret, expiresAt] = [ids.uuid(), newCopyToken(now, account.id, ids.secret()), now + COPY_AUTHORIZATION_MS];
    const model: FormModel = {
      modelId,
      version,
      createdAt: now,
      updatedAt: now,
      kind: 'labelled',
      isArriving: true,
      expiresAt,
      results: [],
      errors: [],
    };
    const change = new Change()
      .create(formModels, account.id, modelId, model)
      .put(copyAuthorizations, account.id, copyTokenKey(secret), { of: FORM_COPY.of, modelId, tags: {}, expiresAt });
    const location = link(MODEL_PATH, { modelId });
    const body = {
      modelId,
      accessToken: writeCopyToken({ secret, region, location }),
      expirationDateTimeTicks: Math.floor(expiresAt / 1000),
    };
    return reply(201, body, { headers: { location }, change });
  },
});

const copyForm = operation({
  id: 'documentsV2.copyForm',
  summary: 'Copy a model to the account that authorized it, on this server or another',
  route: 'POST /custom/models/{modelId}/copy',
  inThread: 'largeBody',
  body: CopyFormRequest,
  replies: { 202: null },
  fails: ['FormModelNotFound', 'FormModelNotReady'],
  badInput: CUSTOM_INPUT,
  example: exampleCalls.copyForm,
  async run({ account, params, body, version, link }, services) {
    const { clock, ids, jobs, keyring } = services;
    const source = await getReadyModel(services, account.id, params.modelId);
    const { targetResourceId, targetResourceRegion } = body;
    const { modelId: targetModelId, accessToken, expirationDateTimeTicks } = body.copyAuthorization;
    const token = readCopyToken(accessToken);
    const isValid =
      token !== undefined &&
      token.region.toLowerCase() === targetResourceRegion.toLowerCase() &&
      expirationDateTimeTicks * 1000 > clock.now() &&
      uploadAddress(token.location, targetModelId) !== undefined;
    const copy = { source: source.modelId, version, targetModelId };
    const accepted = (resultId: string, change: Change): ReturnType<typeof reply> =>
      reply(202, undefined, {
        headers: { 'operation-location': link(RESULT_PATH, { modelId: source.modelId, resultId }), ...RETRY_AFTER },
        change,
      });
    const change = new Change();
    // Like the service, what is wrong with the authorization is the outcome of the copy.
    if (!isValid) {
      const [resultId, at] = [ids.uuid(), clock.now()];
      const ended: FormCopy = { ...copy, createdAt: at, ended: { at, errors: [NOT_AUTHORIZED] }, expiresAt: at + RETENTION_MS };
      return accepted(resultId, change.create(formCopies, account.id, resultId, ended));
    }
    const { id: resultId, createdAt } = jobs.enqueue(change, { account: account.id, kind: COPY_FORM_JOB, input: {} });
    change.create(formCopies, account.id, resultId, {
      ...copy,
      createdAt,
      target: {
        resourceId: plainResourceId(targetResourceId),
        location: token.location,
        sealedToken: keyring.seal(token.secret, tokenContext(resultId)),
      },
      expiresAt: createdAt + MAX_WAIT_MS,
    });
    return accepted(resultId, change);
  },
});

const getCopyResult = operation({
  id: 'documentsV2.getFormCopyResult',
  summary: 'Get the status of a copy',
  route: `GET ${RESULT_PATH}`,
  replies: { 200: FormCopyView },
  fails: ['FormResultNotFound'],
  async run({ account, params: { modelId, resultId } }, { records, jobs }) {
    const read = async (): Promise<FormCopy> => {
      const copy = (await records.get(formCopies, account.id, resultId))?.value;
      if (copy?.source !== modelId.toLowerCase()) throw formFailure('FormResultNotFound');
      return copy;
    };
    const first = await read();
    const job = first.ended ? undefined : (await jobs.get(account.id, resultId))?.value;
    const isOpen = job !== undefined && !isFinal(job);
    // A job that is final has completed the record, which is therefore read again; one that was abandoned has not.
    const copy = first.ended || isOpen ? first : await read();
    const { createdAt, targetModelId, ended } = copy;
    const errors = ended?.errors ?? (isOpen ? [] : [{ code: 'InternalServerError', message: 'An unexpected error occurred.' }]);
    const status = isOpen ? (job.state === 'notStarted' ? 'notStarted' : 'running') : errors.length > 0 ? 'failed' : 'succeeded';
    return reply(
      200,
      {
        status,
        createdDateTime: dateTime(createdAt),
        lastUpdatedDateTime: dateTime(ended?.at ?? job?.updatedAt ?? createdAt),
        copyResult: { modelId: targetModelId, ...(errors.length > 0 && { errors }) },
      },
      { headers: isOpen ? RETRY_AFTER : errorHeader(errors) },
    );
  },
});

const receiveForm = operation({
  id: 'documentsV2.receiveForm',
  summary: "Receive the copy of a model, authorized by a token instead of a key; not part of the vendor's interface",
  route: 'POST /custom/models/{modelId}/receiveCopy',
  needs: 'nothing',
  inThread: 'always',
  body: Bytes,
  accepts: 'bytes',
  maxBytes: MAX_PACKAGE_BYTES,
  replies: { 200: ReceivedFormView },
  fails: ['AuthorizationFailed', 'UnsupportedContent'],
  audited: false,
  async admit({ params, headers }, services) {
    await openCopyTarget(FORM_COPY, params.modelId!, headers, services);
  },
  async run({ params: { modelId }, headers, body, caller, requestId, params }, services) {
    const { account, tokenKey, authorization, existing } = await openCopyTarget(FORM_COPY, modelId, headers, services);
    if (existing) return reply(200, { modelId, createdDateTime: dateTime(existing.createdAt) });
    const stored = await services.records.get(formModels, account.id, modelId);
    // The target may have deleted the model that was to arrive.
    if (!stored?.value.isArriving) throw documentFailure('AuthorizationFailed', { details: 'the model is no longer expected.' });
    const { detail, artifact } = unpackForm(body);
    const at = services.clock.now();
    const { isArriving: _, expiresAt: __, ...arrived } = stored.value;
    const change = new Change()
      .delete(copyAuthorizations, account.id, authorization!)
      .replace(formModels, account.id, stored, {
        ...arrived,
        ...detail,
        updatedAt: at,
        artefact: await services.blobs.put(account.id, artifact),
        arrivedWith: tokenKey,
      })
      .audit(account.id, {
        at: new Date(at).toISOString(),
        operation: 'documentsV2.receiveForm',
        caller: caller.name,
        request: requestId,
        params,
      });
    return reply(200, { modelId, createdDateTime: dateTime(arrived.createdAt) }, { change });
  },
});

export const formCopyOperations = [authorizeFormCopy, copyForm, getCopyResult, receiveForm];
