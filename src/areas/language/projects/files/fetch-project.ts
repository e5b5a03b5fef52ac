/**
 * Fetches a project from another language resource, such as the vendor's, by its export operation. Neither the address, which the caller
 * chose, nor its responses are trusted: the key is sent to the given origin alone.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '../../../../kernel/failures.ts';
import type { Failure } from '../../../../kernel/failures.ts';
import { FetchRefused } from '../../../../kernel/ports/fetch.ts';
import type { FetchedResponse, GuardedFetch, GuardedFetchOptions } from '../../../../kernel/ports/fetch.ts';
import type { FamilyName } from '../model.ts';

export interface ProjectAddress {
  resource: URL;
  key: string;
  projectName: string;
}

const VERSION = '2023-04-01';
const PATHS: Readonly<Record<FamilyName, string>> = { conversations: 'analyze-conversations', texts: 'analyze-text' };
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Small enough to be parsed on the thread of calls. */
const MAX_RECORD_BYTES = 16 * 1024;
/** Below the time limit of a call. */
const TOTAL_MS = 50_000;
const POLL_MS = 1000;

/** The exported file as it was received. Throws what the caller can fix. */
export async function fetchProject(fetch: GuardedFetch, family: FamilyName, address: ProjectAddress): Promise<Uint8Array> {
  const { resource, key, projectName } = address;
  const deadline = performance.now() + TOTAL_MS;
  const call = async (url: URL, options: Pick<GuardedFetchOptions, 'method' | 'maxBytes'>): Promise<FetchedResponse> => {
    if (url.origin !== resource.origin) throw problem('resourceUrl', `${resource.host} refers to another host.`);
    const timeMs = deadline - performance.now();
    if (timeMs <= 0) throw problem('resourceUrl', `${resource.host} did not export the project in time.`);
    try {
      const response = await fetch(url, { ...options, headers: { 'ocp-apim-subscription-key': key, accept: 'application/json' }, timeMs });
      checkStatus(response, address);
      return response;
    } catch (error) {
      throw error instanceof FetchRefused ? problem('resourceUrl', error.message) : error;
    }
  };
  const path = `language/authoring/${PATHS[family]}/projects/${encodeURIComponent(projectName.toWellFormed())}/:export`;
  const base = resource.href.endsWith('/') ? resource.href : `${resource.href}/`;
  const { headers } = await call(new URL(`${path}?stringIndexType=Utf16CodeUnit&api-version=${VERSION}`, base), {
    method: 'POST',
    maxBytes: MAX_RECORD_BYTES,
  });
  const record = linked(headers['operation-location'], resource);
  for (;;) {
    const { status, resultUrl } = parseRecord(await call(record, { maxBytes: MAX_RECORD_BYTES }), resource);
    if (status === 'succeeded') return (await call(linked(resultUrl, resource), { maxBytes: MAX_FILE_BYTES })).bytes;
    if (status === 'failed' || status === 'cancelled') throw problem('resourceUrl', `${resource.host} could not export the project.`);
    await sleep(POLL_MS);
  }
}

function checkStatus({ status }: FetchedResponse, { resource: { host }, projectName }: ProjectAddress): void {
  if (status >= 200 && status < 300) return;
  if (status === 401 || status === 403) throw problem('key', `${host} does not accept it.`);
  if (status === 404) throw problem('projectName', `${host} has no project ${JSON.stringify(projectName)}.`);
  throw problem('resourceUrl', `${host} responded with ${status}.`);
}

function linked(address: unknown, { host, href }: URL): URL {
  const url = typeof address === 'string' ? URL.parse(address, href) : null;
  if (!url) throw problem('resourceUrl', `${host} did not respond as a language resource does.`);
  return url;
}

function parseRecord({ bytes }: FetchedResponse, { host }: URL): { status?: unknown; resultUrl?: unknown } {
  try {
    return (JSON.parse(bytes.toString()) as object | null) ?? {};
  } catch {
    throw problem('resourceUrl', `${host} did not respond with JSON.`);
  }
}

function problem(parameter: string, details: string): Failure {
  return fail('ParameterInvalid', { parameter, details });
}
