/** Understanding apps of the account, as listed. */
import type { Client } from '../../kit/api.ts';

/** The newest authoring API. */
export const AUTHORING = '/luis/authoring/v3.0-preview';

export interface Endpoint {
  versionId: string;
  isStaging: boolean;
  endpointUrl: string;
  publishedDateTime: string;
}
export interface App {
  id: string;
  name: string;
  description: string;
  culture: string;
  activeVersion: string;
  createdDateTime: string;
  versionsCount: number;
  endpointHitsCount: number;
  endpoints: { PRODUCTION?: Endpoint; STAGING?: Endpoint };
}

const PAGE = 500;

/** All pages of a list. */
export async function loadPages<T>(client: Client, path: string, signal?: AbortSignal): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const page = await client.get<T[]>(path, { query: { skip: found.length, take: PAGE }, signal });
    found.push(...page);
    if (page.length < PAGE) return found;
  }
}

export async function loadApps(client: Client, signal?: AbortSignal): Promise<App[]> {
  return await loadPages<App>(client, `${AUTHORING}/apps`, signal);
}
