/** Deployments for prediction calls. */
import type { Account } from '../../../../kernel/account.ts';
import { findAssignments } from '../../../../shared/assignments.ts';
import type { CachedView, Ports } from '../../../../kernel/ports.ts';
import { StoredModel } from '../../../../prediction/stored-model.ts';
import type { LanguageServices } from '../../services.ts';
import { projectFailure } from '../failures.ts';
import type { Deployment, FamilyName, Project } from '../model.ts';
import { deployments, partKey, projectKey, projects } from '../store.ts';

export interface LoadedDeployment {
  owner: string;
  project: Project;
  deployment: Deployment;
  model: StoredModel;
}

const cachedProject: CachedView<Project, Project | undefined> = {
  collection: projects,
  load: async (read) => read?.value,
  sizeOf: () => 500,
};

const cachedDeployment: CachedView<Deployment, { deployment: Deployment; model: StoredModel } | undefined> = {
  collection: deployments,
  load: async (read, { account, ports: { blobs } }) =>
    read && { deployment: read.value, model: new StoredModel(account, read.value.learned, blobs) },
  sizeOf: () => 10_000,
  dispose: (value) => value?.model.drop(),
};

/** A deployment that the caller may use, with its model. */
export async function loadDeployment(
  services: LanguageServices,
  family: FamilyName,
  caller: Account,
  projectName: string,
  deploymentName: string,
): Promise<LoadedDeployment> {
  const { owner, project } = await resolveProject(services, family, caller, projectName, deploymentName);
  const found = await services.cache.get(cachedDeployment, owner, partKey(project.uid, deploymentName));
  if (!found) throw projectFailure('DeploymentNotFound', { project: project.name, name: deploymentName });
  if ((await services.predictor.describe(found.model)) === 'outdated') throw projectFailure('ModelOutdated');
  return { owner, project, deployment: found.deployment, model: found.model };
}

/** A deployment that the caller may use, without loading its model. */
export async function resolveDeployment(
  services: Ports,
  family: FamilyName,
  caller: Account,
  projectName: string,
  deploymentName: string,
): Promise<Omit<LoadedDeployment, 'model'>> {
  const { owner, project } = await resolveProject(services, family, caller, projectName, deploymentName);
  const found = await services.records.get(deployments, owner, partKey(project.uid, deploymentName));
  if (!found) throw projectFailure('DeploymentNotFound', { project: project.name, name: deploymentName });
  return { owner, project, deployment: found.value };
}

/**
 * The caller's own project, one that is assigned to it, or one that it collaborates on. Of an assigned project the caller sees only the
 * deployments that are assigned to it too.
 */
async function resolveProject(
  services: Ports,
  family: FamilyName,
  caller: Account,
  projectName: string,
  deploymentName: string,
): Promise<{ owner: string; project: Project }> {
  const key = projectKey(family, projectName);
  const own = await services.cache.get(cachedProject, caller.id, key);
  if (own) return { owner: caller.id, project: own };
  const assigned = await findAssignments(services.records, caller, family, projectName);
  for (const { account: owner, uid } of assigned) {
    const project = await services.cache.get(cachedProject, owner, key);
    if (project?.uid !== uid) continue;
    const deployment = await services.records.get(deployments, owner, partKey(uid, deploymentName));
    if (deployment?.value.resources.some(({ accountId }) => accountId === caller.id)) return { owner, project };
  }
  for (const { id: owner } of await services.accounts.sharedWith(caller.id)) {
    const project = await services.cache.get(cachedProject, owner, key);
    if (project) return { owner, project };
  }
  throw assigned.length > 0
    ? projectFailure('DeploymentNotFound', { project: projectName, name: deploymentName })
    : projectFailure('ProjectNotFound', { name: projectName });
}
