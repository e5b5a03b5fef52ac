/** The secrets of the server: configured, or generated on the first start and kept in the data folder. */
import { DEV_ADMIN_SECRET, DEV_MASTER_KEY } from '../accounts/keys/dev.ts';
import { MasterKeyring } from '../accounts/keys/keyring.ts';
import { storedSecret } from '../accounts/keys/secrets.ts';
import type { Config } from '../config.ts';

export function openSecrets(config: Config): { keyring: MasterKeyring; adminSecret: string } {
  const masterKey = config.dev ? DEV_MASTER_KEY : (config.masterKey ?? storedSecret(config.data, 'master.key'));
  const adminSecret = config.adminSecret ?? (config.dev ? DEV_ADMIN_SECRET : storedSecret(config.data, 'admin.secret'));
  return { keyring: new MasterKeyring(Buffer.from(masterKey, 'hex')), adminSecret };
}
