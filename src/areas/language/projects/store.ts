/** Records of projects, and access to them. */
import { isCollaborator } from '../../../kernel/account.ts';
import type { Account } from '../../../kernel/account.ts';
import { fail } from '../../../kernel/failures.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Job } from '../../../kernel/job.ts';
import type { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { SYSTEM, collection, systemIndex } from '../../../kernel/collection.ts';
import type { Collection, SystemIndexEntry } from '../../../kernel/collection.ts';
import { projectFailure } from './failures.ts';
import type { Deployment, FamilyName, Project, TrainedModel } from './model.ts';

/** By `family/name`. */
export const projects = collection<Project>('projects.projects', { blobs: ({ assets }) => [assets], announced: true });
/** By `uid/label`. */
export const models = collection<TrainedModel>('projects.models', {
  blobs: ({ learned, snapshot, evaluated }) => [learned, snapshot, evaluated],
});
/** By `uid/name`. */
export const deployments = collection<Deployment>('projects.deployments', { blobs: ({ learned }) => [learned], announced: true });
/** The training jobs of a project, oldest first: by `uid/time/job id`. They expire together with the jobs. */
export const trainingJobs = collection<{ jobId: string; expiresAt: number }>('projects.trainingJobs', {
  expiresAt: ({ expiresAt }) => expiresAt,
});
/** Exports and their options: by job id. `version` is that of the project record, if the current assets were exported. */
export const exportedProjects = collection<{
  project: Project;
  version?: number;
  format?: string;
  stringIndexType: string;
  expiresAt: number;
}>('projects.exports', { blobs: ({ project: { assets } }) => [assets], expiresAt: ({ expiresAt }) => expiresAt });
/** The accounts that have a project of a name, owned by the system: by `family/name/account`. */
export const owners = systemIndex<{ account: string }>('projects.owners');
const ASSIGNMENTS = 'projects.assignments';
/** Projects that an account is assigned to, owned by the system: by family, resource id of the account, owner and project. */
export const assignments = systemIndex<{ account: string; project: string }>(ASSIGNMENTS);

/** Records of the system that are deleted together with an account. */
export const projectIndexes: readonly Collection<SystemIndexEntry>[] = [owners, systemIndex(ASSIGNMENTS)];

export const MAX_PROJECTS = 500;

export function projectKey(family: FamilyName, name: string): string {
  return `${family}/${name}`;
}

export function ownerKey(family: FamilyName, name: string, account: string): string {
  return `${family}/${name}/${account}`;
}

export function partKey(uid: string, name: string): string {
  return `${uid}/${name}`;
}

export function assignmentKey(family: FamilyName, resource: string, owner: string, project: string): string {
  return `${family}${resource}/${owner}/${project}/`;
}

/** A project that the caller has access to, and the account that owns it. */
export interface FoundProject {
  owner: string;
  project: Stored<Project>;
}

/** A project of the caller's account, or of an account that the caller is a collaborator of. */
export async function findProject(services: Ports, family: FamilyName, caller: Account, name: string): Promise<FoundProject> {
  const own = await services.records.get(projects, caller.id, projectKey(family, name));
  if (own) return { owner: caller.id, project: own };
  let exists = false;
  for await (const found of findProjectsNamed(services, family, name)) {
    if (isCollaborator(await services.accounts.byId(found.owner), caller)) return found;
    exists = true;
  }
  throw exists ? fail('NotCollaborator') : projectFailure('ProjectNotFound', { name });
}

const OWNERS_PER_PAGE = 100;

/** The projects of all accounts with a name, read page by page: a popular name can have many. */
export async function* findProjectsNamed(
  { records }: Pick<Ports, 'records'>,
  family: FamilyName,
  name: string,
): AsyncGenerator<FoundProject> {
  for (let after: string | undefined; ;) {
    const page = await records.page(owners, SYSTEM, { prefix: ownerKey(family, name, ''), after, limit: OWNERS_PER_PAGE });
    for (const {
      value: { account },
    } of page) {
      const project = await records.get(projects, account, projectKey(family, name));
      if (project) yield { owner: account, project };
    }
    if (page.length < OWNERS_PER_PAGE) return;
    after = page.at(-1)!.key;
  }
}

/** Adds a new project to the change. */
export function addProject(change: Change, family: FamilyName, owner: string, project: Project): void {
  change
    .create(projects, owner, projectKey(family, project.name), project)
    .put(owners, SYSTEM, ownerKey(family, project.name, owner), { account: owner });
}

export async function findModel(
  { records }: Ports,
  {
    owner,
    project: {
      value: { uid, name },
    },
  }: FoundProject,
  label: string,
): Promise<Stored<TrainedModel>> {
  const model = await records.get(models, owner, partKey(uid, label));
  if (!model) throw projectFailure('ModelNotFound', { project: name, label });
  return model;
}

export async function findDeployment(
  { records }: Ports,
  {
    owner,
    project: {
      value: { uid, name },
    },
  }: FoundProject,
  deployment: string,
): Promise<Stored<Deployment>> {
  const found = await records.get(deployments, owner, partKey(uid, deployment));
  if (!found) throw projectFailure('DeploymentNotFound', { project: name, name: deployment });
  return found;
}

export async function readBlob<T>({ blobs }: Pick<Ports, 'blobs'>, account: string, id: string): Promise<T> {
  const bytes = await blobs.get(account, id);
  if (!bytes) throw new Error(`The blob ${id} is missing.`);
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as T;
}

export async function writeBlob({ blobs }: Pick<Ports, 'blobs'>, account: string, value: unknown): Promise<string> {
  return await blobs.put(account, Buffer.from(JSON.stringify(value)));
}

export async function loadAssets<Assets>(services: Pick<Ports, 'blobs'>, { owner, project }: FoundProject): Promise<Assets> {
  return await readBlob<Assets>(services, owner, project.value.assets);
}

/** `part` is the deployment or model that the job is about, if any. */
export interface ProjectJobInput {
  uid: string;
  family: FamilyName;
  part?: string;
}

/** A job of a project with the given kind and part. */
export async function findJob(
  { jobs }: Ports,
  { owner, project }: FoundProject,
  kind: string,
  id: string,
  part?: string,
): Promise<{ key: string; version: number; value: Job }> {
  const job = await jobs.get(owner, id);
  const input = job?.value.kind === kind ? (job.value.input as ProjectJobInput) : undefined;
  if (!job || input?.uid !== project.value.uid || input.part !== part) throw projectFailure('JobNotFound');
  return job;
}
