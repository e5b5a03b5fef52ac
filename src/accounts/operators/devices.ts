/**
 * A browser that has signed in keeps a cookie that proves it, for the operator alone. It opens nothing: guesses from such a browser are
 * counted apart from those of strangers, so that nobody can keep an operator out by guessing.
 */
import type { Keyring } from '../../kernel/ports/accounts.ts';

const COOKIE = /(?:^|; *)perennial-device=([0-9a-f]{32})([0-9a-f]{64})(?:;|$)/;
export const DEVICE_ID_LENGTH = 32;
const LIFE_SECONDS = 365 * 24 * 3600;

function proofOf(id: string, operator: string, keyring: Keyring): string {
  return keyring.sign(Buffer.from(`${id} ${operator}`), 'device');
}

/** The id of a browser in which the operator has signed in; undefined for any other. */
export function deviceOf(cookie: string | undefined, operator: string, keyring: Keyring): string | undefined {
  const [, id, proof] = COOKIE.exec(cookie ?? '') ?? [];
  return id !== undefined && keyring.same(proof!, proofOf(id, operator, keyring)) ? id : undefined;
}

export function deviceCookie(id: string, operator: string, { origin, keyring }: { origin: string; keyring: Keyring }): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `perennial-device=${id}${proofOf(id, operator, keyring)}; Path=/sessions; HttpOnly; SameSite=Strict; Max-Age=${LIFE_SECONDS}${secure}`;
}
