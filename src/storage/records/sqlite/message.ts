/** A change as a message to the writer thread: rows as arrays, at half the cost of copying objects. */
import type { Change } from '../../../kernel/change.ts';

export interface ChangeMessage {
  expects: [collection: string, account: string, key: string, version: number][];
  puts: [
    collection: string,
    account: string,
    key: string,
    version: number,
    expires: number | null,
    value: string,
    terms: [string, string][] | undefined,
  ][];
  deletes?: [collection: string, account: string, key: string, indexed: boolean][];
  clears?: [collection: string, account: string, prefix: string][];
  appends?: [account: string, log: string, value: string][];
  counts?: [account: string, name: string, period: string, by: number][];
  audits: [account: string, entry: string][];
}

export function messageOf({ expects, puts, deletes, clears, appends, counts, audits }: Change): ChangeMessage {
  return {
    expects: expects.map(({ collection, account, key, version }) => [collection, account, key, version]),
    puts: puts.map(({ collection, account, key, version, expires, value, terms }) => [
      collection,
      account,
      key,
      version,
      expires,
      value,
      terms,
    ]),
    ...(deletes.length > 0 && { deletes: deletes.map(({ collection, account, key, indexed }) => [collection, account, key, indexed]) }),
    ...(clears.length > 0 && { clears: clears.map(({ collection, account, prefix }) => [collection, account, prefix]) }),
    ...(appends.length > 0 && { appends: appends.map(({ account, log, value }) => [account, log, value]) }),
    ...(counts.length > 0 && { counts: counts.map(({ account, name, period, by }) => [account, name, period, by]) }),
    audits: audits.map(({ account, entry }) => [account, entry]),
  };
}
