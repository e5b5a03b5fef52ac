/** Failing detection processes, and the limit of waiting images. */
import assert from 'node:assert/strict';
import { TooManyTasks, WorkerEnded } from '../../../kernel/ports/workers.ts';
import { after, before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { imageOf } from '../../../../test/support/fake-face-detection.ts';
import { faceServicesOf, syntheticFace, templateOf } from '../../../../test/support/synthetic-faces.ts';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestApp, TestResponse } from '../../../../test/support/memory-app.ts';
import { selectFace } from './image.ts';
import { detect as detectTask } from './detect-task.ts';

describe('images', () => {
  let app: TestApp;
  before(async () => {
    app = await testApp();
  });
  after(() => app.close());
  const detect = async (key: string): Promise<TestResponse> =>
    app.call({ method: 'POST', url: '/face/v1.0/detect', key, body: imageOf(1), headers: { 'content-type': 'application/octet-stream' } });
  const newKey = async (name: string): Promise<string> => (await app.createAccount(name, { kind: 'Face' })).key;
  const result = { image: { width: 100, height: 100, faces: [syntheticFace({ template: templateOf(1) })] } };
  const fakeProcess = (t: TestContext, ...results: (object | Error)[]): { mock: { callCount(): number } } =>
    t.mock.method(faceServicesOf(app).detection.processes, 'run', () => {
      const next = results.shift()!;
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    });
  const failureOf = (response: TestResponse): unknown => [response.status, response.json<{ error: { message: string } }>().error.message];

  test('retries after a process exit, and rejects the image after the second exit', async (t) => {
    const key = await newKey('ended');
    fakeProcess(t, new WorkerEnded('SIGKILL', { isOutOfMemory: false }), result);
    assert.equal((await detect(key)).status, 200);
    t.mock.restoreAll();
    fakeProcess(t, new WorkerEnded('SIGSEGV', { isOutOfMemory: false }), new WorkerEnded('SIGSEGV', { isOutOfMemory: false }));
    assert.deepEqual(failureOf(await detect(key)), [400, 'Decoding error, image format unsupported.']);
  });

  test('rejects an image that exhausts the memory as too large', async (t) => {
    const run = fakeProcess(t, new WorkerEnded('out of memory', { isOutOfMemory: true }));
    assert.deepEqual(failureOf(await detect(await newKey('memory'))), [400, 'Image size is too big.']);
    assert.equal(run.mock.callCount(), 1);
  });

  test('rejects an image that takes too much CPU time as too large', async (t) => {
    fakeProcess(t, new WorkerEnded('out of time', { isOutOfTime: true }));
    assert.deepEqual(failureOf(await detect(await newKey('time'))), [400, 'Image size is too big.']);
  });

  test('replies 429 when too many images of an account wait', async (t) => {
    fakeProcess(t, new TooManyTasks());
    const rejected = await detect(await newKey('busy'));
    assert.equal(rejected.status, 429);
    assert.deepEqual(rejected.json(), { error: { statusCode: 429, message: 'Rate limit is exceeded. Try again in 5 seconds.' } });
    assert.equal(rejected.headers['retry-after'], '5');
  });

  test('returns the reason from the process when an image is unreadable', async () => {
    assert.deepEqual(await detectTask({ bytes: Buffer.from('not an image at all'.repeat(100)), wanted: { templates: false } }), {
      unreadable: 'unsupported',
    });
  });

  test('selects the face that overlaps the target most', () => {
    const [left, right] = [
      syntheticFace({ box: { left: 0, top: 0, width: 50, height: 50 } }),
      syntheticFace({ box: { left: 40, top: 0, width: 50, height: 50 } }),
    ];
    const image = { width: 100, height: 100, faces: [left, right] };
    assert.equal(selectFace(image, '35,0,50,50'), right);
    assert.equal(selectFace(image, '5,5,40,40'), left);
    assert.throws(() => selectFace(image, '60,60,40,40'), { message: 'No face detected in the image.' });
    assert.throws(() => selectFace(image, ''), { message: 'There is more than 1 face in the image.' });
    assert.equal(selectFace({ ...image, faces: [left] }, ''), left);
  });
});
