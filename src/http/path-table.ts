/**
 * Finds the route of a request: first the path, then the method, so that a known path with another method is a 405.
 *
 * All paths share one tree. The framework's own router needs a tree per method, with an entry for each method that is
 * rejected: seven times as many entries, and half a second to build.
 */
import Router from 'find-my-way';
import type { Area } from '../kernel/area.ts';
import type { Route } from '../kernel/routes.ts';
import { shapeOf } from '../kernel/routes.ts';

export const MAX_PARAM_LENGTH = 2048;

/** A path with the routes of its methods. */
export interface PathEntry {
  path: string;
  area: Area;
  routes: Map<string, Route>;
  allow: string;
}

export interface PathMatch {
  entry: PathEntry;
  params: Record<string, string>;
}

export class PathTable {
  readonly #router = Router({
    ignoreTrailingSlash: true,
    caseSensitive: false,
    maxParamLength: MAX_PARAM_LENGTH,
    // The framework has parsed the query already.
    querystringParser: () => NO_QUERY,
  });

  constructor(routes: readonly Route[]) {
    const entries = new Map<string, PathEntry>();
    for (const route of routes) {
      const { method, path, area } = route;
      const shape = shapeOf(path);
      let entry = entries.get(shape);
      if (!entry) entries.set(shape, (entry = { path, area, routes: new Map(), allow: '' }));
      if (parametersOf(entry.path) !== parametersOf(path))
        throw new Error(`${entry.path} and ${path} are one path with two names for its parameters.`);
      entry.routes.set(method, route);
    }
    for (const entry of entries.values()) {
      const get = entry.routes.get('GET');
      if (get) entry.routes.set('HEAD', get);
      entry.allow = [...entry.routes.keys()].join(', ');
      this.#router.on('GET', routerPath(entry.path), () => undefined, entry);
    }
  }

  /** `url` is that of the request line, with its query. */
  find(url: string): PathMatch | undefined {
    const found = this.#router.find('GET', url);
    return found ? { entry: found.store as PathEntry, params: found.params as Record<string, string> } : undefined;
  }
}

const NO_QUERY = {};

function parametersOf(path: string): string {
  return (path.match(/\{\w+\}/g) ?? []).join();
}

/** Our paths in the router's notation, where a colon starts a parameter and a double colon is a colon. */
function routerPath(path: string): string {
  return path
    .replaceAll(':', '::')
    .replace(/\{(\w+)\}(::)?/g, (_, name: string, colons = '') => (colons ? `:${name}(^[^/:]+)::` : `:${name}`));
}
