/** What a page is, and which there are. Pages learn of the others by this context: the list itself imports all of them. */
import { createContext } from 'preact';
import type { ComponentType } from 'preact';
import { useContext } from 'preact/hooks';
import { Cell } from './cell.ts';
import type { IconName } from './icons.tsx';

export interface PageProps {
  /** Parts of the address after the page's own: `/console/ranking/events/7` gives `['events', '7']`. */
  parts: readonly string[];
  query: URLSearchParams;
}

export interface PageEntry {
  /** The first part of its address; the home page has none. */
  path: string;
  title: string;
  icon: IconName;
  /** Keys that lead to it. */
  keys: string;
  /** Parts of its addresses in words, where they are not names of the user's own. */
  words?: Readonly<Record<string, string>>;
  /** For an area: the kinds of account that reach it beside MultiService. */
  kinds?: readonly string[];
  load: () => Promise<{ default: ComponentType<PageProps> }>;
}

/** Whether pages of an area are of use with an account of a kind. */
export function isFor({ kinds }: PageEntry, kind: string): boolean {
  return kinds === undefined || kind === 'MultiService' || kinds.includes(kind);
}

/** The heading of what is shown, which names the last step of the trail: addresses hold ids where people know names. */
export const shownTitle = new Cell<string | undefined>(undefined);

export const Pages = createContext<readonly PageEntry[]>([]);

export function usePages(): readonly PageEntry[] {
  return useContext(Pages);
}
