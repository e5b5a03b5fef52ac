import type { LanguageServices } from '../../services.ts';
import { etag, guard, writtenEtag } from '../../../../kernel/conditions.ts';
import { reply } from '../../../../kernel/operation.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import type { Ports } from '../../../../kernel/ports.ts';
import { readAll } from '../../../../shared/read-all.ts';
import { Change } from '../../../../kernel/change.ts';
import { projectFailure } from '../failures.ts';
import type { Family, FamilyInfo } from '../family.ts';
import { isSupportedLanguage } from '../languages.ts';
import { RESERVED_NAME } from '../model.ts';
import type { Project } from '../model.ts';
import { queryCounts, queries } from '../query-log/query-log.ts';
import { JobRecord, Paging, ProjectMetadata, ProjectOptions, ProjectPath, listOf } from '../schemas.ts';
import {
  MAX_PROJECTS,
  addProject,
  clearAssignments,
  deployments,
  models,
  partKey,
  projectKey,
  findProject,
  projects,
  testSets,
  trainingJobs,
  writeBlob,
} from '../store.ts';
import type { FoundProject, ProjectJobInput } from '../store.ts';
import { paginateRecords } from '../paging.ts';
import { jobHeaders, jobView, projectView } from '../wire.ts';
import { familyOperation, projectOperation } from '../family-operation.ts';
import type { JobKinds } from '../family-operation.ts';

const DELETE_JOB: JobKinds = { conversations: 'conversations.delete', texts: 'texts.delete' };

/** Validates the properties of a project, in the naming of any version. */
export function parseOptions(family: FamilyInfo, name: string, body: ProjectOptions): Partial<Project> & { kind?: string } {
  const { language, multilingual = body.multiLingual, description, settings, storageInputContainerName: container } = body;
  const given = body.projectName ?? body.name;
  if (name === RESERVED_NAME) throw projectFailure('NameReserved', { name });
  if (given !== undefined && given !== name) throw projectFailure('NameDiffers', { given, name, target: 'projectName' });
  const wanted = body.projectKind ?? body.modelType ?? body.type;
  const kind =
    wanted === undefined
      ? undefined
      : family.kinds.find((one) => [one.name, one.former].some((word) => word.toLowerCase() === wanted.toLowerCase()))?.name;
  if (wanted !== undefined && kind === undefined) {
    throw projectFailure('KindUnknown', { kind: wanted, known: family.kinds.map((one) => one.name).join(', '), target: 'projectKind' });
  }
  if (language !== undefined && !isSupportedLanguage(language)) throw projectFailure('LanguageUnknown', { language, target: 'language' });
  return {
    ...(kind !== undefined && { kind }),
    ...(language !== undefined && { language }),
    ...(multilingual !== undefined && { multilingual }),
    ...(description !== undefined && { description }),
    ...(settings && { settings }),
    ...(container !== undefined && { container }),
  };
}

/** A new project without its assets; the options must have a kind and a language. */
export async function buildProject(
  family: FamilyInfo,
  services: Ports,
  account: string,
  name: string,
  options: ReturnType<typeof parseOptions>,
  exists = false,
): Promise<Omit<Project, 'assets'>> {
  const { kind, language } = options;
  if (kind === undefined) {
    throw projectFailure('KindUnknown', { kind: '', known: family.kinds.map((one) => one.name).join(', '), target: 'projectKind' });
  }
  if (language === undefined) throw projectFailure('LanguageUnknown', { language: '', target: 'language' });
  if (!exists && (await services.records.count(projects, account, projectKey(family.name, ''))) >= MAX_PROJECTS) {
    throw projectFailure('TooManyProjects', { max: MAX_PROJECTS });
  }
  const now = services.clock.now();
  return {
    multilingual: false,
    settings: {},
    ...options,
    kind,
    language,
    uid: services.ids.uuid(),
    name,
    createdAt: now,
    modifiedAt: now,
    resources: [],
  };
}

async function describeProject(
  family: FamilyInfo,
  { records }: Ports,
  { owner, project: { value } }: FoundProject,
  version: string,
): Promise<object> {
  const prefix = partKey(value.uid, '');
  const latest = (times: number[]): number | undefined => (times.length === 0 ? undefined : Math.max(...times));
  const trainedAt = latest((await readAll(records, models, owner, prefix)).map((one) => one.value.trainedAt));
  const deployedAt = latest((await readAll(records, deployments, owner, prefix)).map((one) => one.value.deployedAt));
  return projectView(family, value, { trainedAt, deployedAt }, version);
}

export function projectOperations<Assets extends object>(family: Family<Assets>): Operation<LanguageServices>[] {
  return [
    familyOperation(family, {
      ids: { conversations: 'conversations.listProjects', texts: 'texts.listProjects' },
      summary: 'List the projects of the account',
      route: 'GET /projects',
      query: Paging,
      replies: { 200: listOf(ProjectMetadata) },
      async run(call, services) {
        const owner = call.account.id;
        const { value, nextLink } = await paginateRecords(
          call,
          '/projects',
          services.records,
          projects,
          owner,
          projectKey(family.name, ''),
        );
        return reply(200, {
          value: await Promise.all(value.map((project) => describeProject(family, services, { owner, project }, call.version))),
          nextLink,
        });
      },
    }),
    familyOperation(family, {
      ids: { conversations: 'conversations.createProject', texts: 'texts.createProject' },
      summary: 'Create a project, or change its properties',
      route: 'PATCH /projects/{projectName}',
      params: ProjectPath,
      body: ProjectOptions,
      conditional: true,
      example: {
        params: { projectName: 'example' },
        body: { projectName: 'example', projectKind: family.kinds[0]!.name, language: 'en', multilingual: false },
      },
      replies: { 200: ProjectMetadata, 201: ProjectMetadata },
      fails: ['NameReserved', 'NameDiffers', 'KindUnknown', 'KindFixed', 'LanguageUnknown', 'TooManyProjects'],
      async run(call, services) {
        const { account, body, version } = call;
        const name = call.params.projectName;
        const options = parseOptions(family, name, body);
        const key = projectKey(family.name, name);
        const read = await services.records.get(projects, account.id, key);
        const change = guard(call, new Change(), projects, account.id, key, read);
        if (!read) {
          const created = await buildProject(family, services, account.id, name, options);
          const project: Project = { ...created, assets: await writeBlob(services, account.id, family.emptyAssets(created.kind)) };
          addProject(change, family.name, account.id, project);
          return reply(201, projectView(family, project, {}, version), { change, headers: writtenEtag(change, projects, account.id, key) });
        }
        const { value } = read;
        if (options.kind !== undefined && options.kind !== value.kind) {
          throw projectFailure('KindFixed', { kind: value.kind, given: options.kind, target: 'projectKind' });
        }
        const project: Project = {
          ...value,
          ...options,
          settings: { ...value.settings, ...options.settings },
          modifiedAt: services.clock.now(),
        };
        change.replace(projects, account.id, read, project);
        return reply(200, await describeProject(family, services, { owner: account.id, project: { ...read, value: project } }, version), {
          change,
          headers: writtenEtag(change, projects, account.id, key),
        });
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.getProject', texts: 'texts.getProject' },
      summary: 'Get a project',
      route: 'GET ',
      replies: { 200: ProjectMetadata },
      run: async (found, { version }, services) =>
        reply(200, await describeProject(family, services, found, version), { headers: etag(found.project) }),
    }),
    familyOperation(family, {
      ids: { conversations: 'conversations.deleteProject', texts: 'texts.deleteProject' },
      summary: 'Delete a project and everything it owns',
      route: 'DELETE /projects/{projectName}',
      params: ProjectPath,
      conditional: true,
      replies: { 202: null },
      fails: ['ProjectNotFound'],
      async run(call, services) {
        const { owner, project } = await findProject(services, family.name, call.account, call.params.projectName);
        const { uid } = project.value;
        const change = guard(call, new Change(), projects, owner, project.key, project);
        change.delete(projects, owner, project).clear(models, owner, partKey(uid, '')).clear(trainingJobs, owner, partKey(uid, ''));
        change.clear(queries, owner, partKey(uid, '')).clear(queryCounts, owner, partKey(uid, '')).clear(testSets, owner, uid);
        for (const deployment of await readAll(services.records, deployments, owner, partKey(uid, ''))) {
          change.delete(deployments, owner, deployment);
        }
        clearAssignments(change, family.name, owner, project.value);
        for (const {
          value: { jobId },
        } of await readAll(services.records, trainingJobs, owner, partKey(uid, ''))) {
          const job = await services.jobs.get(owner, jobId);
          if (job) services.jobs.cancel(change, job);
        }
        // The project is gone, so the job record belongs to the caller's account and its address has no project name.
        const { id } = services.jobs.done(change, {
          account: call.account.id,
          kind: DELETE_JOB[family.name],
          input: { uid, family: family.name } satisfies ProjectJobInput,
        });
        return reply(202, undefined, { headers: jobHeaders(call, '/projects/global/deletion-jobs/{jobId}', id), change });
      },
    }),
    familyOperation(family, {
      ids: { conversations: 'conversations.getProjectDeletionStatus', texts: 'texts.getProjectDeletionStatus' },
      summary: 'Get the status of deleting a project',
      route: 'GET /projects/global/deletion-jobs/{jobId}',
      replies: { 200: JobRecord },
      fails: ['JobNotFound'],
      async run({ account, params, version }, { jobs }) {
        const job = await jobs.get(account.id, params.jobId!);
        if (job?.value.kind !== DELETE_JOB[family.name]) throw projectFailure('JobNotFound');
        return reply(200, jobView(job.value, version));
      },
    }),
  ];
}
