/** Calls on projects, shared by both language areas. */
import { t } from '../../i18n/messages.ts';
import { operationPath, toJobStatus, type ApiResponse, type Client } from '../../kit/api.ts';
import type { Call } from '../../kit/call.ts';
import { askUntil } from '../../kit/changes.ts';
import type { ProjectFamily } from './family.ts';

/** Models of this name are temporary and not listed. */
export const CURVE_PREFIX = 'learning-curve-';

const VERSION = '2023-04-01';
/** Jobs, and the records that others may change concurrently. */
const FOLLOWS = ['conversations.', 'texts.', 'projects.'];

export interface Metadata {
  projectName: string;
  projectKind: string;
  language: string;
  multilingual: boolean;
  description?: string;
  lastModifiedDateTime: string;
  lastTrainedDateTime?: string;
  lastDeployedDateTime?: string;
  settings?: { confidenceThreshold?: number; learnFromQueries?: boolean };
}
export interface Model {
  label: string;
  modelId: string;
  lastTrainedDateTime: string;
  lastTrainingDurationInSeconds: number;
}
export interface Deployment {
  deploymentName: string;
  modelId: string;
  lastTrainedDateTime: string;
  lastDeployedDateTime: string;
}
export interface ProjectFile<A> {
  projectFileVersion?: string;
  stringIndexType?: string;
  metadata: object;
  assets: A;
}
export interface Job {
  status: string;
  errors?: readonly { code: string; message: string }[];
}

type Query = Readonly<Record<string, string>>;

/** A path with the API version of the console. */
export function versioned(path: string, query: Query = {}): string {
  return `${path}?${new URLSearchParams({ ...query, 'api-version': VERSION })}`;
}

/** `rest` is the path below the project, such as `/models`. */
export function projectPath({ base }: Pick<ProjectFamily, 'base'>, name: string, rest = '', query: Query = {}): string {
  return versioned(`${base}/projects/${encodeURIComponent(name)}${rest}`, query);
}

/** All pages of a list. */
export async function loadPages<T>(client: Client, path: string, signal?: AbortSignal): Promise<T[]> {
  const found: T[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const page: { value: T[]; nextLink?: string | null } = await client.get(next, { signal, quiet: true });
    found.push(...page.value);
    next = page.nextLink ? toLocalPath(page.nextLink) : undefined;
  }
  return found;
}

function toLocalPath(address: string): string {
  const { pathname, search } = new URL(address, location.origin);
  return pathname + search;
}

/** Starts a job and waits for it; a failed job is thrown with its message. */
export async function runJob<J extends Job>(client: Client, { method, path, json, headers: sent }: Call, signal?: AbortSignal): Promise<J> {
  const { headers } = await client.call(method, path, { json, headers: sent, signal });
  return await waitForJob<J>(client, operationPath(headers), signal);
}

/** Waits until the job has ended. */
export async function waitForJob<J extends Job>(client: Client, path: string, signal?: AbortSignal): Promise<J> {
  const ask = async (): Promise<J | undefined> => {
    const job = await client.get<J>(path, { signal, quiet: true });
    const status = toJobStatus(job.status);
    if (status === 'succeeded') return job;
    if (status !== 'waiting' && status !== 'running')
      throw new Error((job.errors ?? []).map(({ message }) => message).join(' ') || t('The job was {status}.', { status }));
    return undefined;
  };
  return await askUntil(FOLLOWS, ask, signal);
}

interface Exported {
  label?: string;
  signal?: AbortSignal;
}

/** The content of the project, or what a model was trained on. */
export async function exportAssets<A>(client: Client, family: ProjectFamily, name: string, options?: Exported): Promise<ProjectFile<A>> {
  return (await exportResponse<A>(client, family, name, options)).body;
}

/** The same with its headers, which have the ETag of the project. */
export async function exportResponse<A>(
  client: Client,
  family: ProjectFamily,
  name: string,
  { label, signal }: Exported = {},
): Promise<ApiResponse<ProjectFile<A>>> {
  const path = projectPath(family, name, '/:export', label === undefined ? {} : { trainedModelLabel: label });
  const { resultUrl } = await runJob<Job & { resultUrl: string }>(client, { method: 'POST', path }, signal);
  return await client.call<ProjectFile<A>>('GET', toLocalPath(resultUrl), { signal, quiet: true });
}

export interface SampleProject {
  name: string;
  kind: string;
  description: string;
  assets: object;
}

const LABEL = 'model-1';
/** Creates a complete project for a sample: imports, trains, deploys. */
const DEPLOYMENT = 'production';

/** Resolves to the project's name: the given one, with a number if it is taken. */
export async function createProject(
  { client, onProgress }: { client: Client; onProgress: (what: string) => void },
  family: Pick<ProjectFamily, 'base'>,
  { name, kind, description, assets }: SampleProject,
): Promise<string> {
  onProgress(t('Importing the project'));
  const metadata = { projectName: name, projectKind: kind, language: 'en', multilingual: false, description };
  await runJob(client, {
    method: 'POST',
    path: projectPath(family, name, '/:import'),
    json: { projectFileVersion: '2023-04-01', stringIndexType: 'Utf16CodeUnit', metadata, assets: { projectKind: kind, ...assets } },
  });
  onProgress('Training');
  await runJob(client, {
    method: 'POST',
    path: projectPath(family, name, '/:train'),
    json: { modelLabel: LABEL, evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 80, testingSplitPercentage: 20 } },
  });
  onProgress('Deploying');
  await runJob(client, {
    method: 'PUT',
    path: projectPath(family, name, `/deployments/${DEPLOYMENT}`),
    json: { trainedModelLabel: LABEL },
  });
  return name;
}
