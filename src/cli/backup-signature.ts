/** Whose signature a backup has, and whether it may be used. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MasterKeyring } from '../accounts/keys/keyring.ts';
import type { Config } from '../config.ts';
import { BadBackup, isSignedBy } from '../storage/integrity/backup.ts';
import type { Manifest } from '../storage/integrity/backup.ts';
import { keyringOf } from './stores.ts';

export const ACCEPT_FLAG = {
  'accept-unverified': { type: 'boolean', help: 'use a backup that this master key has not signed, such as one of 1.0.0-rc.1' },
} as const;

/** What to tell of the signature; throws when it is missing or of another key, unless that is accepted. */
export async function describeSignature(folder: string, manifest: Manifest, config: Config, isAccepted: boolean): Promise<string> {
  const own = await keyringOf(config);
  if (own && isSignedBy(manifest, own)) return `Signed with the master key ${manifest.signature!.key} of this server.`;
  const inside = own ? undefined : await keyringIn(folder);
  if (inside && isSignedBy(manifest, inside))
    return `Signed with the master key ${manifest.signature!.key} that it contains: whoever can write to the backup could have signed it.`;
  const problem = manifest.signature
    ? `it is signed with the master key ${manifest.signature.key}, ${own ? 'not with that of this server, or was changed since' : 'which is not here, or was changed since'}`
    : 'it is not signed';
  if (isAccepted) return `Not verified: ${problem}.`;
  throw new BadBackup(
    `${folder} is refused: ${problem}. Set PERENNIAL_MASTER_KEY to the key of its server; --accept-unverified uses it nevertheless, with the operators and keys that somebody may have added.`,
  );
}

async function keyringIn(folder: string): Promise<MasterKeyring | undefined> {
  try {
    return new MasterKeyring(Buffer.from((await readFile(join(folder, 'secrets', 'master.key'), 'utf8')).trim(), 'hex'));
  } catch {
    return undefined;
  }
}
