import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call } from '../../../kernel/operation.ts';
import { TooManyTasks, WorkerEnded } from '../../../kernel/ports/workers.ts';
import type { DocumentServices } from '../services.ts';
import { pageImage } from './page-image.ts';

/** The failure of a page whose process ends like this, and how often it was tried. */
async function failureOf(ended: Error): Promise<unknown[]> {
  let tries = 0;
  const run = (): Promise<never> => {
    tries++;
    return Promise.reject(ended);
  };
  const services = { reading: { processes: { run } } } as unknown as DocumentServices;
  const call = { account: { id: 'a' }, signal: new AbortController().signal } as unknown as Call;
  const problem = await pageImage(Buffer.from('%PDF-'), 1, 100, call, services).then(
    () => assert.fail('it has no image'),
    (thrown: { kind: string; status: number; retryAfter?: number }) => thrown,
  );
  return [problem.status, problem.kind, problem.retryAfter, tries];
}

test('a page that takes too long is unavailable and can be requested again', async () => {
  assert.deepEqual(await failureOf(new WorkerEnded('', { isOutOfTime: true })), [503, 'TookTooLong', 30, 1]);
});

test('a page that needs too much memory, or crashes its process twice, is an error of the file', async () => {
  assert.deepEqual(await failureOf(new WorkerEnded('', { isOutOfMemory: true })), [400, 'UnsupportedContent', undefined, 1]);
  assert.deepEqual(await failureOf(new WorkerEnded('')), [400, 'InvalidContent', undefined, 2]);
});

test('an account with too many waiting pages has to wait before it requests more', async () => {
  assert.deepEqual(await failureOf(new TooManyTasks()), [429, 'RateExceeded', 2, 1]);
});
