/** Results opened in this tab: the server stores them for a day and cannot list them. */
export interface Recent { account: string; modelId: string; resultId: string; name: string; at: number; /** Whether there is a searchable PDF. */ pdf?: boolean }

const KEY = 'perennial-documents';
const MAX_RECENT = 200;

export function recent(account: string): Recent[] {
  return recentResults().filter((one) => one.account === account);
}

export function addRecent(one: Recent): void {
  sessionStorage.setItem(KEY, JSON.stringify([one, ...recentResults()].slice(0, MAX_RECENT)));
}

/** Removes one that failed or was deleted. */
export function removeRecent(resultId: string): void {
  sessionStorage.setItem(KEY, JSON.stringify(recentResults().filter((one) => one.resultId !== resultId)));
}

const recentResults = (): Recent[] => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Recent[];
