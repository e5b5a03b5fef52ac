/**
 * Face templates, from which a person can be recognized, are stored encrypted (AES-256-GCM) with a key of the account, which is itself
 * encrypted with the server's master key: a stolen database reveals none, and deleting the account's key makes its templates unreadable.
 * The record's collection, account and key are authenticated with each template, so that it cannot be moved to another record.
 */
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Ports } from '../../kernel/ports.ts';
import type { Change } from '../../kernel/change.ts';
import type { Collection } from '../../kernel/collection.ts';
import { MAX_FACES_PER_PERSON } from './model.ts';
import { memberKey, persistedFaces, templateKeys } from './store.ts';

/** Key of the only record of an account. */
const RECORD_KEY = 'templates';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What encryption adds to the length. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES;

/** The account's key; if there is none, creates one as part of the change. */
export async function ensureTemplateKey(
  change: Change,
  account: string,
  services: Pick<Ports, 'records' | 'keyring' | 'ids'>,
): Promise<KeyObject> {
  const existing = await readTemplateKey(account, services);
  if (existing) return existing;
  const secret = services.ids.secret();
  change.create(templateKeys, account, RECORD_KEY, { sealed: services.keyring.seal(secret, keyContext(account)) });
  return toKeyObject(secret);
}

/** The account's key; undefined if the account has no templates yet. */
export async function readTemplateKey(
  account: string,
  { records, keyring }: Pick<Ports, 'records' | 'keyring'>,
): Promise<KeyObject | undefined> {
  const stored = await records.get(templateKeys, account, RECORD_KEY);
  return stored && toKeyObject(keyring.open(stored.value.sealed, keyContext(account)));
}

/** The templates of a person's faces; empty if there is no such person. */
export async function readPersonTemplates(
  account: string,
  uid: string,
  personId: string,
  { records, keyring }: Pick<Ports, 'records' | 'keyring'>,
): Promise<Float32Array[]> {
  const faces = await records.page(persistedFaces, account, { prefix: memberKey(uid, personId, ''), limit: MAX_FACES_PER_PERSON });
  if (faces.length === 0) return [];
  const templateKey = await readTemplateKey(account, { records, keyring });
  return faces.map(({ key, value: { template } }) => openTemplate(templateKey!, template, sealContext(persistedFaces, account, key)));
}

/** The authenticated context of the template in a record. */
export function sealContext(collection: Collection<never>, account: string, key: string): string {
  return `${collection.name} ${account} ${key}`;
}

export function sealTemplate(key: KeyObject, template: Float32Array, context: string): string {
  return sealBytes(key, Buffer.from(template.buffer, template.byteOffset, template.byteLength), context).toString('base64');
}

export function openTemplate(key: KeyObject, sealed: string, context: string): Float32Array {
  // Copied, because the decrypted bytes need not be aligned to four bytes.
  return new Float32Array(new Uint8Array(openBytes(key, Buffer.from(sealed, 'base64'), context)).buffer);
}

export function sealBytes(key: KeyObject, bytes: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Throws if the bytes were changed, or sealed with another context or key. */
export function openBytes(key: KeyObject, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

function toKeyObject(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret, 'hex'));
}

function keyContext(account: string): string {
  return `face templates ${account}`;
}
