import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { SingletonTaskContext } from '../../../kernel/singleton-task.ts';
import type { JobContext, JobHandlers } from '../../../kernel/job.ts';
import { parsePolicy } from '../../../engines/bandits/policy.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { EvaluationOutcome, EvaluationTask } from './evaluate.ts';
import { rankingFailure } from '../failures.ts';
import { durationMs, rulesOf } from '../model.ts';
import type { Evaluation, Loop, PolicyResult } from '../model.ts';
import { LOG, ONLY, entry, evaluations, featureImportances, loops, positionAt, retrained } from '../store.ts';

export const EVALUATE_JOB = 'ranking.evaluate';
export const IMPORTANCE_JOB = 'ranking.featureImportance';
export const DROP_LOGS_JOB = 'ranking.dropLogs';

const EVALUATION_MODULE = new URL('./evaluate.ts', import.meta.url);
const READ_AT_ONCE = 200;
/** Of a log, about so many events are asked which features mattered. */
const IMPORTANCE_EVENTS = 20_000;
const DAY_MS = 24 * 3600_000;
const AUTOMATIC_RANGE_MS = 14 * DAY_MS;
const AUTOMATIC_RUNS_KEPT = 24;
export const MOST_LOG_ENTRIES = 5_000_000;

export const rankingJobs: JobHandlers = {
  async [EVALUATE_JOB]({ account, input }, context) {
    const { services } = context;
    const { evaluationId } = input as { evaluationId: string };
    const read = await services.records.get(evaluations, account, evaluationId);
    if (!read) return { state: 'succeeded' };
    const found = await evaluated(account, read.value, context);
    const { evaluation, improvement } = await kept(services, account, read.value, found);
    const change = new Change();
    if (read.value.evaluationType === 'Auto') {
      evaluation.status = improvement === undefined ? 'onlinePolicyRetained' : 'optimalPolicyApplied';
      if (improvement !== undefined) await apply(change, services, account, evaluation, improvement);
    }
    return { state: 'succeeded', change: change.replace(evaluations, account, read, evaluation) };
  },

  async [IMPORTANCE_JOB]({ account, input }, context) {
    const { services } = context;
    const { id } = input as { id: string };
    const read = await services.records.get(featureImportances, account, id);
    if (!read) return { state: 'succeeded' };
    const { featureScores } = await evaluated(account, { ...read.value, policyResults: [], searches: false }, context);
    return { state: 'succeeded', change: new Change().replace(featureImportances, account, read, { ...read.value, status: 'Succeeded', featureScores }) };
  },

  async [DROP_LOGS_JOB]({ account, input }, { services }) {
    await services.records.dropEvents(account, LOG, (input as { before: number }).before);
    return { state: 'succeeded' };
  },
};

/** The first and the last position of the log that an evaluation reads: its range, and the wait time after it. */
export async function rangeOf(services: Ports, account: string, { startTime, endTime }: { startTime: string; endTime: string }): Promise<{ first: number; last: number; loop: Loop | undefined }> {
  const loop = (await services.records.get(loops, account, ONLY))?.value;
  const waitMs = loop ? rulesOf(loop.settings).waitMs : 0;
  const first = await positionAt(services, account, Math.max(Date.parse(startTime), loop?.logsFrom ?? 0));
  const last = await positionAt(services, account, Date.parse(endTime) + waitMs + 1) - 1;
  return { first, last, loop };
}

/** Feeds the log to the thread that computes, a batch at a time. */
async function evaluated(account: string, { startTime, endTime, policyResults, searches }: Pick<Evaluation, 'startTime' | 'endTime' | 'policyResults' | 'searches'>, { services, signal, progress }: JobContext): Promise<EvaluationOutcome> {
  const { first, last, loop } = await rangeOf(services, account, { startTime, endTime });
  if (!loop) throw rankingFailure('NoLogsExistInDateRange');
  const { port1, port2 } = new MessageChannel();
  const task: EvaluationTask = {
    port: port2, rules: rulesOf(loop.settings), share: loop.settings.explorationPercentage,
    fromMs: Date.parse(startTime), toMs: Date.parse(endTime),
    online: loop.policy, custom: policyResults.filter(({ policySource }) => policySource === 'Custom'), searches,
    importanceEvery: Math.max(1, Math.round((last - first) / 2 / IMPORTANCE_EVENTS)),
  };
  const outcome = services.threads.run<EvaluationOutcome>({ module: EVALUATION_MODULE, function: 'evaluate', input: task, transfer: [port2], signal });
  const failed = new AbortController();
  outcome.catch((error: unknown) => failed.abort(error));
  try {
    for (let after = first - 1; after < last;) {
      const entries = await services.records.readEvents(account, LOG, after, Math.min(READ_AT_ONCE, last - after));
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

async function kept({ blobs }: Ports, account: string, evaluation: Evaluation, { policyResults, summaries, models, optimalPolicy, improvement, featureScores }: EvaluationOutcome): Promise<{ evaluation: Evaluation; improvement?: string }> {
  const stored: [name: string, blob: string][] = [];
  for (const [name, bytes] of Object.entries(models)) stored.push([name, await blobs.put(account, bytes)]);
  return {
    improvement,
    evaluation: {
      ...evaluation, status: 'completed', policyResults, optimalPolicy, models: Object.fromEntries(stored),
      summaries: await blobs.put(account, Buffer.from(JSON.stringify(summaries))),
      featureImportance: featureScores.map(({ namespace, featureName, score }) => [`${namespace}.${featureName}`, String(score)]),
    },
  };
}

/** Makes the settings of an evaluation those of the loop, with the model trained there. */
export async function apply(change: Change, { records, clock }: Ports, account: string, { policyResults, models }: Evaluation, policyName: string): Promise<void> {
  const result = policyResults.find(({ name }) => name.toLowerCase() === policyName.toLowerCase());
  if (!result) throw rankingFailure('LearningSettingsNotFound');
  const read = await records.get(loops, account, ONLY);
  if (!read || result.arguments === '') throw rankingFailure('EvaluationModelNotFound');
  const loop = begunAnew(read.value, { name: result.name, arguments: result.arguments }, clock.now());
  if (read.value.settings.isAutoOptimizationEnabled && parsePolicy(result.arguments).multiSlot) throw rankingFailure('ProblemTypeIncompatibleWithAutoOptimization');
  const blob = Object.hasOwn(models, result.name) ? models[result.name] : undefined;
  if (blob === undefined) applyOnline(change, account, read, result, loop);
  else {
    change.replace(loops, account, read, { ...loop, base: blob, model: { blob, position: read.value.model?.position ?? 0, exportedAt: clock.now() } });
    entry(change, account, { kind: 'model', generation: loop.generation, policy: result.arguments, blob });
  }
}

/** The settings that were in use: nothing changes when they still are, else the model is trained again by them. */
function applyOnline(change: Change, account: string, read: Stored<Loop>, result: PolicyResult, loop: Loop): void {
  if (result.policySource !== 'Online') throw rankingFailure('EvaluationModelNotFound');
  if (read.value.policy.arguments === result.arguments) change.replace(loops, account, read, read.value);
  else retrained(change.replace(loops, account, read, loop), account, loop);
}

function begunAnew(loop: Loop, policy: Loop['policy'], now: number): Loop {
  return { ...loop, policy, generation: loop.generation + 1, begunAt: now, editedAt: now, base: undefined };
}

/** Starts the search for better settings when the loop says that it is time. */
export async function startAutomaticEvaluation(read: Stored<Loop>, account: string, { services, commit }: SingletonTaskContext): Promise<void> {
  const { settings, optimizedAt = 0 } = read.value;
  const now = services.clock.now();
  if (!settings.isAutoOptimizationEnabled || now < Date.parse(settings.autoOptimizationStartDate) || now < optimizedAt + durationMs(settings.autoOptimizationFrequency)!) return;
  const change = new Change().replace(loops, account, read, { ...read.value, optimizedAt: now });
  const range = { startTime: new Date(now - AUTOMATIC_RANGE_MS).toISOString(), endTime: new Date(now).toISOString() };
  const { first, last } = await rangeOf(services, account, range);
  if (last >= first) {
    enqueueEvaluation(change, services, account, { ...range, name: `Automatic optimisation ${new Date(now).toISOString()}`, searches: true, policies: [], evaluationType: 'Auto' });
    const runs = (await services.records.page(evaluations, account, { limit: 1000 })).filter(({ value }) => value.evaluationType === 'Auto').sort((a, b) => a.value.creationTime < b.value.creationTime ? -1 : 1);
    for (const old of runs.slice(0, Math.max(0, runs.length + 1 - AUTOMATIC_RUNS_KEPT))) change.delete(evaluations, account, old);
  }
  await commit(change);
}

export interface NewEvaluation { name: string; startTime: string; endTime: string; searches: boolean; policies: Loop['policy'][]; evaluationType: Evaluation['evaluationType'] }

/** Adds an evaluation and its job to a change. */
export function enqueueEvaluation(change: Change, { ids, jobs, clock }: Ports, account: string, { policies, ...rest }: NewEvaluation): Evaluation {
  const id = ids.uuid();
  const { id: jobId } = jobs.enqueue(change, { account, kind: EVALUATE_JOB, input: { evaluationId: id } });
  const evaluation: Evaluation = {
    ...rest, id, jobId, status: 'pending', featureImportance: [], optimalPolicy: '', creationTime: new Date(clock.now()).toISOString(), models: {},
    policyResults: policies.map(({ name, arguments: text }) => ({ name, arguments: text, policySource: 'Custom' })),
  };
  change.create(evaluations, account, id, evaluation);
  return evaluation;
}
