import type { Area, Mount } from '../../src/kernel/area.ts';
import type { Operation } from '../../src/kernel/operation.ts';

/** The mounts of an area at which an operation is served: one for each of its versions. */
export function mountsOf(area: Area, operation: Operation): Mount[] {
  return area.mounts.filter(({ version }) => !operation.versions || operation.versions.includes(version));
}

/** The oldest and the newest of them, where the versions between do not matter. */
export function outerMountsOf(area: Area, operation: Operation): Mount[] {
  const mounts = mountsOf(area, operation);
  return mounts.filter((_, i) => i === 0 || i === mounts.length - 1);
}
