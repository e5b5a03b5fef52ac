/** What a page is, and the list of pages. Pages get the list from this context, because the list itself imports all of them. */
import { createContext } from 'preact';
import type { ComponentType } from 'preact';
import { useContext } from 'preact/hooks';
import { Cell } from './cell.ts';
import type { IconName } from './icons.tsx';

export interface PageProps {
  /** Path segments after the page's own: `/console/ranking/events/7` gives `['events', '7']`. */
  parts: readonly string[];
  query: URLSearchParams;
}

export interface PageEntry {
  /** The first path segment; empty for the home page. */
  path: string;
  title: string;
  icon: IconName;
  /** Shortcut that opens it. */
  keys: string;
  /** Titles of path segments that are not user-given names. */
  words?: Readonly<Record<string, string>>;
  /** For an area: the account kinds that can use it, beside MultiService. */
  kinds?: readonly string[];
  load: () => Promise<{ default: ComponentType<PageProps> }>;
}

/** Whether an account of this kind can use the area. */
export function canUseArea({ kinds }: PageEntry, kind: string): boolean {
  return kinds === undefined || kind === 'MultiService' || kinds.includes(kind);
}

/** The heading of the page, shown as the last breadcrumb: URLs have ids where people know names. */
export const pageTitle = new Cell<string | undefined>(undefined);

export const Pages = createContext<readonly PageEntry[]>([]);

export function usePages(): readonly PageEntry[] {
  return useContext(Pages);
}
