/**
 * Signing in with an OIDC issuer: the authorization code flow with PKCE, state and nonce. What a sign-in has to bring back is a record
 * under the digest of a cookie of the browser that started it, for ten minutes and for one use: an answer of the issuer that was not
 * asked for by this browser is refused.
 */
import { createHash } from 'node:crypto';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { collection } from '../../kernel/collection.ts';
import type { Clock } from '../../kernel/ports.ts';
import { accountFailure } from '../failures.ts';
import { SERVER_ROLES } from '../roles.ts';
import type { ServerRole } from '../roles.ts';

export interface OidcSignInOptions {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** The claim of the id token that names roles. */
  roleClaim: string;
  /** What values of the claim mean. */
  roles: ReadonlyMap<string, ServerRole>;
}

/** A sign-in that has started. */
export interface StartedSignIn {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
  expiresAt: number;
}

export const startedSignIns = collection<StartedSignIn>('oidcSignIns', { expiresAt: ({ expiresAt }) => expiresAt });

export const STARTED_MS = 10 * 60_000;
const COOKIE = /(?:^|; *)perennial-oidc=([0-9a-f]{64})(?:;|$)/;
const TIME_MS = 10_000;
const MAX_REPLY_BYTES = 64 * 1024;
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'];

/** Lax: the issuer's page leads back here, and a strict cookie would not come along. */
export function startedCookie(secret: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `perennial-oidc=${secret}; Path=/sessions/oidc; HttpOnly; SameSite=Lax; Max-Age=${STARTED_MS / 1000}${secure}`;
}

export function startedSecret(cookie: string | undefined): string | undefined {
  return COOKIE.exec(cookie ?? '')?.[1];
}

/** Who signed in, as the issuer says. */
export interface OidcUser {
  subject: string;
  name: string;
  role: ServerRole;
}

interface Discovery {
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
}

export class OidcSignIn {
  readonly #options: OidcSignInOptions;
  readonly #clock: Clock;
  #discovered: Promise<Discovery> | undefined;
  #keys: JWTVerifyGetKey | undefined;

  constructor(options: OidcSignInOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  get issuer(): string {
    return this.#options.issuer;
  }

  /** The address of the issuer's page. */
  async authorizationUrl({ state, nonce, verifier, redirectUri }: StartedSignIn): Promise<string> {
    const url = new URL((await this.#discovery()).authorization_endpoint);
    const parameters = {
      response_type: 'code',
      client_id: this.#options.clientId,
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      state,
      nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  /** Exchanges the code for an id token; throws unless it is for this sign-in and gives a role. */
  async user(code: string, started: StartedSignIn): Promise<OidcUser> {
    const payload = await this.#verify(await this.#exchange(code, started));
    if (payload.nonce !== started.nonce) throw refused('the nonce is another one.');
    if (payload.azp !== undefined && payload.azp !== this.#options.clientId) throw refused('the token is for another client.');
    const subject = payload.sub;
    if (subject === undefined || subject === '') throw refused('the token names nobody.');
    const name = nameOf(payload, subject);
    const role = this.#roleOf(payload);
    if (!role) throw accountFailure('SignInRoleMissing', { name });
    return { subject, name: `${name} (${new URL(this.#options.issuer).host})`, role };
  }

  #roleOf(payload: JWTPayload): ServerRole | undefined {
    const claim = payload[this.#options.roleClaim];
    const given = typeof claim === 'string' ? claim.split(/[ ,]+/) : Array.isArray(claim) ? claim.map(String) : [];
    const roles = given.map((value) => this.#options.roles.get(value));
    return SERVER_ROLES.findLast((role) => roles.includes(role));
  }

  async #exchange(code: string, { verifier, redirectUri }: StartedSignIn): Promise<string> {
    const { clientId, clientSecret } = this.#options;
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: clientId, code_verifier: verifier };
    const { id_token: token } = await readJson((await this.#discovery()).token_endpoint, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: {
        accept: 'application/json',
        ...(clientSecret !== undefined && {
          authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`,
        }),
      },
    });
    if (typeof token !== 'string') throw refused('the issuer sent no id token.');
    return token;
  }

  async #verify(token: string): Promise<JWTPayload> {
    const { createRemoteJWKSet, jwtVerify } = await import('jose');
    const { jwks_uri: keysUrl } = await this.#discovery();
    const keys = (this.#keys ??= createRemoteJWKSet(new URL(keysUrl)));
    const { issuer, clientId } = this.#options;
    const currentDate = new Date(this.#clock.now());
    try {
      return (
        await jwtVerify(token, keys, { issuer, audience: clientId, requiredClaims: ['exp', 'iat'], algorithms: ALGORITHMS, currentDate })
      ).payload;
    } catch (error) {
      throw refused(`the id token is not valid (${(error as { code?: string }).code ?? 'no keys'}).`);
    }
  }

  async #discovery(): Promise<Discovery> {
    this.#discovered ??= readJson(`${this.#options.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`).then((found) => {
      const { issuer, authorization_endpoint, token_endpoint, jwks_uri } = found;
      if (issuer !== this.#options.issuer) throw refused('the issuer calls itself otherwise.');
      for (const url of [authorization_endpoint, token_endpoint, jwks_uri])
        if (typeof url !== 'string' || !URL.canParse(url)) throw refused('the issuer does not say where to sign in.');
      return { authorization_endpoint, token_endpoint, jwks_uri } as Discovery;
    });
    const discovered = this.#discovered;
    discovered.catch(() => {
      if (this.#discovered === discovered) this.#discovered = undefined;
    });
    return await discovered;
  }
}

/** The name in the audit log. A user can choose any name or unverified address, so those get a mark of the subject. */
function nameOf({ email, email_verified: isVerified, preferred_username: username }: JWTPayload, subject: string): string {
  if (typeof email === 'string' && isVerified === true) return email.slice(0, 100);
  const mark = createHash('sha256').update(subject).digest('hex').slice(0, 6);
  return `${(typeof username === 'string' ? username : subject).slice(0, 100)} #${mark}`;
}

async function readJson(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIME_MS) });
  } catch {
    throw refused('the issuer does not respond.');
  }
  const body = await parseReply(response).catch(() => undefined);
  if (!response.ok || typeof body !== 'object' || body === null) throw refused(`the issuer responded with ${response.status}.`);
  return body as Record<string, unknown>;
}

/** Undefined when it is too long or not JSON. */
async function parseReply({ body }: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    if ((length += chunk.length) > MAX_REPLY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}

function refused(details: string): Error {
  return accountFailure('SignInRefused', { details });
}

/** Pairs such as `team-a=label,admins=manage`; the roles' own names with the prefix of tokens where none are given. */
export function readRoles(text: string | undefined): ReadonlyMap<string, ServerRole> | undefined {
  if (text === undefined) return new Map(SERVER_ROLES.map((role) => [`perennial.${role}`, role]));
  const pairs = text.split(',').map((pair) => pair.split('=').map((part) => part.trim()));
  const isRole = (role: string | undefined): role is ServerRole => SERVER_ROLES.includes(role as ServerRole);
  if (pairs.some(([value, role, ...more]) => !value || !isRole(role) || more.length > 0)) return undefined;
  return new Map(pairs.map(([value, role]) => [value!, role as ServerRole]));
}
