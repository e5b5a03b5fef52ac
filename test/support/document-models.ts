/** Custom models and classifiers put into the data of a server that does not run, for tests that care for anything but how they were learned. */
import { join } from 'node:path';
import { listAccounts } from '../../src/accounts/store.ts';
import type { DocumentModel } from '../../src/areas/documents/model.ts';
import { classifiers, models } from '../../src/areas/documents/store.ts';
import { Change } from '../../src/kernel/change.ts';
import { FileBlobs } from '../../src/storage/files/blobs.ts';
import { openSqlite } from '../../src/storage/sqlite/store.ts';

export const ARTEFACT = Buffer.from('what the model has learned');

export const SEEDED = {
  createdAt: Date.UTC(2026, 0, 2), version: '2024-02-29-preview', description: 'Forms of the office', tags: { made: 'here' }, buildMode: 'template',
  docTypes: { form: { buildMode: 'template', fieldSchema: { Name: { type: 'string' }, Items: { type: 'array', items: { type: 'object', properties: { Amount: { type: 'number' } } } } }, fieldConfidence: { Name: 0.9 } } },
} as const satisfies Omit<DocumentModel, 'modelId' | 'artefact'>;

const CLASSIFIER = { createdAt: SEEDED.createdAt, version: '2024-02-29-preview', docTypes: { order: { containerUrl: 'https://storage.test/a/orders' }, ticket: { containerUrl: 'https://storage.test/a/tickets' } } };

export async function seedModels(folder: string, account: string, modelIds: readonly string[], classifierIds: readonly string[] = []): Promise<void> {
  const store = await openSqlite({ folder, now: Date.now });
  try {
    const owner = (await listAccounts(store, '')).find(({ name }) => name === account)!.id;
    const blobs = new FileBlobs(join(folder, 'blobs'));
    const change = new Change();
    for (const modelId of modelIds) change.put(models, owner, modelId, { ...SEEDED, modelId, artefact: await blobs.put(owner, ARTEFACT) });
    for (const classifierId of classifierIds) change.put(classifiers, owner, classifierId, { ...CLASSIFIER, classifierId, artefact: await blobs.put(owner, ARTEFACT) });
    await store.commit(change);
  } finally {
    await store.close();
  }
}

/** What the models of an account are, with what they have learned. */
export async function keptModels(folder: string, account: string): Promise<{ model: DocumentModel; artefact: string }[]> {
  const store = await openSqlite({ folder, now: Date.now });
  try {
    const owner = (await listAccounts(store, '')).find(({ name }) => name === account)!.id;
    const blobs = new FileBlobs(join(folder, 'blobs'));
    const kept = await store.page(models, owner, { limit: 1000 });
    return await Promise.all(kept.map(async ({ value: model }) => ({ model, artefact: Buffer.from((await blobs.get(owner, model.artefact)) ?? []).toString() })));
  } finally {
    await store.close();
  }
}
