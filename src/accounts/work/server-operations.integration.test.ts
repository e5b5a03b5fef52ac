import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { jobKey, jobs } from '../../kernel/job.ts';
import type { Job } from '../../kernel/job.ts';
import { Change } from '../../kernel/change.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import { readManifest, restoreBackup } from '../../storage/integrity/backup.ts';
import { FileBlobs } from '../../storage/blobs/files/blobs.ts';
import { openSqlite } from '../../storage/records/sqlite/store.ts';
import { listAccounts } from '../store.ts';
import { key, testApp } from '../../../test/support/memory-app.ts';
import type { TestApp } from '../../../test/support/memory-app.ts';

const DEFAULT = '/subscriptions/default/resourceGroups/default/accounts/default';

describe('server operations', () => {
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await testApp();
    token = await app.token();
  });
  after(() => app.close());

  const get = async <T>(url: string): Promise<T> => {
    const { status, text, json } = await app.call({ method: 'GET', url, token });
    assert.equal(status, 200, text);
    return json<T>();
  };
  const accountId = async (): Promise<string> => (await get<{ properties: { accountId: string } }>(DEFAULT)).properties.accountId;
  const job = (id: string, account: string, parts: Partial<Job>): Job => ({
    id,
    account,
    kind: 'test.kind',
    state: 'failed',
    input: { n: 1 },
    progress: 0.5,
    attempt: 3,
    dueAt: 0,
    createdAt: 1000,
    updatedAt: 2000,
    startedAt: 1500,
    endedAt: 2000,
    expiresAt: Date.now() + 3600_000,
    errors: [{ code: 'x', message: 'It broke.' }],
    ...parts,
  });
  const put = async (one: Job): Promise<void> => await app.store.commit(new Change().put(jobs, SYSTEM, jobKey(one.account, one.id), one));

  test('returns the server state', async () => {
    const state = await get<{
      version: string;
      store: string;
      engines: { name: string; version: string }[];
      memoryBytes: number;
      storage?: object;
    }>('/server');
    assert.match(state.version, /^\d+\.\d+\.\d+/);
    assert.deepEqual([state.store, state.storage], ['memory', undefined]);
    assert.ok(state.memoryBytes > 1e6);
    for (const { version } of state.engines) assert.match(version, /\d+\.\d+/);
  });

  test('counts area calls by minute, not management calls', async () => {
    const totals = async (): Promise<number[]> => {
      const { value } = await get<{ value: { calls: number; refused: number; failed: number }[] }>('/activity');
      assert.equal(value.length, 60);
      return [value.reduce((sum, { calls }) => sum + calls, 0), value.reduce((sum, { refused }) => sum + refused, 0)];
    };
    const [calls, refused] = await totals();
    await app.call({ method: 'GET', url: '/face/v1.0/persongroups', key });
    await app.call({ method: 'GET', url: '/face/v1.0/persongroups' });
    await get('/accounts');
    assert.deepEqual(await totals(), [calls! + 2, refused! + 1]);
    const { errors } = await get<{ errors: { requestId: string; operation: string; status: number; kind: string }[] }>('/activity');
    assert.deepEqual(
      { ...errors[0], dateTime: '', requestId: '' },
      { dateTime: '', requestId: '', operation: 'faces.listPersonGroups', status: 401, kind: 'KeyMissing' },
    );
  });

  test('lists the unfinished jobs of all accounts', async () => {
    const account = await accountId();
    await put(job('waiting', account, { state: 'notStarted', kind: 'test.elsewhere', errors: [], endedAt: undefined }));
    await put(job('ended', account, { state: 'succeeded' }));
    const { value } = await get<{ value: { accountId: string; jobId: string; percentCompleted: number; attempts: number }[] }>('/jobs');
    assert.deepEqual(
      value
        .filter(({ jobId }) => ['waiting', 'ended'].includes(jobId))
        .map(({ accountId: id, jobId, percentCompleted, attempts }) => [id, jobId, percentCompleted, attempts]),
      [[account, 'waiting', 50, 3]],
    );
  });

  test('retries a failed job under its id, not a running one', async () => {
    const account = await accountId();
    const retry = (id: string): ReturnType<TestApp['call']> => app.call({ method: 'POST', url: `${DEFAULT}/jobs/${id}/retry`, token });
    await put(job('broken', account, {}));
    const again = (await retry('broken')).json<{ status: string; attempts: number; errors: unknown[]; endedDateTime?: string }>();
    assert.deepEqual([again.status, again.attempts, again.errors, again.endedDateTime], ['notStarted', 0, [], undefined]);
    assert.deepEqual((await app.store.get(jobs, SYSTEM, jobKey(account, 'broken')))!.value.input, { n: 1 });
    assert.equal((await retry('broken')).status, 409);
    await put(job('fine', account, { state: 'succeeded' }));
    assert.equal((await retry('fine')).status, 409);
    assert.equal((await retry('none')).status, 404);
  });

  test('downloads a backup without secrets that restores, and leaves nothing behind', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'perennial-download-'));
    t.after(() => rmSync(folder, { recursive: true }));
    // A folder of its own for temporary files: other tests make backups too.
    const { TMPDIR: before } = process.env;
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    process.env['TMPDIR'] = temporary;
    t.after(() => {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    });
    const { status, headers, bytes } = await app.call({ method: 'GET', url: '/backup', token });
    assert.equal(status, 200);
    assert.match(String(headers['content-disposition']), /^attachment; filename="perennial-backup-[\dT-]+\.tar"$/);
    writeFileSync(join(folder, 'backup.tar'), bytes);
    execFileSync('tar', ['xf', 'backup.tar'], { cwd: folder });
    assert.deepEqual(readdirSync(folder).sort(), ['backup.tar', 'manifest.json', 'rows.ndjson', 'temporary']);
    await readManifest(folder);
    const store = await openSqlite({ now: Date.now });
    t.after(() => store.close());
    await restoreBackup({ store, blobs: new FileBlobs(join(folder, 'restored')), source: folder });
    assert.deepEqual(
      (await listAccounts(store, '')).map(({ name }) => name),
      ['default'],
    );
    assert.deepEqual(readdirSync(temporary), []);
  });
});
