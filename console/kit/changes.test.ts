import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, mock, test } from 'node:test';
import { askUntil, passOnChange, setLive, watchChanges } from './changes.ts';

describe('changes', () => {
  before(() => Object.assign(globalThis, { document: { visibilityState: 'visible' } }));
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => {
    mock.timers.reset();
    setLive(true);
  });

  test('notifies those who watch the kind of work, and all of them when anything may have changed', () => {
    setLive(true);
    const calls: string[] = [];
    const stop = [
      watchChanges(['documents.build', 'documents.copy'], () => calls.push('models')),
      watchChanges(['faces.'], () => calls.push('faces')),
    ];
    passOnChange('documents.buildClassifier');
    passOnChange('faces.train');
    passOnChange('ranking.evaluate');
    assert.deepEqual(calls.splice(0), ['models', 'faces']);
    passOnChange();
    assert.deepEqual(calls.splice(0), ['models', 'faces']);
    for (const one of stop) one();
    passOnChange();
    assert.deepEqual(calls, []);
  });

  test('notifies at intervals only while there is no stream', () => {
    setLive(false);
    let calls = 0;
    const stop = watchChanges(['documents.'], () => calls++);
    mock.timers.tick(2000);
    mock.timers.tick(2000);
    assert.equal(calls, 2);
    setLive(true);
    mock.timers.tick(10_000);
    assert.equal(calls, 2);
    setLive(false);
    mock.timers.tick(2000);
    assert.equal(calls, 3);
    stop();
  });

  test('asks again after each change until there is an answer', async () => {
    setLive(true);
    const answers = [undefined, undefined, 'done'];
    let asked = 0;
    const found = askUntil(['documents.analyse'], async () => await Promise.resolve(answers[asked++]));
    for (const kind of ['faces.train', 'documents.analyse', 'documents.analyse']) {
      await new Promise(setImmediate);
      passOnChange(kind);
    }
    assert.equal(await found, 'done');
    assert.equal(asked, 3);
  });

  test('does not miss a change that comes while it asks', async () => {
    setLive(true);
    let asked = 0;
    const answer = await askUntil(['texts.'], async () => {
      if (++asked === 1) passOnChange('texts.analyse');
      return await Promise.resolve(asked === 2 ? 'done' : undefined);
    });
    assert.equal(answer, 'done');
  });

  test('stops when the page is left', async () => {
    setLive(true);
    const stop = new AbortController();
    const found = askUntil(['texts.'], async () => await Promise.resolve(undefined), stop.signal);
    await new Promise(setImmediate);
    stop.abort();
    await assert.rejects(found, { name: 'AbortError' });
  });
});
