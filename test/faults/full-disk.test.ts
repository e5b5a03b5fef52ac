/** A full disk: 503 for what is written, reads and deletions work, and all is well when there is room again. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { call, eventually, ManagementClient, startServer } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';
import { mountedFolder } from '../support/small-disk.ts';
import type { SmallDisk } from '../support/small-disk.ts';

const DISK_MB = 96;
const GROUPS = 40;
const FILE = Buffer.alloc(300_000, 'training ');

describe('a full disk', () => {
  let disk: SmallDisk | undefined;
  let server: Server;
  let data: string;
  before(async () => {
    disk = mountedFolder(DISK_MB);
    if (!disk) return;
    data = join(disk.path, 'data');
    server = await startServer({ data, args: ['--erase-seconds', '1'] });
    for (let i = 0; i < GROUPS; i++) assert.equal((await putGroup(i)).status, 200);
    assert.equal((await putFile('first.pdf')).status, 204);
    await eventually(async () => existsSync(join(data, 'reserve')), Boolean);
  });
  after(async () => {
    if (!disk) return;
    await server.stop();
    disk.remove();
  });

  const group = (i: number): string => `/face/v1.0/persongroups/group-${i}`;
  const putGroup = (i: number): Promise<HttpResponse<unknown>> =>
    call(server, `PUT ${group(i)}`, { key: server.key1, json: { name: `g${i}`, userData: 'x'.repeat(8000) } });
  const putFile = (name: string): Promise<HttpResponse<unknown>> =>
    call(server, `PUT /documentintelligence/trainingSets/set/files/${name}?api-version=2024-02-29-preview`, {
      key: server.key1,
      body: FILE,
      headers: { 'content-type': 'application/octet-stream' },
    });
  const isReady = async (): Promise<HttpResponse<{ checks: Record<string, string> }>> => await call(server, 'GET /ready');
  const assertUnavailable = ({ status, headers, text }: HttpResponse<unknown>): void => {
    assert.equal(status, 503, text);
    assert.ok(Number(headers['retry-after']) > 0);
    assert.doesNotMatch(text, /disk|ENOSPC|SQLITE|\/data/i);
  };

  test('refuses to write, deletes, and recovers', async (t) => {
    if (!disk) return t.skip('this user may not mount a file system');
    const management = await ManagementClient.connect(server);
    await management.createAccount('spare');
    disk.fill();
    for (let i = 0, refused = false; i < 2000 && !refused; i++) {
      const answer = await putGroup(GROUPS + i);
      if (answer.status !== 200) {
        assertUnavailable(answer);
        refused = true;
      }
    }
    assertUnavailable(await putFile('second.pdf'));
    assert.equal((await call(server, `GET ${group(0)}`, { key: server.key1 })).status, 200);
    for (let i = 0; i < GROUPS; i++) {
      const { status, text } = await call(server, `DELETE ${group(i)}`, { key: server.key1 });
      assert.equal(status, 200, text);
    }
    assert.equal((await call(server, `GET ${group(0)}`, { key: server.key1 })).status, 404);
    assert.equal((await management.call(`DELETE ${ManagementClient.accountPath('spare')}`)).status, 200);
    const full = await eventually(isReady, ({ status }) => status === 503);
    assert.equal(full.body.checks.store, 'The disk is full.');
    assert.doesNotMatch(full.text, /\/|data/);
    assert.equal((await call(server, 'GET /health')).status, 200);
    assertUnavailable(await putGroup(0));
    disk.free();
    await eventually(isReady, ({ status }) => status === 200);
    assert.equal((await putGroup(0)).status, 200);
    assert.equal((await putFile('second.pdf')).status, 204);
    assert.ok(existsSync(join(data, 'reserve')));
  });
});
