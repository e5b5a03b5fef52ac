import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { SingletonTaskContext } from '../../../kernel/singleton-task.ts';
import type { JobContext, JobHandlers } from '../../../kernel/job-handler.ts';
import { parsePolicy } from '../../../engines/ranking/policy.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { Change } from '../../../kernel/change.ts';
import { readAll } from '../../../shared/read-all.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { EvaluationOutcome, EvaluationTask } from './evaluate.ts';
import { rankingFailure } from '../failures.ts';
import { DAY_MS, currentModel, durationMs, startGeneration, toJoinRules } from '../model.ts';
import type { EvaluatedPolicy, Evaluation, Loop, PolicyResult } from '../model.ts';
import { LOG, LOOP_KEY, appendEntry, evaluations, featureImportances, loops, findPosition, appendRetraining } from '../store.ts';

export const EVALUATE_JOB = 'ranking.evaluate';
export const IMPORTANCE_JOB = 'ranking.featureImportance';

const EVALUATION_MODULE = new URL('./evaluate.ts', import.meta.url);
const BATCH_SIZE = 200;
/** Approximate number of events that feature importance is measured on. */
const IMPORTANCE_EVENTS = 20_000;

const AUTOMATIC_RANGE_MS = 14 * DAY_MS;
const AUTOMATIC_RUNS_KEPT = 24;
export const MAX_LOG_ENTRIES = 5_000_000;

export const evaluationJobs: JobHandlers = {
  async [EVALUATE_JOB]({ account, input }, context) {
    const { services } = context;
    const { evaluationId } = input as { evaluationId: string };
    const stored = await services.records.get(evaluations, account, evaluationId);
    if (!stored) return { state: 'succeeded' };
    const outcome = await runEvaluation(account, stored.value, context);
    const { evaluation, improvement } = await storeResults(services, account, stored.value, outcome);
    const change = new Change();
    if (stored.value.evaluationType === 'Auto') {
      evaluation.status = improvement === undefined ? 'onlinePolicyRetained' : 'optimalPolicyApplied';
      if (improvement !== undefined) await applyPolicy(change, services, account, evaluation, improvement);
    }
    return { state: 'succeeded', change: change.replace(evaluations, account, stored, evaluation) };
  },

  async [IMPORTANCE_JOB]({ account, input }, context) {
    const { services } = context;
    const { id } = input as { id: string };
    const stored = await services.records.get(featureImportances, account, id);
    if (!stored) return { state: 'succeeded' };
    const { featureScores } = await runEvaluation(account, { ...stored.value, policyResults: [], searches: false }, context);
    return {
      state: 'succeeded',
      change: new Change().replace(featureImportances, account, stored, { ...stored.value, status: 'Succeeded', featureScores }),
    };
  },
};

/** The first and last log position that an evaluation reads: its time range and the wait time after it. */
export async function findLogRange(
  services: Ports,
  account: string,
  { startTime, endTime }: { startTime: string; endTime: string },
): Promise<{ first: number; last: number; loop: Loop | undefined }> {
  const loop = (await services.records.get(loops, account, LOOP_KEY))?.value;
  const waitMs = loop ? toJoinRules(loop.settings).waitMs : 0;
  const first = await findPosition(services, account, Math.max(Date.parse(startTime), loop?.logsFrom ?? 0));
  const last = (await findPosition(services, account, Date.parse(endTime) + waitMs + 1)) - 1;
  return { first, last, loop };
}

/** Sends the log to the evaluation thread in batches. */
async function runEvaluation(
  account: string,
  { startTime, endTime, policyResults, searches }: Pick<Evaluation, 'startTime' | 'endTime' | 'policyResults' | 'searches'>,
  { services, signal, progress }: JobContext,
): Promise<EvaluationOutcome> {
  const { first, last, loop } = await findLogRange(services, account, { startTime, endTime });
  if (!loop) throw rankingFailure('NoLogsExistInDateRange');
  const { port1, port2 } = new MessageChannel();
  const task: EvaluationTask = {
    port: port2,
    rules: toJoinRules(loop.settings),
    share: loop.settings.explorationPercentage,
    fromMs: Date.parse(startTime),
    toMs: Date.parse(endTime),
    nowMs: services.clock.now(),
    online: loop.policy,
    custom: policyResults.filter(({ policySource }) => policySource === 'Custom'),
    searches,
    importanceEvery: Math.max(1, Math.round((last - first) / 2 / IMPORTANCE_EVENTS)),
  };
  const outcome = services.threads.run<EvaluationOutcome>({
    module: EVALUATION_MODULE,
    function: 'evaluate',
    input: task,
    transfer: [port2],
    signal,
  });
  const failed = new AbortController();
  outcome.catch((error: unknown) => failed.abort(error));
  try {
    for (let after = first - 1; after < last;) {
      const entries = await services.records.readEvents(account, LOG, after, Math.min(BATCH_SIZE, last - after));
      if (entries.length === 0) break;
      port1.postMessage(entries);
      await once(port1, 'message', { signal: AbortSignal.any([signal, failed.signal]) });
      after = entries.at(-1)!.position;
      await progress((after - first + 1) / (last - first + 1));
    }
    port1.postMessage(null);
    return await outcome;
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : error;
  } finally {
    port1.close();
  }
}

async function storeResults(
  { blobs }: Ports,
  account: string,
  evaluation: Evaluation,
  { policyResults, summaries, models, optimalPolicy, improvement, featureScores }: EvaluationOutcome,
): Promise<{ evaluation: Evaluation; improvement?: string }> {
  const modelBlobs: [name: string, blob: string][] = [];
  for (const [name, bytes] of Object.entries(models)) modelBlobs.push([name, await blobs.put(account, bytes)]);
  return {
    improvement,
    evaluation: {
      ...evaluation,
      status: 'completed',
      policyResults,
      optimalPolicy,
      models: Object.fromEntries(modelBlobs),
      summaries: await blobs.put(account, Buffer.from(JSON.stringify(summaries))),
      featureImportance: featureScores.map(({ namespace, featureName, score }) => [`${namespace}.${featureName}`, String(score)]),
    },
  };
}

/** Applies learning settings of an evaluation, and the model trained with them, to the loop. */
export async function applyPolicy(
  change: Change,
  { records, clock }: Ports,
  account: string,
  { policyResults, models }: Evaluation,
  policyName: string,
): Promise<void> {
  const result = policyResults.find(({ name }) => name.toLowerCase() === policyName.toLowerCase());
  if (!result) throw rankingFailure('LearningSettingsNotFound');
  const stored = await records.get(loops, account, LOOP_KEY);
  if (!stored || result.arguments === '') throw rankingFailure('EvaluationModelNotFound');
  const now = clock.now();
  const policy = { name: result.name, arguments: result.arguments };
  const loop: Loop = { ...startGeneration(stored.value, now, policy), editedAt: now, base: undefined };
  if (stored.value.settings.isAutoOptimizationEnabled && parsePolicy(result.arguments).multiSlot)
    throw rankingFailure('ProblemTypeIncompatibleWithAutoOptimization');
  const blob = Object.hasOwn(models, result.name) ? models[result.name] : undefined;
  if (blob === undefined) applyOnlinePolicy(change, account, stored, result, loop);
  else {
    const trained = { blob, position: currentModel(stored.value)?.position ?? 0, exportedAt: now };
    change.replace(loops, account, stored, { ...loop, base: blob, trained });
    appendEntry(change, account, { kind: 'model', generation: loop.generation, policy: result.arguments, blob });
  }
}

/** Applies the settings that were active during the evaluation: nothing changes if they still are, otherwise the model is retrained. */
function applyOnlinePolicy(change: Change, account: string, stored: Stored<Loop>, result: PolicyResult, loop: Loop): void {
  if (result.policySource !== 'Online') throw rankingFailure('EvaluationModelNotFound');
  if (stored.value.policy.arguments === result.arguments) change.replace(loops, account, stored, stored.value);
  else appendRetraining(change.replace(loops, account, stored, loop), account, loop);
}

/** Starts an automatic optimization if it is due. */
export async function startAutomaticEvaluation(
  stored: Stored<Loop>,
  account: string,
  { services, commit }: SingletonTaskContext,
): Promise<void> {
  const { settings, optimizedAt = 0 } = stored.value;
  const now = services.clock.now();
  if (
    !settings.isAutoOptimizationEnabled ||
    now < Date.parse(settings.autoOptimizationStartDate) ||
    now < optimizedAt + durationMs(settings.autoOptimizationFrequency)!
  )
    return;
  const change = new Change().replace(loops, account, stored, { ...stored.value, optimizedAt: now });
  const range = { startTime: new Date(now - AUTOMATIC_RANGE_MS).toISOString(), endTime: new Date(now).toISOString() };
  const { first, last } = await findLogRange(services, account, range);
  if (last >= first) {
    enqueueEvaluation(change, services, account, {
      ...range,
      name: `Automatic optimization ${new Date(now).toISOString()}`,
      searches: true,
      policies: [],
      evaluationType: 'Auto',
    });
    const runs = (await readAll(services.records, evaluations, account, '')).filter(({ value }) => value.evaluationType === 'Auto');
    const oldestFirst = runs.sort((a, b) => (a.value.creationTime < b.value.creationTime ? -1 : 1));
    for (const old of oldestFirst.slice(0, Math.max(0, runs.length + 1 - AUTOMATIC_RUNS_KEPT))) change.delete(evaluations, account, old);
  }
  await commit(change);
}

export interface NewEvaluation {
  /** Chosen by the caller, or by the server. */
  id?: string;
  name: string;
  startTime: string;
  endTime: string;
  searches: boolean;
  policies: EvaluatedPolicy[];
  evaluationType: Evaluation['evaluationType'];
}

/** Adds an evaluation and its job to a change. */
export function enqueueEvaluation(
  change: Change,
  { ids, jobs, clock }: Ports,
  account: string,
  { id: chosenId, policies, ...rest }: NewEvaluation,
): Evaluation {
  const id = chosenId ?? ids.uuid();
  const { id: jobId } = jobs.enqueue(change, {
    account,
    kind: EVALUATE_JOB,
    input: { evaluationId: id },
    subject: { id, name: rest.name },
  });
  const evaluation: Evaluation = {
    ...rest,
    id,
    jobId,
    status: 'pending',
    featureImportance: [],
    optimalPolicy: '',
    creationTime: new Date(clock.now()).toISOString(),
    models: {},
    policyResults: policies.map(({ name, arguments: text, explorationPercentage }) => ({
      name,
      arguments: text,
      policySource: 'Custom',
      explorationPercentage,
    })),
  };
  change.create(evaluations, account, id, evaluation, () => rankingFailure('EvaluationAlreadyExists', { id }));
  return evaluation;
}
