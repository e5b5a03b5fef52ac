import { pathIn } from '../kernel/aliases.ts';
import type { Area } from '../kernel/area.ts';

const prefixes = new WeakMap<Area, readonly string[]>();

/** The area whose dialect answers a path that need not be known. */
export function areaOf(areas: readonly Area[], url: string): Area | undefined {
  const path = url.toLowerCase().replace(/\/{2,}/g, '/');
  return areas.find((area) => prefixesOf(area).some((prefix) => path.startsWith(prefix)));
}

function prefixesOf(area: Area): readonly string[] {
  let known = prefixes.get(area);
  if (!known) {
    const bases = area.mounts.filter(({ base }) => base !== '').flatMap(({ base }) => [base, pathIn('vendor', base)]);
    prefixes.set(area, (known = [...new Set(bases.map((base) => `${base.toLowerCase()}/`))]));
  }
  return known;
}
