/** What was opened last, for Home, and what was tried, for the steps of a page. Kept like drafts: encrypted, for its operator alone. */
import { Cell, useCell } from './cell.ts';
import { areDraftsRead, getDraft, putDraft, type Memo } from './drafts.ts';

export interface Visit {
  /** A path of the console, in its account. */
  to: string;
  title: string;
  /** The page of its area. */
  area: string;
  account: string;
  at: number;
}

const VISITS: Memo = 'visits';
const TRIED: Memo = 'tried';
const MAX_VISITS = 6;
const MAX_TRIED = 100;
/** Counts what was tried in this page. */
const trials = new Cell(0);

export function getVisits(): readonly Visit[] {
  return getDraft<readonly Visit[]>(VISITS) ?? [];
}

export function addVisit(visit: Visit): void {
  putDraft(VISITS, [visit, ...getVisits().filter(({ to }) => to !== visit.to)].slice(0, MAX_VISITS));
}

/** What does not exist any more is not offered. */
export function forgetVisit(path: string): void {
  const kept = getVisits().filter(({ to }) => to.split('?')[0] !== path);
  if (kept.length < getVisits().length) putDraft(VISITS, kept);
}

/** `scope` is what was asked: a model, app or project of an account. */
export function markTried(scope: string): void {
  putDraft(TRIED, [scope, ...tried().filter((one) => one !== scope)].slice(0, MAX_TRIED));
  trials.set(trials.get() + 1);
}

export function useTried(scope: string): boolean {
  useCell(trials);
  return useCell(areDraftsRead) && tried().includes(scope);
}

const tried = (): readonly string[] => getDraft<readonly string[]>(TRIED) ?? [];
