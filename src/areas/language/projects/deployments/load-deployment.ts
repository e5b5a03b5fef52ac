/** Deployments for prediction calls; their models are cached in memory. */
import type { Account } from '../../../../kernel/account.ts';
import { findAssignments } from '../../../../kernel/assignments.ts';
import type { CachedView } from '../../../../kernel/record-cache.ts';
import type { Ports } from '../../../../kernel/ports.ts';
import { LOADED_PER_BYTE, InvalidLanguageModel, readLanguageModel } from '../../../../engines/language/checkpoint.ts';
import type { LanguageModel } from '../../../../engines/language/model.ts';
import { projectFailure } from '../failures.ts';
import type { Deployment, FamilyName, Project } from '../model.ts';
import { deployments, partKey, projectKey, projects } from '../store.ts';

export interface LoadedDeployment {
  owner: string;
  project: Project;
  deployment: Deployment;
  model: LanguageModel;
}

const cachedProject: CachedView<Project, Project | undefined> = {
  collection: projects,
  load: async (read) => read?.value,
  sizeOf: () => 500,
};

const cachedModel: CachedView<Deployment, { deployment: Deployment; model: LanguageModel; bytes: number } | undefined> = {
  collection: deployments,
  async load(read, { account, ports: { blobs } }) {
    if (!read) return undefined;
    const bytes = await blobs.get(account, read.value.learned);
    if (!bytes) throw new Error(`The trained model ${read.value.learned} is missing.`);
    try {
      return { deployment: read.value, model: readLanguageModel(bytes), bytes: LOADED_PER_BYTE * bytes.length };
    } catch (problem) {
      if (problem instanceof InvalidLanguageModel) throw projectFailure('ModelOutdated');
      throw problem;
    }
  },
  sizeOf: (value) => value?.bytes ?? 100,
};

/** A deployment that the caller may use, with its model. */
export async function loadDeployment(
  services: Ports,
  family: FamilyName,
  caller: Account,
  projectName: string,
  deploymentName: string,
): Promise<LoadedDeployment> {
  const { owner, project } = await resolveProject(services, family, caller, projectName, deploymentName);
  const found = await services.cache.get(cachedModel, owner, partKey(project.uid, deploymentName));
  if (!found) throw projectFailure('DeploymentNotFound', { project: project.name, name: deploymentName });
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
