import type { LanguageServices } from '../../services.ts';
import { Type } from '../../../../kernel/schema.ts';
import { guard } from '../../../../kernel/conditions.ts';
import { reply } from '../../../../kernel/operation.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import { Change } from '../../../../kernel/change.ts';
import type { Family } from '../family.ts';
import { Anything, Paging, TrainedModelItem, TrainedModels, listOf } from '../schemas.ts';
import { findModel, models, partKey, projects, readBlob } from '../store.ts';
import { paginate, paginateRecords } from '../paging.ts';
import { OLDEST } from '../versions.ts';
import { modelInfoView, modelView } from '../wire.ts';
import { FILE_INDEX } from '../offset-units.ts';
import { accepted, jobStatusOperation, projectOperation } from '../family-operation.ts';
import type { JobKinds } from '../family-operation.ts';

const LOAD_SNAPSHOT_JOB: JobKinds = { conversations: 'conversations.loadSnapshot', texts: 'texts.loadSnapshot' };
const MODEL = '/models/{trainedModelLabel}';

/** The blob of an evaluation. */
interface StoredEvaluation {
  summary: object;
  results: object[];
}

export function modelOperations<Assets extends object>(family: Family<Assets>): Operation<LanguageServices>[] {
  return [
    projectOperation(family, {
      ids: { conversations: 'conversations.listTrainedModels', texts: 'texts.listTrainedModels' },
      summary: 'List the trained models of a project',
      route: 'GET /models',
      query: Paging,
      replies: { 200: TrainedModels },
      async run({ owner, project }, call, { records }) {
        const { uid } = project.value;
        const { value, nextLink } = await paginateRecords(call, '/projects/{projectName}/models', records, models, owner, partKey(uid, ''));
        if (call.version === OLDEST) return reply(200, { trainingModelsInfo: value.map((model) => modelInfoView(model.value)) });
        return reply(200, { value: value.map((model) => modelView(model.value)), nextLink });
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.getTrainedModel', texts: 'texts.getTrainedModel' },
      summary: 'Get a trained model',
      route: `GET ${MODEL}`,
      replies: { 200: TrainedModelItem },
      fails: ['ModelNotFound'],
      run: async (found, call, services) => reply(200, modelView((await findModel(services, found, call.params.trainedModelLabel!)).value)),
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.deleteTrainedModel', texts: 'texts.deleteTrainedModel' },
      summary: 'Delete a trained model; its deployments keep working',
      route: `DELETE ${MODEL}`,
      replies: { 204: null },
      fails: ['ModelNotFound'],
      async run(found, call, services) {
        const model = await findModel(services, found, call.params.trainedModelLabel!);
        return reply(204, undefined, { change: new Change().delete(models, found.owner, model) });
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.getModelEvaluationSummary', texts: 'texts.getModelEvaluationSummary' },
      summary: 'Get the evaluation summary of a model',
      route: `GET ${MODEL}/evaluation/summary-result`,
      replies: { 200: Anything },
      fails: ['ModelNotFound'],
      async run(found, call, services) {
        const { evaluated } = (await findModel(services, found, call.params.trainedModelLabel!)).value;
        return reply(200, (await readBlob<StoredEvaluation>(services, found.owner, evaluated)).summary);
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.getModelEvaluationResults', texts: 'texts.getModelEvaluationResults' },
      summary: 'Get the predictions of a model for its test set',
      route: `GET ${MODEL}/evaluation/result`,
      query: Type.Object({ ...Paging.properties, stringIndexType: Type.Optional(Type.String()) }),
      replies: { 200: listOf(Anything) },
      fails: ['ModelNotFound'],
      async run(found, call, services) {
        const { evaluated } = (await findModel(services, found, call.params.trainedModelLabel!)).value;
        const { results } = await readBlob<StoredEvaluation>(services, found.owner, evaluated);
        const { value, nextLink } = paginate(call, `/projects/{projectName}${MODEL}/evaluation/result`, results);
        return reply(200, { value: family.writeResults(value, call.query.stringIndexType ?? FILE_INDEX), nextLink });
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.loadSnapshot', texts: 'texts.loadSnapshot' },
      summary: 'Replace the assets of a project with those that a model was trained on',
      route: `POST ${MODEL}/:load-snapshot`,
      conditional: true,
      replies: { 202: null },
      fails: ['ModelNotFound'],
      async run(found, call, services) {
        const { snapshot } = (await findModel(services, found, call.params.trainedModelLabel!)).value;
        const { owner, project } = found;
        const change = guard(call, new Change(), projects, owner, project.key, project);
        change.replace(projects, owner, project, { ...project.value, assets: snapshot, modifiedAt: services.clock.now() });
        return accepted(family, found, call, services, change, LOAD_SNAPSHOT_JOB, `${MODEL}/load-snapshot/jobs/{jobId}`);
      },
    }),
    jobStatusOperation(family, {
      ids: { conversations: 'conversations.getLoadSnapshotStatus', texts: 'texts.getLoadSnapshotStatus' },
      summary: 'Get the status of loading a snapshot',
      path: `${MODEL}/load-snapshot/jobs/{jobId}`,
      kinds: LOAD_SNAPSHOT_JOB,
    }),
  ];
}
