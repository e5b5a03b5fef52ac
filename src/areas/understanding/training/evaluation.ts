/**
 * How well a version understands what it was not taught by, utterance by utterance. Intents are cross-validated in
 * every training, which needs that for itself. Entities cost about five times what their training does, so that they
 * are evaluated, as a job, only when somebody asks; the answer is kept with the training.
 */
import { scoresOf } from '../../../engines/entities/scores.ts';
import { evaluate } from '../../../engines/intents/evaluate.ts';
import { isFinal } from '../../../kernel/job.ts';
import type { StoredJob } from '../../../kernel/job.ts';
import { understandingFailure } from '../failures.ts';
import { EVALUATE_JOB, readJson } from './jobs.ts';
import type { HeldOutIntent, HeldOutEntities, EntitySpan, Training } from '../model.ts';
import { EntityEvaluation, Evaluation, EvaluationQuery } from '../schemas.ts';
import { trainings } from '../store.ts';
import { versionOperation } from '../version-operation.ts';

const NOT_STARTED = { status: 'notStarted', percentCompleted: 0 };
const NEVER = { trainedDateTime: null, isCurrent: false, accuracy: null, intents: [], entityEvaluation: NOT_STARTED, entities: [], entityAverages: null, utterances: [] };

/** How the evaluation of entities stands; one whose job did nothing, or is gone, was as good as never begun. */
function standing({ trained, evaluating }: Training, job: StoredJob | undefined): { status: string; percentCompleted: number; message?: string } {
  if (trained?.entities !== undefined) return { status: 'succeeded', percentCompleted: 100 };
  if (!evaluating || !job) return NOT_STARTED;
  const { state, progress, errors } = job.value;
  if (!isFinal(job.value)) return { status: 'running', percentCompleted: Math.floor(100 * progress) };
  return state === 'failed' ? { status: 'failed', percentCompleted: 0, message: errors[0]?.message } : NOT_STARTED;
}

/** As labels are given: with the last character of a stretch. */
function given({ entity, start, end }: EntitySpan): { entityName: string; startCharIndex: number; endCharIndex: number } {
  return { entityName: entity, startCharIndex: start, endCharIndex: end - 1 };
}

export const getEvaluation = versionOperation({
  id: 'understanding.getEvaluation',
  summary: 'Get what the last training of a version said of each utterance without having been shown it: cross-validation of intents, and of entities where that was asked for',
  route: 'GET /evaluation',
  query: EvaluationQuery,
  replies: { 200: Evaluation },
  async run({ owner, version }, { query: { skip, take } }, services) {
    const { records, jobs } = services;
    const begun = (await records.get(trainings, owner, version.value.uid))?.value;
    const job = begun?.evaluating && await jobs.get(owner, begun.evaluating.jobId);
    // A job ends together with its result: what was read before that is read again.
    const training = (await records.get(trainings, owner, version.value.uid))?.value;
    const trained = training?.trained;
    if (!training || trained?.evaluation === undefined) return { status: 200, body: NEVER };
    const utterances = await readJson<HeldOutIntent>(services, owner, trained.evaluation);
    const outcomes = await readJson<HeldOutEntities>(services, owner, trained.entities);
    const { classes, accuracy } = evaluate(utterances.map(({ intentLabel, predictedIntent }) => ({ expected: [intentLabel], predicted: [predictedIntent] })));
    const { entities, micro: { precision, recall, f1 } } = scoresOf(outcomes);
    const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
    return {
      status: 200, body: {
        trainedDateTime: new Date(trained.at).toISOString(), isCurrent: trained.revision === version.value.revision, accuracy: utterances.length === 0 ? null : accuracy,
        intents: [...classes].map(([name, { truePositives, falseNegatives, ...figures }]) => ({ name, utterances: truePositives + falseNegatives, ...figures })),
        entityEvaluation: standing(training, job),
        entities: Object.entries(entities).map(([name, { labelled, ...figures }]) => ({ name, labels: labelled, ...figures })),
        entityAverages: trained.entities === undefined ? null : { precision, recall, f1 },
        utterances: utterances.slice(skip, take === undefined ? undefined : skip + take).map((utterance) => {
          const outcome = byId.get(utterance.id);
          return outcome ? { ...utterance, entityLabels: outcome.labels.map(given), entityPredictions: outcome.found.map(given) } : utterance;
        }),
      },
    };
  },
});

export const evaluateEntities = versionOperation({
  id: 'understanding.evaluateEntities',
  summary: 'Begin to evaluate the learned entities of a version as it was trained, by cross-validation',
  route: 'POST /evaluation',
  replies: { 202: EntityEvaluation },
  fails: ['EvaluationOutdated'],
  async run({ owner, app, version }, _call, { records, jobs }) {
    const { uid, revision } = version.value;
    const training = await records.get(trainings, owner, uid);
    if (training?.value.trained?.evaluation === undefined || training.value.trained.revision !== revision) throw understandingFailure('EvaluationOutdated');
    const job = training.value.evaluating && await jobs.get(owner, training.value.evaluating.jobId);
    const now = standing(training.value, job);
    if (now.status === 'running' || now.status === 'succeeded') return { status: 202, body: now };
    return {
      status: 202, body: { status: 'running', percentCompleted: 0 }, keepsRevision: true,
      writes: (change) => {
        const { id: jobId } = jobs.enqueue(change, { account: owner, kind: EVALUATE_JOB, input: { appId: app.value.id, uid } });
        change.replace(trainings, owner, training, { ...training.value, evaluating: { jobId } });
      },
    };
  },
});
