/**
 * Builders for the operations that both language areas have. Each operation is defined once and registered in each area
 * under an id of its own, both written out where the operation is defined.
 */
import type { LanguageServices } from '../services.ts';
import type { Static, TObject, TSchema } from 'typebox';
import { reply } from '../../../kernel/operation.ts';
import { operation } from '../services.ts';
import type { Call, Method, Operation, OperationParts, Reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Job } from '../../../kernel/job.ts';
import type { Change } from '../../../kernel/change.ts';
import type { FamilyInfo } from './family.ts';
import { JobRecord } from './schemas.ts';
import { findJob, findProject } from './store.ts';
import type { FoundProject, ProjectJobInput } from './store.ts';
import { jobHeaders, jobView } from './wire.ts';

/** The id of an operation in each area. */
export interface OperationIds {
  conversations: `conversations.${string}`;
  texts: `texts.${string}`;
}

/** The kind of a job in each area. Stored with the job. */
export interface JobKinds {
  conversations: `conversations.${string}`;
  texts: `texts.${string}`;
}

type FamilyParts<Params extends TSchema | undefined, Query extends TSchema | undefined, Body extends TSchema | undefined> = Omit<
  OperationParts<Ports, Params, Query, Body>,
  'id' | 'needs'
> & { ids: OperationIds };

type ProjectCall<Query extends TSchema | undefined, Body extends TSchema | undefined> = Call<
  Record<string, string>,
  Query extends TSchema ? Static<Query> : undefined,
  Body extends TSchema ? Static<Body> : undefined
>;

type ProjectParts<Query extends TSchema | undefined, Body extends TSchema | undefined> = Omit<
  OperationParts<Ports, undefined, Query, Body>,
  'id' | 'route' | 'needs' | 'run'
> & {
  ids: OperationIds;
  /** Method and path below the project. */
  route: `${Method} ${'' | `/${string}`}`;
  run(found: FoundProject, call: ProjectCall<Query, Body>, services: Ports): Reply | Promise<Reply>;
};

/** An account in the examples of calls. */
export const EXAMPLE_RESOURCE = '/subscriptions/sub/resourceGroups/group/accounts/bot';

/** An authoring operation of both areas. */
export function familyOperation<
  const Params extends TSchema | undefined = undefined,
  const Query extends TObject | undefined = undefined,
  const Body extends TSchema | undefined = undefined,
>({ name }: FamilyInfo, { ids, ...parts }: FamilyParts<Params, Query, Body>): Operation<LanguageServices> {
  return operation<Params, Query, Body>({ inThread: 'largeBody', ...parts, id: ids[name] } as OperationParts<Ports, Params, Query, Body>);
}

/** An authoring operation on an existing project, which it looks up for the caller. */
export function projectOperation<const Query extends TObject | undefined = undefined, const Body extends TSchema | undefined = undefined>(
  family: FamilyInfo,
  { route, run, fails = [], ...parts }: ProjectParts<Query, Body>,
): Operation<LanguageServices> {
  const [method, path = ''] = route.split(' ', 2) as [Method, string];
  return familyOperation(family, {
    ...parts,
    route: `${method} /projects/{projectName}${path}`,
    fails: ['ProjectNotFound', ...fails],
    async run(call, services) {
      const found = await findProject(services, family.name, call.account, (call.params as { projectName: string }).projectName);
      return await run(found, call as ProjectCall<Query, Body>, services);
    },
  } as FamilyParts<undefined, Query, Body>);
}

/** Where the record of a job is read, below the project. */
export interface JobStatusParts {
  ids: OperationIds;
  summary: string;
  path: `/${string}`;
  kinds: JobKinds;
}

/** The status of a job that `accepted` recorded. */
export function jobStatusOperation(family: FamilyInfo, { ids, summary, path, kinds }: JobStatusParts): Operation<LanguageServices> {
  return projectOperation(family, {
    ids,
    summary,
    route: `GET ${path}`,
    replies: { 200: JobRecord },
    fails: ['JobNotFound'],
    run: async (found, call, services) =>
      reply(200, jobView((await findJob(services, found, kinds[family.name], call.params.jobId!, partOf(call).part)).value, call.version)),
  });
}

/** Replies with the address of the job record; the work itself is in the change. `path` is that of the status, below the project. */
export function accepted(
  { name: family }: FamilyInfo,
  { owner, project }: FoundProject,
  call: Call<Record<string, string>, unknown>,
  { jobs }: Ports,
  change: Change,
  kinds: JobKinds,
  path: string,
): Reply & { job: Job } {
  const { uid } = project.value;
  const job = jobs.done(change, { account: owner, kind: kinds[family], input: { uid, family, ...partOf(call) } satisfies ProjectJobInput });
  return { ...reply(202, undefined, { headers: jobHeaders(call, `/projects/{projectName}${path}`, job.id), change }), job };
}

/** The deployment or the model that a call is about. */
function partOf({ params: { deploymentName, trainedModelLabel } }: Call<Record<string, string>, unknown>): { part?: string } {
  const part = deploymentName ?? trainedModelLabel;
  return part === undefined ? {} : { part };
}
