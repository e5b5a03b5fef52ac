/** Operations of the interface that no area serves yet answer so, in the words of their area, rather than as an unknown path. */
import type { Area } from '../kernel/area.ts';
import { fail, plainDialect } from '../kernel/failures.ts';
import { operation } from '../kernel/operation.ts';
import type { Operation } from '../kernel/operation.ts';
import { shapeOf } from '../kernel/routes.ts';
import { inventory } from './inventory.ts';
import type { InventoryRow } from './inventory.ts';

/** The rows of the inventory that the given areas do not serve. */
export function missingFrom(areas: readonly Area[]): InventoryRow[] {
  const built = builtIn(areas);
  return inventory().filter(({ method, path, version }) => !built.has(`${method} ${shapeOf(path)} ${version}`));
}

export function notBuiltAreas(areas: readonly Area[]): Area[] {
  const builtPaths = new Set([...builtIn(areas)].map((entry) => entry.slice(0, entry.lastIndexOf(' '))));
  const taken = new Set<string>();
  const byArea = Map.groupBy(
    missingFrom(areas).filter(({ method, path }) => {
      const shape = `${method} ${shapeOf(path)}`;
      const free = !builtPaths.has(shape) && !taken.has(shape);
      taken.add(shape);
      return free;
    }),
    ({ area }) => area,
  );
  return [...byArea].map(([name, rows]) => ({
    name,
    title: name,
    kinds: [],
    mounts: [{ base: '', version: 'any', marker: 'path' }],
    dialect: areas.find((area) => area.name === name)?.dialect ?? plainDialect,
    operations: rows.map(notBuilt),
  }));
}

function builtIn(areas: readonly Area[]): Set<string> {
  return new Set(
    areas.flatMap(({ operations, mounts }) =>
      operations.flatMap(({ method, path, versions }) =>
        mounts
          .filter(({ version }) => !versions || versions.includes(version))
          .map(({ base, version }) => `${method} ${shapeOf(base + path)} ${version}`),
      ),
    ),
  );
}

function notBuilt({ area, name, method, path }: InventoryRow): Operation {
  return operation({
    id: `${area}.${name}`,
    summary: 'Not built yet',
    route: `${method} ${path as `/${string}`}`,
    needs: 'nothing',
    replies: {},
    run: () => {
      throw fail('NotBuilt');
    },
  });
}
