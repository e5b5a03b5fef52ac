/** Accounts that deployments of a project can be assigned to. */
import type { LanguageServices } from '../../services.ts';
import { resourceId } from '../../../../kernel/account.ts';
import { VENDOR_FIELDS } from '../../../../kernel/aliases.ts';
import { reply } from '../../../../kernel/operation.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import type { Ports } from '../../../../kernel/ports.ts';
import { readAll } from '../../../../kernel/read-all.ts';
import { Change } from '../../../../kernel/change.ts';
import { SYSTEM } from '../../../../kernel/collection.ts';
import { projectFailure } from '../failures.ts';
import type { FamilyInfo } from '../family.ts';
import { NEVER } from '../model.ts';
import type { Resource } from '../model.ts';
import { AssignRequest, AssignedProject, Paging, ResourceIds, ResourceItem, listOf } from '../schemas.ts';
import { assignmentKey, assignments, deployments, partKey, projectKey, projects } from '../store.ts';
import { paginate, paginateRecords } from '../paging.ts';
import { toDateTime } from '../wire.ts';
import { EXAMPLE_RESOURCE, accepted, familyOperation, jobStatusOperation, projectOperation } from '../family-operation.ts';
import type { JobKinds } from '../family-operation.ts';

const ASSIGN_JOB: JobKinds = { conversations: 'conversations.assign', texts: 'texts.assign' };
const UNASSIGN_JOB: JobKinds = { conversations: 'conversations.unassign', texts: 'texts.unassign' };
/** Resource ids of the vendor contain a provider, ours do not. */
const RESOURCE_ID = /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/(?:providers\/[^/]+\/)?accounts\/([^/]+)$/i;

async function findResource({ accounts, region }: Ports, id: string): Promise<Resource> {
  const [, subscription, resourceGroup, name] = RESOURCE_ID.exec(id) ?? [];
  const account =
    name === undefined ? undefined : await accounts.named({ subscription: subscription!, resourceGroup: resourceGroup!, name });
  if (!account) throw projectFailure('ResourceUnknown', { id, target: VENDOR_FIELDS.resourceId });
  return { id, account: resourceId(account).toLowerCase(), region: account.location || region };
}

export function resourceOperations(family: FamilyInfo): Operation<LanguageServices>[] {
  return [
    projectOperation(family, {
      ids: { conversations: 'conversations.listDeploymentResources', texts: 'texts.listDeploymentResources' },
      summary: 'List the accounts that are assigned to a project',
      route: 'GET /resources',
      query: Paging,
      replies: { 200: listOf(ResourceItem) },
      run(
        {
          project: {
            value: { resources },
          },
        },
        call,
      ) {
        const { value, nextLink } = paginate(call, '/projects/{projectName}/resources', resources);
        return reply(200, { value: value.map(({ id, region }) => ({ [VENDOR_FIELDS.resourceId]: id, region })), nextLink });
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.assignDeploymentResources', texts: 'texts.assignDeploymentResources' },
      summary: 'Assign accounts to a project',
      route: 'POST /resources/:assign',
      body: AssignRequest,
      example: {
        params: { projectName: 'example' },
        body: { resourcesMetadata: [{ [VENDOR_FIELDS.resourceId]: EXAMPLE_RESOURCE, customDomain: 'bot', region: 'local' }] },
      },
      replies: { 202: null },
      fails: ['ResourceUnknown'],
      async run(found, call, services) {
        const { owner, project } = found;
        const added = await Promise.all(
          call.body.resourcesMetadata.map((resource) => findResource(services, resource[VENDOR_FIELDS.resourceId])),
        );
        const kept = project.value.resources.filter(({ account }) => !added.some((one) => one.account === account));
        const change = new Change().replace(projects, owner, project, {
          ...project.value,
          resources: [...kept, ...new Map(added.map((one) => [one.account, one])).values()],
          modifiedAt: services.clock.now(),
        });
        for (const { account } of added) {
          change.put(assignments, SYSTEM, assignmentKey(family.name, account, owner, project.value.name), {
            account: owner,
            project: project.value.name,
          });
        }
        return accepted(family, found, call, services, change, ASSIGN_JOB, '/resources/assign/jobs/{jobId}');
      },
    }),
    jobStatusOperation(family, {
      ids: { conversations: 'conversations.getAssignDeploymentResourcesStatus', texts: 'texts.getAssignDeploymentResourcesStatus' },
      summary: 'Get the status of an assignment',
      path: '/resources/assign/jobs/{jobId}',
      kinds: ASSIGN_JOB,
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.unassignDeploymentResources', texts: 'texts.unassignDeploymentResources' },
      summary: 'Unassign accounts from a project and its deployments',
      route: 'POST /resources/:unassign',
      body: ResourceIds,
      example: { params: { projectName: 'example' }, body: { assignedResourceIds: [EXAMPLE_RESOURCE] } },
      replies: { 202: null },
      async run(found, call, services) {
        const { owner, project } = found;
        const removed = (call.body.assignedResourceIds ?? []).map((id) => id.toLowerCase());
        const isKept = ({ id }: Resource): boolean => !removed.includes(id.toLowerCase());
        const change = new Change().replace(projects, owner, project, {
          ...project.value,
          resources: project.value.resources.filter(isKept),
          modifiedAt: services.clock.now(),
        });
        for (const { account } of project.value.resources.filter((one) => !isKept(one))) {
          change.clear(assignments, SYSTEM, assignmentKey(family.name, account, owner, project.value.name));
        }
        for (const deployment of await readAll(services.records, deployments, owner, partKey(project.value.uid, ''))) {
          if (!deployment.value.resources.every(isKept)) {
            change.replace(deployments, owner, deployment, { ...deployment.value, resources: deployment.value.resources.filter(isKept) });
          }
        }
        return accepted(family, found, call, services, change, UNASSIGN_JOB, '/resources/unassign/jobs/{jobId}');
      },
    }),
    jobStatusOperation(family, {
      ids: { conversations: 'conversations.getUnassignDeploymentResourcesStatus', texts: 'texts.getUnassignDeploymentResourcesStatus' },
      summary: 'Get the status of an unassignment',
      path: '/resources/unassign/jobs/{jobId}',
      kinds: UNASSIGN_JOB,
    }),
    familyOperation(family, {
      ids: { conversations: 'conversations.listAssignedResourceDeployments', texts: 'texts.listAssignedResourceDeployments' },
      summary: "List the deployments that are assigned to the caller's account",
      route: 'GET /projects/global/deployments/resources',
      query: Paging,
      replies: { 200: listOf(AssignedProject) },
      async run(call, { records }) {
        const own = resourceId(call.account).toLowerCase();
        const { value, nextLink } = await paginateRecords(
          call,
          '/projects/global/deployments/resources',
          records,
          assignments,
          SYSTEM,
          `${family.name}${own}/`,
        );
        const listed = await Promise.all(
          value.map(async ({ value: { account: owner, project } }) => {
            const found = (await records.get(projects, owner, projectKey(family.name, project)))?.value;
            const given = found
              ? (await readAll(records, deployments, owner, partKey(found.uid, ''))).filter((one) =>
                  one.value.resources.some(({ account }) => account === own),
                )
              : [];
            return {
              projectName: project,
              deploymentsMetadata: given.map((one) => ({
                deploymentName: one.value.name,
                lastDeployedDateTime: toDateTime(one.value.deployedAt),
                deploymentExpirationDate: NEVER,
              })),
            };
          }),
        );
        return reply(200, { value: listed.filter(({ deploymentsMetadata }) => deploymentsMetadata.length > 0), nextLink });
      },
    }),
  ];
}
