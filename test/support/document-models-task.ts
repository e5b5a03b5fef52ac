/** The program behind document-models.ts: seeds or reads models in a data folder. Arguments and output are JSON. */
import { join } from 'node:path';
import { listAccounts } from '../../src/accounts/store.ts';
import type { DocumentModel } from '../../src/areas/documents/model.ts';
import { classifiers, models } from '../../src/areas/documents/store.ts';
import { Change } from '../../src/kernel/change.ts';
import { FileBlobs } from '../../src/storage/blobs/files/blobs.ts';
import { SEED_MODEL } from './seed-model.ts';
import { openSqlite } from '../../src/storage/records/sqlite/store.ts';

const ARTIFACT = Buffer.from('trained data');

const CLASSIFIER = {
  createdAt: SEED_MODEL.createdAt,
  version: '2024-02-29-preview',
  docTypes: { order: { containerUrl: 'https://storage.test/a/orders' }, ticket: { containerUrl: 'https://storage.test/a/tickets' } },
};

async function seedModels(
  folder: string,
  account: string,
  modelIds: readonly string[],
  classifierIds: readonly string[] = [],
): Promise<void> {
  const store = await openSqlite({ folder, now: Date.now });
  try {
    const owner = (await listAccounts(store, '')).find(({ name }) => name === account)!.id;
    const blobs = new FileBlobs(join(folder, 'blobs'));
    const change = new Change();
    for (const modelId of modelIds) {
      change.put(models, owner, modelId, { ...SEED_MODEL, modelId, artefact: await blobs.put(owner, ARTIFACT) });
    }
    for (const classifierId of classifierIds) {
      change.put(classifiers, owner, classifierId, { ...CLASSIFIER, classifierId, artefact: await blobs.put(owner, ARTIFACT) });
    }
    await store.commit(change);
  } finally {
    await store.close();
  }
}

/** The models of an account with their files. */
async function readModels(folder: string, account: string): Promise<{ model: DocumentModel; artifact: string }[]> {
  const store = await openSqlite({ folder, now: Date.now });
  try {
    const owner = (await listAccounts(store, '')).find(({ name }) => name === account)!.id;
    const blobs = new FileBlobs(join(folder, 'blobs'));
    const stored = await store.page(models, owner, { limit: 1000 });
    return await Promise.all(
      stored.map(async ({ value: model }) => ({ model, artifact: Buffer.from((await blobs.get(owner, model.artefact)) ?? []).toString() })),
    );
  } finally {
    await store.close();
  }
}

const [command, folder, account, ...lists] = JSON.parse(process.argv[2]!) as ['seed' | 'read', string, string, ...string[][]];
if (command === 'seed') await seedModels(folder, account, lists[0]!, lists[1]!);
else process.stdout.write(JSON.stringify(await readModels(folder, account)));
