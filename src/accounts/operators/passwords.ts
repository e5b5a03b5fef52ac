/** Passwords of operators, by scrypt. Few are computed at a time: each takes 32 MiB and a thread for a tenth of a second. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { fail } from '../../kernel/failures.ts';

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;

/** A stored password. Its cost is stored too, so that it can be raised later. */
export interface PasswordHash {
  salt: string;
  hash: string;
  cost: number;
}

const COST = 2 ** 15;
const BLOCK_SIZE = 8;
const HASH_BYTES = 32;
const CONCURRENCY = 2;
const MAX_WAITING = 20;
const BUSY_SECONDS = 2;

let running = 0;
const waiting: (() => void)[] = [];

export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16);
  return { salt: salt.toString('base64'), hash: (await derive(password, salt, COST)).toString('base64'), cost: COST };
}

/** Takes as long where there is no such password. */
export async function isPassword(given: string, stored: PasswordHash | undefined): Promise<boolean> {
  const { salt, hash, cost } = stored ?? { salt: '', hash: '', cost: COST };
  const found = await derive(given, Buffer.from(salt, 'base64'), cost);
  const expected = Buffer.from(hash, 'base64');
  return expected.length === found.length && timingSafeEqual(expected, found);
}

async function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  if (running >= CONCURRENCY) {
    if (waiting.length >= MAX_WAITING) throw fail('RateExceeded', { retryAfter: BUSY_SECONDS });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running++;
  try {
    return await new Promise((resolve, reject) => {
      scrypt(
        password.normalize('NFKC'),
        salt,
        HASH_BYTES,
        { cost, blockSize: BLOCK_SIZE, maxmem: 256 * cost * BLOCK_SIZE },
        (error, key) => (error ? reject(error) : resolve(key)),
      );
    });
  } finally {
    running--;
    waiting.shift()?.();
  }
}
