/** URLs below /console: every view has one, and links change it without reloading the page. */
import type { ComponentChildren, JSX } from 'preact';
import { Cell, useCell } from './cell.ts';

export const BASE = '/console';
/** The selected account; kept in the URL from page to page. */
const ACCOUNT = 'account';

export interface Place {
  /** Path segments after /console. */
  parts: readonly string[];
  query: URLSearchParams;
}

const place = new Cell<Place>({ parts: [], query: new URLSearchParams() });

export function startRouter(): void {
  const read = (): void => place.set(placeOf(location));
  addEventListener('popstate', read);
  read();
}

export function placeOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Place {
  const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : pathname;
  return { parts: path.split('/').filter((part) => part !== '').map(decoded), query: new URLSearchParams(search) };
}

/** A typed segment may be malformed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function usePlace(): Place {
  return useCell(place);
}

export function currentPlace(): Place {
  return place.get();
}

/** The full URL of a console path such as `/ranking/events?mode=Online`; keeps the account. */
export function address(to: string): string {
  const url = new URL(BASE + to, 'http://console');
  const account = place.get().query.get(ACCOUNT);
  if (account !== null && !url.searchParams.has(ACCOUNT)) url.searchParams.set(ACCOUNT, account);
  if (url.searchParams.get(ACCOUNT) === '') url.searchParams.delete(ACCOUNT);
  return url.pathname.replace(/(.)\/$/, '$1') + url.search;
}

export function go(to: string, { replace = false }: { replace?: boolean } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', address(to));
  place.set(placeOf(location));
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
  place.set(placeOf(location));
}

/** A console path from segments that may contain anything. */
export function path(...parts: readonly string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`;
}

export interface LinkProps { to: string; class?: string; children?: ComponentChildren; 'aria-label'?: string; 'aria-current'?: 'page' | 'location'; onClick?: (event: MouseEvent) => void }

export function Link({ to, onClick, ...rest }: LinkProps): JSX.Element {
  const href = address(to);
  return <a {...rest} href={href} onClick={(event) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  }} />;
}
