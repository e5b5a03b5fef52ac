/**
 * The secrets of a server hang on one master key that lies outside the database. From it come the key
 * that finds subscription keys (HMAC), the key that seals what must be read again (AES-256-GCM), the key
 * that signs files which come back, and the key that signs tokens. A database without the master key gives none of them away.
 */
import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../kernel/ports/accounts.ts';

export class MasterKeyring implements Keyring {
  readonly #digestKey: KeyObject;
  readonly #sealKey: KeyObject;
  readonly #signKey: KeyObject;
  /** Signs and checks the server's own bearer tokens. */
  readonly tokenKey: Buffer;

  constructor(masterKey: Buffer) {
    if (masterKey.length !== 32) throw new Error('The master key must be 32 bytes.');
    const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', masterKey, '', `perennial ${purpose}`, 32));
    this.#digestKey = createSecretKey(derive('key digest'));
    this.#sealKey = createSecretKey(derive('seal'));
    this.#signKey = createSecretKey(derive('signature'));
    this.tokenKey = derive('token');
  }

  /** Under which a subscription key, or another bearer secret, is found. */
  digest(secret: string): string {
    return createHmac('sha256', this.#digestKey).update(secret).digest('hex');
  }

  /** Encrypts a text for one place: it opens only with the same place named. */
  seal(text: string, place: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#sealKey, nonce).setAAD(Buffer.from(place));
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  open(sealed: string, place: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const cipher = createDecipheriv('aes-256-gcm', this.#sealKey, bytes.subarray(0, 12)).setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-16));
    return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString('utf8');
  }

  /** Signs bytes for one purpose; the same bytes signed for another purpose have another signature. */
  sign(bytes: Uint8Array, purpose: string): string {
    return createHmac('sha256', this.#signKey).update(`${purpose}\0`).update(bytes).digest('hex');
  }

  /** Compares two secrets in the same time wherever they differ. */
  same(a: string, b: string): boolean {
    return timingSafeEqual(Buffer.from(this.digest(a)), Buffer.from(this.digest(b)));
  }
}
