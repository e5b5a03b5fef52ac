/** What becomes of a call when the process that looks at its picture does not answer, and when too many of an account wait. */
import assert from 'node:assert/strict';
import { ProcessEnded } from '../../../kernel/ports/workers.ts';
import { after, before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { pictureOf } from '../../../../test/support/face-pictures.ts';
import { faceServicesOf, madeUpFace, templateOf } from '../../../../test/support/faces.ts';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { Answer, TestApp } from '../../../../test/support/memory-app.ts';
import { meantFace } from './image.ts';
import { find } from './detect-task.ts';

describe('pictures', () => {
  let app: TestApp;
  before(async () => {
    app = await testApp();
  });
  after(() => app.close());
  const detect = async (key: string): Promise<Answer> => app.call({ method: 'POST', url: '/face/v1.0/detect', key, body: pictureOf(1), headers: { 'content-type': 'application/octet-stream' } });
  const newKey = async (name: string): Promise<string> => (await app.account(name, { kind: 'Face' })).key;
  const found = { picture: { width: 100, height: 100, faces: [madeUpFace({ template: templateOf(1) })] } };
  const answering = (t: TestContext, ...answers: (object | Error)[]): { mock: { callCount(): number } } => t.mock.method(faceServicesOf(app).detection.processes, 'run', () => {
    const answer = answers.shift()!;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  const error = (answer: Answer): unknown => [answer.status, answer.json<{ error: { message: string } }>().error.message];

  test('a process that is ended once is not the picture\'s fault; one that ends twice is', async (t) => {
    const key = await newKey('ended');
    answering(t, new ProcessEnded('SIGKILL', { isOutOfMemory: false }), found);
    assert.equal((await detect(key)).status, 200);
    t.mock.restoreAll();
    answering(t, new ProcessEnded('SIGSEGV', { isOutOfMemory: false }), new ProcessEnded('SIGSEGV', { isOutOfMemory: false }));
    assert.deepEqual(error(await detect(key)), [400, 'Decoding error, image format unsupported.']);
  });

  test('a picture that takes too much memory is too big', async (t) => {
    const run = answering(t, new ProcessEnded('out of memory', { isOutOfMemory: true }));
    assert.deepEqual(error(await detect(await newKey('memory'))), [400, 'Image size is too big.']);
    assert.equal(run.mock.callCount(), 1);
  });

  test('when too many of an account wait, further calls get 429; other accounts are served', async (t) => {
    const [busy, other] = [await newKey('busy'), await newKey('other')];
    const { promise, resolve } = Promise.withResolvers<void>();
    t.mock.method(faceServicesOf(app).detection.processes, 'run', async () => {
      await promise;
      return found;
    });
    const calls = Array.from({ length: 120 }, () => detect(busy));
    const refused = await Promise.race(calls);
    assert.equal(refused.status, 429);
    assert.deepEqual(refused.json(), { error: { statusCode: 429, message: 'Rate limit is exceeded. Try again in 5 seconds.' } });
    assert.equal(refused.headers['retry-after'], '5');
    const served = detect(other);
    resolve();
    assert.equal((await served).status, 200);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.ok(statuses.filter((status) => status === 200).length >= 100);
    assert.ok(statuses.every((status) => status === 200 || status === 429));
  });

  test('what is wrong with a picture comes through from the process', async () => {
    assert.deepEqual(await find({ bytes: Buffer.from('no picture at all'.repeat(100)), wanted: { templates: false } }), { unreadable: 'unsupported' });
  });

  test('of several faces the one that covers the target best is meant', () => {
    const [left, right] = [madeUpFace({ box: { left: 0, top: 0, width: 50, height: 50 } }), madeUpFace({ box: { left: 40, top: 0, width: 50, height: 50 } })];
    const picture = { width: 100, height: 100, faces: [left, right] };
    assert.equal(meantFace(picture, '35,0,50,50'), right);
    assert.equal(meantFace(picture, '5,5,40,40'), left);
    assert.throws(() => meantFace(picture, '60,60,40,40'), { message: 'No face detected in the image.' });
    assert.throws(() => meantFace(picture, ''), { message: 'There is more than 1 face in the image.' });
    assert.equal(meantFace({ ...picture, faces: [left] }, ''), left);
  });
});
