/**
 * The records that give power, which are signed with a key derived from the master key (storage/integrity/signed-store.ts). Whether they
 * are is in the text that the master key has encrypted, which nobody else can write: data of earlier versions says that they are not.
 */
import type { Change } from '../kernel/change.ts';
import { SYSTEM } from '../kernel/collection.ts';
import type { Keyring } from '../kernel/ports/accounts.ts';
import type { Store } from '../kernel/ports/store.ts';
import { assignments } from '../shared/assignments.ts';
import { operators } from './operators/operators.ts';
import { sessions, signInCodes } from './operators/sessions.ts';
import { accounts, facts, keys } from './store.ts';

/** Listed in rosters. */
export const LISTED = [accounts, keys, operators, assignments] as const;
/** With a tag each; they expire. */
export const TAGGED = [sessions, signInCodes] as const;

const MASTER_FACT = 'master key';
const SIGNED = 'master key; records are signed';

export class WrongMasterKey extends Error {
  override name = 'WrongMasterKey';
}

/** Undefined where there is no data yet. Throws when the data is that of another master key. */
export async function areRecordsSigned(store: Pick<Store, 'get'>, keyring: Keyring): Promise<boolean | undefined> {
  const fact = await store.get(facts, SYSTEM, MASTER_FACT);
  if (!fact) return undefined;
  try {
    return keyring.open(fact.value.text, MASTER_FACT) === SIGNED;
  } catch {
    throw new WrongMasterKey(
      'The data was encrypted with another master key. Set PERENNIAL_MASTER_KEY to that key, or restore its file in the secrets folder of the data folder.',
    );
  }
}

/** Adds that the records are signed. */
export function noteSigned(change: Change, keyring: Keyring): Change {
  return change.put(facts, SYSTEM, MASTER_FACT, { text: keyring.seal(SIGNED, MASTER_FACT) });
}

/** For a start that is the first one. */
export function noteFirstStart(change: Change, keyring: Keyring): Change {
  return noteSigned(change.expectAbsent(facts, SYSTEM, MASTER_FACT), keyring);
}
