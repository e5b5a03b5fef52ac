/** A project on the server with its ETag, and conditional writes over that state. */
import { CallFailed, operationPath, type Client } from '../../kit/api.ts';
import { isEqual, mergeLists } from '../../kit/differences.ts';
import { exportResponse, waitForJob, projectPath, type Metadata, type ProjectFile } from './calls.ts';
import type { ProjectFamily } from './family.ts';

export interface State {
  metadata: Metadata;
  file: ProjectFile<object>;
  etag: string;
}

export async function readState(client: Client, family: ProjectFamily, name: string, signal?: AbortSignal): Promise<State> {
  const metadata = await client.get<Metadata>(projectPath(family, name), { signal, quiet: true });
  const { body, headers } = await exportResponse<object>(client, family, name, { signal });
  return { metadata, file: body, etag: headers.get('etag')! };
}

/** The state, or undefined if the project was deleted. */
export async function currentState(client: Client, family: ProjectFamily, name: string): Promise<State | undefined> {
  try {
    return await readState(client, family, name);
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Writes assets over the state `on`, or with `isNew` if there is none; resolves to the new state. Rejected with 412 if
 * there is another.
 */
export async function writeState(
  client: Client,
  family: ProjectFamily,
  name: string,
  on: State,
  assets: object,
  { isNew = false } = {},
): Promise<State> {
  const file = { ...on.file, assets };
  const { headers } = await client.call('POST', projectPath(family, name, '/:import'), {
    json: file,
    headers: isNew ? { 'if-none-match': '*' } : { 'if-match': on.etag },
  });
  await waitForJob(client, operationPath(headers));
  return { metadata: { ...on.metadata, lastModifiedDateTime: new Date().toISOString() }, file, etag: headers.get('etag')! };
}

/** Durations of trainings are rounded up to it. */
const ROUNDED_MS = 1000;

/** Whether the project was saved after the training of its newest model had started; undefined if it has none. */
export function isChangedSince(
  { lastModifiedDateTime }: Pick<Metadata, 'lastModifiedDateTime'>,
  models: readonly { lastTrainedDateTime: string; lastTrainingDurationInSeconds: number }[],
): boolean | undefined {
  const startedAt = models.map((one) => Date.parse(one.lastTrainedDateTime) - one.lastTrainingDurationInSeconds * 1000);
  return startedAt.length === 0 ? undefined : Date.parse(lastModifiedDateTime) > Math.max(...startedAt) + ROUNDED_MS;
}

interface NamedItem {
  category?: string;
  location?: string;
  text?: string;
}

/** Three-way merge of assets, list by list. */
export function mergeAssets(before: object, mine: object, theirs: object): object {
  const [old, own, other] = [before, mine, theirs] as Record<string, unknown>[];
  const list = (value: unknown): NamedItem[] => (Array.isArray(value) ? (value as NamedItem[]) : []);
  const part = (name: string): unknown =>
    [own![name], other![name]].some(Array.isArray)
      ? mergeLists(
          list(old![name]),
          list(own![name]),
          list(other![name]),
          ({ category, location, text }) => category ?? location ?? text ?? '',
        )
      : isEqual(own![name], old![name])
        ? other![name]
        : own![name];
  return Object.fromEntries([...new Set([...Object.keys(theirs), ...Object.keys(mine)])].map((name) => [name, part(name)]));
}
