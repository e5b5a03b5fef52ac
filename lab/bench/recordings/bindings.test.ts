import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Bindings } from './bindings.ts';

const [THEIRS, OURS] = ['31505_430b06c2-ea13-4e8c-8901-e8866455295e', '7d2c1e44-0000-4000-8000-000000000001'];

describe('bindings of recorded names', () => {
  test('carry an id of an operation-location over to the next path', () => {
    const bindings = new Bindings();
    bindings.learn(`https://theirs/forms/operations/${THEIRS}?api-version=1`, `http://127.0.0.1:1/forms/operations/${OURS}?api-version=1`);
    assert.equal(bindings.translatePath(`/forms/operations/${THEIRS}?api-version=1`), `/forms/operations/${OURS}?api-version=1`);
    assert.equal(bindings.translatePath(`/forms/models/${THEIRS}:analyze`), `/forms/models/${OURS}:analyze`);
  });

  test('carry tokens and times of an answer over to the next body', () => {
    const bindings = new Bindings();
    bindings.learn(
      { token: 'redacted', until: '2022-08-17T00:51:16Z', same: 'x' },
      { token: 'secret', until: '2026-01-01T00:00:00Z', same: 'x' },
    );
    assert.deepEqual(bindings.translate({ token: 'redacted', until: '2022-08-17T00:51:16.000Z', list: ['x'] }), {
      token: 'secret',
      until: '2026-01-01T00:00:00Z',
      list: ['x'],
    });
  });

  test('carry the parameter of a next link over', () => {
    const bindings = new Bindings();
    bindings.learn({ nextLink: 'https://theirs/models?nextLink=2!204!abc' }, { nextLink: 'http://ours/models?nextLink=ours' });
    assert.equal(bindings.translatePath('/models?v=1&nextLink=2!204!abc'), '/models?v=1&nextLink=ours');
  });
});
