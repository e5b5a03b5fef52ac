/** Routes from the table of operations: every version, under neutral and vendor names. */
import type { TSchema } from 'typebox';
import { toNeutral, toVendor, pathIn, vendorSchema } from './aliases.ts';
import type { PathNaming } from './aliases.ts';
import type { Area, Mount } from './area.ts';
import { Bytes } from './operation.ts';
import type { Method, Operation } from './operation.ts';
import { bodyCheck, textCheck, writer } from './validation.ts';
import type { Check } from './validation.ts';

/** An operation with its checks and serializers; shared by all its routes. */
export interface Prepared {
  area: Area;
  operation: Operation;
  checkParams?: Check;
  checkQuery?: Check;
  checkBody?: Check;
  readonly inward?: ((body: unknown) => unknown) | undefined;
  readonly writers: Readonly<Record<PathNaming, ReadonlyMap<number, (body: unknown) => string>>>;
}

/** A prepared operation in one version under one naming. */
export interface Binding {
  prepared: Prepared;
  mount: Mount;
  naming: PathNaming;
}

export interface Route {
  method: Method;
  path: string;
  /** As of `shapeOf`. */
  shape: string;
  area: Area;
  /** By version when the version is in the query, else under the one version of the path. */
  bindings: Map<string, Binding>;
  byQuery: boolean;
}

const DATED = /^\d{4}-\d{2}-\d{2}(-preview)?$/;

/** The binding of a version in the query: its own, or that of a mount which also serves later versions. */
export function bindingOf({ bindings }: Pick<Route, 'bindings'>, version: string): Binding | undefined {
  const own = bindings.get(version);
  if (own || !DATED.test(version)) return own;
  for (const binding of bindings.values()) {
    const { mount } = binding;
    if (mount.servesLater && version.slice(0, 10) > mount.version.slice(0, 10)) return { ...binding, mount: { ...mount, version } };
  }
  return undefined;
}

export function routesOf(areas: readonly Area[]): Route[] {
  const routes = new Map<string, Route>();
  for (const area of areas) {
    const vendorBases = area.mounts.map(({ base }) => pathIn('vendor', base));
    for (const operation of area.operations) {
      const prepared = prepare(area, operation);
      const { method } = operation;
      const vendorPath = pathIn('vendor', operation.path);
      for (const [at, mount] of area.mounts.entries()) {
        if (operation.versions && !operation.versions.includes(mount.version)) continue;
        const paths = { neutral: mount.base + operation.path, vendor: vendorBases[at]! + vendorPath };
        for (const naming of ['neutral', 'vendor'] as const) {
          const path = paths[naming];
          if (naming === 'vendor' && path === paths.neutral) continue;
          const shape = shapeOf(path);
          const name = `${method} ${shape}`;
          let route = routes.get(name);
          if (!route) routes.set(name, (route = { method, path, shape, area, bindings: new Map(), byQuery: mount.marker === 'query' }));
          if (route.bindings.has(mount.version)) throw new Error(`Two operations at ${name} (${mount.version}).`);
          route.bindings.set(mount.version, { prepared, mount, naming });
        }
      }
    }
  }
  return [...routes.values()];
}

/** The path with anonymous parameters and without a trailing slash: what distinguishes two routes. */
export function shapeOf(path: string): string {
  return path
    .replace(/\{\w+\}/g, '{}')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase();
}

export function prepare(area: Area, operation: Operation): Prepared {
  const { params, query, body } = operation;
  let inward: { rename: Prepared['inward'] } | undefined;
  let writers: Prepared['writers'] | undefined;
  return {
    area,
    operation,
    checkParams: params && textCheck(params),
    checkQuery: query && textCheck(query, area.lenientQueries),
    checkBody: body && body !== Bytes ? bodyCheck(body) : undefined,
    // Made at the first call: most operations of a server are never called, and all schemas would take a part of its start.
    get inward() {
      return (inward ??= { rename: body && toNeutral(body) }).rename;
    },
    get writers() {
      return (writers ??= writersOf(operation));
    },
  };
}

function writersOf({ replies }: Operation): Prepared['writers'] {
  const neutral = new Map<number, (body: unknown) => string>();
  const vendor = new Map<number, (body: unknown) => string>();
  for (const [status, schema] of Object.entries(replies) as [string, TSchema | null][]) {
    if (!schema) continue;
    const write = writer(schema);
    const rename = toVendor(schema);
    neutral.set(Number(status), write);
    vendor.set(Number(status), rename ? composed(writer(vendorSchema(schema)), rename) : write);
  }
  return { neutral, vendor };
}

function composed(write: (value: unknown) => string, rename: (value: unknown) => unknown): (value: unknown) => string {
  return (value) => write(rename(value));
}
