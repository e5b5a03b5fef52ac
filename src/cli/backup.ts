import { existsSync } from 'node:fs';
import { secretsFolder } from '../accounts/keys/secrets.ts';
import { describeDamage } from '../storage/integrity/checked-row.ts';
import { BadBackup, writeBackup } from '../storage/integrity/backup.ts';
import { VERSION } from '../version.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';
import { keyringOf, openBlobsToRead, openToRead } from './stores.ts';

export const backup: Command = {
  summary: 'Write a backup of everything to a folder; the server may be running',
  usage: 'FOLDER [--without-secrets]',
  flags: {
    'without-secrets': { type: 'boolean', help: 'leave out the master key and the admin secret; a restore needs them from another source' },
  },
  async run({ config, args: [target], flags, print }) {
    if (target === undefined) throw new UsageError('backup needs a folder to write to');
    const secrets = secretsFolder(config.data);
    const store = await openToRead(config);
    const blobs = await openBlobsToRead(config);
    try {
      const withSecrets = !flags['without-secrets'] && existsSync(secrets);
      const damaged: string[] = [];
      const keyring = await keyringOf(config);
      const manifest = await writeBackup({
        store,
        blobs,
        secrets: withSecrets ? secrets : undefined,
        target,
        version: VERSION,
        ...(keyring && { keyring }),
        onDamage: (damage) => damaged.push(describeDamage(damage)),
      });
      print({ ...manifest, damaged }, [
        `${manifest.rows} rows and ${manifest.blobs} blobs written to ${target}, read back and verified`,
        ...damaged.map((problem) => `Left out, damaged: ${problem}`),
        ...(manifest.blobsGone > 0
          ? [`${manifest.blobsGone} blobs that records name are missing or damaged, or were deleted meanwhile`]
          : []),
        manifest.signature
          ? `Signed with the master key ${manifest.signature.key}.`
          : 'Not signed, because the master key is not here: set PERENNIAL_MASTER_KEY. A restore needs --accept-unverified.',
        withSecrets
          ? 'The backup contains the master key and the admin secret: protect it like the server.'
          : 'The backup contains no secrets: store the master key elsewhere; without it the account keys cannot be decrypted.',
      ]);
      return damaged.length === 0 ? 0 : 1;
    } catch (error) {
      if (error instanceof BadBackup) throw new UsageError(error.message);
      throw error;
    } finally {
      await Promise.all([store.close(), blobs.close()]);
    }
  },
};
