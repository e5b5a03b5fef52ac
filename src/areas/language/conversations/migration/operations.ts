import type { LanguageServices } from '../../services.ts';
import { Type } from '../../../../kernel/schema.ts';
import { reply } from '../../../../kernel/operation.ts';
import { operation } from '../../services.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import { projectFailure } from '../../projects/failures.ts';
import { parseResourceAddress } from '../../projects/resource-address.ts';
import { JobRecord } from '../../projects/schemas.ts';
import { OLDEST } from '../../projects/versions.ts';
import { jobHeaders, jobView } from '../../projects/wire.ts';
import { Change } from '../../../../kernel/change.ts';
import { MIGRATE_JOB, migrationKeys, sealKey } from './job.ts';
import type { MigratedResult, MigrationInput } from './job.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

const STATUS_PATH = '/migrateFromUnderstanding/jobs/{jobId}';
const MAX_APPS = 50;

/** A path segment without a leading dot, which could traverse the path. */
const PathPart = Type.String({ pattern: '^[^.\\u0000-\\u001f][^\\u0000-\\u001f]{0,99}$' });

const MigrationRequest = Type.Object({
  appsMetadata: Type.Array(Type.Object({ appId: PathPart, appVersion: PathPart }), { minItems: 1, maxItems: MAX_APPS }),
  authoringResourceUrl: Type.String({ minLength: 1, maxLength: 2000 }),
  understandingKey: Type.String({ pattern: '^[\\x21-\\x7e]{1,500}$' }),
});

const Items = Type.Array(
  Type.Object({ what: Type.String(), from: Type.String(), to: Type.Optional(Type.String()), why: Type.Optional(Type.String()) }),
);
const MigrationJob = Type.Object({
  ...JobRecord.properties,
  results: Type.Array(
    Type.Object({
      appId: Type.String(),
      appVersion: Type.String(),
      projectName: Type.Optional(Type.String()),
      status: Type.Union([Type.Literal('succeeded'), Type.Literal('failed')]),
      error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
      report: Type.Optional(Type.Object({ kept: Items, changed: Items, dropped: Items })),
    }),
  ),
});

const migrateFromUnderstanding = operation({
  id: 'conversations.migrateFromUnderstanding',
  summary: 'Create projects from apps of an authoring resource',
  route: 'POST /:migrateFromUnderstanding',
  versions: [OLDEST],
  body: MigrationRequest,
  example: exampleCalls.migrateFromUnderstanding,
  replies: { 202: null },
  run(call, services) {
    const { account } = call;
    const { appsMetadata, authoringResourceUrl, understandingKey } = call.body;
    const resource = parseResourceAddress('authoringResourceUrl', authoringResourceUrl);
    const change = new Change();
    const input: MigrationInput = {
      apps: appsMetadata.map(({ appId, appVersion }) => ({ appId, appVersion })),
      resource: resource.href,
    };
    const job = services.jobs.enqueue(change, { account: account.id, kind: MIGRATE_JOB, input });
    change.put(migrationKeys, account.id, job.id, sealKey(services, job.id, understandingKey));
    return reply(202, undefined, { headers: jobHeaders(call, STATUS_PATH, job.id), change });
  },
});

const getMigrationStatus = operation({
  id: 'conversations.getMigrationStatus',
  summary: 'Get the status of a migration and the result of each app',
  route: 'GET /migrateFromUnderstanding/jobs/{jobId}',
  versions: [OLDEST],
  replies: { 200: MigrationJob },
  fails: ['JobNotFound'],
  async run({ account, params }, { jobs }) {
    const job = (await jobs.get(account.id, params.jobId!))?.value;
    if (job?.kind !== MIGRATE_JOB) throw projectFailure('JobNotFound');
    const { results = [] } = (job.result ?? {}) as { results?: MigratedResult[] };
    return reply(200, { ...jobView(job, OLDEST), results });
  },
});

export const migrationOperations: Operation<LanguageServices>[] = [migrateFromUnderstanding, getMigrationStatus];
