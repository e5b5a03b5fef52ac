import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import type { Client } from 'pg';
import { ADDITIONS, migrate } from './migrations.ts';

/** A database at the last addition but one, on which transactions fail as given. */
function databaseFailingWith(codes: string[]): { client: Client; sent: string[] } {
  const sent: string[] = [];
  const query = async (text: string): Promise<unknown> => {
    sent.push(text);
    if (text.startsWith('begin') && codes.length > 0)
      throw Object.assign(new pg.DatabaseError('problem', 7, 'error'), { code: codes.shift() });
    return await Promise.resolve({ rows: [{ version: 3, additions: ADDITIONS.length - 1 }] });
  };
  return { client: { query } as unknown as Client, sent };
}

test('a migration is repeated after a deadlock with calls of running processes', async () => {
  const { client, sent } = databaseFailingWith(['40P01']);
  await migrate(client);
  assert.deepEqual(
    sent.slice(-4).map((text) => text.split(/[ ;]/, 1)[0]),
    ['begin', 'rollback', 'begin', 'select'],
  );
});

test('and not after another error', async () => {
  const { client, sent } = databaseFailingWith(['42601']);
  await assert.rejects(migrate(client), { code: '42601' });
  assert.equal(sent.filter((text) => text.startsWith('begin')).length, 1);
});
