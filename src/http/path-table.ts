/**
 * Finds what answers a request: first by path, then by method, so that a known path with another method is a 405. All paths share one
 * tree of the router, where a tree per method would take seven times as many entries and half a second to build.
 */
import Router from 'find-my-way';
import type { Area } from '../kernel/area.ts';
import { fail } from '../kernel/failures.ts';
import type { Route } from '../kernel/routes.ts';
import { shapeOf } from '../kernel/routes.ts';
import type { Page } from './pages/page.ts';

const MAX_PARAM_LENGTH = 2048;

/** A path with the routes of its methods. */
export interface PathEntry {
  path: string;
  area: Area;
  routes: Map<string, Route>;
  allow: string;
}

/** What is at a path: operations of an area, or a page. */
type Target = { entry: PathEntry; page?: undefined } | { page: Page; entry?: undefined };

export interface PathMatch {
  target: Target;
  params: Record<string, string>;
}

export class PathTable {
  /** Paths without parameters, in lower case. */
  readonly #fixed = new Map<string, Target>();
  readonly #router = Router({
    ignoreTrailingSlash: true,
    caseSensitive: false,
    maxParamLength: MAX_PARAM_LENGTH,
    querystringParser: () => NO_QUERY,
    // The result has no store then.
    onBadUrl: () => undefined,
  });

  constructor(routes: readonly Route[], pages: readonly Page[] = []) {
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
      this.#add(entry.path, routerPath(entry.path), { entry });
    }
    for (const page of pages) this.#add(page.path, page.path.replace(/\{(\w+)\}/g, ':$1'), { page });
  }

  /** `url` is that of the request line, with its query. Throws `AddressInvalid` when it cannot be decoded. */
  find(url: string): PathMatch | undefined {
    const query = url.indexOf('?');
    const fixed = this.#fixed.get((query < 0 ? url : url.slice(0, query)).toLowerCase());
    if (fixed) return { target: fixed, params: {} };
    const found = this.#router.find('GET', url);
    if (!found) return undefined;
    if (!found.store) throw fail('AddressInvalid');
    return { target: found.store as Target, params: found.params as Record<string, string> };
  }

  #add(path: string, inRouter: string, target: Target): void {
    if (!/[{*]/.test(path)) this.#fixed.set(path.toLowerCase(), target);
    this.#router.on('GET', inRouter, () => undefined, target);
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
