/** Repeated kill -9 during analyses, batches and copies: accepted work completes once with its result, and nothing is left over. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyses } from '../../src/areas/documents/store.ts';
import { jobs } from '../../src/kernel/job.ts';
import { SYSTEM } from '../../src/kernel/collection.ts';
import { openSqlite } from '../../src/storage/records/sqlite/store.ts';
import { Azurite } from '../support/azurite.ts';
import { createContainer, signedUrl } from '../support/documents-forms.ts';
import { readModels, seedModels } from '../support/document-models.ts';
import { DocumentCaller, assertConsistent, pdfOf, renderPdf } from '../support/documents.ts';
import { KILLS } from '../support/kills.ts';
import { ManagementClient, startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const LEASE_MS = 300;
const BATCH = 4;

test('completes accepted analyses and copies once after kill -9', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'perennial-documents-'));
  const args = ['--log-level', 'error', '--job-lease-ms', String(LEASE_MS), '--job-attempts', '50'];
  let server: Server | undefined;
  const storage = await Azurite.start();
  const startCopy = async (at: Server, key: string, targetKey: string, model: string): Promise<string> => {
    const authorization = (await new DocumentCaller(at, targetKey).call('POST /documentModels:authorizeCopy', { json: { modelId: model } }))
      .body;
    const { status, headers } = await new DocumentCaller(at, key).call('POST /documentModels/forms:copyTo', { json: authorization });
    assert.equal(status, 202);
    return String(headers['operation-location']);
  };
  try {
    const letter = await pdfOf([['The garden has grown well.'], ['Next year we plant more.']]);
    const scan = await renderPdf(letter, { dpi: 100 });
    const letters = await createContainer(
      storage,
      'letters',
      Array.from({ length: BATCH }, (_, n) => ({ name: `${n}.pdf`, content: letter })),
    );
    await storage.createContainer('read');
    const env = { PERENNIAL_FETCH_ALLOW: storage.host };
    server = await startServer({ data, args });
    const { key1 } = server;
    const account = (
      await (
        await ManagementClient.connect(server)
      ).call<{
        value: { name: string; properties: { accountId: string } }[];
      }>('GET /accounts')
    ).body.value[0]!.properties.accountId;
    const target = await (await ManagementClient.connect(server)).createAccount('target', { kind: 'DocumentAnalysis' });
    await server.stop();
    await seedModels(data, 'default', ['forms']);
    // The port must not change, since an authorization has the address of its target.
    const port = ['--port', new URL(server.address).port];
    server = await startServer({ data, args: [...args, ...port], env });
    const batch = await new DocumentCaller(server, key1, { prefix: '/documentanalysis', version: '2024-11-30' }).call(
      'POST /documentModels/prebuilt-read:analyzeBatch',
      { json: { cloudBlobSource: { containerUrl: letters }, resultContainerUrl: signedUrl(storage, 'read', 'wl') } },
    );
    assert.equal(batch.status, 202, batch.text);

    const started: { location: string; of: 'letter' | 'scan' | 'copy' }[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const caller: DocumentCaller = new DocumentCaller(server, key1);
      for (const [of, bytes] of [
        ['scan', scan],
        ['letter', letter],
      ] as const) {
        const { status, headers } = await caller.start('prebuilt-layout', bytes);
        assert.equal(status, 202);
        started.push({ of, location: String(headers['operation-location']) });
      }
      started.push({ of: 'copy', location: await startCopy(server, key1, target.key1, `copy-${kill}`) });
      // A little later each time, to interrupt reading at different points.
      await new Promise((resolve) => setTimeout(resolve, 100 * kill));
      server.signal('SIGKILL');
      await server.exited;
      server = await startServer({ data, args: [...args, ...port], env });
    }
    const caller = new DocumentCaller(server, key1);
    const results = new Map<string, unknown>();
    for (const { location, of } of started) {
      const { status, error, analyzeResult } = await caller.waitFor(location);
      assert.equal(status, 'succeeded', JSON.stringify(error));
      if (of === 'copy') continue;
      assertConsistent(analyzeResult!);
      if (!results.has(of)) results.set(of, analyzeResult);
      assert.deepEqual(analyzeResult, results.get(of), 'the same document has the same result, however often it was started');
    }
    const { result } = (await caller.waitFor(String(batch.headers['operation-location']))) as {
      result?: { succeededCount: number; failedCount: number; skippedCount: number };
    };
    assert.deepEqual(
      [result?.succeededCount, result?.failedCount, result?.skippedCount],
      [BATCH, 0, 0],
      'no document is skipped because of its own result',
    );
    assert.equal((await server.stop()).code, 0);

    const store = await openSqlite({ folder: data, now: Date.now });
    try {
      const documentJobs = (await store.page(jobs, SYSTEM, { limit: 1000 }))
        .map(({ value }) => value)
        .filter(({ kind }) => kind.startsWith('documents.') && kind !== 'documents.batch');
      assert.equal(documentJobs.length, started.length, 'one job for each accepted request');
      assert.ok(documentJobs.every(({ state }) => state === 'succeeded'));
      const stored = (await store.page(analyses, account, { limit: 1000 })).map(({ value }) => value);
      assert.equal(stored.length, 2 * KILLS);
      assert.ok(
        stored.every(({ ended, document, result }) => ended && document === undefined && result !== undefined),
        'results are retained, documents are not',
      );
      assert.deepEqual(await store.problems(), []);
      t.diagnostic(`${KILLS} kills, ${Math.max(...documentJobs.map(({ attempt }) => attempt))} attempts at most`);
    } finally {
      await store.close();
    }
    assert.deepEqual(
      (await readModels(data, 'target')).map(({ model }) => model.modelId),
      Array.from({ length: KILLS }, (_, kill) => `copy-${kill}`),
    );
  } finally {
    server?.signal('SIGKILL');
    await storage.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
