import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { secretsFolder } from '../accounts/secrets.ts';
import { BadBackup, hasSecrets, readManifest, restoreRows } from '../storage/files/backup.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';
import { blobsIn, openToFill } from './stores.ts';

export const restore: Command = {
  summary: 'Fill an empty data folder or database from a backup',
  usage: 'FOLDER',
  async run({ config, args: [source], print }) {
    if (source === undefined) throw new UsageError('restore needs the folder of a backup');
    try {
      const manifest = await readManifest(source);
      const store = await openToFill(config);
      try {
        await restoreRows({ store, blobs: blobsIn(config), source });
      } finally {
        await store.close();
      }
      const secrets = secretsFolder(config.data);
      const withSecrets = await hasSecrets(source);
      if (withSecrets && !existsSync(secrets)) await cp(join(source, 'secrets'), secrets, { recursive: true });
      print({ ...manifest, secrets: withSecrets }, [
        `${manifest.rows} rows and ${manifest.blobs} blobs restored`,
        ...(withSecrets ? [] : ['The backup contains no secrets: set PERENNIAL_MASTER_KEY before starting the server.']),
      ]);
      return 0;
    } catch (error) {
      if (error instanceof BadBackup) throw new UsageError(error.message);
      throw error;
    }
  },
};
