import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { anchorFile, writeAnchor } from '../accounts/audit/audit-anchor.ts';
import { secretsFolder } from '../accounts/keys/secrets.ts';
import type { Config } from '../config.ts';
import { SYSTEM } from '../kernel/collection.ts';
import type { Store } from '../kernel/ports/store.ts';
import { BadBackup, hasSecrets, readManifest, restoreBackup } from '../storage/integrity/backup.ts';
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
      const store = await openToFill(config);
      let leftOut: string[];
      try {
        if (!(await store.isEmpty())) throw new BadBackup('The store is not empty: a backup is restored into an empty one.');
        const blobs = await openBlobsToFill(config, store);
        try {
          leftOut = await restoreBackup({ store, blobs, source, exceptDamaged: flags['except-damaged'] === true });
        } finally {
          await blobs.close();
        }
        const secrets = secretsFolder(config.data);
        if (withSecrets && !existsSync(secrets)) await cp(join(source, 'secrets'), secrets, { recursive: true });
        await anchorAudit(config, store, manifest.createdDateTime);
      } finally {
        await store.close();
      }
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

/** Replaces the anchor of what was here before. */
async function anchorAudit(config: Config, store: Store, at: string): Promise<void> {
  const path = anchorFile(config.data);
  await rm(path, { force: true });
  const head = await store.auditHead(SYSTEM);
  const keyring = await keyringOf(config);
  if (head && keyring) await writeAnchor(path, { sequence: head.sequence, hash: head.hash, at }, keyring);
}
