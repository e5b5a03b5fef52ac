/** Random values from a buffer that is filled in larger portions: one system call for many small values. */
import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(8192);
let used = pool.length;

function draw(bytes: number): Buffer {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const drawn = pool.subarray(used, used + bytes);
  used += bytes;
  return drawn;
}

/** 256 bits, as text. */
export function randomSecret(): string {
  const drawn = draw(32);
  const secret = drawn.toString('hex');
  drawn.fill(0);
  return secret;
}

/** 47 bits, never 0: fits a JavaScript number and a 64-bit column. */
export function randomVersion(): number {
  return (draw(6).readUIntBE(0, 6) % 2 ** 47) + 1;
}
