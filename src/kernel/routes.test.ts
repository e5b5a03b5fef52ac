import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from './schema.ts';
import type { Area } from './area.ts';
import { plainDialect } from './failures.ts';
import { operation, reply } from './operation.ts';
import type { Operation, OperationParts } from './operation.ts';
import type { Ports } from './ports.ts';
import { bindingOf, routesOf, shapeOf } from './routes.ts';

function op(
  route: OperationParts<Ports, undefined, undefined, undefined>['route'],
  more: Partial<OperationParts<Ports, undefined, undefined, undefined>> = {},
): Operation {
  return operation({ id: route, summary: '', needs: 'nothing', replies: { 200: null }, run: () => reply(200), ...more, route });
}

function area(operations: Operation[], mounts: Area['mounts']): Area {
  return { name: 'test', title: 'Test', kinds: [], dialect: plainDialect, mounts, operations };
}

const OLD = { base: '/formanalysis', version: '2022', marker: 'query' } as const;
const NEW = { base: '/documentanalysis', version: '2024', marker: 'query' } as const;

test('serves an operation in each version, under neutral and vendor names', () => {
  const routes = routesOf([area([op('POST /documentModels:authorizeCopy')], [OLD, NEW])]);
  assert.deepEqual(
    routes.map(({ method, path, bindings }) => [method, path, ...bindings.keys(), [...bindings.values()][0]!.naming]),
    [
      ['POST', '/formanalysis/documentModels:authorizeCopy', '2022', 'neutral'],
      ['POST', '/formrecognizer/documentModels:authorizeCopy', '2022', 'vendor'],
      ['POST', '/documentanalysis/documentModels:authorizeCopy', '2024', 'neutral'],
      ['POST', '/documentintelligence/documentModels:authorizeCopy', '2024', 'vendor'],
    ],
  );
});

test('shares a route between versions and binds an operation to its own', () => {
  const mounts = [
    { ...NEW, version: '2024' },
    { ...NEW, version: '2025' },
  ];
  const routes = routesOf([area([op('GET /info'), op('GET /later', { versions: ['2025'] })], mounts)]);
  const served = Object.fromEntries(routes.map(({ path, bindings }) => [path, [...bindings.keys()]]));
  assert.deepEqual(served['/documentanalysis/info'], ['2024', '2025']);
  assert.deepEqual(served['/documentanalysis/later'], ['2025']);
});

test('rejects two operations at one path, whatever their parameter names', () => {
  const clash = [op('GET /models/{modelId}'), op('GET /Models/{id}')];
  assert.throws(() => routesOf([area(clash, [NEW])]), /Two operations at GET \/documentanalysis\/models\/\{\}/);
  assert.equal(shapeOf('/Models/{modelId}:Analyze'), '/models/{}:analyze');
});

test("replies in the vendor's names under the vendor's path", () => {
  const Assigned = Type.Object({ cloudSubscriptionId: Type.String() });
  const assign = operation({
    id: 'assign',
    summary: '',
    needs: 'nothing',
    route: 'POST /cloudaccounts',
    body: Assigned,
    replies: { 200: Assigned },
    run: () => reply(200),
  });
  const { prepared } = [...routesOf([area([assign], [NEW])])[1]!.bindings.values()][0]!;
  assert.deepEqual(prepared.inward!({ azureSubscriptionId: 's' }), { cloudSubscriptionId: 's' });
  const write = (naming: 'neutral' | 'vendor'): string => prepared.writers[naming].get(200)!({ cloudSubscriptionId: 's' });
  assert.deepEqual([write('neutral'), write('vendor')], ['{"cloudSubscriptionId":"s"}', '{"azureSubscriptionId":"s"}']);
});

test('answers later versions with the mount that serves them', () => {
  const mounts = ['2022-05-01', '2025-11-15-preview'].map((version) => ({
    base: '/language',
    version,
    marker: 'query' as const,
    ...(version.startsWith('2025') && { servesLater: true as const }),
  }));
  const [route] = routesOf([area([op('GET /projects')], mounts)]);
  const versionOf = (version: string): string | undefined => bindingOf(route!, version)?.mount.version;
  for (const version of ['2022-05-01', '2025-11-15-preview', '2025-11-16', '2031-01-01-preview']) assert.equal(versionOf(version), version);
  for (const version of ['2023-01-01', '2021-01-01', '2031', '2031-01-01-beta', 'v3', '2031-01-01&x=1']) {
    assert.equal(versionOf(version), undefined, version);
  }
  const [former] = routesOf([area([op('GET /former', { versions: ['2022-05-01'] })], mounts)]);
  assert.equal(bindingOf(former!, '2031-01-01'), undefined);
});
