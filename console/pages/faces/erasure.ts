/** Proof of an erasure: the server is asked for what was deleted, for jobs that remove it from searches, and for the audit entry. */
import type { Account } from '../../kit/accounts.ts';
import { CallFailed, manager, toJobStatus, type Client } from '../../kit/api.ts';

export interface ErasedThing {
  /** What it was, in words. */
  title: string;
  path: string;
}

export interface AuditEntry {
  sequence: number;
  hash: string;
  entry: { at: string; operation: string; caller: string; request: string };
}

export interface ErasureProof {
  what: string;
  /** What the server answers for each thing that was deleted; 404 where it is gone. */
  checks: readonly (ErasedThing & { status: number })[];
  /** Jobs that still remove faces from search models; none when the searches no longer contain them. */
  jobsLeft: number;
  /** The entry of the account's audit chain; undefined where this user may not read it. */
  audit?: AuditEntry;
  checkedAt: string;
}

const ERASING_JOBS = ['faces.prune', 'faces.erase', 'faces.indexDirectory', 'faces.mergeDirectory'];
/** The newest entries, among which that of a call made seconds ago is looked for. */
const ENTRIES = 50;

/** Deletes, and returns the id of the request, by which the audit entry is found. */
export async function erase(client: Client, path: string): Promise<string | undefined> {
  return (await client.call('DELETE', path)).headers.get('x-request-id') ?? undefined;
}

export async function proveErasure(
  { account, client }: { account: Account; client: Client },
  { what, things, request }: { what: string; things: readonly ErasedThing[]; request: string | undefined },
  signal?: AbortSignal,
): Promise<ErasureProof> {
  const checks = await Promise.all(things.map(async (thing) => ({ ...thing, status: await statusOf(client, thing.path, signal) })));
  const { value: jobs } = await manager.get<{ value: { kind: string; status: string }[] }>(`${account.id}/jobs`, { signal, quiet: true });
  const jobsLeft = jobs.filter(({ kind, status }) => ERASING_JOBS.includes(kind) && ['waiting', 'running'].includes(toJobStatus(status)));
  const query = { top: ENTRIES, order: 'newest' };
  const { value: entries } = await manager.get<{ value: AuditEntry[] }>(`${account.id}/audit`, { query, signal, quiet: true });
  return {
    what,
    checks,
    jobsLeft: jobsLeft.length,
    audit: entries.find(({ entry }) => entry.request === request),
    checkedAt: new Date().toISOString(),
  };
}

async function statusOf(client: Client, path: string, signal?: AbortSignal): Promise<number> {
  try {
    return (await client.call('GET', path, { signal, quiet: true })).status;
  } catch (error) {
    if (error instanceof CallFailed) return error.status;
    throw error;
  }
}

/** Whether everything is gone, also from searches. */
export function isErased({ checks, jobsLeft }: Pick<ErasureProof, 'checks' | 'jobsLeft'>): boolean {
  return jobsLeft === 0 && checks.every(({ status }) => status === 404);
}
