import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../../kernel/failures.ts';
import { parseContainerUrl } from './container.ts';

test('takes the last segment of a URL for the container', () => {
  assert.deepEqual(parseContainerUrl('https://storage.test/account/forms/?sv=1&sig=2'), {
    endpoint: 'https://storage.test/account',
    container: 'forms',
    signature: 'sv=1&sig=2',
  });
  assert.equal(parseContainerUrl('https://storage.test/$root').container, '$root');
});

test('rejects a URL that names no container', () => {
  for (const url of [
    'https://storage.test',
    'https://storage.test/blank%20space',
    'https://storage.test/a/Forms',
    'ftp://storage.test/forms',
    'forms',
  ]) {
    assert.throws(
      () => parseContainerUrl(url),
      (problem) => problem instanceof Failure && problem.kind === 'InvalidContentSourceFormat',
      url,
    );
  }
});
