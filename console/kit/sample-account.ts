/**
 * Samples in accounts of their own: each is created in a new account for it, so that nothing it sends or learns touches data of the user.
 * They are the accounts of one resource group, named after the area.
 */
import { accounts, clientOf, loadAccounts, shortName, type Account, type AccountClient } from './accounts.ts';
import { CallFailed, manager } from './api.ts';

export interface SampleModule {
  /** Creates it, or what is missing of one that was interrupted, and reports progress; resolves to the console path to open. */
  create: (working: AccountClient & { onProgress: (what: string) => void }) => Promise<string>;
}

export interface SampleEntry {
  /** The page of its area. */
  area: string;
  title: string;
  about: string;
  /** The operation that it ends with, and how many calls of it. */
  lastOperation: string;
  lastCalls?: number;
  load: () => Promise<SampleModule>;
}

const GROUP = '/subscriptions/default/resourceGroups/samples/accounts/';

/** The newest account that was created for a sample of the area. */
export function sampleAccount(all: readonly Account[], area: string): Account | undefined {
  return all
    .filter(({ id }) => {
      const name = id.toLowerCase().startsWith(GROUP.toLowerCase()) ? id.slice(GROUP.length).toLowerCase() : '';
      return name === area || (name.startsWith(`${area}-`) && /^\d+$/.test(name.slice(area.length + 1)));
    })
    .sort((a, b) => (a.properties.createdDateTime < b.properties.createdDateTime ? 1 : -1))[0];
}

export function pathInAccount(path: string, account: Account): string {
  return `${path}${path.includes('?') ? '&' : '?'}account=${encodeURIComponent(shortName(account))}`;
}

/** Creates what is missing of a sample that was interrupted; resolves to the console path to open. */
export async function finishSample({ load }: SampleEntry, account: Account, onProgress: (what: string) => void): Promise<string> {
  return pathInAccount(await (await load()).create({ account, client: clientOf(account), onProgress }), account);
}

/** Creates the account and the sample in it; resolves to the console path to open. One that was interrupted can be finished. */
export async function createSampleInAccount(entry: SampleEntry, onProgress: (what: string) => void): Promise<string> {
  const { area } = entry;
  const taken = new Set(accounts.get().map(({ id }) => id.toLowerCase()));
  let name = area;
  for (let n = 2; taken.has(`${GROUP}${name}`.toLowerCase()); n++) name = `${area}-${n}`;
  await manager.put(GROUP + name, { location: accounts.get()[0]?.location ?? 'local', kind: 'MultiService' });
  try {
    const account = (await loadAccounts()).find(({ id }) => id.toLowerCase() === `${GROUP}${name}`.toLowerCase())!;
    return await finishSample(entry, account, onProgress);
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'Unreachable') throw error;
    await manager.delete(GROUP + name);
    await loadAccounts();
    throw error;
  }
}
