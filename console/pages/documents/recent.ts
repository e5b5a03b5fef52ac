/** Results opened in this tab: the server stores them for a day and cannot list them. */
export interface Recent { account: string; modelId: string; resultId: string; name: string; at: number; /** Whether there is a searchable PDF. */ pdf?: boolean }

const KEY = 'perennial-documents';
const MOST = 200;

export function recent(account: string): Recent[] {
  return all().filter((one) => one.account === account);
}

export function remember(one: Recent): void {
  sessionStorage.setItem(KEY, JSON.stringify([one, ...all()].slice(0, MOST)));
}

/** Removes one that failed or was deleted. */
export function forget(resultId: string): void {
  sessionStorage.setItem(KEY, JSON.stringify(all().filter((one) => one.resultId !== resultId)));
}

const all = (): Recent[] => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Recent[];
