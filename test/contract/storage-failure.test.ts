/** When the store cannot commit, every changing operation says so in its area's words and has changed nothing. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { areas } from '../../src/areas.ts';
import type { BackupRow, Store } from '../../src/storage/ports.ts';
import { mountsOf } from '../support/arbitraries.ts';
import { key, testApp } from '../support/memory-app.ts';
import type { TestApp } from '../support/memory-app.ts';

describe('a store that cannot commit', () => {
  let app: TestApp;
  let commit: Store['commit'];
  before(async () => {
    app = await testApp();
    await app.call({ method: 'PUT', url: '/face/v1.0/persongroups/family', key, body: { name: 'Family' } });
    commit = app.store.commit.bind(app.store);
  });
  after(() => app.close());

  for (const area of areas) for (const operation of area.operations) for (const mount of mountsOf(area, operation)) {
    if (operation.method === 'GET') continue;
    test(`${operation.id} (${mount.version})`, async () => {
      const params = { ...operation.example?.params, ...operation.method === 'PUT' && { personGroupId: 'another' } };
      const path = mount.base + operation.path.replace(/\{(\w+)\}/g, (_, name: string) => (params as Record<string, string>)[name] ?? 'x');
      const request = { method: operation.method, url: mount.marker === 'query' ? `${path}?api-version=${mount.version}` : path, key, body: operation.example?.body };
      const rows = await kept(app.store);
      app.store.commit = () => Promise.reject(new Error('database or disk is full'));
      const refused = await app.call(request);
      app.store.commit = commit;
      assert.equal(refused.status, 503, refused.text);
      assert.doesNotMatch(refused.text, /disk/);
      assert.ok(refused.json<{ error: { message: string } }>().error.message);
      assert.deepEqual(await kept(app.store), rows);
      assert.ok((await app.call(request)).status < 300, 'it works again when the store does');
    });
  }
});

/** Every row but the usage counts, which are saved by the clock. */
async function kept(store: Store): Promise<BackupRow[]> {
  const rows: BackupRow[] = [];
  for await (const row of store.dump()) if (!('counter' in row)) rows.push(row);
  return rows;
}
