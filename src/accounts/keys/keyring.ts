/**
 * All secrets of a server are derived from one master key that is kept outside the database: the key for looking
 * up subscription keys (HMAC), the key for encrypting stored secrets (AES-256-GCM), the key for signing exported
 * files, and the key for signing tokens. A database without the master key reveals none of them.
 */
import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../../kernel/ports/accounts.ts';

export class MasterKeyring implements Keyring {
  readonly #digestKey: KeyObject;
  readonly #sealKey: KeyObject;
  readonly #signKey: KeyObject;
  /** Signs and verifies the server's own bearer tokens. */
  readonly tokenKey: Buffer;

  constructor(masterKey: Buffer) {
    if (masterKey.length !== 32) throw new Error('The master key must be 32 bytes.');
    const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', masterKey, '', `perennial ${purpose}`, 32));
    this.#digestKey = createSecretKey(derive('key digest'));
    this.#sealKey = createSecretKey(derive('seal'));
    this.#signKey = createSecretKey(derive('signature'));
    this.tokenKey = derive('token');
  }

  digest(secret: string): string {
    return createHmac('sha256', this.#digestKey).update(secret).digest('hex');
  }

  seal(text: string, context: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#sealKey, nonce).setAAD(Buffer.from(context));
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  open(sealed: string, context: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const cipher = createDecipheriv('aes-256-gcm', this.#sealKey, bytes.subarray(0, 12))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-16));
    return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString('utf8');
  }

  sign(bytes: Uint8Array, purpose: string): string {
    return createHmac('sha256', this.#signKey).update(`${purpose}\0`).update(bytes).digest('hex');
  }

  same(a: string, b: string): boolean {
    return timingSafeEqual(Buffer.from(this.digest(a)), Buffer.from(this.digest(b)));
  }
}
