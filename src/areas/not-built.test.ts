import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Area } from '../kernel/area.ts';
import { plainDialect } from '../kernel/failures.ts';
import type { Failure } from '../kernel/failures.ts';
import { routesOf, shapeOf } from '../kernel/routes.ts';
import { areas } from '../areas.ts';
import { inventory } from './inventory.ts';
import { missingFrom, notBuiltAreas } from './not-built.ts';

const pathsOf = (list: readonly Area[]): Set<string> => new Set(routesOf(list).map(({ method, path }) => `${method} ${path}`));

test('classifies every operation of the interface as built or missing', () => {
  const missing = new Set(missingFrom(areas).map(({ method, path, version }) => `${method} ${shapeOf(path)} ${version}`));
  const built = new Set(
    areas.flatMap(({ mounts, operations }) =>
      operations.flatMap(({ method, path, versions }) =>
        mounts
          .filter(({ version }) => !versions || versions.includes(version))
          .map(({ base, version }) => `${method} ${shapeOf(base + path)} ${version}`),
      ),
    ),
  );
  for (const { method, path, version } of inventory()) {
    const entry = `${method} ${shapeOf(path)} ${version}`;
    assert.notEqual(built.has(entry), missing.has(entry), entry);
  }
});

test('serves every path of the interface once, under both names', () => {
  const served = pathsOf([...areas, ...notBuiltAreas(areas)]);
  const shapes = new Set([...served].map(shapeOf));
  for (const { method, path } of inventory()) assert.ok(shapes.has(shapeOf(`${method} ${path}`)), `${method} ${path}`);
  assert.ok(served.has('GET /documentintelligence/documentModels'));
  assert.ok(served.has('GET /formrecognizer/documentModels'));
});

test('answers 501 without a key, in the dialect of the area', async () => {
  const notBuilt = notBuiltAreas(areas);
  for (const { name, dialect, operations } of notBuilt) {
    assert.equal(dialect, areas.find((area) => area.name === name)?.dialect ?? plainDialect, name);
    for (const { run, needs } of operations) {
      assert.equal(needs, 'nothing');
      assert.throws(
        () => void run({} as never, {} as never),
        (error) => (error as Failure).kind === 'NotBuilt',
      );
    }
  }
  assert.deepEqual(new Set(notBuilt.map(({ name }) => name)), new Set(missingFrom(areas).map(({ area }) => area)));
});

test('lists everything as missing without any area', () => {
  assert.equal(missingFrom([]).length, inventory().length);
  routesOf(notBuiltAreas([]));
});
