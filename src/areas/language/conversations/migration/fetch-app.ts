/** Fetches an exported app from an authoring resource. Neither the address, which the caller chose, nor the response is trusted. */
import type { Ports } from '../../../../kernel/ports.ts';
import { FetchRefused } from '../../../../kernel/ports/fetch.ts';

/** Why an app cannot be migrated, with a code of interface section 2.4; the message is shown to the caller. */
export class AppProblem extends Error {
  override readonly name = 'AppProblem';
  readonly code: 'unknown' | 'notFound' | 'invalidOperation';

  constructor(code: AppProblem['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export interface AppAddress {
  appId: string;
  appVersion: string;
}

const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
/** The newest export includes nested entities; resources without it respond with 404. */
const BASES = ['luis/authoring/v3.0-preview', 'luis/api/v2.0'];
/** Problems that another address would not fix. */
const TRANSIENT_REASONS: readonly FetchRefused['reason'][] = ['dns', 'network', 'time'];

export async function fetchApp(
  { fetch }: Pick<Ports, 'fetch'>,
  resource: string,
  key: string,
  { appId, appVersion }: AppAddress,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { host } = new URL(resource);
  let status = 0;
  for (const base of BASES) {
    const address = new URL(
      `${base}/apps/${encodePathPart(appId)}/versions/${encodePathPart(appVersion)}/export`,
      resource.endsWith('/') ? resource : `${resource}/`,
    );
    try {
      const response = await fetch(address, {
        headers: { 'ocp-apim-subscription-key': key, accept: 'application/json' },
        maxBytes: MAX_BYTES,
        timeMs: TIMEOUT_MS,
        signal,
      });
      if (response.status === 200) return response.bytes;
      status = response.status;
    } catch (error) {
      if (!isRefused(error)) throw error;
      throw new AppProblem(TRANSIENT_REASONS.includes(error.reason) ? 'unknown' : 'invalidOperation', `${host}: ${error.message}`);
    }
    if (status !== 404) break;
  }
  if (status === 401 || status === 403) throw new AppProblem('invalidOperation', `${host} does not accept the key.`);
  // The vendor's service responds to unknown apps with 400.
  if (status === 400 || status === 404) throw new AppProblem('notFound', `${host} has no app ${appId} with a version ${appVersion}.`);
  throw new AppProblem('unknown', `${host} responded with ${status}.`);
}

function encodePathPart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function isRefused(error: unknown): error is FetchRefused {
  return error instanceof FetchRefused;
}
