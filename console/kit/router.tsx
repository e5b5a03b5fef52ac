/** URLs below /console: every view has one, and links change it without reloading the page. */
import { createContext, type ComponentChildren, type ComponentType } from 'preact';
import { useContext } from 'preact/hooks';
import { Cell, useCell } from './cell.ts';
import type { IconName } from './icons.tsx';

const BASE = '/console';
/** The selected account; kept in the URL from page to page. */
const ACCOUNT = 'account';

export interface Route {
  /** Path segments after /console. */
  parts: readonly string[];
  query: URLSearchParams;
}

const route = new Cell<Route>({ parts: [], query: new URLSearchParams() });

export function startRouter(): void {
  const read = (): void => route.set(parseRoute(location));
  addEventListener('popstate', read);
  read();
}

function parseRoute({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Route {
  const joinPath = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : pathname;
  return {
    parts: joinPath
      .split('/')
      .filter((part) => part !== '')
      .map(decodeSegment),
    query: new URLSearchParams(search),
  };
}

/** A typed segment may be malformed. */
function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function useRoute(): Route {
  return useCell(route);
}

export function currentRoute(): Route {
  return route.get();
}

/** The full URL of a console path such as `/ranking/events?mode=Online`; keeps the account. */
function urlOf(to: string): string {
  const url = new URL(BASE + to, 'http://console');
  const account = route.get().query.get(ACCOUNT);
  if (account !== null && !url.searchParams.has(ACCOUNT)) url.searchParams.set(ACCOUNT, account);
  if (url.searchParams.get(ACCOUNT) === '') url.searchParams.delete(ACCOUNT);
  return url.pathname.replace(/(.)\/$/, '$1') + url.search;
}

export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const before = location.pathname;
  history[replace ? 'replaceState' : 'pushState'](null, '', urlOf(to));
  route.set(parseRoute(location));
  // A new page starts at its top; the browser remembers the place of those that one goes back to.
  if (location.pathname !== before) scrollTo(0, 0);
}

/** Changes the query string in place; undefined values are removed. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>, { replace = true }: { replace?: boolean } = {}): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  history[replace ? 'replaceState' : 'pushState'](null, '', location.pathname + (text === '' ? '' : `?${text}`));
  route.set(parseRoute(location));
}

/** A console path from segments that may contain anything. */
export function joinPath(...parts: readonly string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`;
}

export interface LinkProps {
  to: string;
  class?: string;
  title?: string;
  children?: ComponentChildren;
  'aria-label'?: string;
  'aria-current'?: 'page' | 'location';
  onClick?: (event: MouseEvent) => void;
}

export function Link({ to, onClick, ...rest }: LinkProps) {
  const href = urlOf(to);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        navigate(to);
      }}
    />
  );
}

export interface PageProps {
  /** Path segments after the page's own: `/console/ranking/events/7` gives `['events', '7']`. */
  parts: readonly string[];
  query: URLSearchParams;
}

export interface PageEntry {
  /** The first path segment; empty for the home page. */
  path: string;
  title: string;
  /** The vendor's names for the same, which people know and search for. */
  vendor?: string;
  /** The best known of several, where they do not fit into the navigation. */
  vendorInShort?: string;
  icon: IconName;
  /** Shortcut that opens it. */
  keys: string;
  /** Titles of path segments that are not user-given names. */
  words?: Readonly<Record<string, string>>;
  /** For an area: the account kinds that can use it, beside MultiService. */
  kinds?: readonly string[];
  /** Not in the navigation, but linked to elsewhere in the frame. */
  isUnlisted?: true;
  load: () => Promise<{ default: ComponentType<PageProps> }>;
}

/** Whether an account of this kind can use the area. */
export function canUseArea({ kinds }: PageEntry, kind: string): boolean {
  return kinds === undefined || kind === 'MultiService' || kinds.includes(kind);
}

/** The heading of the page, shown as the last breadcrumb: URLs have ids where people know names. */
export const pageTitle = new Cell<string | undefined>(undefined);

/** The open tab of the page, for the title of the browser's tab. */
export const tabTitle = new Cell<string | undefined>(undefined);

export const Pages = createContext<readonly PageEntry[]>([]);

export function usePages(): readonly PageEntry[] {
  return useContext(Pages);
}
