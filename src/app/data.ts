/** Everything that is stored: opened, initialized on the first start, and observed. */
import type { Logger } from 'pino';
import { DEV_KEYS } from '../accounts/keys/dev.ts';
import type { MasterKeyring } from '../accounts/keys/keyring.ts';
import { initializeData } from '../accounts/directory/first-start.ts';
import { createSignInCode } from '../accounts/operators/sessions.ts';
import type { Config } from '../config.ts';
import type { KeyName } from '../kernel/account.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';
import type { Damage, Store } from '../kernel/ports/store.ts';
import type { Report } from '../kernel/ports/telemetry.ts';
import { MemoryBlobs } from '../storage/blobs/memory/blobs.ts';
import { prepareDataFolder } from '../storage/data-folder.ts';
import { openBlobs } from './blobs.ts';
import { DamageReports } from './damage-reports.ts';
import { observedBlobs, observedStore } from './observed-ports.ts';
import { openSecrets } from './secrets.ts';
import { openSigned } from './signed-records.ts';
import { clearTemporaryFiles, openReserve, openStore } from './storage.ts';

interface Parts {
  config: Config;
  clock: Clock;
  ids: Ids;
  log: Logger;
  report: Report;
}

export interface Data {
  store: Store;
  /** Whether the records that give power are signed. */
  isSigned: boolean;
  blobs: Blobs;
  keyring: MasterKeyring;
  adminSecret: string;
  damage: DamageReports;
  /** The keys of the account `default`, when this start has created it. */
  newKeys?: Record<KeyName, string>;
  /** A one-time code that signs in to the console; created with those keys. */
  signInCode?: string;
  close(): Promise<void>;
}

export async function openData({ config, clock, ids, log, report }: Parts): Promise<Data> {
  if (!config.dev) prepareDataFolder(config.data);
  const { keyring, adminSecret } = openSecrets(config);
  const damage = new DamageReports(log, clock);
  const reserve = openReserve(config);
  const onDamage = (found: Damage): void => damage.report(found);
  const opened = observedStore(await openStore(config, clock, log, { reserve, onDamage }), report);
  const placed = config.dev ? undefined : await openBlobs(config, { store: opened, reserve, warn: (message) => log.warn(message) });
  const blobs = observedBlobs(placed ?? new MemoryBlobs(() => clock.now()), placed?.adapter ?? 'memory', report);
  await clearTemporaryFiles(config);
  // Blobs first: a folder of blobs may have given the database its identity.
  const { store, isSigned } = await openSigned(opened, { config, keyring, log, onDamage });
  const newKeys = await initializeData({ store, keyring, region: config.region, clock, ids, keys: config.dev ? DEV_KEYS : undefined });
  const signInCode = newKeys && (await createSignInCode({ store, keyring, ids, clock }));
  return {
    store,
    isSigned,
    blobs,
    keyring,
    adminSecret,
    damage,
    newKeys,
    signInCode,
    close: async () => void (await Promise.all([store.close(), blobs.close()])),
  };
}
