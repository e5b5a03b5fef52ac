/** The resource-manager token: a signed JWT of ours, or one of an external OIDC issuer. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type * as jose from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { fail } from '../../kernel/failures.ts';
import type { Clock } from '../../kernel/ports.ts';
import type { MasterKeyring } from './keyring.ts';
import { ROLES } from '../roles.ts';
import type { Role } from '../roles.ts';

const ISSUER = 'perennial';
const LIFE_S = 3600;
/** The roles of tokens, as their issuer names them. */
const ROLE_PREFIX = 'perennial.';
const MANAGE_ROLE = `${ROLE_PREFIX}manage`;

export interface OidcOptions {
  issuer: string;
  audience: string;
  jwksUrl: string;
}

export interface IssuedToken {
  token: string;
  expiresIn: number;
}

export class Tokens {
  readonly #key: Uint8Array;
  readonly #clock: Clock;
  readonly #oidc: OidcOptions | undefined;
  #oidcKeys: JWTVerifyGetKey | undefined;

  constructor(keyring: Pick<MasterKeyring, 'tokenKey'>, clock: Clock, oidc?: OidcOptions) {
    this.#key = keyring.tokenKey;
    this.#clock = clock;
    this.#oidc = oidc;
  }

  async issue(subject: string): Promise<IssuedToken> {
    const now = Math.floor(this.#clock.now() / 1000);
    const { SignJWT } = await loadJose();
    const token = await new SignJWT({ roles: [MANAGE_ROLE] })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setAudience(ISSUER)
      .setSubject(subject)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFE_S)
      .sign(this.#key);
    return { token, expiresIn: LIFE_S };
  }

  /** The subject of a bearer header; throws unless it may manage accounts. */
  async subject(authorization: string | undefined): Promise<string> {
    const { name, role } = await this.identify(authorization);
    if (role !== 'manage') throw fail('TokenForbidden', { details: `it lacks the role ${MANAGE_ROLE}.` });
    return name;
  }

  /** The subject of a bearer header and its role; throws when it has none. */
  async identify(authorization: string | undefined): Promise<{ name: string; role: Role }> {
    const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) throw fail('TokenInvalid', { details: 'send it as "Authorization: Bearer <token>".' });
    const payload = await this.#verify(token);
    const roles = [payload.roles, payload.scope, payload.scp].flatMap((claim) => (typeof claim === 'string' ? claim.split(' ') : claim));
    const role = ROLES.findLast((one) => roles.includes(ROLE_PREFIX + one));
    if (!role) throw fail('TokenForbidden', { details: `it lacks the role ${MANAGE_ROLE}.` });
    return { name: payload.sub ?? 'unnamed', role };
  }

  /** Whether we have signed it; costs a tenth of reading it, so that strangers cannot have us do more. */
  #isSigned(token: string): boolean {
    const end = token.lastIndexOf('.');
    const expected = createHmac('sha256', this.#key).update(token.slice(0, end)).digest();
    const given = Buffer.from(token.slice(end + 1), 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  async #verify(token: string): Promise<JWTPayload> {
    const isOurs = this.#isSigned(token);
    if (!isOurs && !this.#oidc) throw fail('TokenInvalid', { details: NOT_OURS });
    const { createRemoteJWKSet, jwtVerify } = await loadJose();
    const currentDate = new Date(this.#clock.now());
    if (isOurs || !this.#oidc) {
      try {
        return (await jwtVerify(token, this.#key, { issuer: ISSUER, audience: ISSUER, algorithms: ['HS256'], currentDate })).payload;
      } catch (error) {
        throw fail('TokenInvalid', { details: reasonOf(error) });
      }
    }
    const { issuer, audience, jwksUrl } = this.#oidc;
    const keys = (this.#oidcKeys ??= createRemoteJWKSet(new URL(jwksUrl)));
    try {
      return (
        await jwtVerify(token, keys, {
          issuer,
          audience,
          requiredClaims: ['exp'],
          algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'],
          currentDate,
        })
      ).payload;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      throw code.startsWith('ERR_J') && code !== 'ERR_JWKS_TIMEOUT'
        ? fail('TokenInvalid', { details: reasonOf(error) })
        : fail('Unavailable');
    }
  }
}

const NOT_OURS = "it is not one of this server's.";

/** Loaded on first use, to keep the start fast. */
function loadJose(): Promise<typeof jose> {
  return import('jose');
}

function reasonOf(error: unknown): string {
  return (error as { code?: string }).code === 'ERR_JWT_EXPIRED' ? 'it has expired.' : NOT_OURS;
}
