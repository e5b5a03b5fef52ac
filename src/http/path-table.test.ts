import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areas } from '../areas.ts';
import { routesOf } from '../kernel/routes.ts';
import { areaOf } from './area-of-path.ts';
import { PathTable } from './path-table.ts';

const paths = new PathTable(routesOf(areas));
const found = (url: string) => {
  const match = paths.find(url);
  return match && [match.target.entry?.path, { ...match.params }];
};

test('finds a path in any case, with a trailing slash and with a query', () => {
  const group = ['/face/v1.0/persongroups/{personGroupId}', { personGroupId: 'Family' }];
  const urls = ['/face/v1.0/persongroups/Family', '/FACE/v1.0/PersonGroups/Family/', '/face/v1.0/persongroups/Family?a=b%20c'];
  for (const url of urls) assert.deepEqual(found(url), group, url);
});

test('takes any number of slashes for one', () => {
  const group = ['/face/v1.0/persongroups/{personGroupId}', { personGroupId: 'family' }];
  const urls = ['//face/v1.0/persongroups/family', '/face/v1.0//persongroups///family', '///face//v1.0/persongroups/family//?a=//b'];
  for (const url of urls) assert.deepEqual(found(url), group, url);
  assert.deepEqual(found('//face/v1.0/persongroups'), ['/face/v1.0/persongroups', {}]);
  assert.equal(found('//'), undefined);
  const empty = found('/luis/api/v2.0/apps//versions/0.1/entities');
  assert.deepEqual(empty?.[1], { appId: '', versionId: '0.1' }, 'an empty parameter stays one where the path is known');
  assert.equal(areaOf(areas, '//luis//prediction/v3.0/nothing')?.name, 'understandingPrediction3');
});

test('prefers a fixed part of a path to a parameter', () => {
  for (const part of ['training', 'persons']) {
    const group = [`/face/v1.0/persongroups/{personGroupId}/${part}`, { personGroupId: 'family' }];
    assert.deepEqual(found(`/face/v1.0/persongroups/family/${part}`), group);
  }
});

test('distinguishes an action after a colon from the parameter before it', () => {
  const models = '/documentanalysis/documentModels';
  assert.deepEqual(found(`${models}/mine:copyTo`), [`${models}/{modelId}:copyTo`, { modelId: 'mine' }]);
  assert.deepEqual(found(`${models}/mine%3AcopyTo`), [`${models}/{modelId}:copyTo`, { modelId: 'mine' }]);
  assert.deepEqual(found(`${models}/mine`), [`${models}/{modelId}`, { modelId: 'mine' }]);
});

test('decodes parameters, and refuses those that are too long', () => {
  assert.deepEqual(found('/face/v1.0/persongroups/a%2Fb'), ['/face/v1.0/persongroups/{personGroupId}', { personGroupId: 'a/b' }]);
  assert.equal(found(`/face/v1.0/persongroups/${'x'.repeat(2049)}`), undefined);
  assert.equal(found('/face/v1.0/nothing'), undefined);
});

test('lists the methods of a path, HEAD with GET', () => {
  const entry = paths.find('/face/v1.0/persongroups/family')!.target.entry!;
  assert.deepEqual(entry.allow.split(', ').sort(), ['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT']);
  assert.equal(entry.routes.get('HEAD'), entry.routes.get('GET'));
  assert.equal(entry.routes.get('POST'), undefined);
});

test('finds pages, and refuses addresses that cannot be decoded', () => {
  const answer = () => ({});
  const table = new PathTable(
    [],
    ['/docs', '/docs/*', '/files/{name}'].map((path) => ({ path, answer })),
  );
  const pageOf = (url: string) => {
    const match = table.find(url);
    return match && [match.target.page?.path, { ...match.params }];
  };
  for (const url of ['/docs', '/DOCS/', '/docs?a=b']) assert.equal(pageOf(url)?.[0], '/docs', url);
  assert.deepEqual(pageOf('/docs/a/B%2Fc'), ['/docs/*', { '*': 'a/B/c' }]);
  assert.deepEqual(pageOf('/files/a'), ['/files/{name}', { name: 'a' }]);
  assert.throws(() => table.find('/docs/%zz'), { kind: 'AddressInvalid' });
});
