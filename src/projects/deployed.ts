/** The model that answers at a deployment, from memory. */
import { resourceId } from '../accounts/model.ts';
import type { Account } from '../accounts/model.ts';
import type { Derivation } from '../contract/derived.ts';
import type { Services } from '../contract/services.ts';
import { LanguageModelProblem, readLanguageModel } from '../engines/language/checkpoint.ts';
import type { LanguageModel } from '../engines/language/model.ts';
import { projectFailure } from './failures.ts';
import type { Deployment, FamilyName, Project } from './model.ts';
import { deployments, isCollaborator, othersNamed, partKey, projectKey, projects } from './store.ts';

export interface Deployed { owner: string; project: Project; deployment: Deployment; model: LanguageModel }

const projectNamed: Derivation<Project, Project | undefined> = {
  from: projects,
  make: async (read) => read?.value,
  weigh: () => 500,
};

const answering: Derivation<Deployment, { deployment: Deployment; model: LanguageModel; bytes: number } | undefined> = {
  from: deployments,
  async make(read, { account, services: { blobs } }) {
    if (!read) return undefined;
    const bytes = await blobs.get(account, read.value.learned);
    if (!bytes) throw new Error(`The trained model ${read.value.learned} is missing.`);
    try {
      return { deployment: read.value, model: readLanguageModel(bytes), bytes: 3 * bytes.length };
    } catch (problem) {
      if (problem instanceof LanguageModelProblem) throw projectFailure('ModelOutdated');
      throw problem;
    }
  },
  weigh: (value) => value?.bytes ?? 100,
};

/** The deployment that a caller asks: of its own project, of one it collaborates on, or one that was given to its account. */
export async function deployedOf(services: Services, family: FamilyName, caller: Account, projectName: string, deploymentName: string): Promise<Deployed> {
  const own = await services.derived.get(projectNamed, caller.id, projectKey(family, projectName));
  if (own) return await answeringOf(services, caller.id, own, deploymentName);
  const others = await othersNamed(services, family, projectName);
  for (const { owner, project } of others) {
    const given = (await services.records.get(deployments, owner, partKey(project.value.uid, deploymentName)))?.value.resources ?? [];
    if (given.some(({ account }) => account === resourceId(caller).toLowerCase()) || isCollaborator(await services.accounts.byId(owner), caller)) return await answeringOf(services, owner, project.value, deploymentName);
  }
  throw others.length > 0 ? projectFailure('NotAssigned') : projectFailure('ProjectNotFound', { name: projectName });
}

async function answeringOf({ derived }: Services, owner: string, project: Project, deploymentName: string): Promise<Deployed> {
  const found = await derived.get(answering, owner, partKey(project.uid, deploymentName));
  if (!found) throw projectFailure('DeploymentNotFound', { project: project.name, name: deploymentName });
  return { owner, project, deployment: found.deployment, model: found.model };
}
