/** Authenticates callers and authorizes their calls: key or token, kind, region, rate and quota. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Directory } from './directory.ts';
import { RateLimiter } from './limiter.ts';
import { daysUntilNextMonth } from './meter.ts';
import type { Meter } from './meter.ts';
import { isPredictionKind, reaches } from '../kernel/account.ts';
import type { Account } from '../kernel/account.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';
import type { Area } from '../kernel/area.ts';
import { fail } from '../kernel/failures.ts';
import type { Operation } from '../kernel/operation.ts';
import type { Clock } from '../kernel/ports.ts';
import { MANAGEMENT, UNKNOWN_CALLER } from '../kernel/ports/accounts.ts';
import type { Access, Admitted } from '../kernel/ports/accounts.ts';

const KEY_IN_QUERY = /[?&]subscription-key=([^&]*)/;
const ANYONE: Admitted = { caller: { kind: 'anyone', name: 'anyone' } };

export class AccountAccess implements Access {
  readonly #directory: Directory;
  readonly #tokens: Tokens;
  readonly #meter: Meter;
  readonly #clock: Clock;
  readonly #region: string;
  readonly #sessions: Sessions | undefined;
  readonly #limiter = new RateLimiter();

  constructor(parts: { directory: Directory; tokens: Tokens; meter: Meter; clock: Clock; region: string; sessions?: Sessions }) {
    this.#directory = parts.directory;
    this.#tokens = parts.tokens;
    this.#meter = parts.meter;
    this.#clock = parts.clock;
    this.#region = parts.region;
    this.#sessions = parts.sessions;
  }

  admit(area: Area, operation: Operation, headers: IncomingHttpHeaders, query: Record<string, unknown>): Admitted | Promise<Admitted> {
    try {
      if (operation.needs === 'nothing') return ANYONE;
      if (operation.needs === 'manager') return this.#manager(headers).then((name) => ({ caller: { kind: 'manager', name } }));
      const key = headers['ocp-apim-subscription-key'] ?? query['subscription-key'];
      if (typeof key !== 'string' || key === '') throw fail('KeyMissing');
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
    if (typeof key === 'string') return this.#directory.known(key)?.id ?? UNKNOWN_CALLER;
    return headers.authorization === undefined && headers.cookie === undefined ? UNKNOWN_CALLER : MANAGEMENT;
  }

  /** By a bearer token or by a console session. */
  async #manager(headers: IncomingHttpHeaders): Promise<string> {
    if (headers.authorization === undefined && this.#sessions?.isBrought(headers)) return (await this.#sessions.of(headers)).value.subject;
    return await this.#tokens.subject(headers.authorization);
  }

  #admitAccount(area: Area, operation: Operation, account: Account | undefined): Admitted | Promise<Admitted> {
    if (!account) throw fail('KeyInvalid');
    this.#allow(area, operation, account);
    const now = this.#clock.now();
    const {
      id,
      limits: { callsPerSecond, callsPerMonth },
    } = account;
    if (callsPerSecond !== undefined) {
      const retryAfter = this.#limiter.take(id, callsPerSecond, now);
      if (retryAfter > 0) throw fail('RateExceeded', { retryAfter });
    }
    const admitted = (within: boolean): Admitted => {
      if (!within) throw fail('QuotaExceeded', { interval: `${daysUntilNextMonth(now).toFixed(2)} days` });
      return { account, caller: { kind: 'key', name: id } };
    };
    const counted = this.#meter.take(id, operation.id, callsPerMonth, now);
    return counted instanceof Promise ? counted.then(admitted) : admitted(counted);
  }

  #allow(area: Area, operation: Operation, account: Account): void {
    if (account.blocked) throw fail('AccountBlocked');
    if (account.location !== this.#region) throw fail('KeyOfOtherRegion', { region: account.location, served: this.#region });
    if (!reaches(account, area.kinds)) throw fail('KeyOfOtherKind', { kind: account.kind });
    if (operation.needs === 'authoring' && isPredictionKind(account.kind)) throw fail('PredictionKey');
  }
}
