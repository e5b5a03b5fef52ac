import { existsSync } from 'node:fs';
import { secretsFolder } from '../accounts/secrets.ts';
import { BadBackup, writeBackup } from '../storage/files/backup.ts';
import { VERSION } from '../version.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';
import { blobsIn, openToRead } from './stores.ts';

export const backup: Command = {
  summary: 'Write everything into a folder, while the server runs or not',
  usage: 'FOLDER [--without-secrets]',
  flags: { 'without-secrets': { type: 'boolean', help: 'leave out the master key and the admin secret; a restore then needs them from elsewhere' } },
  async run({ config, args: [target], flags, print }) {
    if (target === undefined) throw new UsageError('backup needs a folder to write to');
    const secrets = secretsFolder(config.data);
    const store = await openToRead(config);
    try {
      const withSecrets = !flags['without-secrets'] && existsSync(secrets);
      const manifest = await writeBackup({ store, blobs: blobsIn(config), secrets: withSecrets ? secrets : undefined, target, version: VERSION });
      print(manifest, [
        `${manifest.rows} rows and ${manifest.blobs} blobs written to ${target}`,
        withSecrets ? 'It holds the master key and the admin secret: keep it as safe as the server.' : 'It holds no secrets: keep the master key elsewhere, or the keys in it stay sealed.',
      ]);
      return 0;
    } catch (error) {
      if (error instanceof BadBackup) throw new UsageError(error.message);
      throw error;
    } finally {
      await store.close();
    }
  },
};
