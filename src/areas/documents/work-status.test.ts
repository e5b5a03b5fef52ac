import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '../../kernel/job.ts';
import type { Analysis } from './model.ts';
import { currentStatus } from './work-status.ts';
import { analyses } from './store.ts';
import type { DocumentServices } from './services.ts';

const started: Analysis = {
  version: '2024-11-30',
  modelId: 'prebuilt-read',
  options: { stringIndexType: 'textElements', format: 'text', features: [] },
  createdAt: 1,
  expiresAt: 100,
};
const completed: Analysis = { ...started, result: 'blob', ended: { at: 5 } };

async function statusOf(first: Analysis, state: Job['state'] | undefined, second: Analysis): Promise<string> {
  const services = {
    jobs: { get: () => Promise.resolve(state && { value: { state, progress: 0.5, updatedAt: 4 } }) },
    records: { get: () => Promise.resolve({ key: 'id', version: 2, value: second }) },
  } as unknown as DocumentServices;
  return (await currentStatus(analyses, 'account', { key: 'id', version: 1, value: first }, services)).status.status;
}

test('reports the record of work that completes between two reads', async () => {
  assert.equal(await statusOf(started, 'succeeded', completed), 'succeeded');
  assert.equal(await statusOf(started, undefined, completed), 'succeeded');
  assert.equal(await statusOf(started, 'running', completed), 'running');
  assert.equal(await statusOf(completed, undefined, completed), 'succeeded');
});

test('reports work as failed when its job was abandoned', async () => {
  assert.equal(await statusOf(started, 'failed', started), 'failed');
});
