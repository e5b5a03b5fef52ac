import { Bytes, operation, reply } from '../../../kernel/operation.ts';
import { writeCheckpoint } from '../../../engines/bandits/checkpoint.ts';
import { Model } from '../../../engines/bandits/model.ts';
import { parsePolicy } from '../../../engines/bandits/policy.ts';
import { rankingFailure } from '../failures.ts';
import type { Loop } from '../model.ts';
import { ModelProperties, SignedQuery } from '../schemas.ts';
import { openSignedModel, signedModel } from './signed-model.ts';
import { entry, loopToChange } from '../store.ts';

const MOST_FILE_BYTES = 64 * 2 ** 20;

export const getModel = operation({
  id: 'ranking.getModel',
  summary: 'Get the model file; signed, it can be imported again',
  route: 'GET /model',
  needs: 'authoring',
  query: SignedQuery,
  replies: { 200: Bytes },
  async run({ account, query: { signed } }, services) {
    const { loop } = await loopToChange(services, account.id);
    const bytes = loop.model ? await services.blobs.get(account.id, loop.model.blob) : writeCheckpoint(new Model(parsePolicy(loop.policy.arguments)));
    if (!bytes) throw new Error(`The model ${loop.model!.blob} is missing.`);
    return reply(200, signed ? signedModel(bytes, services.keyring) : bytes);
  },
});

export const importModel = operation({
  id: 'ranking.importModel',
  summary: 'Put a signed model in place of the one in use',
  route: 'PUT /model',
  versions: ['v1.1-preview.3'],
  needs: 'authoring',
  body: Bytes,
  accepts: 'bytes',
  maxBytes: MOST_FILE_BYTES,
  badInput: 'InvalidModelImportFormat',
  replies: { 204: null },
  fails: ['InvalidModelImportSignature', 'InvalidModelImportFormat', 'PayloadSizeExceeded'],
  async run({ account, body }, services) {
    const { loop, replaced } = await loopToChange(services, account.id);
    const { bytes, model } = openSignedModel(body, services.keyring);
    const { arguments: policy } = model.policy;
    if (policy !== loop.policy.arguments) throw rankingFailure('InvalidModelImportFormat', { details: `the model was trained with other learning settings; put these first: ${policy}` });
    const now = services.clock.now();
    const blob = await services.blobs.put(account.id, bytes);
    const next: Loop = { ...begun(loop, now), base: blob, model: { blob, position: loop.model?.position ?? 0, exportedAt: now } };
    return reply(204, undefined, { change: entry(replaced(next), account.id, { kind: 'model', generation: next.generation, policy, blob }) });
  },
});

export const resetModel = operation({
  id: 'ranking.resetModel',
  summary: 'Begin the model anew: until it has learned again every action is equally likely',
  route: 'DELETE /model',
  needs: 'authoring',
  replies: { 204: null },
  async run({ account }, services) {
    const { loop, replaced } = await loopToChange(services, account.id);
    const next: Loop = { ...begun(loop, services.clock.now()), base: undefined, model: undefined };
    return reply(204, undefined, { change: entry(replaced(next), account.id, { kind: 'model', generation: next.generation, policy: loop.policy.arguments }) });
  },
});

export const getModelProperties = operation({
  id: 'ranking.getModelProperties',
  summary: 'Get when the model began and when it was last exported',
  route: 'GET /model/properties',
  needs: 'authoring',
  replies: { 200: ModelProperties },
  async run({ account }, services) {
    const { loop: { begunAt, model } } = await loopToChange(services, account.id);
    return reply(200, { creationTime: new Date(begunAt).toISOString(), lastModifiedTime: new Date(model?.exportedAt ?? begunAt).toISOString() });
  },
});

function begun(loop: Loop, now: number): Loop {
  return { ...loop, generation: loop.generation + 1, begunAt: now };
}
