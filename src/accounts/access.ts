/** Authenticates callers and authorizes their calls: key or token, kind, region, rate and quota. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Directory } from './directory/directory.ts';
import type { RateLimiter } from './limits/limiter.ts';
import { daysUntilNextMonth } from './limits/meter.ts';
import type { Meter } from './limits/meter.ts';
import { isPredictionKind, reaches } from '../kernel/account.ts';
import type { Account } from '../kernel/account.ts';
import { allows, roleFor, roleIn, scopeOf, visibleAccounts } from './roles.ts';
import type { Rights, ServerRole } from './roles.ts';
import type { Sessions } from './operators/sessions.ts';
import type { Tokens } from './keys/tokens.ts';
import type { Area } from '../kernel/area.ts';
import { fail } from '../kernel/failures.ts';
import type { Operation } from '../kernel/operation.ts';
import type { Clock } from '../kernel/ports.ts';
import { MANAGEMENT, UNKNOWN_CALLER } from '../kernel/access.ts';
import type { Access, Admitted } from '../kernel/access.ts';

/** Names the account by its id, where a console session stands for its key. */
const ACCOUNT_HEADER = 'x-perennial-account';
const KEY_IN_QUERY = /[?&]subscription-key=([^&]*)/;
const MAX_ACCEPTED = 1000;
const ANYONE: Admitted = { caller: { kind: 'anyone', name: 'anyone' } };

export class AccountAccess implements Access {
  readonly #directory: Directory;
  readonly #tokens: Tokens;
  readonly #meter: Meter;
  readonly #clock: Clock;
  readonly #region: string;
  readonly #sessions: Sessions | undefined;
  readonly #limiter: RateLimiter;
  /** Headers with tokens and sessions that were valid when they were used last. */
  readonly #accepted = new Set<string>();

  constructor(parts: {
    directory: Directory;
    tokens: Tokens;
    meter: Meter;
    limiter: RateLimiter;
    clock: Clock;
    region: string;
    sessions?: Sessions;
  }) {
    this.#limiter = parts.limiter;
    this.#directory = parts.directory;
    this.#tokens = parts.tokens;
    this.#meter = parts.meter;
    this.#clock = parts.clock;
    this.#region = parts.region;
    this.#sessions = parts.sessions;
  }

  admit(
    area: Area,
    operation: Operation,
    headers: IncomingHttpHeaders,
    query: Record<string, unknown>,
    params: Readonly<Record<string, string>> = {},
  ): Admitted | Promise<Admitted> {
    try {
      if (operation.needs === 'nothing') return ANYONE;
      if (operation.needs === 'manager') return this.#manager(operation, headers, params);
      const key = headers['ocp-apim-subscription-key'] ?? query['subscription-key'];
      if (typeof key !== 'string' || key === '') {
        const account = headers[ACCOUNT_HEADER];
        if (typeof account !== 'string' || !this.#sessions?.isBrought(headers)) throw fail('KeyMissing');
        return this.#operator(area, operation, headers, account);
      }
      const account = this.#directory.accountOf(key);
      return account instanceof Promise
        ? account.then((found) => this.#admitAccount(area, operation, found))
        : this.#admitAccount(area, operation, account);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  callerOf(headers: IncomingHttpHeaders, url: string): string {
    const key = headers['ocp-apim-subscription-key'] ?? KEY_IN_QUERY.exec(url)?.[1];
    if (typeof key === 'string') return this.#directory.known(key) ?? UNKNOWN_CALLER;
    return this.#accepted.has(credentialsOf(headers)) ? MANAGEMENT : UNKNOWN_CALLER;
  }

  /** By a bearer token or by a console session. */
  async #manager(operation: Operation, headers: IncomingHttpHeaders, params: Readonly<Record<string, string>>): Promise<Admitted> {
    const { name, ...rights } = await this.#identify(headers);
    const scope = scopeOf(operation);
    if (scope === 'server') checkRole(rights.role, operation);
    if (scope === 'account' && !allows(rights.role, roleFor(operation))) checkRole(await this.#roleAt(rights, params), operation);
    const accounts = visibleAccounts(rights);
    return { caller: { kind: 'manager', name, ...(accounts && { accounts }) } };
  }

  /** The role in the account of an address: none where there is no such account, so that nobody learns which there are. */
  async #roleAt(
    rights: Rights,
    { subscription = '', resourceGroup = '', account = '' }: Readonly<Record<string, string>>,
  ): Promise<ServerRole> {
    if (!rights.accounts) return rights.role;
    return roleIn(rights, (await this.#directory.byName({ subscription, resourceGroup, name: account }))?.id);
  }

  /** By a console session, in the place of a key of the account. */
  async #operator(area: Area, operation: Operation, headers: IncomingHttpHeaders, id: string): Promise<Admitted> {
    const { name, ...rights } = await this.#identify({ ...headers, authorization: undefined });
    checkRole(roleIn(rights, id), operation);
    const { account } = await this.#admitAccount(area, operation, await this.#directory.byId(id));
    return { account, caller: { kind: 'manager', name } };
  }

  async #identify(headers: IncomingHttpHeaders): Promise<Rights & { name: string }> {
    const credentials = credentialsOf(headers);
    const isSession = headers.authorization === undefined && this.#sessions?.isBrought(headers);
    try {
      const { name, role, accounts }: Rights & { name: string } = isSession
        ? (await this.#sessions!.of(headers)).operator
        : await this.#tokens.identify(headers.authorization);
      if (this.#accepted.size >= MAX_ACCEPTED) this.#accepted.clear();
      this.#accepted.add(credentials);
      return { name, role, ...(accounts && { accounts }) };
    } catch (error) {
      this.#accepted.delete(credentials);
      throw error;
    }
  }

  #admitAccount(area: Area, operation: Operation, account: Account | undefined): Admitted | Promise<Admitted> {
    if (!account) throw fail('KeyInvalid');
    this.#allow(area, operation, account);
    const { callsPerSecond } = account.limits;
    if (callsPerSecond === undefined) return this.#count(operation, account);
    const retryAfter = this.#limiter.take(account.id, callsPerSecond, this.#clock.now());
    return retryAfter instanceof Promise
      ? retryAfter.then((seconds) => this.#count(operation, account, seconds))
      : this.#count(operation, account, retryAfter);
  }

  #count(operation: Operation, account: Account, retryAfter = 0): Admitted | Promise<Admitted> {
    if (retryAfter > 0) throw fail('RateExceeded', { retryAfter });
    const now = this.#clock.now();
    const counted = this.#meter.take(account.id, operation.id, account.limits.callsPerMonth, now);
    return counted instanceof Promise ? counted.then((within) => admitted(account, within, now)) : admitted(account, counted, now);
  }

  #allow(area: Area, operation: Operation, account: Account): void {
    if (account.blocked) throw fail('AccountBlocked');
    if (account.location !== this.#region) throw fail('KeyOfOtherRegion', { region: account.location, served: this.#region });
    if (!reaches(account, area.kinds)) throw fail('KeyOfOtherKind', { kind: account.kind });
    if (operation.needs === 'authoring' && isPredictionKind(account.kind)) throw fail('PredictionKey');
  }
}

function credentialsOf({ authorization, cookie }: IncomingHttpHeaders): string {
  return authorization ?? cookie ?? '';
}

function admitted(account: Account, isWithinQuota: boolean, now: number): Admitted {
  if (!isWithinQuota) throw fail('QuotaExceeded', { interval: `${daysUntilNextMonth(now).toFixed(2)} days` });
  return { account, caller: { kind: 'key', name: account.id } };
}

function checkRole(role: ServerRole, operation: Operation): void {
  const needed = roleFor(operation);
  if (!allows(role, needed)) throw fail('RoleForbidden', { role, needed });
}
