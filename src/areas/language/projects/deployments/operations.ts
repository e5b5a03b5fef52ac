import { reply } from '../../../../kernel/operation.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import { allOf } from '../../../../kernel/read-all.ts';
import { Change } from '../../../../kernel/change.ts';
import type { Stored } from '../../../../kernel/change.ts';
import { projectFailure } from '../failures.ts';
import type { Family } from '../family.ts';
import type { Deployment, Project, Resource } from '../model.ts';
import { DeploymentItem, DeploymentRequest, Paging, ResourceIds, SwapRequest, listOf } from '../schemas.ts';
import { deploymentOf, deployments, modelOf, models, partKey } from '../store.ts';
import { deploymentWire, pageOf } from '../wire.ts';
import { EXAMPLE_RESOURCE, accepted, jobStatus, onProject } from '../on-project.ts';

const [DEPLOY, SWAP, TAKE] = ['deploy', 'swap', 'deleteFromResources'];
const DEPLOYMENT = '/deployments/{deploymentName}';

/** The resources of a project that a call names. */
function resourcesNamed({ resources }: Project, ids: readonly string[]): Resource[] {
  return ids.map((id) => {
    const found = resources.find((one) => one.id.toLowerCase() === id.toLowerCase());
    if (!found) throw projectFailure('ResourceUnassigned', { id, target: 'assignedResourceIds' });
    return found;
  });
}

/** What answers at a deployment, without its name. */
function content({ label, modelId, trainedAt, learned, facts }: Deployment): Omit<Deployment, 'name' | 'deployedAt' | 'resources'> {
  return { label, modelId, trainedAt, learned, facts };
}

export function deploymentOperations(family: Family): Operation[] {
  return [
    onProject(family, {
      name: 'listDeployments', summary: 'List the deployments of a project', route: 'GET /deployments',
      query: Paging,
      replies: { 200: listOf(DeploymentItem) },
      async run({ owner, project: { value: { uid } } }, call, { records }) {
        const { value, nextLink } = pageOf(call, '/projects/{projectName}/deployments', await allOf(records, deployments, owner, partKey(uid, '')));
        return reply(200, { value: value.map((one) => deploymentWire(one.value)), nextLink });
      },
    }),
    onProject(family, {
      name: 'getDeployment', summary: 'Get a deployment', route: `GET ${DEPLOYMENT}`,
      replies: { 200: DeploymentItem }, fails: ['DeploymentNotFound'],
      run: async (found, call, services) => reply(200, deploymentWire((await deploymentOf(services, found, call.params.deploymentName!)).value)),
    }),
    onProject(family, {
      name: 'deployProject', summary: 'Let a trained model answer under a name', route: `PUT ${DEPLOYMENT}`,
      body: DeploymentRequest,
      example: { params: { projectName: 'example', deploymentName: 'production' }, body: { trainedModelLabel: 'first' } },
      replies: { 202: null }, fails: ['ModelNotFound', 'ResourceUnassigned'],
      async run(found, call, services) {
        const { owner, project: { value: project } } = found;
        const { trainedModelLabel, assignedResourceIds = [] } = call.body;
        const model = await modelOf(services, found, trainedModelLabel);
        const { label, id, trainedAt, learned, facts } = model.value;
        const now = services.clock.now();
        const name = call.params.deploymentName!;
        const deployment: Deployment = { name, label, modelId: id, trainedAt, deployedAt: now, learned, facts, resources: resourcesNamed(project, assignedResourceIds) };
        const change = new Change()
          .put(deployments, owner, partKey(project.uid, name), deployment)
          .replace(models, owner, model, { ...model.value, deployment: { startedAt: now, endedAt: now } });
        return accepted(family, found, call, services, change, DEPLOY, `${DEPLOYMENT}/jobs/{jobId}`);
      },
    }),
    jobStatus(family, DEPLOY, `${DEPLOYMENT}/jobs/{jobId}`, 'Get how a deployment stands', 'getDeploymentStatus'),
    onProject(family, {
      name: 'deleteDeployment', summary: 'Delete a deployment', route: `DELETE ${DEPLOYMENT}`,
      replies: { 202: null }, fails: ['DeploymentNotFound'],
      async run(found, call, services) {
        const change = new Change().delete(deployments, found.owner, await deploymentOf(services, found, call.params.deploymentName!));
        return accepted(family, found, call, services, change, DEPLOY, `${DEPLOYMENT}/jobs/{jobId}`);
      },
    }),
    onProject(family, {
      name: 'swapDeployments', summary: 'Let two deployments change their places', route: 'POST /deployments/:swap',
      body: SwapRequest,
      example: { params: { projectName: 'example' }, body: { firstDeploymentName: 'production', secondDeploymentName: 'staging' } },
      replies: { 202: null }, fails: ['DeploymentNotFound'],
      async run(found, call, services) {
        const { owner } = found;
        const { firstDeploymentName, secondDeploymentName } = call.body;
        const [first, second] = [await deploymentOf(services, found, firstDeploymentName), await deploymentOf(services, found, secondDeploymentName)];
        const deployedAt = services.clock.now();
        const change = new Change();
        const pairs: [at: Stored<Deployment>, from: Stored<Deployment>][] = first.key === second.key ? [] : [[first, second], [second, first]];
        for (const [at, from] of pairs) change.replace(deployments, owner, at, { ...at.value, ...content(from.value), deployedAt });
        return accepted(family, found, call, services, change, SWAP, '/deployments/swap/jobs/{jobId}');
      },
    }),
    jobStatus(family, SWAP, '/deployments/swap/jobs/{jobId}', 'Get how a swap stands', 'getSwapDeploymentsStatus'),
    onProject(family, {
      name: 'deleteDeploymentFromResources', summary: 'Take a deployment back from accounts', route: `POST ${DEPLOYMENT}/:delete-from-resources`,
      body: ResourceIds,
      example: { params: { projectName: 'example', deploymentName: 'production' }, body: { assignedResourceIds: [EXAMPLE_RESOURCE] } },
      replies: { 202: null }, fails: ['DeploymentNotFound', 'ResourceUnassigned'],
      async run(found, call, services) {
        const read = await deploymentOf(services, found, call.params.deploymentName!);
        const gone = new Set(resourcesNamed(found.project.value, call.body.assignedResourceIds ?? []).map(({ id }) => id));
        const change = new Change().replace(deployments, found.owner, read, { ...read.value, resources: read.value.resources.filter(({ id }) => !gone.has(id)) });
        return accepted(family, found, call, services, change, TAKE, `${DEPLOYMENT}/delete-from-resources/jobs/{jobId}`);
      },
    }),
    jobStatus(family, TAKE, `${DEPLOYMENT}/delete-from-resources/jobs/{jobId}`, 'Get how the taking back of a deployment stands', 'getDeploymentDeleteFromResourcesStatus'),
  ];
}
