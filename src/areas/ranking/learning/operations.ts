/** The model of a loop: export, import, reset. */
import { Bytes, operation, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { readCheckpoint, writeCheckpoint } from '../../../engines/ranking/checkpoint.ts';
import { Model } from '../../../engines/ranking/model.ts';
import { parsePolicy } from '../../../engines/ranking/policy.ts';
import { rankingFailure } from '../failures.ts';
import { currentModel, startGeneration } from '../model.ts';
import type { Loop } from '../model.ts';
import { ModelProperties, SignedQuery } from '../schemas.ts';
import { appendEntry, readLoop, readLoopToChange } from '../store.ts';
import { PREVIEWS } from '../versions.ts';
import { openSignedModel, signModel } from './signed-model.ts';

const MAX_FILE_BYTES = 64 * 2 ** 20;

/** The exported model, if it has the current learning settings: after a change of them, an untrained one until the next export. */
async function readModelFile(loop: Loop, { blobs }: Ports, account: string): Promise<Uint8Array> {
  const { policy, begunAt } = loop;
  const model = currentModel(loop);
  const untrained = (): Uint8Array => writeCheckpoint(new Model(parsePolicy(policy.arguments)));
  if (!model) return untrained();
  const bytes = await blobs.get(account, model.blob);
  if (!bytes) throw new Error(`The model ${model.blob} is missing.`);
  const isOfThisGeneration = model.exportedAt >= begunAt;
  return isOfThisGeneration || readCheckpoint(bytes).model.policy.arguments === policy.arguments ? bytes : untrained();
}

const getModel = operation({
  id: 'ranking.getModel',
  summary: 'Get the model file; a signed one can be imported',
  route: 'GET /model',
  inThread: 'largeBody',
  query: SignedQuery,
  replies: { 200: Bytes },
  async run({ account, query: { signed } }, services) {
    const bytes = await readModelFile(await readLoop(services, account.id), services, account.id);
    return reply(200, signed ? signModel(bytes, services.keyring) : bytes);
  },
});

const importModel = operation({
  id: 'ranking.importModel',
  summary: 'Replace the model with a signed model file',
  route: 'PUT /model',
  versions: PREVIEWS,
  inThread: 'largeBody',
  body: Bytes,
  accepts: 'bytes',
  maxBytes: MAX_FILE_BYTES,
  badInput: 'InvalidModelImportFormat',
  replies: { 204: null },
  fails: ['InvalidModelImportSignature', 'InvalidModelImportFormat', 'PayloadSizeExceeded'],
  async run({ account, body }, services) {
    const { loop, replaceLoop } = await readLoopToChange(services, account.id);
    const { bytes, model } = openSignedModel(body, services.keyring);
    const { arguments: policy } = model.policy;
    if (policy !== loop.policy.arguments)
      throw rankingFailure('InvalidModelImportFormat', {
        details: `the model was trained with other learning settings; set these first: ${policy}`,
      });
    const now = services.clock.now();
    const blob = await services.blobs.put(account.id, bytes);
    const next: Loop = {
      ...startGeneration(loop, now),
      base: blob,
      trained: { blob, position: currentModel(loop)?.position ?? 0, exportedAt: now },
    };
    return reply(204, undefined, {
      change: appendEntry(replaceLoop(next), account.id, { kind: 'model', generation: next.generation, policy, blob }),
    });
  },
});

const resetModel = operation({
  id: 'ranking.resetModel',
  summary: 'Reset the model: all actions are equally likely until it has learned again',
  route: 'DELETE /model',
  replies: { 204: null },
  async run({ account }, services) {
    const { loop, replaceLoop } = await readLoopToChange(services, account.id);
    const next: Loop = { ...startGeneration(loop, services.clock.now()), base: undefined, trained: undefined, model: undefined };
    return reply(204, undefined, {
      change: appendEntry(replaceLoop(next), account.id, { kind: 'model', generation: next.generation, policy: loop.policy.arguments }),
    });
  },
});

const getModelProperties = operation({
  id: 'ranking.getModelProperties',
  summary: 'Get the creation time and the last export of the model',
  route: 'GET /model/properties',
  replies: { 200: ModelProperties },
  async run({ account }, services) {
    const loop = await readLoop(services, account.id);
    const { begunAt } = loop;
    return reply(200, {
      creationTime: new Date(begunAt).toISOString(),
      lastModifiedTime: new Date(currentModel(loop)?.exportedAt ?? begunAt).toISOString(),
    });
  },
});

export const modelOperations: Operation<Ports>[] = [getModel, importModel, resetModel, getModelProperties];
