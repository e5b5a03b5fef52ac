import type { LanguageServices } from '../../services.ts';
import { VENDOR_FIELDS } from '../../../../kernel/aliases.ts';
import { reply } from '../../../../kernel/operation.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import { Change } from '../../../../kernel/change.ts';
import type { Stored } from '../../../../kernel/change.ts';
import { projectFailure } from '../failures.ts';
import type { FamilyInfo } from '../family.ts';
import type { Deployment, Resource } from '../model.ts';
import { DeploymentItem, DeploymentRequest, Paging, ResourceIds, SwapRequest, listOf, resourceIdsIn } from '../schemas.ts';
import { findDeployment, deployments, findModel, models, partKey } from '../store.ts';
import { paginateRecords } from '../paging.ts';
import { deploymentView } from '../wire.ts';
import { agreedResources, isSameResource } from './agreement.ts';
import { EXAMPLE_RESOURCE, accepted, jobStatusOperation, projectOperation } from '../family-operation.ts';
import type { JobKinds } from '../family-operation.ts';

const DEPLOY_JOB: JobKinds = { conversations: 'conversations.deploy', texts: 'texts.deploy' };
const SWAP_JOB: JobKinds = { conversations: 'conversations.swap', texts: 'texts.swap' };
const DELETE_FROM_RESOURCES_JOB: JobKinds = { conversations: 'conversations.deleteFromResources', texts: 'texts.deleteFromResources' };
const DEPLOYMENT = '/deployments/{deploymentName}';

/** Resources of a project by their ids. */
function findResources(resources: readonly Resource[], ids: readonly string[]): Resource[] {
  return ids.map((id) => {
    const found = resources.find((one) => isSameResource(one.id, id));
    if (!found) throw projectFailure('ResourceUnassigned', { id, target: 'assignedResourceIds' });
    return found;
  });
}

function requestedResources({ assignedResourceIds, assignedResources = [] }: DeploymentRequest): string[] {
  return assignedResourceIds ?? assignedResources.flatMap(({ resourceId, [VENDOR_FIELDS.resourceId]: id = resourceId }) => id ?? []);
}

/** The model of a deployment, which a swap exchanges. */
function modelContent({ label, modelId, trainedAt, learned, facts }: Deployment): Omit<Deployment, 'name' | 'deployedAt' | 'resources'> {
  return { label, modelId, trainedAt, learned, facts };
}

export function deploymentOperations(family: FamilyInfo): Operation<LanguageServices>[] {
  return [
    projectOperation(family, {
      ids: { conversations: 'conversations.listDeployments', texts: 'texts.listDeployments' },
      summary: 'List the deployments of a project',
      route: 'GET /deployments',
      query: Paging,
      replies: { 200: listOf(DeploymentItem) },
      async run({ owner, project }, call, { records }) {
        const { uid } = project.value;
        const { value, nextLink } = await paginateRecords(
          call,
          '/projects/{projectName}/deployments',
          records,
          deployments,
          owner,
          partKey(uid, ''),
        );
        return reply(200, { value: value.map((one) => deploymentView(one.value, call.version)), nextLink });
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.getDeployment', texts: 'texts.getDeployment' },
      summary: 'Get a deployment',
      route: `GET ${DEPLOYMENT}`,
      replies: { 200: DeploymentItem },
      fails: ['DeploymentNotFound'],
      run: async (found, call, services) =>
        reply(200, deploymentView((await findDeployment(services, found, call.params.deploymentName!)).value, call.version)),
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.deployProject', texts: 'texts.deployProject' },
      summary: 'Deploy a trained model',
      route: `PUT ${DEPLOYMENT}`,
      body: DeploymentRequest,
      example: { params: { projectName: 'example', deploymentName: 'production' }, body: { trainedModelLabel: 'first' } },
      replies: { 202: null },
      fails: ['ModelNotFound', 'ResourceUnassigned'],
      async run(found, call, services) {
        const { owner } = found;
        const project = found.project.value;
        const { trainedModelLabel } = call.body;
        const model = await findModel(services, found, trainedModelLabel);
        const { label, id, trainedAt, learned, facts } = model.value;
        const now = services.clock.now();
        const name = call.params.deploymentName!;
        const deployment: Deployment = {
          name,
          label,
          modelId: id,
          trainedAt,
          deployedAt: now,
          learned,
          facts,
          resources: findResources(await agreedResources(services, family.name, found), requestedResources(call.body)),
        };
        const change = new Change()
          .put(deployments, owner, partKey(project.uid, name), deployment)
          .replace(models, owner, model, { ...model.value, deployment: { startedAt: now, endedAt: now } });
        return accepted(family, found, call, services, change, DEPLOY_JOB, `${DEPLOYMENT}/jobs/{jobId}`);
      },
    }),
    jobStatusOperation(family, {
      ids: { conversations: 'conversations.getDeploymentStatus', texts: 'texts.getDeploymentStatus' },
      summary: 'Get the status of a deployment',
      path: `${DEPLOYMENT}/jobs/{jobId}`,
      kinds: DEPLOY_JOB,
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.deleteDeployment', texts: 'texts.deleteDeployment' },
      summary: 'Delete a deployment',
      route: `DELETE ${DEPLOYMENT}`,
      replies: { 202: null },
      fails: ['DeploymentNotFound'],
      async run(found, call, services) {
        const change = new Change().delete(deployments, found.owner, await findDeployment(services, found, call.params.deploymentName!));
        return accepted(family, found, call, services, change, DEPLOY_JOB, `${DEPLOYMENT}/jobs/{jobId}`);
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.swapDeployments', texts: 'texts.swapDeployments' },
      summary: 'Swap two deployments',
      route: 'POST /deployments/:swap',
      body: SwapRequest,
      example: { params: { projectName: 'example' }, body: { firstDeploymentName: 'production', secondDeploymentName: 'staging' } },
      replies: { 202: null },
      fails: ['DeploymentNotFound'],
      async run(found, call, services) {
        const { owner } = found;
        const { firstDeploymentName, secondDeploymentName } = call.body;
        const [first, second] = [
          await findDeployment(services, found, firstDeploymentName),
          await findDeployment(services, found, secondDeploymentName),
        ];
        const deployedAt = services.clock.now();
        const change = new Change();
        const pairs: [at: Stored<Deployment>, from: Stored<Deployment>][] =
          first.key === second.key
            ? []
            : [
                [first, second],
                [second, first],
              ];
        for (const [at, from] of pairs) change.replace(deployments, owner, at, { ...at.value, ...modelContent(from.value), deployedAt });
        return accepted(family, found, call, services, change, SWAP_JOB, '/deployments/swap/jobs/{jobId}');
      },
    }),
    jobStatusOperation(family, {
      ids: { conversations: 'conversations.getSwapDeploymentsStatus', texts: 'texts.getSwapDeploymentsStatus' },
      summary: 'Get the status of a swap',
      path: '/deployments/swap/jobs/{jobId}',
      kinds: SWAP_JOB,
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.deleteDeploymentFromResources', texts: 'texts.deleteDeploymentFromResources' },
      summary: 'Remove a deployment from accounts',
      route: `POST ${DEPLOYMENT}/:delete-from-resources`,
      body: ResourceIds,
      example: { params: { projectName: 'example', deploymentName: 'production' }, body: { assignedResourceIds: [EXAMPLE_RESOURCE] } },
      replies: { 202: null },
      fails: ['DeploymentNotFound', 'ResourceUnassigned'],
      async run(found, call, services) {
        const read = await findDeployment(services, found, call.params.deploymentName!);
        const removed = findResources(found.project.value.resources, resourceIdsIn(call.body));
        const change = new Change().replace(deployments, found.owner, read, {
          ...read.value,
          resources: read.value.resources.filter(({ id }) => !removed.some((one) => isSameResource(one.id, id))),
        });
        return accepted(
          family,
          found,
          call,
          services,
          change,
          DELETE_FROM_RESOURCES_JOB,
          `${DEPLOYMENT}/delete-from-resources/jobs/{jobId}`,
        );
      },
    }),
    jobStatusOperation(family, {
      ids: { conversations: 'conversations.getDeploymentDeleteFromResourcesStatus', texts: 'texts.getDeploymentDeleteFromResourcesStatus' },
      summary: 'Get the status of removing a deployment from accounts',
      path: `${DEPLOYMENT}/delete-from-resources/jobs/{jobId}`,
      kinds: DELETE_FROM_RESOURCES_JOB,
    }),
  ];
}
