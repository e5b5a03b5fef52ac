/** What was opened last, for Home. Kept like drafts: encrypted, for its operator alone. */
import { getDraft, putDraft, VISITS } from './drafts.ts';

export interface Visit {
  /** A path of the console, in its account. */
  to: string;
  title: string;
  /** The page of its area. */
  area: string;
  account: string;
  at: number;
}

const MAX_VISITS = 6;

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
