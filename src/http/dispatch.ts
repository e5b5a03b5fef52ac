/** Handles a request once its route is known: version, admission, body, validation, run, commit, reply. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../kernel/account.ts';
import { Failure, fail, plainDialect } from '../kernel/failures.ts';
import type { Area, AreaServices } from '../kernel/area.ts';
import type { Reply } from '../kernel/operation.ts';
import { bindingOf } from '../kernel/routes.ts';
import type { Binding, Route } from '../kernel/routes.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Store } from '../kernel/ports/store.ts';
import type { Span, Tracing } from '../kernel/ports/telemetry.ts';
import { storageUnavailable } from '../kernel/storage-unavailable.ts';
import { MANAGEMENT, UNKNOWN_CALLER } from '../kernel/access.ts';
import type { Access, Admitted } from '../kernel/access.ts';
import { LARGE_BODY_BYTES, isUploadedBody } from './uploaded-body.ts';
import type { UploadedBody } from './uploaded-body.ts';
import { ReadsTooMuch } from '../kernel/read-budget.ts';
import { isFile, isJson, isLarge, readUploadedBody, toUploadedBody } from './body.ts';
import type { ReceivedBody } from './body.ts';
import type { HeldBody } from './body-receiver.ts';
import { withReadBudget } from './budgeted-ports.ts';
import { OperationCall } from './operation-call.ts';
import type { CallParts } from './operation-call.ts';
import type { Overload } from './overload.ts';
import { stopReading } from './refused-body.ts';
import type { RequestThreads } from './request-threads.ts';
import { RecentSet } from './recent-set.ts';
import { CommitFailed, readRequestBody, runAndCommit } from './run-operation.ts';

export interface DispatcherOptions {
  store: Pick<Store, 'commit'>;
  clock: Clock;
  services: AreaServices;
  access: Access;
  /** Where operations with large bodies and replies run; on this thread when omitted. */
  threads?: RequestThreads;
  overload?: Pick<Overload, 'use' | 'started' | 'ended'>;
  /** The server's public address, if configured. */
  publicUrl?: string;
  timeMs: number;
  onError(error: unknown, request: FastifyRequest): void;
  /** Called for every reply when it is sent, with the failure that it tells of. */
  onReply(request: FastifyRequest, status: number, failure?: Failure): void;
  tracing?: Pick<Tracing, 'startCall'>;
}

/** What the hooks of a request pass on to later ones. */
export interface RequestState {
  area?: Area;
  binding?: Binding;
  admitted?: Admitted;
  maxBytes?: number;
  /** Its body, unless it has none. */
  held?: HeldBody;
  /** Where tracing is on. */
  span?: Span;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const BYTES_TYPE = 'application/octet-stream';
/** Bytes, text and what is parsed from it. */
const COPIES_OF_JSON = 3;
const OVERDUE_CHECK_MS = 1000;
/** When a call that the storage could not serve may work. */
const RETRY_AFTER_SECONDS = 5;
const READ_MUCH_COUNT = 1000;
/** Control characters in the path, whose parts become record keys, and NUL anywhere, which PostgreSQL cannot store. */
const UNSTORABLE = /^[^?]*%(?:[01][0-9a-f]|7f)|%00/i;
/** Failures of calls that need a bearer token or a session. */
const BEARER_KINDS = /^(Token|Session|SignIn|WrongSecret|PasswordWrong|InvitationInvalid)/;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:\d{1,5})?$/i;

export class Dispatcher {
  readonly #parts: DispatcherOptions;
  /** Ordered by deadline. */
  readonly #inProgress = new Set<{ request: FastifyRequest; reply: FastifyReply; area: Area; deadline: number }>();

  /** Calls that read too much for this thread lately: the next ones do not try. */
  readonly #readMuch = new RecentSet(READ_MUCH_COUNT);

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

  handle(request: FastifyRequest, reply: FastifyReply, state: RequestState): Promise<FastifyReply> {
    const { tracing } = this.#parts;
    if (!tracing) return this.#handle(request, reply, state);
    state.span = tracing.startCall(request);
    return state.span.run(() => this.#handle(request, reply, state));
  }

  async #handle(request: FastifyRequest, reply: FastifyReply, state: RequestState): Promise<FastifyReply> {
    const { prepared } = state.binding!;
    const startedAt = performance.now();
    const entry = { request, reply, area: prepared.area, deadline: startedAt + this.#parts.timeMs };
    this.#inProgress.add(entry);
    this.#parts.overload?.started();
    let result: Reply;
    try {
      if (UNSTORABLE.test(request.raw.url!))
        throw fail('ParameterInvalid', { parameter: 'url', details: 'it must not hold control characters.' });
      prepared.checkParams?.(request.params);
      prepared.checkQuery?.(request.query);
      const running = this.#run(request, reply, state, entry.deadline);
      this.#parts.overload?.use(callerOf(state), performance.now() - startedAt);
      result = await running;
    } finally {
      this.#inProgress.delete(entry);
      this.#parts.overload?.ended();
      state.held?.release();
    }
    return reply.sent ? reply : this.#send(result, request, reply, state.binding!);
  }

  #send(
    { status, body: answer, headers }: Reply,
    request: FastifyRequest,
    reply: FastifyReply,
    { prepared, naming }: Binding,
  ): FastifyReply {
    this.#parts.onReply(request, status);
    reply.code(status);
    if (headers) reply.headers(headers);
    const write = prepared.writers[naming].get(status);
    if (!write) return reply.send();
    if (answer instanceof Uint8Array || answer instanceof Readable)
      return reply.header('content-type', headers?.['content-type'] ?? BYTES_TYPE).send(answer);
    return reply.header('content-type', JSON_TYPE).send(write(answer));
  }

  /** Runs the operation, in a thread where it may do so and its body or what it reads is large. */
  async #run(request: FastifyRequest, reply: FastifyReply, state: RequestState, deadline: number): Promise<Reply> {
    const { binding, admitted, held } = state;
    const { store, clock, services, publicUrl, timeMs, threads } = this.#parts;
    const {
      prepared,
      prepared: { area, operation },
      mount,
      naming,
    } = binding!;
    const { account, caller } = admitted!;
    const { headers, id: requestId } = request;
    const parts: CallParts = {
      params: request.params as Record<string, string>,
      query: request.query,
      headers,
      account: account as Account,
      caller,
      requestId,
      mount,
      naming,
    };
    const origin = (): string => publicUrl ?? originOf(request);
    const given = request.body as ReceivedBody | undefined;
    const canMove = threads !== undefined && operation.inThread !== undefined && operation.inThread !== false;
    const countsReads = canMove && operation.inThread === true;
    const target = countsReads ? `${account?.id} ${operation.id} ${Object.values(parts.params).join('/')}` : '';
    const inThread = async (): Promise<Reply> => {
      const moved = { area, operation: operation.id, call: parts, origin: origin(), body: toUploadedBody(given), timeMs };
      const result = await threads!.run(moved);
      if (result.body instanceof Uint8Array) freeWhenSent(result.body, reply.raw);
      return result;
    };
    const isMoved = countsReads
      ? isLarge(given) || this.#readMuch.has(target)
      : canMove && isLarge(given) && !isFile(operation, headers['content-type']);
    if (isMoved) return await inThread();
    const body = readRequestBody(
      prepared,
      headers['content-type'],
      isUploadedBody(given) ? await this.#load(given, request, held!) : given,
    );
    const call = new OperationCall(parts, body, { origin, timeMs });
    const ownServices = services.of(area);
    if (!countsReads) return await runAndCommit(operation, call, { store, clock, services: ownServices, deadline });
    try {
      return await runAndCommit(operation, call, { store, clock, services: withReadBudget(ownServices) as never, deadline });
    } catch (error) {
      if (!(error instanceof ReadsTooMuch)) throw error;
      this.#readMuch.add(target);
      return await inThread();
    }
  }

  /** Reads a file into memory when there is room for it. */
  async #load(body: UploadedBody, { headers }: FastifyRequest, held: HeldBody): Promise<Buffer> {
    const copies = isJson(headers['content-type']) ? COPIES_OF_JSON : 1;
    await held.waitForMemory(copies * body.length, AbortSignal.timeout(this.#parts.timeMs));
    return await readUploadedBody(body);
  }

  /** Replies with a failure in the dialect of the called area. */
  reject(error: unknown, request: FastifyRequest, reply: FastifyReply, area: Area | undefined): FastifyReply {
    const failure = error instanceof Failure ? error : this.#unexpected(error, request);
    const {
      status = failure.status,
      body,
      headers,
    } = (area?.dialect ?? plainDialect)(failure, request.state.binding?.prepared.operation.badInput);
    this.#parts.onReply(request, status, failure);
    stopReading(request.raw, reply.raw);
    if (headers) reply.headers(headers);
    if (!request.state.admitted) this.#parts.overload?.use(UNKNOWN_CALLER, 0);
    if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
    if (failure.status === 401) reply.header('www-authenticate', BEARER_KINDS.test(failure.kind) ? 'Bearer' : 'Ocp-Apim-Subscription-Key');
    return reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(body));
  }

  /** Replies to calls over their time limit; their own replies are dropped. */
  #rejectOverdue(): void {
    const now = performance.now();
    for (const { request, reply, area, deadline } of this.#inProgress) {
      if (deadline > now) break;
      if (!reply.sent) this.reject(fail('TookTooLong', { retryAfter: RETRY_AFTER_SECONDS }), request, reply, area);
    }
  }

  #unexpected(error: unknown, request: FastifyRequest): Failure {
    const { code, statusCode, message = '' } = error as { code?: string; statusCode?: number; message?: string };
    if (code === 'FST_ERR_BAD_URL') return fail('AddressInvalid');
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return fail('BodyInvalid', { details: message });
    this.#parts.onError(error, request);
    const isTransient = error instanceof CommitFailed || storageUnavailable(error) !== undefined;
    return isTransient ? fail('Unavailable', { retryAfter: RETRY_AFTER_SECONDS }) : fail('Unexpected');
  }
}

/** Frees memory that came from another thread at once: collecting it later would stop this thread for longer, again and again. */
function freeWhenSent({ buffer }: Uint8Array, response: ServerResponse): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= LARGE_BODY_BYTES) response.once('finish', () => void buffer.transfer(0));
}

function originOf({ headers: { host }, socket, protocol }: FastifyRequest): string {
  if (host !== undefined && HOST.test(host) && URL.canParse(`http://${host}`)) return `${protocol}://${host}`;
  // A socket that the client has closed has no address.
  const { localAddress = 'localhost', localPort } = socket;
  const name = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return `${protocol}://${name}${localPort === undefined ? '' : `:${localPort}`}`;
}

function byVersion(route: Route, version: unknown): Binding {
  const binding = typeof version === 'string' ? bindingOf(route, version) : undefined;
  if (binding) return binding;
  const known = [...route.bindings.keys()].join(', ');
  if (version === undefined || version === '') throw fail('VersionMissing', { known });
  throw fail('VersionUnknown', { version: String(version).slice(0, 64), known });
}

function callerOf({ admitted }: RequestState): string {
  return admitted!.account?.id ?? (admitted!.caller.kind === 'manager' ? MANAGEMENT : UNKNOWN_CALLER);
}
