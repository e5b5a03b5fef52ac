/**
 * Migrates apps of another authoring resource. Each app is fetched and converted on its own; the projects are created in one
 * change, together with the completion of the job. The key is stored sealed, outside the job record, until the job completes.
 */
import type { LanguageServices } from '../../services.ts';
import { Failure } from '../../../../kernel/failures.ts';
import type { Ports } from '../../../../kernel/ports.ts';
import type { JobOutcome } from '../../../../kernel/job.ts';
import type { JobContext, JobHandler, JobHandlers } from '../../../../kernel/job-handler.ts';
import type { Project } from '../../projects/model.ts';
import { buildProject, parseOptions } from '../../projects/management/operations.ts';
import { addProject, projectKey, projects } from '../../projects/store.ts';
import { Change } from '../../../../kernel/change.ts';
import { collection } from '../../../../kernel/collection.ts';
import { conversationFamily } from '../family.ts';
import { AppProblem, fetchApp } from './fetch-app.ts';
import type { AppAddress } from './fetch-app.ts';
import { findFreeName } from './names.ts';
import type { Report } from './report.ts';
import type { Converted } from './convert.ts';

export const MIGRATE_JOB = 'conversations.migrate';

export interface MigrationInput {
  apps: AppAddress[];
  resource: string;
}
export interface MigratedResult extends AppAddress {
  projectName?: string;
  status: 'succeeded' | 'failed';
  error?: { code: string; message: string };
  report?: Report;
}

/** Sealed keys of running migrations, by job id. The key of a failed job expires after a day. */
export const migrationKeys = collection<{ sealed: string; expiresAt: number }>('conversations.migrationKeys', {
  expiresAt: ({ expiresAt }) => expiresAt,
});

const KEY_RETENTION_MS = 24 * 3600_000;
const CONVERT_TIMEOUT_MS = 120_000;

function sealContext(jobId: string): string {
  return `migration ${jobId}`;
}

/** The record with the sealed key of a job. */
export function sealKey({ keyring, clock }: Ports, jobId: string, key: string): { sealed: string; expiresAt: number } {
  return { sealed: keyring.seal(key, sealContext(jobId)), expiresAt: clock.now() + KEY_RETENTION_MS };
}

const migrate: JobHandler<LanguageServices> = async ({ id, account, input }, context): Promise<JobOutcome> => {
  const { services, signal, progress } = context;
  const { apps, resource } = input as MigrationInput;
  const stored = (await services.records.get(migrationKeys, account, id))?.value;
  if (!stored) {
    return {
      state: 'failed',
      errors: [
        { code: 'invalidOperation', message: 'The key of the authoring resource has expired after a day. Start the migration again.' },
      ],
    };
  }
  const key = services.keyring.open(stored.sealed, sealContext(id));
  const change = new Change().clear(migrationKeys, account, id);
  const results: MigratedResult[] = [];
  for (const { appId, appVersion } of apps) {
    signal.throwIfAborted();
    const taken = new Set(results.map(({ projectName }) => projectName));
    results.push({
      appId,
      appVersion,
      ...(await migrateApp(
        context,
        account,
        change,
        taken,
        async () => await fetchApp(services, resource, key, { appId, appVersion }, signal),
      )),
    });
    await progress(
      results.length / apps.length,
      `${results.at(-1)!.error ? 'Could not migrate' : 'Migrated'} app ${appId}, version ${appVersion}`,
    );
  }
  const errors = results.flatMap(({ appId, appVersion, error }) =>
    error ? [{ code: error.code, message: `App ${appId}, version ${appVersion}: ${error.message}` }] : [],
  );
  const state = errors.length === 0 ? 'succeeded' : errors.length < results.length ? 'partiallyCompleted' : 'failed';
  return { state, result: { results }, errors, change };
};

/** Migrates one app: adds its project to the change, or returns the error. */
async function migrateApp(
  context: JobContext<LanguageServices>,
  account: string,
  change: Change,
  taken: ReadonlySet<string | undefined>,
  fetchBytes: () => Promise<Uint8Array>,
): Promise<Omit<MigratedResult, keyof AppAddress>> {
  const { services, signal } = context;
  try {
    const converted = await services.threads.run<Converted | { problem: string }>({
      module: new URL('./convert.ts', import.meta.url),
      function: 'convert',
      input: { bytes: await fetchBytes() },
      timeMs: CONVERT_TIMEOUT_MS,
      signal,
    });
    if ('problem' in converted) throw new AppProblem('invalidOperation', `It cannot be migrated: ${converted.problem}`);
    const { name: wanted, metadata, assets, report } = converted;
    const name = await findFreeName(
      wanted,
      async (candidate) =>
        taken.has(candidate) || (await services.records.get(projects, account, projectKey('conversations', candidate))) !== undefined,
    );
    if (name !== wanted) report.changed.push({ what: 'name', from: wanted, to: name, why: 'a project with this name exists' });
    const project: Project = {
      ...(await buildProject(conversationFamily, services, account, name, parseOptions(conversationFamily, name, metadata))),
      assets: await services.blobs.put(account, assets),
    };
    addProject(change, 'conversations', account, project);
    return { projectName: name, status: 'succeeded', report };
  } catch (problem) {
    signal.throwIfAborted();
    if (problem instanceof AppProblem) return { status: 'failed', error: { code: problem.code, message: problem.message } };
    if (problem instanceof Failure && problem.status < 500) {
      return { status: 'failed', error: { code: 'invalidOperation', message: problem.message } };
    }
    throw problem;
  }
}

export const migrationJobs: JobHandlers<LanguageServices> = { [MIGRATE_JOB]: migrate };
