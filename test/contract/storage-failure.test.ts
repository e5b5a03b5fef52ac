/** When the store or the blobs fail, every operation says so in its area's words, says when to try again, and has changed nothing. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { areas } from '../../src/areas.ts';
import type { Store } from '../../src/kernel/ports/store.ts';
import { StorageUnavailable } from '../../src/kernel/storage-unavailable.ts';
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
  'conversations.fetchProject',
  'texts.checkImport',
  'texts.fetchProject',
  'faces.identify',
  'faces.verify',
  'faces.findSimilar',
  'faces.group',
  'understanding.checkImport',
  'understanding.checkPatterns',
  'understanding.explainSlot',
  'understanding.explainVersion',
]);

const rejectWith = (error: Error) => (): Promise<never> => Promise.reject(error);
const unreachable = rejectWith(new StorageUnavailable('unreachable'));
const diskFull = rejectWith(Object.assign(new Error("ENOSPC: no space left on device, open '/data/x'"), { code: 'ENOSPC' }));
const commitFails = { commit: rejectWith(new Error('database or disk is full')) };
const readsFail = { get: unreachable, page: unreachable, count: unreachable, find: unreachable, readEvents: unreachable };
const blobsFail = { put: diskFull, get: diskFull };

/** All of a store is compared again and again, with the audits of what was erased: a few operations have one of their own. */
const OPERATIONS_PER_STORE = 20;

describe('a store that fails', () => {
  for (const area of areas)
    for (let first = 0; first < area.operations.length; first += OPERATIONS_PER_STORE)
      describe(`${area.name} from ${first}`, () => {
        let app: TestApp;
        before(async () => {
          app = await testApp();
        });
        after(() => app.close());

        for (const [place, operation] of area.operations.slice(first, first + OPERATIONS_PER_STORE).entries()) {
          // Versions share what they do: each operation in one of them, and every version in turn.
          const mounts = mountsOf(area, operation);
          const mount = mounts[(first + place) % mounts.length]!;
          const isReading = operation.method === 'GET' || READING.has(operation.id);
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
            const refuse = async (isExpected: (status: number) => boolean): Promise<void> => {
              const refused = await app.call(request).finally(repair);
              assert.doesNotMatch(refused.text, /disk|ENOSPC|\/data/);
              if (refused.status !== 503) assert.ok(isExpected(refused.status), `${refused.status} ${refused.text}`);
              else {
                assert.ok(Number(refused.headers['retry-after']) > 0);
                assert.ok(errorMessageOf(area, refused.json()), refused.text);
              }
            };
            const checkUnchanged = async (): Promise<void> => {
              const rowsAfter = await kept(app.store);
              if (rowsAfter.join('\n') !== rows.join('\n')) assert.deepEqual(rowsAfter, rows);
            };
            const repair = (): void => {
              for (const name of Object.keys({ ...commitFails, ...readsFail })) Reflect.deleteProperty(app.store, name);
              for (const name of Object.keys(blobsFail)) Reflect.deleteProperty(app.blobs, name);
            };
            Object.assign(app.store, readsFail, commitFails);
            await refuse((status) => status < 500);
            Object.assign(app.store, commitFails);
            Object.assign(app.blobs, blobsFail);
            await refuse((status) => status < 500);
            if (isReading) return await checkUnchanged();
            Object.assign(app.store, commitFails);
            await refuse((status) => operation.refusedBecause !== undefined && status >= 400 && status < 500);
            await checkUnchanged();
            if (operation.refusedBecause !== undefined) return;
            const { status, text } = await app.call(request);
            assert.ok(status < 300, `it works again when the store does: ${status} ${text}`);
            assert.notEqual((await kept(app.store)).join('\n'), rows.join('\n'), 'it changes something when it works');
          });
        }
      });
});

/** Every row but the usage counts, which are saved by the clock. */
async function kept(store: Store): Promise<string[]> {
  const rows: string[] = [];
  // Calls are counted, and the ends of audit chains noted, beside any operation.
  for await (const row of store.dump())
    if (!('counter' in row || 'auditHead' in row || ('audit' in row && row.audit[2].includes('anchorAudits'))))
      rows.push(JSON.stringify(row));
  return rows;
}
