import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { anchorFile, writeAnchor } from '../accounts/audit/audit-anchor.ts';
import { secretsFolder } from '../accounts/keys/secrets.ts';
import type { MasterKeyring } from '../accounts/keys/keyring.ts';
import type { Config } from '../config.ts';
import { SYSTEM } from '../kernel/collection.ts';
import type { Store } from '../kernel/ports/store.ts';
import { BadBackup, hasSecrets, readManifest, restoreBackup } from '../storage/integrity/backup.ts';
import { applyStagedRestore } from '../storage/integrity/staged-restore.ts';
import { lockFolder } from '../storage/records/sqlite/store.ts';
import { ACCEPT_FLAG, describeSignature } from './backup-signature.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';
import { keyringOf, openBlobsToFill, openToFill } from './stores.ts';

export const restore: Command = {
  summary: 'Fill an empty data folder or database from a backup',
  usage: 'FOLDER [--except-damaged] [--accept-unverified]',
  flags: {
    'except-damaged': { type: 'boolean', help: 'restore a damaged backup without its damaged rows and blobs, instead of refusing it' },
    ...ACCEPT_FLAG,
  },
  async run({ config, args: [source], flags, print }) {
    if (source === undefined) throw new UsageError('restore needs the folder of a backup');
    try {
      const manifest = await readManifest(source);
      const signature = await describeSignature(source, manifest, config, flags['accept-unverified'] === true);
      const withSecrets = await hasSecrets(source);
      const leftOut = await fill(config, {
        source,
        at: manifest.createdDateTime,
        exceptDamaged: flags['except-damaged'] === true,
      });
      print({ ...manifest, signedBy: signature, secrets: withSecrets, leftOut }, [
        `${manifest.rows} rows and ${manifest.blobs} blobs of ${manifest.createdDateTime} ${leftOut.length === 0 ? 'verified and restored' : 'restored, except what is damaged'}`,
        signature,
        ...leftOut.map((problem) => `Left out: ${problem}`),
        ...(withSecrets ? [] : ['The backup contains no secrets: set PERENNIAL_MASTER_KEY before starting the server.']),
      ]);
      return leftOut.length === 0 ? 0 : 1;
    } catch (error) {
      if (error instanceof BadBackup) throw new UsageError(error.message);
      throw error;
    }
  },
};

interface Filling {
  source: string;
  /** When the backup was made. */
  at: string;
  exceptDamaged?: boolean;
  /** Of the configuration, unless it is another one. */
  keyring?: MasterKeyring;
}

/** Fills an empty store, its blobs and, where there are none, the secrets; returns what was left out. */
async function fill(config: Config, { source, at, exceptDamaged, keyring }: Filling): Promise<string[]> {
  const store = await openToFill(config);
  try {
    if (!(await store.isEmpty())) throw new BadBackup('The store is not empty: a backup is restored into an empty one.');
    const blobs = await openBlobsToFill(config, store);
    let leftOut: string[];
    try {
      leftOut = await restoreBackup({ store, blobs, source, exceptDamaged });
    } finally {
      await blobs.close();
    }
    const secrets = secretsFolder(config.data);
    if ((await hasSecrets(source)) && !existsSync(secrets)) await cp(join(source, 'secrets'), secrets, { recursive: true });
    await anchorAudit(config.data, store, at, keyring ?? (await keyringOf(config)));
    return leftOut;
  } finally {
    await store.close();
  }
}

/** Replaces the anchor of what was here before. */
async function anchorAudit(data: string, store: Store, at: string, keyring: MasterKeyring | undefined): Promise<void> {
  const path = anchorFile(data);
  await rm(path, { force: true });
  const head = await store.auditHead(SYSTEM);
  if (head && keyring) await writeAnchor(path, { sequence: head.sequence, hash: head.hash, at }, keyring);
}

/** Replaces the data of the folder by the backup that its server has accepted; the secrets stay. */
export async function restoreStagedBackup(config: Config): Promise<string> {
  const { data } = config;
  const lock = lockFolder(data);
  try {
    const keyring = await keyringOf(config);
    let restored = '';
    await applyStagedRestore(data, async (source, target) => {
      try {
        const manifest = await readManifest(source);
        await describeSignature(source, manifest, config, false);
        await fill({ ...config, data: target, blobs: undefined }, { source, at: manifest.createdDateTime, keyring });
        restored = ` of ${manifest.createdDateTime}`;
      } catch (error) {
        await rm(target, { recursive: true, force: true });
        throw new BadBackup((error as Error).message, { cause: error });
      }
    });
    return `The prepared backup${restored} was restored; the data before it are in ${join(data, 'before-restore')}.`;
  } finally {
    lock.close();
  }
}
