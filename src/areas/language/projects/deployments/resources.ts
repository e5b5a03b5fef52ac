/** Accounts that deployments of a project can be assigned to. */
import type { LanguageServices } from '../../services.ts';
import { assignmentKey, assignments, isAgreed } from '../../../../shared/assignments.ts';
import { VENDOR_FIELDS } from '../../../../kernel/aliases.ts';
import { fail } from '../../../../kernel/failures.ts';
import { reply } from '../../../../kernel/operation.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import { readAll } from '../../../../shared/read-all.ts';
import { Change } from '../../../../kernel/change.ts';
import { SYSTEM } from '../../../../kernel/collection.ts';
import { projectFailure } from '../failures.ts';
import type { FamilyInfo } from '../family.ts';
import { NEVER } from '../model.ts';
import type { Resource } from '../model.ts';
import { AssignRequest, AssignedProject, Paging, ProjectPath, ResourceIds, ResourceItem, listOf, resourceIdsIn } from '../schemas.ts';
import { clearAssignments, deployments, partKey, projects } from '../store.ts';
import { paginate, paginateRecords } from '../paging.ts';
import { toDateTime } from '../wire.ts';
import { agreedResources, isSameResource, requireAgreed } from './agreement.ts';
import { EXAMPLE_RESOURCE, accepted, familyOperation, jobStatusOperation, projectOperation } from '../family-operation.ts';
import type { JobKinds } from '../family-operation.ts';

const ASSIGN_JOB: JobKinds = { conversations: 'conversations.assign', texts: 'texts.assign' };
const UNASSIGN_JOB: JobKinds = { conversations: 'conversations.unassign', texts: 'texts.unassign' };
export function resourceOperations(family: FamilyInfo): Operation<LanguageServices>[] {
  return [
    projectOperation(family, {
      ids: { conversations: 'conversations.listDeploymentResources', texts: 'texts.listDeploymentResources' },
      summary: 'List the accounts that are assigned to a project',
      route: 'GET /resources',
      query: Paging,
      replies: { 200: listOf(ResourceItem) },
      async run(found, call, services) {
        const resources = await agreedResources(services, family.name, found);
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
        const { uid, name, resources } = project.value;
        const { resourcesMetadata, projectResources = resourcesMetadata } = call.body;
        if (!projectResources) throw fail('ParameterMissing', { parameter: 'resourcesMetadata' });
        const ids = projectResources.map((resource) => resource[VENDOR_FIELDS.resourceId]);
        const agreed = await requireAgreed(services, call, owner, ids);
        const added = [...new Map(agreed.map((one) => [one.accountId, one])).values()];
        const now = services.clock.now();
        const change = new Change().replace(projects, owner, project, {
          ...project.value,
          resources: [
            ...resources.filter(({ id }) => !added.some((one) => isSameResource(one.id, id))),
            ...added.map(({ id, accountId, region }) => ({ id, accountId, region })),
          ],
          modifiedAt: now,
        });
        for (const { accountId: assigned, agreedBy } of added) {
          const assignment = { id: services.ids.uuid(), account: owner, assigned, kind: family.name, name, uid, agreedBy, createdAt: now };
          change.put(assignments, SYSTEM, assignmentKey(assignment), assignment);
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
        const removed = resourceIdsIn(call.body);
        const isKept = ({ id }: Resource): boolean => !removed.some((other) => isSameResource(other, id));
        const change = new Change().replace(projects, owner, project, {
          ...project.value,
          resources: project.value.resources.filter(isKept),
          modifiedAt: services.clock.now(),
        });
        clearAssignments(change, family.name, owner, {
          ...project.value,
          resources: project.value.resources.filter((one) => !isKept(one)),
        });
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
        const { account: caller } = call;
        const path = '/projects/global/deployments/resources';
        const { value, nextLink } = await paginateRecords(call, path, records, assignments, SYSTEM, `${caller.id}/${family.name}/`);
        const listed = await Promise.all(
          value
            .filter((one) => isAgreed(one.value, caller))
            .map(async ({ value: { account: owner, name, uid } }) => {
              const found = (await readAll(records, deployments, owner, partKey(uid, ''))).filter((one) =>
                one.value.resources.some(({ accountId }) => accountId === caller.id),
              );
              return {
                projectName: name,
                deploymentsMetadata: found.map((one) => ({
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
    familyOperation(family, {
      ids: { conversations: 'conversations.withdrawFromProject', texts: 'texts.withdrawFromProject' },
      summary: "Withdraw the caller's account from the projects of a name that are assigned to it",
      route: 'DELETE /projects/global/deployments/resources/{projectName}',
      params: ProjectPath,
      replies: { 204: null },
      fails: ['ProjectNotFound'],
      async run({ account, params: { projectName } }, { records }) {
        const prefix = `${account.id}/${family.name}/${projectName}/`;
        const found = await readAll(records, assignments, SYSTEM, prefix);
        if (found.length === 0) throw projectFailure('ProjectNotFound', { name: projectName });
        const change = new Change();
        for (const assignment of found) change.delete(assignments, SYSTEM, assignment);
        return reply(204, undefined, { change });
      },
    }),
  ];
}
