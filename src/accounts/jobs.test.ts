import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '../kernel/job.ts';
import type { JobContext } from '../kernel/job-handler.ts';
import { Change } from '../kernel/change.ts';
import { SYSTEM, collection, systemIndex } from '../kernel/collection.ts';
import { MemoryBlobs } from '../storage/blobs/memory/blobs.ts';
import { openSqlite } from '../storage/records/sqlite/store.ts';
import { ERASE_JOB, accountJobs } from './jobs.ts';

test('erases everything of an account, including references to it', async (t) => {
  const store = await openSqlite({ now: () => 0 });
  t.after(() => store.close());
  const blobs = new MemoryBlobs(() => 0);
  const things = collection<object>('things');
  const owners = systemIndex<{ account: string }>('owners');
  const change = new Change().put(things, 'erased', 'a', {}).put(things, 'stays', 'a', {});
  for (let i = 0; i < 1200; i++) change.put(owners, SYSTEM, `thing ${i}`, { account: i % 3 === 0 ? 'stays' : 'erased' });
  await store.commit(change);
  const blob = await blobs.put('erased', Buffer.from('x'));
  await accountJobs({ store, blobs, systemIndexes: [owners] })[ERASE_JOB]!({ input: { account: 'erased' } } as Job, {} as JobContext);
  assert.deepEqual(await store.page(things, 'erased', { limit: 10 }), []);
  assert.equal(await blobs.get('erased', blob), undefined);
  assert.equal((await store.page(things, 'stays', { limit: 10 })).length, 1);
  const left = await store.page(owners, SYSTEM, { limit: 1000 });
  assert.deepEqual([left.length, new Set(left.map(({ value }) => value.account))], [400, new Set(['stays'])]);
});
