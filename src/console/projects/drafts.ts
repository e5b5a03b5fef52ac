/** Edits that were not saved yet: they outlive the page that made them, and the browser asks before it forgets them. */
const drafts = new Map<string, unknown>();

addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault();
});

/** A project of an account. */
export function draftKey(account: string, page: string, project: string): string {
  return JSON.stringify([account, page, project]);
}

export function keepDraft(key: string, value: unknown): void {
  drafts.set(key, value);
}

export function draftOf(key: string): unknown {
  return drafts.get(key);
}

export function dropDraft(key: string): void {
  drafts.delete(key);
}
