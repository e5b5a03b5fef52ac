/** Unsaved edits: they survive leaving the page, and the browser warns before it discards them. */
import type { State } from './state.ts';

/** The edits, and the state on the server they started from. */
export interface Draft { assets: object; on: State }

const drafts = new Map<string, Draft>();

addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault();
});

/** A project of an account. */
export function draftKey(account: string, page: string, project: string): string {
  return JSON.stringify([account, page, project]);
}

export function storeDraft(key: string, draft: Draft): void {
  drafts.set(key, draft);
}

export function getDraft(key: string): Draft | undefined {
  return drafts.get(key);
}

export function deleteDraft(key: string): void {
  drafts.delete(key);
}
