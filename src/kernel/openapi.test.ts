import assert from 'node:assert/strict';
import { test } from 'node:test';
import { managementArea } from '../accounts/area.ts';
import { tokenOperation } from '../accounts/keys/token-operations.ts';
import { areas } from '../areas.ts';
import { openApi } from './openapi.ts';

type Parameter = { name: string; in: string; required: boolean; schema: { enum?: string[] } };
type Described = {
  operationId: string;
  parameters: Parameter[];
  security: object[];
  requestBody?: { required: boolean; content: Record<string, unknown> };
  responses: Record<string, unknown>;
  'x-vendor-path'?: string;
};

const management = managementArea({ token: tokenOperation({} as never), jobs: {} });
const served = [management, ...areas];
const { paths } = openApi(served, '1.2.3') as { paths: Record<string, Record<string, Described>> };
const all = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ path, method, ...described })),
);

test('lists every operation once in each version', () => {
  const expected = served.flatMap(({ operations, mounts }) =>
    operations.flatMap(({ id, path, versions }) =>
      mounts
        .filter(({ version }) => versions?.includes(version) ?? true)
        .map(({ base, version, marker }) => `${id} ${base}${path} ${marker === 'query' ? version : ''}`),
    ),
  );
  const described = all.flatMap(({ path, operationId, parameters }) =>
    (parameters.find(({ name }) => name === 'api-version')?.schema.enum ?? ['']).map(
      (version) => `${operationId.split('@')[0]} ${path.split('?')[0]} ${version}`,
    ),
  );
  assert.deepEqual(described.sort(), expected.sort());
  assert.equal(new Set(all.map(({ operationId }) => operationId)).size, all.length);
});

test('declares exactly the parameters of a path', () => {
  for (const { path, parameters, operationId } of all) {
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    assert.deepEqual(
      inPath.map(({ name }) => name),
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      operationId,
    );
    assert.ok(
      inPath.every(({ required }) => required),
      operationId,
    );
  }
});

const VERSIONS = ['2024-02-29-preview', '2024-11-30', '2023-10-31-preview', '2024-07-31-preview'];

test('requires api-version where the version is in the query, and no parameter with a default', () => {
  const copy = paths['/documentanalysis/documentModels:authorizeCopy']!.post!;
  assert.deepEqual(copy.parameters, [{ name: 'api-version', in: 'query', required: true, schema: { type: 'string', enum: VERSIONS } }]);
  assert.equal(copy['x-vendor-path'], '/documentintelligence/documentModels:authorizeCopy');
  const list = paths['/face/v1.0/persongroups']!.get!;
  assert.deepEqual(
    list.parameters.map(({ name, required }) => [name, required]),
    [
      ['start', false],
      ['top', false],
      ['returnRecognitionModel', false],
    ],
  );
});

test('describes credentials and bodies', () => {
  const token = paths['/oauth2/token']!.post!;
  assert.deepEqual([token.security, Object.keys(token.requestBody!.content)], [[], ['application/x-www-form-urlencoded']]);
  assert.deepEqual(paths['/accounts']!.get!.security, [{ bearer: [] }]);
  assert.deepEqual(paths['/face/v1.0/persongroups']!.get!.security, [{ key: [] }]);
  assert.equal(paths['/face/v1.0/persongroups/{personGroupId}']!.put!.requestBody!.required, true);
  const { parameters } = paths['/documentanalysis/trainingSets/{setId}/files/{fileName}']!.put!;
  assert.deepEqual(
    parameters.slice(-2).map(({ name, required }) => [name, required]),
    [
      ['If-Match', false],
      ['If-None-Match', false],
    ],
  );
});
