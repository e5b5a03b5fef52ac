/**
 * Passwords of operators, by scrypt. Few are computed at a time: each takes 32 MiB and a thread for a tenth of a second. Strangers wait in
 * turn for their addresses, and browsers in which the operator has signed in before do not wait for strangers.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { fail } from '../../kernel/failures.ts';
import { FairQueue } from '../../shared/fair-queue.ts';

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
const BUSY_SECONDS = 2;
/** Of one address. */
const MAX_WAITING = 4;
const MAX_WAIT_MS = 20_000;

/** Who wants a password to be computed. */
export interface Place {
  /** An address, or the id of a device. */
  name: string;
  isDevice: boolean;
}

const queues = {
  strangers: new FairQueue({ concurrency: 2, perAccount: 1, maxWaiting: MAX_WAITING }),
  devices: new FairQueue({ concurrency: 1, maxWaiting: MAX_WAITING }),
};

/** Runs the work when it is the place's turn. */
export async function inTurn<T>({ name, isDevice }: Place, work: () => Promise<T>): Promise<T> {
  const refused = (): Error => fail('RateExceeded', { retryAfter: BUSY_SECONDS });
  return await queues[isDevice ? 'devices' : 'strangers'].run(name, { work, refused, maxWaitMs: MAX_WAIT_MS });
}

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

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const options = { cost, blockSize: BLOCK_SIZE, maxmem: 256 * cost * BLOCK_SIZE };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
