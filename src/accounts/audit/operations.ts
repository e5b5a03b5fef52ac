/** Usage and audit of an account. */
import type { Static } from 'typebox';
import { operation, reply } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { Change } from '../../kernel/change.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import { chainHash, FIRST_HASH } from '../../shared/audit-chain.ts';
import type { AuditRow } from '../../kernel/ports/store.ts';
import { VERIFY_JOB } from '../jobs.ts';
import { AuditPage, AuditQuery, Usage, UsageQuery } from '../schemas.ts';
import { mustGetAccount, ofAccount, ONE } from '../directory/operations.ts';

/** An entry that does not continue the chain is listed as damaged, with what can be read of it. */
function auditView({ sequence, hash, entry }: AuditRow, before: AuditRow | undefined): object {
  const previous = sequence === 1 ? FIRST_HASH : before?.sequence === sequence - 1 ? before.hash : undefined;
  const isIntact = previous !== undefined && hash === chainHash(previous, sequence, entry);
  return { sequence, hash: String(hash), entry: isIntact ? (JSON.parse(entry) as object) : { ...readable(entry), damaged: true } };
}

function readable(entry: string): object {
  try {
    const parsed: unknown = JSON.parse(entry);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch {
    // Not valid JSON: nothing of it can be shown.
  }
  return { at: '', operation: 'unreadable', caller: '', request: '', params: {} };
}

async function auditPage(records: Ports['records'], account: string, { after, top, order }: Static<typeof AuditQuery>): Promise<object[]> {
  /** With the entry before the first, whose hash it continues. */
  const views = async (from: number, count: number): Promise<object[]> => {
    const rows = await records.audit(account, Math.max(0, from - 1), from > 0 ? count + 1 : count);
    const first = rows[0]?.sequence === from ? 1 : 0;
    return rows.slice(first, first + count).map((row, i) => auditView(row, rows[first + i - 1]));
  };
  if (order === 'oldest') return await views(after, top);
  const before = after === 0 ? (await records.lastAudit(account)) + 1 : after;
  const first = Math.max(0, before - 1 - top);
  return (await views(first, before - 1 - first)).reverse();
}

export const usage = operation({
  ...ofAccount,
  id: 'accounts.usage',
  summary: 'Calls of an account by month and operation',
  route: `GET ${ONE}/usage`,
  query: UsageQuery,
  replies: { 200: Usage },
  async run(call, { records }) {
    const { id } = (await mustGetAccount(records, call.params)).value;
    const counters = await records.counters(id, call.query.period);
    return reply(200, { value: counters.map(({ period, name, total }) => ({ period, operation: name, calls: total })) });
  },
});

export const audit = operation({
  ...ofAccount,
  id: 'accounts.audit',
  summary: 'The audit of an account, oldest first by default',
  route: `GET ${ONE}/audit`,
  query: AuditQuery,
  replies: { 200: AuditPage },
  async run(call, { records }) {
    const { id } = (await mustGetAccount(records, call.params)).value;
    return reply(200, { value: await auditPage(records, id, call.query) });
  },
});

export const serverAudit = operation({
  id: 'accounts.serverAudit',
  summary: 'The audit of the management plane itself, oldest first by default',
  route: 'GET /audit',
  needs: 'manager',
  query: AuditQuery,
  replies: { 200: AuditPage },
  async run({ query }, { records }) {
    return reply(200, { value: await auditPage(records, SYSTEM, query) });
  },
});

export const verifyAudit = operation({
  ...ofAccount,
  id: 'accounts.verifyAudit',
  summary: 'Start a job that walks the audit chain of an account',
  route: `POST ${ONE}/verifyAudit`,
  replies: { 202: null },
  async run(call, { records, jobs }) {
    const { id } = (await mustGetAccount(records, call.params)).value;
    const change = new Change();
    const job = jobs.enqueue(change, { account: id, kind: VERIFY_JOB, input: {} });
    return reply(202, undefined, {
      change,
      headers: { 'Operation-Location': call.link(`${ONE}/jobs/{jobId}`, { ...call.params, jobId: job.id }) },
    });
  },
});
