/** Fetches an exported app from the authoring resource that has it. The address is the caller's, and so is what it answers: neither is trusted. */
import type { Ports } from '../../../../kernel/ports.ts';
import { FetchRefused } from '../../../../kernel/ports/fetch.ts';

/** Why an app cannot be had, in the codes of interface section 2.4; the message is for the caller. */
export class AppProblem extends Error {
  override readonly name = 'AppProblem';
  readonly code: 'unknown' | 'notFound' | 'invalidOperation';

  constructor(code: AppProblem['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export interface AppAddress { appId: string; appVersion: string }

const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
/** The newest export keeps parts of entities; resources that do not have it answer 404. */
const BASES = ['luis/authoring/v3.0-preview', 'luis/api/v2.0'];
/** Not what the caller could mend by another address. */
const TRANSIENT_REASONS: readonly FetchRefused['reason'][] = ['dns', 'network', 'time'];

export async function fetchApp({ fetch }: Pick<Ports, 'fetch'>, resource: string, key: string, { appId, appVersion }: AppAddress, signal: AbortSignal): Promise<Uint8Array> {
  const { host } = new URL(resource);
  let status = 0;
  for (const base of BASES) {
    const address = new URL(`${base}/apps/${encodePathPart(appId)}/versions/${encodePathPart(appVersion)}/export`, resource.endsWith('/') ? resource : `${resource}/`);
    try {
      const answer = await fetch(address, { headers: { 'ocp-apim-subscription-key': key, accept: 'application/json' }, maxBytes: MAX_BYTES, timeMs: TIMEOUT_MS, signal });
      if (answer.status === 200) return answer.bytes;
      status = answer.status;
    } catch (error) {
      if (!isRefused(error)) throw error;
      throw new AppProblem(TRANSIENT_REASONS.includes(error.reason) ? 'unknown' : 'invalidOperation', `${host}: ${error.message}`);
    }
    if (status !== 404) break;
  }
  if (status === 401 || status === 403) throw new AppProblem('invalidOperation', `${host} does not accept the key.`);
  // Apps that are not known are answered with 400 by the original.
  if (status === 400 || status === 404) throw new AppProblem('notFound', `${host} has no app ${appId} with a version ${appVersion}.`);
  throw new AppProblem('unknown', `${host} answered ${status}.`);
}

function encodePathPart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function isRefused(error: unknown): error is FetchRefused {
  return error instanceof FetchRefused;
}
