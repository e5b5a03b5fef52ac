/**
 * Templates, from which a person can be recognised, are kept sealed (AES-256-GCM) with a key of the account, which is itself sealed by
 * the server's: a stolen database gives none away, and what an account had is lost for good with its key. What is sealed opens only for
 * the place that it was sealed for, so that no template can be put under another's name.
 */
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Ports } from '../../kernel/ports.ts';
import type { Change } from '../../kernel/change.ts';
import type { Collection } from '../../kernel/collection.ts';
import { templateKeys } from './store.ts';

/** There is one an account. */
const KEY = 'templates';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** By how much sealed bytes are longer. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES;

/** The account's key; where there is none yet, one is made as part of the change. */
export async function templateKeyFor(change: Change, account: string, services: Pick<Ports, 'records' | 'keyring' | 'ids'>): Promise<KeyObject> {
  const kept = await templateKey(account, services);
  if (kept) return kept;
  const secret = services.ids.secret();
  change.create(templateKeys, account, KEY, { sealed: services.keyring.seal(secret, keyPlace(account)) });
  return keyFrom(secret);
}

/** The account's key; undefined as long as nothing was sealed with it. */
export async function templateKey(account: string, { records, keyring }: Pick<Ports, 'records' | 'keyring'>): Promise<KeyObject | undefined> {
  const read = await records.get(templateKeys, account, KEY);
  return read && keyFrom(keyring.open(read.value.sealed, keyPlace(account)));
}

/** The place of a record: what its template is sealed for. */
export function placeOf(collection: Collection<never>, account: string, key: string): string {
  return `${collection.name} ${account} ${key}`;
}

export function sealTemplate(key: KeyObject, template: Float32Array, place: string): string {
  return sealBytes(key, Buffer.from(template.buffer, template.byteOffset, template.byteLength), place).toString('base64');
}

export function openTemplate(key: KeyObject, sealed: string, place: string): Float32Array {
  // Copied, since what was opened need not lie where numbers of four bytes may.
  return new Float32Array(new Uint8Array(openBytes(key, Buffer.from(sealed, 'base64'), place)).buffer);
}

export function sealBytes(key: KeyObject, bytes: Uint8Array, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Throws where the bytes were changed, or sealed for another place or with another key. */
export function openBytes(key: KeyObject, sealed: Buffer, place: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

function keyFrom(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret, 'hex'));
}

function keyPlace(account: string): string {
  return `face templates ${account}`;
}
