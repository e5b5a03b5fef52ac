/**
 * Cross-validation of a version, example by example. Intents are cross-validated in every training, which needs the
 * result itself. Evaluating entities costs more than training them, so a job does it on request; its result is stored
 * with the training.
 */
import { scoreEntities } from '../../../engines/language/entities/evaluation/scores.ts';
import { evaluate } from '../../../engines/language/intents/evaluation/evaluate.ts';
import { isFinal } from '../../../kernel/job.ts';
import type { StoredJob } from '../../../kernel/job.ts';
import { understandingFailure } from '../failures.ts';
import type { EntitySpan, HeldOutEntities, HeldOutIntent, Training } from '../model.ts';
import { EntityEvaluation, Evaluation, EvaluationQuery } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import { trainings } from '../store.ts';
import { versionOperation } from '../version-operation.ts';
import { EVALUATE_JOB, readJson } from './jobs.ts';

interface EvaluationStatus {
  status: string;
  percentCompleted: number;
  message?: string;
}

const NOT_STARTED: EvaluationStatus = { status: 'notStarted', percentCompleted: 0 };
const NEVER_TRAINED = {
  trainedDateTime: null,
  isCurrent: false,
  accuracy: null,
  intents: [],
  entityEvaluation: NOT_STARTED,
  entities: [],
  entityAverages: null,
  utterances: [],
};

/** The status of the evaluation of entities. A job that did nothing, or whose record expired, counts as not started. */
function describeStatus({ trained, evaluating }: Training, job: StoredJob | undefined): EvaluationStatus {
  if (trained?.entities !== undefined) return { status: 'succeeded', percentCompleted: 100 };
  if (!evaluating || !job) return NOT_STARTED;
  const { state, progress, errors } = job.value;
  if (!isFinal(job.value)) return { status: 'running', percentCompleted: Math.floor(100 * progress) };
  return state === 'failed' ? { status: 'failed', percentCompleted: 0, message: errors[0]?.message } : NOT_STARTED;
}

/** A span as label inputs have it: with an inclusive end. */
function describeSpan({ entity, start, end }: EntitySpan): { entityName: string; startCharIndex: number; endCharIndex: number } {
  return { entityName: entity, startCharIndex: start, endCharIndex: end - 1 };
}

export const evaluationOperations: readonly UnderstandingOperation[] = [
  versionOperation({
    id: 'understanding.getEvaluation',
    summary: 'Get the cross-validation of the last training: of intents, and of entities if requested',
    route: 'GET /evaluation',
    query: EvaluationQuery,
    replies: { 200: Evaluation },
    async read({ owner, version }, { query: { skip, take } }, services) {
      const { records, jobs } = services;
      const started = (await records.get(trainings, owner, version.value.uid))?.value;
      const job = started?.evaluating && (await jobs.get(owner, started.evaluating.jobId));
      // A job and its result are committed together, so the training is read again after the job.
      const training = (await records.get(trainings, owner, version.value.uid))?.value;
      const trained = training?.trained;
      if (!training || trained?.evaluation === undefined) return NEVER_TRAINED;
      const utterances = await readJson<HeldOutIntent>(services, owner, trained.evaluation);
      const outcomes = await readJson<HeldOutEntities>(services, owner, trained.entities);
      const { classes, accuracy } = evaluate(
        utterances.map(({ intentLabel, predictedIntent }) => ({ expected: [intentLabel], predicted: [predictedIntent] })),
      );
      const {
        entities,
        micro: { precision, recall, f1 },
      } = scoreEntities(outcomes);
      const outcomesById = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
      return {
        trainedDateTime: new Date(trained.at).toISOString(),
        isCurrent: trained.revision === version.value.revision,
        accuracy: utterances.length === 0 ? null : accuracy,
        intents: [...classes].map(([name, { truePositives, falseNegatives, ...figures }]) => ({
          name,
          utterances: truePositives + falseNegatives,
          ...figures,
        })),
        entityEvaluation: describeStatus(training, job),
        entities: Object.entries(entities).map(([name, { labeled, ...figures }]) => ({ name, labels: labeled, ...figures })),
        entityAverages: trained.entities === undefined ? null : { precision, recall, f1 },
        utterances: utterances.slice(skip, take === undefined ? undefined : skip + take).map((utterance) => {
          const outcome = outcomesById.get(utterance.id);
          return outcome
            ? { ...utterance, entityLabels: outcome.labels.map(describeSpan), entityPredictions: outcome.found.map(describeSpan) }
            : utterance;
        }),
      };
    },
  }),
  versionOperation({
    id: 'understanding.evaluateEntities',
    summary: 'Start the cross-validation of the learned entities of a trained version',
    route: 'POST /evaluation',
    replies: { 202: EntityEvaluation },
    fails: ['EvaluationOutdated'],
    async run({ owner, app, version }, _call, { records, jobs }) {
      const { uid, revision } = version.value;
      const training = await records.get(trainings, owner, uid);
      if (training?.value.trained?.evaluation === undefined || training.value.trained.revision !== revision) {
        throw understandingFailure('EvaluationOutdated');
      }
      const job = training.value.evaluating && (await jobs.get(owner, training.value.evaluating.jobId));
      const status = describeStatus(training.value, job);
      if (status.status === 'running' || status.status === 'succeeded') return { status: 202, body: status };
      return {
        status: 202,
        body: { status: 'running', percentCompleted: 0 },
        keepsRevision: true,
        writes: (change) => {
          const { id: jobId } = jobs.enqueue(change, {
            account: owner,
            kind: EVALUATE_JOB,
            input: { appId: app.value.id, uid },
            subject: { id: app.value.id, name: app.value.name },
          });
          change.replace(trainings, owner, training, { ...training.value, evaluating: { jobId } });
        },
      };
    },
  }),
];
