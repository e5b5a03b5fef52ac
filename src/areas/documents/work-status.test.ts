import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '../../kernel/job.ts';
import type { Analysis } from './model.ts';
import { currentStatus } from './work-status.ts';
import { analyses } from './store.ts';
import type { DocumentServices } from './services.ts';

const begun: Analysis = { version: '2024-11-30', modelId: 'prebuilt-read', options: { stringIndexType: 'textElements', format: 'text', features: [] }, createdAt: 1, expiresAt: 100 };
const ended: Analysis = { ...begun, result: 'blob', ended: { at: 5 } };

async function statusOf(first: Analysis, state: Job['state'] | undefined, second: Analysis): Promise<string> {
  const services = {
    jobs: { get: () => Promise.resolve(state && { value: { state, progress: 0.5, updatedAt: 4 } }) },
    records: { get: () => Promise.resolve({ key: 'id', version: 2, value: second }) },
  } as unknown as DocumentServices;
  return (await currentStatus(analyses, 'account', { key: 'id', version: 1, value: first }, services)).status.status;
}

test('work that ends between two readings has ended as its record says', async () => {
  assert.equal(await statusOf(begun, 'succeeded', ended), 'succeeded');
  assert.equal(await statusOf(begun, undefined, ended), 'succeeded');
  assert.equal(await statusOf(begun, 'running', ended), 'running');
  assert.equal(await statusOf(ended, undefined, ended), 'succeeded');
});

test('a job that was given up without a word in its record has failed', async () => {
  assert.equal(await statusOf(begun, 'failed', begun), 'failed');
});
