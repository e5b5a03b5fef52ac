/** When the store cannot commit, every changing operation says so in its area's words and has changed nothing. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { areas } from '../../src/areas.ts';
import type { Store } from '../../src/kernel/ports/store.ts';
import { mountsOf } from '../support/mounts.ts';
import { testApp } from '../support/memory-app.ts';
import type { TestApp } from '../support/memory-app.ts';
import { prepareCall } from '../support/prepared-calls.ts';
import { errorMessageOf } from '../support/error-message.ts';

/** Operations that are posted and change nothing. */
const READING = new Set([
  'conversations.analyze',
  'conversations.analyzeFormer',
  'conversations.checkImport',
  'texts.checkImport',
  'faces.identify',
  'faces.verify',
  'faces.findSimilar',
  'faces.group',
  'understanding.checkImport',
  'understanding.explainSlot',
  'understanding.explainVersion',
]);

describe('a store that cannot commit', () => {
  let app: TestApp;
  let commit: Store['commit'];
  before(async () => {
    app = await testApp();
    commit = app.store.commit.bind(app.store);
  });
  after(() => app.close());

  for (const area of areas)
    for (const [place, operation] of area.operations.entries()) {
      // Versions share what they do: each operation in one of them, and every version in turn.
      const mounts = mountsOf(area, operation);
      const mount = mounts[place % mounts.length]!;
      if (operation.method === 'GET' || READING.has(operation.id)) continue;
      test(`${operation.id} (${mount.version})`, async (t) => {
        const { account, key, params, body, headers } = await prepareCall(app, operation);
        // The whole store is compared: what was prepared for others would only take time.
        t.after(() => app.store.erase(account));
        const path = mount.base + operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'x');
        const request = {
          method: operation.method,
          url: mount.marker === 'query' ? `${path}?api-version=${mount.version}` : path,
          key,
          body: typeof body === 'string' ? JSON.stringify(body) : body,
          headers,
        };
        const rows = await kept(app.store);
        app.store.commit = () => Promise.reject(new Error('database or disk is full'));
        const refused = await app.call(request);
        app.store.commit = commit;
        const rowsAfter = await kept(app.store);
        if (rowsAfter.join('\n') !== rows.join('\n')) assert.deepEqual(rowsAfter, rows);
        if (operation.refusedBecause !== undefined) {
          assert.ok(refused.status >= 400 && refused.status < 500, `${refused.status} ${refused.text}`);
          return;
        }
        assert.equal(refused.status, 503, refused.text);
        assert.doesNotMatch(refused.text, /disk/);
        assert.ok(errorMessageOf(area, refused.json()), refused.text);
        const { status, text } = await app.call(request);
        assert.ok(status < 300, `it works again when the store does: ${status} ${text}`);
        assert.notEqual((await kept(app.store)).join('\n'), rows.join('\n'), 'it changes something when it works');
      });
    }
});

/** Every row but the usage counts, which are saved by the clock. */
async function kept(store: Store): Promise<string[]> {
  const rows: string[] = [];
  for await (const row of store.dump()) if (!('counter' in row)) rows.push(JSON.stringify(row));
  return rows;
}
