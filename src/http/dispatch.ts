/** Handles a request once its route is known: version, admission, body, validation, run, commit, reply. */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account, Caller } from '../kernel/account.ts';
import { pathIn } from '../kernel/aliases.ts';
import type { PathNaming } from '../kernel/aliases.ts';
import { Failure, fail, plainDialect } from '../kernel/failures.ts';
import type { Area, AreaServices } from '../kernel/area.ts';
import type { Call, Reply } from '../kernel/operation.ts';
import type { Binding, Route } from '../kernel/routes.ts';
import type { Clock } from '../kernel/ports.ts';
import { Conflict } from '../kernel/change.ts';
import type { Change } from '../kernel/change.ts';
import type { Store } from '../kernel/ports/store.ts';
import { parseBody } from './body.ts';
import type { Access, Admitted } from '../kernel/ports/accounts.ts';

export interface DispatcherOptions {
  store: Pick<Store, 'commit'>;
  clock: Clock;
  services: AreaServices;
  access: Access;
  /** The server's public address, if configured. */
  publicUrl?: string;
  timeMs: number;
  onError(error: unknown, request: FastifyRequest): void;
  /** Called for every reply when it is sent. */
  onReply(request: FastifyRequest, status: number): void;
}

/** What the hooks of a request pass on to later ones. */
export interface RequestState {
  area?: Area;
  binding?: Binding;
  admitted?: Admitted;
  maxBytes?: number;
}

/** Conflicts are retried with exponential backoff and full jitter. */
const CONFLICT_TRIES = 20;
const FIRST_WAIT_MS = 4;
const LONGEST_WAIT_MS = 250;
const JSON_TYPE = 'application/json; charset=utf-8';
const BYTES_TYPE = 'application/octet-stream';
const OVERDUE_CHECK_MS = 1000;
/** Control characters in the path, whose parts become record keys, and NUL anywhere, which PostgreSQL cannot store. */
const UNSTORABLE = /^[^?]*%(?:[01][0-9a-f]|7f)|%00/i;
/** Failures of calls that need a bearer token or a session. */
const BEARER_KINDS = /^(Token|Session|SignIn|WrongSecret)/;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:\d{1,5})?$/i;

export class Dispatcher {
  readonly #parts: DispatcherOptions;
  /** Ordered by deadline. */
  readonly #inProgress = new Set<{ request: FastifyRequest; reply: FastifyReply; area: Area; deadline: number }>();

  readonly #overdueCheck: NodeJS.Timeout;

  constructor(parts: DispatcherOptions) {
    this.#parts = parts;
    this.#overdueCheck = setInterval(() => this.#rejectOverdue(), Math.min(OVERDUE_CHECK_MS, parts.timeMs)).unref();
  }

  close(): void {
    clearInterval(this.#overdueCheck);
  }

  /** Finds the operation and authorizes the caller, before the body is read. */
  admit(route: Route, request: FastifyRequest, state: RequestState): void | Promise<void> {
    state.area = route.area;
    const query = request.query as Record<string, unknown>;
    const binding = route.byQuery ? byVersion(route, query['api-version']) : route.bindings.values().next().value!;
    state.binding = binding;
    const { area, operation } = binding.prepared;
    const admitted = this.#parts.access.admit(area, operation, request.headers, query);
    if (!(admitted instanceof Promise) && !operation.admit) state.admitted = admitted;
    else
      return Promise.resolve(admitted).then(async (found) => {
        await operation.admit?.(
          { params: request.params as Record<string, string>, headers: request.headers },
          this.#parts.services.of(area),
        );
        state.admitted = found;
      });
  }

  async handle(request: FastifyRequest, reply: FastifyReply, { binding, admitted }: RequestState): Promise<FastifyReply> {
    const { prepared, naming } = binding!;
    const { operation } = prepared;
    const params = request.params as Record<string, string>;
    const query = request.query as Record<string, unknown>;
    if (UNSTORABLE.test(request.raw.url!))
      throw fail('ParameterInvalid', { parameter: 'url', details: 'it must not hold control characters.' });
    prepared.checkParams?.(params);
    prepared.checkQuery?.(query);
    let body = parseBody(operation, request.headers['content-type'], request.body as string | Buffer | undefined);
    if (operation.body) {
      if (body === undefined) {
        if (!operation.bodyOptional) throw fail('BodyMissing');
      } else {
        if (!(body instanceof Uint8Array)) {
          if (prepared.inward) body = prepared.inward(body);
          prepared.checkBody?.(body);
        }
      }
    }
    const call = new RequestCall(request, binding!, admitted!, body, this.#parts);
    const entry = { request, reply, area: prepared.area, deadline: performance.now() + this.#parts.timeMs };
    this.#inProgress.add(entry);
    let result: Reply;
    try {
      result = await this.#runAndCommit(binding!, call, entry.deadline);
    } finally {
      this.#inProgress.delete(entry);
    }
    if (reply.sent) return reply;
    const { status, body: answer, headers } = result;
    this.#parts.onReply(request, status);
    reply.code(status);
    if (headers) reply.headers(headers);
    const write = prepared.writers[naming].get(status);
    if (!write) return reply.send();
    if (answer instanceof Uint8Array || answer instanceof Readable)
      return reply.header('content-type', headers?.['content-type'] ?? BYTES_TYPE).send(answer);
    return reply.header('content-type', JSON_TYPE).send(write(answer));
  }

  /** Replies with a failure in the dialect of the called area. */
  reject(error: unknown, request: FastifyRequest, reply: FastifyReply, area: Area | undefined): FastifyReply {
    const failure = error instanceof Failure ? error : this.#unexpected(error, request);
    const {
      status = failure.status,
      body,
      headers,
    } = (area?.dialect ?? plainDialect)(failure, request.state.binding?.prepared.operation.badInput);
    this.#parts.onReply(request, status);
    if (headers) reply.headers(headers);
    if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
    if (failure.status === 401) reply.header('www-authenticate', BEARER_KINDS.test(failure.kind) ? 'Bearer' : 'Ocp-Apim-Subscription-Key');
    return reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(body));
  }

  /** Runs an operation again after a conflict, as long as the call has time. */
  async #runAndCommit({ prepared: { area, operation } }: Binding, call: Call, deadline: number): Promise<Reply> {
    const { store, services } = this.#parts;
    for (let tries = 1; ; tries++) {
      const reply = await operation.run(call, services.of(area));
      const { change } = reply;
      if (!change || change.isEmpty) return reply;
      if (operation.audited !== false) this.#audit(change, operation.id, call);
      try {
        await store.commit(change);
        return reply;
      } catch (error) {
        if (error instanceof Failure) throw error;
        if (!(error instanceof Conflict)) throw new CommitFailed('The change could not be committed.', { cause: error });
        const waitMs = Math.random() * Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
        if (tries === CONFLICT_TRIES || performance.now() + waitMs > deadline)
          throw fail('Conflicting', { resource: Object.values(call.params).join('/') || operation.id });
        await wait(waitMs);
      }
    }
  }

  #audit(change: Change, operation: string, { account, caller, params, requestId }: Call): void {
    change.audit(account?.id ?? '', {
      at: new Date(this.#parts.clock.now()).toISOString(),
      operation,
      caller: caller.name,
      request: requestId,
      params,
    });
  }

  /** Replies to calls over their time limit; their own replies are dropped. */
  #rejectOverdue(): void {
    const now = performance.now();
    for (const { request, reply, area, deadline } of this.#inProgress) {
      if (deadline > now) break;
      if (!reply.sent) this.reject(fail('TookTooLong'), request, reply, area);
    }
  }

  #unexpected(error: unknown, request: FastifyRequest): Failure {
    const { code, statusCode, message = '' } = error as { code?: string; statusCode?: number; message?: string };
    if (code === 'FST_ERR_BAD_URL') return fail('AddressInvalid');
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return fail('BodyInvalid', { details: message });
    this.#parts.onError(error, request);
    return fail(error instanceof CommitFailed ? 'Unavailable' : 'Unexpected');
  }
}

class CommitFailed extends Error {
  override name = 'CommitFailed';
}

/** The call that an operation sees. Properties that few operations use are computed on access. */
class RequestCall implements Call {
  readonly params: Record<string, string>;
  readonly query: unknown;
  readonly body: unknown;
  readonly account: Account;
  readonly caller: Caller;
  readonly version: string;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  readonly #request: FastifyRequest;
  readonly #binding: Binding;
  readonly #parts: Pick<DispatcherOptions, 'publicUrl' | 'timeMs'>;
  #signal: AbortSignal | undefined;

  constructor(
    request: FastifyRequest,
    binding: Binding,
    { account, caller }: Admitted,
    body: unknown,
    parts: Pick<DispatcherOptions, 'publicUrl' | 'timeMs'>,
  ) {
    this.params = request.params as Record<string, string>;
    this.query = request.query;
    this.body = body;
    this.account = account as Account;
    this.caller = caller;
    this.version = binding.mount.version;
    this.headers = request.headers;
    this.requestId = request.id;
    this.#request = request;
    this.#binding = binding;
    this.#parts = parts;
  }

  get origin(): string {
    const { publicUrl } = this.#parts;
    if (publicUrl !== undefined) return publicUrl;
    const { host } = this.headers;
    const { socket, protocol } = this.#request;
    if (host !== undefined && HOST.test(host)) return `${protocol}://${host}`;
    const { localAddress, localPort } = socket;
    return `${protocol}://${localAddress?.includes(':') ? `[${localAddress}]:${localPort}` : `${localAddress}:${localPort}`}`;
  }

  get link(): Call['link'] {
    return (path, params, { versioned = true } = {}) => {
      const { mount, naming } = this.#binding;
      const query = versioned && mount.marker === 'query' ? `?api-version=${mount.version}` : '';
      return this.origin + fillPath(naming, mount.base + path, params) + query;
    };
  }

  get signal(): AbortSignal {
    return (this.#signal ??= AbortSignal.timeout(this.#parts.timeMs));
  }
}

/** Paths of links, split at their parameters: text, name, text, name, … */
const linkParts: Readonly<Record<PathNaming, Map<string, readonly string[]>>> = { neutral: new Map(), vendor: new Map() };

function fillPath(naming: PathNaming, path: string, params: Readonly<Record<string, string>>): string {
  let parts = linkParts[naming].get(path);
  if (!parts) linkParts[naming].set(path, (parts = pathIn(naming, path).split(/[{}]/)));
  let filled = parts[0]!;
  for (let i = 1; i < parts.length; i += 2) filled += encodeURIComponent(params[parts[i]!]!) + parts[i + 1]!;
  return filled;
}

function byVersion({ bindings }: Route, version: unknown): Binding {
  const binding = typeof version === 'string' ? bindings.get(version) : undefined;
  if (binding) return binding;
  const known = [...bindings.keys()].join(', ');
  if (version === undefined || version === '') throw fail('VersionMissing', { known });
  throw fail('VersionUnknown', { version: String(version).slice(0, 64), known });
}
