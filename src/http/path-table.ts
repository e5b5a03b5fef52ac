/**
 * Finds what answers a request: first by path, then by method, so that a known path with another method is a 405. Paths are a tree by
 * their parts between slashes: a fixed part is preferred to a parameter with an action (`{id}:copy`), that to a parameter, and that to
 * all that is below (`*`). Fixed parts, but not actions, match in any case. One slash at the end is ignored.
 * Where a path is not known, any number of slashes in it counts as one: programs put an endpoint that ends in a slash and a path that
 * starts with one together.
 */
import type { Area } from '../kernel/area.ts';
import { fail } from '../kernel/failures.ts';
import type { Route } from '../kernel/routes.ts';
import type { Page } from './pages/page.ts';

const MAX_PARAM_LENGTH = 2048;
const ABSOLUTE = /^https?:\/\/[^/]*(\/.*)?$/i;

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

class Node {
  readonly fixed = new Map<string, Node>();
  /** After a parameter and a colon. */
  readonly actions = new Map<string, Node>();
  param: Node | undefined;
  /** All that is below. */
  rest: Node | undefined;
  target: Target | undefined;
  /** Of the parameters on the way to the target. */
  names: readonly string[] = [];
}

export class PathTable {
  /** Paths without parameters, in lower case. */
  readonly #fixed = new Map<string, Target>();
  readonly #root = new Node();

  constructor(routes: readonly Route[], pages: readonly Page[] = []) {
    const entries = new Map<string, PathEntry>();
    for (const route of routes) {
      const { method, path, shape, area } = route;
      let entry = entries.get(shape);
      if (!entry) entries.set(shape, (entry = { path, area, routes: new Map(), allow: '' }));
      if (entry.path !== path && namesIn(entry.path).join() !== namesIn(path).join())
        throw new Error(`${entry.path} and ${path} are one path with two names for its parameters.`);
      entry.routes.set(method, route);
    }
    for (const entry of entries.values()) {
      const get = entry.routes.get('GET');
      if (get) entry.routes.set('HEAD', get);
      entry.allow = [...entry.routes.keys()].join(', ');
      this.#add(entry.path, { entry });
    }
    for (const page of pages) this.#add(page.path, { page });
  }

  /** `url` is that of the request line, with its query. Throws `AddressInvalid` when it cannot be decoded. */
  find(url: string): PathMatch | undefined {
    let path = withoutQuery(url);
    const fixed = this.#fixed.get(path.toLowerCase());
    if (fixed) return { target: fixed, params: {} };
    if (!path.startsWith('/')) {
      const [isAbsolute, below = '/'] = ABSOLUTE.exec(path) ?? [];
      if (isAbsolute === undefined) return undefined;
      path = below;
    }
    if (path.includes('%')) checkEncoding(path);
    return this.#match(partsOf(path)) ?? (path.includes('//') ? this.#match(path.split('/').filter((part) => part !== '')) : undefined);
  }

  #match(parts: readonly string[]): PathMatch | undefined {
    const values: string[] = [];
    const node = matchFrom(this.#root, parts, 0, values);
    if (!node) return undefined;
    const params: Record<string, string> = {};
    for (let i = 0; i < values.length; i++) params[node.names[i]!] = values[i]!;
    return { target: node.target!, params };
  }

  #add(path: string, target: Target): void {
    let node = this.#root;
    for (const part of partsOf(path)) {
      const [, param, action] = /^\{(\w+)\}(?::(.+))?$/.exec(part) ?? [];
      if (part === '*') node = node.rest ??= new Node();
      else if (param === undefined) node = child(node.fixed, part.toLowerCase());
      else if (action !== undefined) node = child(node.actions, action);
      else node = node.param ??= new Node();
    }
    node.target = target;
    node.names = namesIn(path);
    if (node.names.length === 0) this.#fixed.set(path.toLowerCase(), target);
  }
}

/** The node of the parts from `at` on, with the values of its parameters; what leads nowhere is tried in another way. */
function matchFrom(node: Node, parts: readonly string[], at: number, values: string[]): Node | undefined {
  if (at === parts.length) return node.target && node;
  const part = parts[at]!;
  const count = values.length;
  const attempt = (next: Node | undefined, value?: string): Node | undefined => {
    if (!next || (value !== undefined && value.length > MAX_PARAM_LENGTH)) return undefined;
    if (value !== undefined) values.push(value);
    const found = matchFrom(next, parts, at + 1, values);
    if (!found) values.length = count;
    return found;
  };
  const byName = attempt(node.fixed.get((part.includes('%') ? decodeURI(part) : part).toLowerCase()));
  if (byName) return byName;
  const value = decode(part);
  // Some clients encode the colon.
  const colon = node.actions.size > 0 ? value.indexOf(':') : -1;
  if (colon > 0 && !value.slice(0, colon).includes('/')) {
    const byAction = attempt(node.actions.get(value.slice(colon + 1)), value.slice(0, colon));
    if (byAction) return byAction;
  }
  const byParam = attempt(node.param, value);
  if (byParam || !node.rest) return byParam;
  values.push(decode(parts.slice(at).join('/')));
  return node.rest;
}

function child(children: Map<string, Node>, name: string): Node {
  let found = children.get(name);
  if (!found) children.set(name, (found = new Node()));
  return found;
}

function withoutQuery(url: string): string {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const hash = path.indexOf('#');
  return hash < 0 ? path : path.slice(0, hash);
}

function checkEncoding(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw fail('AddressInvalid');
  }
}

function decode(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}

function partsOf(path: string): string[] {
  return (path.length > 1 && path.endsWith('/') ? path.slice(1, -1) : path.slice(1)).split('/');
}

function namesIn(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}|\*/g), ([part, name]) => name ?? part);
}
