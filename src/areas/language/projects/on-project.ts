/** What operations on a project have in common: they find it for the caller, and answer; and the status of the jobs they begin. */
import type { Static, TObject, TSchema } from 'typebox';
import { operation, reply } from '../../../kernel/operation.ts';
import type { Call, Method, Operation, OperationParts, Reply } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import type { Job } from '../../../kernel/job.ts';
import type { Change } from '../../../kernel/change.ts';
import type { Family } from './family.ts';
import { JobRecord } from './schemas.ts';
import { jobOf, projectOf } from './store.ts';
import type { FoundProject, ProjectJobInput } from './store.ts';
import { jobAddress, jobWire } from './wire.ts';

type Parts<Query extends TSchema | undefined, Body extends TSchema | undefined> =
  Omit<OperationParts<undefined, Query, Body>, 'id' | 'route' | 'needs' | 'run'> & {
    /** The name of the operation within the area. */
    name: string;
    /** Method and path below the project. */
    route: `${Method} ${'' | `/${string}`}`;
    run(found: FoundProject, call: Call<Record<string, string>, Query extends TSchema ? Static<Query> : undefined, Body extends TSchema ? Static<Body> : undefined>, services: Services): Reply | Promise<Reply>;
  };

/** An account in the examples of calls. */
export const EXAMPLE_RESOURCE = '/subscriptions/sub/resourceGroups/group/accounts/bot';

/** An operation on a project: for its authors only. */
export function onProject<const Query extends TObject | undefined = undefined, const Body extends TSchema | undefined = undefined>(family: Family, { name, route, run, fails = [], ...rest }: Parts<Query, Body>): Operation {
  const [method, path = ''] = route.split(' ', 2) as [Method, string];
  return operation({
    ...rest,
    id: `${family.name}.${name}`,
    route: `${method} /projects/{projectName}${path}` as `${Method} /${string}`,
    needs: 'authoring',
    fails: ['ProjectNotFound', ...fails],
    async run(call, services) {
      const found = await projectOf(services, family.name, call.account, (call.params as { projectName: string }).projectName);
      return await run(found, call as never, services);
    },
  } as OperationParts<undefined, Query, Body>);
}

/** The kind of the jobs that an operation begins, by its name in their addresses. */
export function jobKind(family: Family, name: string): string {
  return `${family.name}.${name}`;
}

/** Answers where the record of work is found that is done in the change; `path` is the status's, below the project. */
export function accepted(family: Family, { owner, project }: FoundProject, call: Call<Record<string, string>, unknown>, { jobs }: Services, change: Change, name: string, path: string): Reply & { job: Job } {
  const job = jobs.done(change, { account: owner, kind: jobKind(family, name), input: { uid: project.value.uid, family: family.name, ...partOf(call) } satisfies ProjectJobInput });
  return { ...reply(202, undefined, { headers: jobAddress(call, `/projects/{projectName}${path}`, job.id), change }), job };
}

/** The deployment or the model that a call is about. */
function partOf({ params: { deploymentName, trainedModelLabel } }: Call<Record<string, string>, unknown>): { part?: string } {
  const part = deploymentName ?? trainedModelLabel;
  return part === undefined ? {} : { part };
}

/** The status of such a job. */
export function jobStatus(family: Family, name: string, path: `/${string}`, summary: string, operationName: string): Operation {
  return onProject(family, {
    name: operationName, summary, route: `GET ${path}`,
    replies: { 200: JobRecord }, fails: ['JobNotFound'],
    run: async (found, call, services) => reply(200, jobWire((await jobOf(services, found, jobKind(family, name), call.params.jobId!, partOf(call).part)).value)),
  });
}
