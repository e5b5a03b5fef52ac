import type { LanguageServices } from '../../services.ts';
import { reply } from '../../../../kernel/operation.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import type { Job } from '../../../../kernel/job.ts';
import { readAll } from '../../../../shared/read-all.ts';
import { Change } from '../../../../kernel/change.ts';
import { projectFailure } from '../failures.ts';
import type { Family } from '../family.ts';
import { TRAIN_JOB } from './job.ts';
import type { TrainInput } from './job.ts';
import type { EvaluationOptions } from '../model.ts';
import { Paging, TrainingJobRecord, TrainingJobs, TrainingOptions } from '../schemas.ts';
import { loadAssets, findJob, partKey, projects, trainingJobs } from '../store.ts';
import { paginate } from '../paging.ts';
import { OLDEST } from '../versions.ts';
import { jobHeaders, trainingJobView } from '../wire.ts';
import { projectOperation } from '../family-operation.ts';

const STATUS_PATH = '/projects/{projectName}/train/jobs/{jobId}';
const DEFAULT_TRAINING_PERCENTAGE = 80;
/** Asks for the newest training configuration version. */
const LATEST_CONFIG = 'latest';

/** The requested split. By default 80 % are trained on; all of them where the caller wants no evaluation. */
function parseSplit({ evaluationOptions: given = {}, runValidation, RunVerification }: TrainingOptions): EvaluationOptions {
  if ((given.kind ?? given.type ?? 'percentage') !== 'percentage') return { kind: 'manual', training: 0, testing: 0 };
  if ((runValidation ?? RunVerification) === false) return { kind: 'percentage', training: 100, testing: 0 };
  const [training, testing] = [given.trainingSplitPercentage, given.testingSplitPercentage].map((percentage) =>
    percentage === undefined ? undefined : Number(percentage),
  );
  const split = {
    training: training ?? (testing === undefined ? DEFAULT_TRAINING_PERCENTAGE : 100 - testing),
    testing: testing ?? (training === undefined ? 100 - DEFAULT_TRAINING_PERCENTAGE : 100 - training),
  };
  if (split.training + split.testing !== 100 || split.training <= 0 || split.testing < 0) {
    throw projectFailure('SplitInvalid', { target: 'evaluationOptions' });
  }
  return { kind: 'percentage', ...split };
}

export function trainingOperations<Assets extends object>(family: Family<Assets>): Operation<LanguageServices>[] {
  return [
    projectOperation(family, {
      ids: { conversations: 'conversations.trainProject', texts: 'texts.trainProject' },
      summary: 'Train a model on the assets of a project',
      route: 'POST /:train',
      body: TrainingOptions,
      example: { params: { projectName: 'example' }, body: { modelLabel: 'first', trainingMode: 'standard' } },
      replies: { 202: null },
      fails: ['SplitInvalid', 'NothingToTrain'],
      async run(found, call, services) {
        const { owner, project } = found;
        const { uid, name } = project.value;
        const { modelLabel: label, trainingMode: mode, trainingConfigVersion: configVersion } = call.body;
        const options = parseSplit(call.body);
        if (!family.isTrainable(await loadAssets<Assets>(services, found), options)) {
          throw projectFailure('NothingToTrain', { what: family.labeled });
        }
        const change = new Change().expect(projects, owner, project);
        const input: TrainInput = {
          uid,
          family: family.name,
          project: name,
          label,
          options,
          ...(mode !== undefined && { mode }),
          ...(configVersion !== undefined && configVersion !== LATEST_CONFIG && { configVersion }),
        };
        const job = services.jobs.enqueue(change, { account: owner, kind: TRAIN_JOB[family.name], input, subject: { id: name } });
        change.put(trainingJobs, owner, partKey(uid, `${String(job.createdAt).padStart(16, '0')}/${job.id}`), {
          jobId: job.id,
          expiresAt: job.expiresAt,
        });
        return reply(202, undefined, { headers: jobHeaders(call, STATUS_PATH, job.id), change });
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.listTrainingJobs', texts: 'texts.listTrainingJobs' },
      summary: 'List the training jobs of a project, newest first',
      route: 'GET /train/jobs',
      query: Paging,
      replies: { 200: TrainingJobs },
      async run({ owner, project }, call, { records, jobs }) {
        const { uid } = project.value;
        const listed = (await readAll(records, trainingJobs, owner, partKey(uid, ''))).reverse();
        const { value, nextLink } = paginate(call, '/projects/{projectName}/train/jobs', listed);
        const found = (await Promise.all(value.map((one) => jobs.get(owner, one.value.jobId)))).flatMap((job): Job[] =>
          job ? [job.value] : [],
        );
        const wire = found.map((job) => trainingJobView(family, job, call.version));
        return reply(200, call.version === OLDEST ? { jobs: wire, nextLink } : { value: wire, nextLink });
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.getTrainingStatus', texts: 'texts.getTrainingStatus' },
      summary: 'Get the status of a training job',
      route: 'GET /train/jobs/{jobId}',
      replies: { 200: TrainingJobRecord },
      fails: ['JobNotFound'],
      run: async (found, call, services) =>
        reply(
          200,
          trainingJobView(family, (await findJob(services, found, TRAIN_JOB[family.name], call.params.jobId!)).value, call.version),
        ),
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.cancelTraining', texts: 'texts.cancelTraining' },
      summary: 'Cancel a training job',
      route: 'POST /train/jobs/{jobId}/:cancel',
      replies: { 202: null },
      fails: ['JobNotFound'],
      async run(found, call, services) {
        const read = await findJob(services, found, TRAIN_JOB[family.name], call.params.jobId!);
        const change = new Change();
        const job = services.jobs.cancel(change, read);
        return reply(202, undefined, { headers: jobHeaders(call, STATUS_PATH, job.id), change });
      },
    }),
  ];
}
