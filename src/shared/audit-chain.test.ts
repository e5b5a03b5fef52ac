import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyChain } from '../../test/support/verify-chain.ts';
import { chainHash, FIRST_HASH, verifyAuditRows } from './audit-chain.ts';
import type { AuditRow } from '../kernel/ports/store.ts';

const START = { entries: 0, head: FIRST_HASH };

function chain(length: number): AuditRow[] {
  const rows: AuditRow[] = [];
  for (let sequence = 1; sequence <= length; sequence++) {
    const entry = JSON.stringify({ n: sequence });
    rows.push({ account: 'a', sequence, entry, hash: chainHash(rows.at(-1)?.hash ?? FIRST_HASH, sequence, entry) });
  }
  return rows;
}

test('verifies a chain in one call or in parts', () => {
  const rows = chain(5);
  const whole = verifyAuditRows({ verdict: START, rows });
  assert.deepEqual(whole, { entries: 5, head: rows[4]!.hash });
  assert.deepEqual(verifyAuditRows({ verdict: verifyAuditRows({ verdict: START, rows: rows.slice(0, 2) }), rows: rows.slice(2) }), whole);
});

test('finds a changed, removed, moved, duplicated or inserted entry', () => {
  const rows = chain(6);
  const forged = { ...rows[2]!, entry: '{"n":"other"}' };
  const tampered: Record<string, AuditRow[]> = {
    changed: rows.with(2, forged),
    'changed with a hash of its own': rows.with(2, { ...forged, hash: chainHash(rows[1]!.hash, 3, forged.entry) }).with(3, rows[3]!),
    dropped: rows.toSpliced(2, 1),
    'dropped and renumbered': rows.toSpliced(2, 1).map((row, i) => ({ ...row, sequence: i + 1 })),
    moved: rows.with(2, rows[3]!).with(3, rows[2]!),
    doubled: rows.toSpliced(2, 0, rows[1]!),
    'numbered anew with a hash of its own': rows.with(2, { ...rows[2]!, sequence: 7, hash: chainHash(rows[1]!.hash, 7, rows[2]!.entry) }),
  };
  for (const [how, found] of Object.entries(tampered)) {
    const { brokenAt } = verifyAuditRows({ verdict: START, rows: found });
    assert.equal(brokenAt, how === 'changed with a hash of its own' ? 4 : 3, how);
  }
  assert.equal(verifyAuditRows({ verdict: START, rows: rows.slice(1) }).brokenAt, 1);
});

test('verifies a long chain in pages up to the first break', async () => {
  const rows = chain(2500);
  const audit = (all: AuditRow[]) => ({
    audit: async (_account: string, after: number, limit: number) => all.filter(({ sequence }) => sequence > after).slice(0, limit),
    lastAudit: async () => all.length,
  });
  assert.deepEqual(await verifyChain(audit(rows), 'a'), { entries: 2500, head: rows.at(-1)!.hash });
  assert.equal((await verifyChain(audit(rows.with(1999, { ...rows[1999]!, entry: '{}' })), 'a')).brokenAt, 2000);
  assert.equal((await verifyChain(audit(rows.toSpliced(1000, 1)), 'a')).brokenAt, 1001);
});
