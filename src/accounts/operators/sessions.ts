/**
 * Console sessions. A session acts as a bearer token of the management plane and, beside the id of an account, as one of its keys, with
 * the role of its operator; it is in an HttpOnly cookie. Against request forgery it counts only together with a header that pages of
 * other sites cannot send, and only from the console's own origin. Sessions and one-time codes are records under the digest of their
 * secret: a stolen database opens none of them, signing out ends one in every process, and a code is used once. The operator is read
 * with each call: a role that was taken away is gone with the commit.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock, Ids } from '../../kernel/ports.ts';
import { Change } from '../../kernel/change.ts';
import type { Stored } from '../../kernel/change.ts';
import { collection, SYSTEM } from '../../kernel/collection.ts';
import type { Records, Store } from '../../kernel/ports/store.ts';
import { accountFailure } from '../failures.ts';
import type { Keyring } from '../../kernel/ports/accounts.ts';
import { ADMIN, adminOperator, getOperator } from './operators.ts';
import type { Operator } from './operators.ts';

export interface Session {
  /** The name of the operator. */
  subject: string;
  /** The key of the operator's record; those of earlier versions belong to the admin. */
  operator?: string;
  /** Of the operator when it signed in: a session of another one has ended. */
  operatorId?: string;
  generation?: number;
  createdAt: number;
  expiresAt: number;
  /** The browser that signed in, as it names itself. */
  userAgent?: string;
}

/** A valid session and whose it is. */
export interface SignedIn {
  session: Stored<Session>;
  operator: Operator;
}

export const sessions = collection<Session>('sessions', { expiresAt: ({ expiresAt }) => expiresAt, announced: true });
export const signInCodes = collection<{ expiresAt: number }>('signInCodes', { expiresAt: ({ expiresAt }) => expiresAt });

export const SESSION_MS = 12 * 3600_000;
const CODE_MS = 3600_000;
const MAX_USER_AGENT_LENGTH = 300;
/** Sent by the console with every call. */
const CONSOLE_HEADER = 'x-perennial-console';
const COOKIE = /(?:^|; *)perennial-session=([0-9a-f]{64})(?:;|$)/;

export class Sessions {
  readonly #records: Pick<Records, 'get'>;
  readonly #keyring: Keyring;
  readonly #publicUrl: string | undefined;

  constructor({ records, keyring, publicUrl }: { records: Pick<Records, 'get'>; keyring: Keyring; publicUrl?: string }) {
    this.#records = records;
    this.#keyring = keyring;
    this.#publicUrl = publicUrl;
  }

  /** Whether a request has a session, valid or not. */
  isBrought({ cookie }: IncomingHttpHeaders): boolean {
    return cookie !== undefined && COOKIE.test(cookie);
  }

  /** The session of a request; throws when it is not valid. */
  async of(headers: IncomingHttpHeaders): Promise<SignedIn> {
    if (headers[CONSOLE_HEADER] === undefined || !this.isOwnOrigin(headers)) throw accountFailure('SessionForbidden');
    return await this.#signedIn(this.#keyring.digest(COOKIE.exec(headers.cookie ?? '')?.[1] ?? ''));
  }

  /** The same for a session that was valid before, by its key; throws once it has ended. */
  async again({ session }: SignedIn): Promise<SignedIn> {
    return await this.#signedIn(session.key);
  }

  async #signedIn(key: string): Promise<SignedIn> {
    const session = await this.#records.get(sessions, SYSTEM, key);
    if (!session) throw accountFailure('SessionEnded');
    const { operator: name = ADMIN } = session.value;
    const stored = await getOperator(this.#records, name);
    const operator = name === ADMIN ? adminOperator(stored) : stored?.value;
    if (!operator || !isSessionOf(session.value, operator)) throw accountFailure('SessionEnded');
    return { session, operator };
  }

  /** Browsers usually send the origin of a call; it must be the console's own. */
  isOwnOrigin({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
    if (site !== undefined && site !== 'same-origin') return false;
    if (origin === undefined) return true;
    if (!URL.canParse(origin)) return false;
    return new URL(origin).host === host || (this.#publicUrl !== undefined && origin === new URL(this.#publicUrl).origin);
  }
}

/** Whether a session is the operator's, and has not been ended with all of them. */
export function isSessionOf({ operatorId = ADMIN, generation = 0 }: Session, operator: Operator): boolean {
  return operator.id === operatorId && operator.generation === generation;
}

/** A new session; its secret is in the cookie alone. */
export function openSession(
  change: Change,
  [key, { id, name, generation }]: readonly [key: string, operator: Operator],
  { keyring, ids, clock, userAgent }: { keyring: Keyring; ids: Ids; clock: Clock; userAgent: string | undefined },
): { session: Session; secret: string } {
  const now = clock.now();
  const secret = ids.secret();
  const session: Session = {
    subject: name,
    operator: key,
    operatorId: id,
    generation,
    createdAt: now,
    expiresAt: now + SESSION_MS,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH),
  };
  change.create(sessions, SYSTEM, keyring.digest(secret), session);
  return { session, secret };
}

/** `Secure` over https; over plain http a browser would drop such a cookie. */
export function sessionCookie(secret: string, { maxAgeMs, origin }: { maxAgeMs: number; origin: string }): string {
  return `perennial-session=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${Math.floor(maxAgeMs / 1000)}${origin.startsWith('https:') ? '; Secure' : ''}`;
}

/** Creates a one-time sign-in code that expires after an hour. */
export async function createSignInCode({
  store,
  keyring,
  ids,
  clock,
}: {
  store: Pick<Store, 'commit'>;
  keyring: Keyring;
  ids: Ids;
  clock: Clock;
}): Promise<string> {
  const code = ids.secret();
  await store.commit(new Change().create(signInCodes, SYSTEM, keyring.digest(code), { expiresAt: clock.now() + CODE_MS }));
  return code;
}
