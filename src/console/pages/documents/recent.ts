/** Results that were looked at in this tab: the server keeps them for a day and has no list of them. */
export interface Recent { account: string; modelId: string; resultId: string; name: string; at: number }

const KEY = 'perennial-documents';
const MOST = 20;

export function recent(account: string): Recent[] {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Recent[];
  return kept.filter((one) => one.account === account);
}

export function remember(one: Recent): void {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Recent[];
  sessionStorage.setItem(KEY, JSON.stringify([one, ...kept].slice(0, MOST)));
}
