/** Records of projects, and access to them. */
import type { Account } from '../../../kernel/account.ts';
import { assignmentKey, assignments, findAssignments } from '../../../shared/assignments.ts';
import { fail } from '../../../kernel/failures.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Job } from '../../../kernel/job.ts';
import type { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { SYSTEM, collection, systemIndex } from '../../../kernel/collection.ts';
import type { Collection } from '../../../kernel/collection.ts';
import { testSetCollection } from '../../../shared/test-sets.ts';
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
/** By uid. */
export const testSets = testSetCollection('projects.testSets');
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
/** System records of version 0.1.0, which named accounts by their addresses. They are erased with an account and not read. */
export const formerIndexes: readonly Collection<never>[] = [systemIndex('projects.owners'), systemIndex('projects.assignments')];

export const MAX_PROJECTS = 500;

export function projectKey(family: FamilyName, name: string): string {
  return `${family}/${name}`;
}

export function partKey(uid: string, name: string): string {
  return `${uid}/${name}`;
}

/** A project that the caller has access to, and the account that owns it. */
export interface FoundProject {
  owner: string;
  project: Stored<Project>;
}

/**
 * A project of the caller's account, or of an account that the caller is a collaborator of. Section 7.3 answers 401 to a caller who is
 * neither; only one that the project is assigned to gets it. For all others the project is absent.
 */
export async function findProject(services: Ports, family: FamilyName, caller: Account, name: string): Promise<FoundProject> {
  const key = projectKey(family, name);
  const own = await services.records.get(projects, caller.id, key);
  if (own) return { owner: caller.id, project: own };
  for (const { id: owner } of await services.accounts.sharedWith(caller.id)) {
    const project = await services.records.get(projects, owner, key);
    if (project) return { owner, project };
  }
  const assigned = await findAssignments(services.records, caller, family, name);
  throw assigned.length > 0 ? fail('NotCollaborator') : projectFailure('ProjectNotFound', { name });
}

/** Adds a new project to the change. */
export function addProject(change: Change, family: FamilyName, owner: string, project: Project): void {
  change.create(projects, owner, projectKey(family, project.name), project);
}

/** Ends the assignments of a project to its resources. */
export function clearAssignments(change: Change, family: FamilyName, owner: string, { name, resources }: Project): void {
  for (const { accountId } of resources) {
    if (accountId !== undefined) {
      change.clear(assignments, SYSTEM, assignmentKey({ assigned: accountId, kind: family, name, account: owner }));
    }
  }
}

export async function findModel({ records }: Ports, { owner, project }: FoundProject, label: string): Promise<Stored<TrainedModel>> {
  const { uid, name } = project.value;
  const model = await records.get(models, owner, partKey(uid, label));
  if (!model) throw projectFailure('ModelNotFound', { project: name, label });
  return model;
}

export async function findDeployment(
  { records }: Ports,
  { owner, project }: FoundProject,
  deployment: string,
): Promise<Stored<Deployment>> {
  const { uid, name } = project.value;
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
