/** kill -9 while documents are read, one by one and as a batch, and models are copied, over and over: what was accepted ends once, with its result, and nothing is left behind. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyses } from '../../src/areas/documents/store.ts';
import { jobs } from '../../src/kernel/job.ts';
import { SYSTEM } from '../../src/kernel/collection.ts';
import { openSqlite } from '../../src/storage/sqlite/store.ts';
import { Azurite } from '../support/azurite.ts';
import { containerOf, signedAddress } from '../support/documents-forms.ts';
import { keptModels, seedModels } from '../support/document-models.ts';
import { DocumentCaller, assertConsistent, pdfOf, pictureOf } from '../support/documents.ts';
import { Manager, startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const KILLS = Number(process.env.DOCUMENT_KILLS ?? 3);
const LEASE_MS = 300;
const BATCH = 4;

test('kill -9 in the middle of analyses and copies: all that were accepted end, each once', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'perennial-documents-'));
  const args = ['--log-level', 'error', '--job-lease-ms', String(LEASE_MS), '--job-attempts', '50'];
  let server: Server | undefined;
  const storage = await Azurite.start();
  const beginCopy = async (at: Server, key: string, targetKey: string, model: string): Promise<string> => {
    const authorization = (await new DocumentCaller(at, targetKey).call('POST /documentModels:authorizeCopy', { json: { modelId: model } })).body;
    const { status, headers } = await new DocumentCaller(at, key).call('POST /documentModels/forms:copyTo', { json: authorization });
    assert.equal(status, 202);
    return String(headers['operation-location']);
  };
  try {
    const letter = await pdfOf([['The garden has grown well.'], ['Next year we plant more.']]);
    const scan = await pictureOf(letter, { dpi: 100 });
    const letters = await containerOf(storage, 'letters', Array.from({ length: BATCH }, (_, n) => ({ name: `${n}.pdf`, content: letter })));
    await storage.container('read');
    const env = { PERENNIAL_FETCH_ALLOW: storage.host };
    server = await startServer({ data, args });
    const { key1 } = server;
    const account = (await (await Manager.of(server)).call<{ value: { name: string; properties: { accountId: string } }[] }>('GET /accounts')).body.value[0]!.properties.accountId;
    const target = await (await Manager.of(server)).account('target', { kind: 'DocumentAnalysis' });
    await server.stop();
    await seedModels(data, 'default', ['forms']);
    // The port stays, since an authorization names the address of its target.
    const port = ['--port', new URL(server.address).port];
    server = await startServer({ data, args: [...args, ...port], env });
    const batch = await new DocumentCaller(server, key1, { prefix: '/documentanalysis', version: '2024-11-30' }).call('POST /documentModels/prebuilt-read:analyzeBatch', { json: { cloudBlobSource: { containerUrl: letters }, resultContainerUrl: signedAddress(storage, 'read', 'wl') } });
    assert.equal(batch.status, 202, batch.text);

    const begun: { location: string; of: 'letter' | 'scan' | 'copy' }[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const caller: DocumentCaller = new DocumentCaller(server, key1);
      for (const [of, bytes] of [['scan', scan], ['letter', letter]] as const) {
        const { status, headers } = await caller.begin('prebuilt-layout', bytes);
        assert.equal(status, 202);
        begun.push({ of, location: String(headers['operation-location']) });
      }
      begun.push({ of: 'copy', location: await beginCopy(server, key1, target.key1, `copy-${kill}`) });
      // A little later each time, so that reading is met in different places.
      await new Promise((resolve) => setTimeout(resolve, 100 * kill));
      server.signal('SIGKILL');
      await server.ended;
      server = await startServer({ data, args: [...args, ...port], env });
    }
    const caller = new DocumentCaller(server, key1);
    const results = new Map<string, unknown>();
    for (const { location, of } of begun) {
      const { status, error, analyzeResult } = await caller.ended(location, 120_000);
      assert.equal(status, 'succeeded', JSON.stringify(error));
      if (of === 'copy') continue;
      assertConsistent(analyzeResult!);
      if (!results.has(of)) results.set(of, analyzeResult);
      assert.deepEqual(analyzeResult, results.get(of), 'the same document has the same result, however often it was begun');
    }
    const { result } = await caller.ended(String(batch.headers['operation-location']), 120_000) as { result?: { succeededCount: number; failedCount: number; skippedCount: number } };
    assert.deepEqual([result?.succeededCount, result?.failedCount, result?.skippedCount], [BATCH, 0, 0], 'no result of its own is in its way');
    assert.equal((await server.stop()).code, 0);

    const store = await openSqlite({ folder: data, now: Date.now });
    try {
      const all = (await store.page(jobs, SYSTEM, { limit: 1000 })).map(({ value }) => value).filter(({ kind }) => kind.startsWith('documents.') && kind !== 'documents.batch');
      assert.equal(all.length, begun.length, 'one job for each that was accepted');
      assert.ok(all.every(({ state }) => state === 'succeeded'));
      const kept = (await store.page(analyses, account, { limit: 1000 })).map(({ value }) => value);
      assert.equal(kept.length, 2 * KILLS);
      assert.ok(kept.every(({ ended, document, result }) => ended && document === undefined && result !== undefined), 'results are kept, documents are not');
      assert.deepEqual(await store.problems(), []);
      t.diagnostic(`${KILLS} kills, ${Math.max(...all.map(({ attempt }) => attempt))} attempts at most`);
    } finally {
      await store.close();
    }
    assert.deepEqual((await keptModels(data, 'target')).map(({ model }) => model.modelId), Array.from({ length: KILLS }, (_, kill) => `copy-${kill}`));
  } finally {
    server?.signal('SIGKILL');
    await storage.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
