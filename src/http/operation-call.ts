/** The call that an operation sees, made from values that can be sent to another thread. */
import type { Account, Caller } from '../kernel/account.ts';
import { pathIn } from '../kernel/aliases.ts';
import type { PathNaming } from '../kernel/aliases.ts';
import type { Mount } from '../kernel/area.ts';
import type { Call } from '../kernel/operation.ts';

/** A call without its body. */
export interface CallParts {
  params: Record<string, string>;
  query: unknown;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  account: Account;
  caller: Caller;
  requestId: string;
  mount: Mount;
  naming: PathNaming;
}

/** Properties that few operations use are computed on access. */
export class OperationCall implements Call {
  readonly params: Record<string, string>;
  readonly query: unknown;
  readonly body: unknown;
  readonly account: Account;
  readonly caller: Caller;
  readonly version: string;
  readonly headers: CallParts['headers'];
  readonly requestId: string;
  readonly #mount: Mount;
  readonly #naming: PathNaming;
  readonly #origin: () => string;
  readonly #address: () => string;
  readonly #timeMs: number;
  #signal: AbortSignal | undefined;

  constructor(
    { params, query, headers, account, caller, requestId, mount, naming }: CallParts,
    body: unknown,
    { origin, address, timeMs }: { origin: () => string; address: () => string; timeMs: number },
  ) {
    this.params = params;
    this.query = query;
    this.body = body;
    this.account = account;
    this.caller = caller;
    this.version = mount.version;
    this.headers = headers;
    this.requestId = requestId;
    this.#mount = mount;
    this.#naming = naming;
    this.#origin = origin;
    this.#address = address;
    this.#timeMs = timeMs;
  }

  get origin(): string {
    return this.#origin();
  }

  get address(): string {
    return this.#address();
  }

  get link(): Call['link'] {
    return (path, params, { versioned = true } = {}) => {
      const query = versioned && this.#mount.marker === 'query' ? `?api-version=${this.#mount.version}` : '';
      return this.origin + fillPath(this.#naming, this.#mount.base + path, params) + query;
    };
  }

  get signal(): AbortSignal {
    return (this.#signal ??= AbortSignal.timeout(this.#timeMs));
  }
}

const PLAIN = /^[\w.-]*$/;
/** Paths of links, split at their parameters: text, name, text, name, … */
const linkParts: Readonly<Record<PathNaming, Map<string, readonly string[]>>> = { neutral: new Map(), vendor: new Map() };

function fillPath(naming: PathNaming, path: string, params: Readonly<Record<string, string>>): string {
  let parts = linkParts[naming].get(path);
  if (!parts) linkParts[naming].set(path, (parts = pathIn(naming, path).split(/[{}]/)));
  let filled = parts[0]!;
  for (let i = 1; i < parts.length; i += 2) {
    const value = params[parts[i]!]!;
    filled += (PLAIN.test(value) ? value : encodeURIComponent(value)) + parts[i + 1]!;
  }
  return filled;
}
