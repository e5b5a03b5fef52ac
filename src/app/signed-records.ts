/** Signs the records that give power: from the first start, and those of an earlier version once no process of it can be running. */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { areRecordsSigned, LISTED, noteSigned, TAGGED } from '../accounts/signed-records.ts';
import type { Config } from '../config.ts';
import { Change } from '../kernel/change.ts';
import type { Keyring } from '../kernel/ports/accounts.ts';
import type { Damage, Store } from '../kernel/ports/store.ts';
import { signedStore, signRecords } from '../storage/integrity/signed-store.ts';

interface Parts {
  config: Config;
  keyring: Keyring;
  log: Pick<Logger, 'info' | 'warn'>;
  onDamage: (damage: Damage) => void;
}

/**
 * In the data folder, with the identity of the database whose records are signed: an earlier state of the text that says so does not have
 * them signed again as they are.
 */
const MARK = 'signed-database';

export async function openSigned(store: Store, { config, keyring, log, onDamage }: Parts): Promise<{ store: Store; isSigned: boolean }> {
  const identity = await store.identity(randomUUID());
  const mark = config.dev ? undefined : join(config.data, MARK);
  const isMarked = mark !== undefined && (await readFile(mark, 'utf8').catch(() => '')) === identity;
  let isSigned = (await areRecordsSigned(store, keyring)) !== false || isMarked;
  if (!isSigned && (await isOnlyServer(config))) {
    await signRecords(store, keyring, LISTED, noteSigned(new Change(), keyring));
    log.info('the records of accounts, keys, operators and assignments are signed from now on');
    isSigned = true;
  }
  if (!isSigned) log.warn('records of an earlier version are not signed: stop all servers and start one to have them signed');
  if (isSigned && mark !== undefined && !isMarked) await writeFile(mark, identity, { mode: 0o600 });
  return { store: signed(store, keyring, isSigned, onDamage), isSigned };
}

export function signed(store: Store, keyring: Keyring, isSigned: boolean, onDamage: (damage: Damage) => void): Store {
  return signedStore(store, { keyring, listed: LISTED, tagged: TAGGED, isSigned: () => isSigned, onDamage });
}

async function isOnlyServer({ databaseUrl, databaseDirectUrl }: Config): Promise<boolean> {
  if (databaseUrl === undefined) return true;
  const { countServers } = await import('../storage/records/postgres/servers.ts');
  return (await countServers(databaseDirectUrl ?? databaseUrl)) <= 1;
}
