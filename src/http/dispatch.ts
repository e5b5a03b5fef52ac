/** Handles a request once its route is known: version, admission, validation, run, commit, reply. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Account } from '../kernel/account.ts';
import type { AreaServices } from '../kernel/area.ts';
import { Failure, fail, plainDialect } from '../kernel/failures.ts';
import type { Operation, Reply } from '../kernel/operation.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Access } from '../kernel/access.ts';
import type { Store } from '../kernel/ports/store.ts';
import type { Tracing } from '../kernel/ports/telemetry.ts';
import { bindingOf } from '../kernel/routes.ts';
import type { Binding, Prepared, Route } from '../kernel/routes.ts';
import { storageUnavailable } from '../kernel/storage-unavailable.ts';
import { free } from '../shared/free.ts';
import { hasManyNames, isFile, isJson, isLarge, readUploadedBody, toUploadedBody } from './body/body.ts';
import type { ReceivedBody } from './body/body.ts';
import type { HeldBody } from './body/body-receiver.ts';
import { stopReading } from './body/refused-body.ts';
import { LARGE_BODY_BYTES, isUploadedBody } from './body/uploaded-body.ts';
import type { UploadedBody } from './body/uploaded-body.ts';
import { addHeaders } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { OperationCall } from './operation-call.ts';
import type { CallParts } from './operation-call.ts';
import { JSON_TYPE } from './pages/page.ts';
import type { RequestThreads } from './request-threads.ts';
import { CommitFailed, readRequestBody, runAndCommit } from './run-operation.ts';

export interface DispatcherOptions {
  store: Pick<Store, 'commit'>;
  clock: Clock;
  services: AreaServices;
  access: Pick<Access, 'admit'>;
  /** Where operations with large bodies and replies run; on this thread when omitted. */
  threads?: RequestThreads;
  /** The server's public address, if configured. */
  publicUrl?: string;
  timeMs: number;
  onError(error: unknown, exchange: Exchange): void;
  /** Called for every reply when it is sent, with the failure, if any. */
  onReply(exchange: Exchange, status: number, failure?: Failure): void;
  tracing?: Pick<Tracing, 'startCall'>;
}

const BYTES_TYPE = 'application/octet-stream';
/** Bytes, text and what is parsed from it. */
const COPIES_OF_JSON = 3;
const OVERDUE_CHECK_MS = 1000;
/** When a call that the storage could not serve may work. */
const RETRY_AFTER_SECONDS = 5;
/** Control characters in the path, whose parts become record keys, and NUL anywhere, which PostgreSQL cannot store. */
const UNSTORABLE = /^[^?]*%(?:[01][0-9a-f]|7f)|%00/i;
/** Failures of calls that need a bearer token or a session. */
const BEARER_KINDS = /^(Token|Session|SignIn|WrongSecret|PasswordWrong|InvitationInvalid)/;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:\d{1,5})?$/i;

export class Dispatcher {
  readonly #parts: DispatcherOptions;
  /** Not a set: the tables that a set has outgrown hold what was in them, which then survives young collections call after call. */
  readonly #inProgress: Exchange[] = [];
  readonly #overdueCheck: NodeJS.Timeout;

  constructor(parts: DispatcherOptions) {
    this.#parts = parts;
    this.#overdueCheck = setInterval(() => this.#rejectOverdue(), Math.min(OVERDUE_CHECK_MS, parts.timeMs)).unref();
  }

  close(): void {
    clearInterval(this.#overdueCheck);
  }

  /** Finds the operation and authorizes the caller, before the body is read. A promise only when something has to be looked up. */
  admit(route: Route, exchange: Exchange): void | Promise<void> {
    exchange.area = route.area;
    const { query, headers, params } = exchange;
    const binding = route.byQuery ? byVersion(route, query['api-version']) : route.bindings.values().next().value!;
    exchange.binding = binding;
    const { area, operation } = binding.prepared;
    const admitted = this.#parts.access.admit(area, operation, headers, query, params);
    if (!(admitted instanceof Promise) && !operation.admit) exchange.admitted = admitted;
    else
      return Promise.resolve(admitted).then(async (found) => {
        await operation.admit?.({ params, headers }, this.#parts.services.of(area));
        exchange.admitted = found;
      });
  }

  /** Runs the operation of an admitted call whose body has been received, and replies. */
  async handle(exchange: Exchange): Promise<void> {
    const { tracing, timeMs } = this.#parts;
    exchange.deadline = performance.now() + timeMs;
    exchange.place = this.#inProgress.push(exchange) - 1;
    let reply: Reply;
    try {
      if (tracing) {
        exchange.span = tracing.startCall(exchange);
        reply = await exchange.span.run(() => this.#run(exchange));
      } else reply = await this.#run(exchange);
    } finally {
      this.#remove(exchange);
      exchange.held?.release();
    }
    if (!exchange.isAnswered) this.#send(reply, exchange);
  }

  /** The last one takes its place. */
  #remove(exchange: Exchange): void {
    const last = this.#inProgress.pop()!;
    if (last === exchange) return;
    this.#inProgress[exchange.place] = last;
    last.place = exchange.place;
  }

  #send({ status, body, headers }: Reply, exchange: Exchange): void {
    const { prepared, naming } = exchange.binding!;
    this.#parts.onReply(exchange, status);
    const list: string[] = [];
    const write = prepared.writers[naming].get(status);
    if (!write) return exchange.send(status, headers ? addHeaders(list, headers) : list);
    if (body instanceof Uint8Array || body instanceof Readable) {
      exchange.onStreamError = (error) => this.reject(error, exchange);
      return exchange.send(status, addHeaders(list, { 'content-type': BYTES_TYPE, ...headers }), body);
    }
    list.push('content-type', JSON_TYPE);
    if (headers) for (const name in headers) if (name !== 'content-type') list.push(name, headers[name]!);
    exchange.send(status, list, write(body));
  }

  /** Checks the address and runs the operation: in a thread where it says so. */
  #run(exchange: Exchange): Promise<Reply> {
    const { binding, admitted, headers, params, query, body: given } = exchange;
    const { store, clock, services, publicUrl, timeMs } = this.#parts;
    const { prepared, mount, naming } = binding!;
    const { area, operation } = prepared;
    if (UNSTORABLE.test(exchange.request.url!))
      throw fail('ParameterInvalid', { parameter: 'url', details: 'it must not hold control characters.' });
    prepared.checkParams?.(params);
    prepared.checkQuery?.(query);
    const { account, caller } = admitted!;
    const parts: CallParts = { params, query, headers, account: account as Account, caller, requestId: exchange.id, mount, naming };
    const origin = (): string => publicUrl ?? originOf(exchange);
    const address = (): string => exchange.address;
    if (this.#runsInThread(operation, headers['content-type'], given)) return this.#runInThread(exchange, parts, origin());
    const run = (bytes: Buffer | undefined): Promise<Reply> => {
      const call = new OperationCall(parts, readAndFree(prepared, headers['content-type'], bytes), { origin, address, timeMs });
      return runAndCommit(operation, call, { store, clock, services: services.of(area), deadline: exchange.deadline });
    };
    // What was read is no longer needed while the operation waits for the store.
    exchange.body = undefined;
    return isUploadedBody(given) ? this.#load(given, headers['content-type'], exchange.held!).then(run) : run(given);
  }

  #runsInThread(operation: Operation, mediaType: string | undefined, body: ReceivedBody | undefined): boolean {
    const { inThread } = operation;
    const isCostly = !(inThread !== undefined && isLarge(body)) && hasManyNames(operation, mediaType, body);
    if (isCostly && inThread === undefined) {
      free(body as Buffer);
      throw fail('BodyInvalid', { details: 'it has too many fields.' });
    }
    if (inThread === undefined || !this.#parts.threads) return false;
    return inThread === 'always' || isCostly || (isLarge(body) && (inThread === 'largeBody' || !isFile(operation, mediaType)));
  }

  async #runInThread({ binding, body, response }: Exchange, call: CallParts, origin: string): Promise<Reply> {
    const { threads, timeMs } = this.#parts;
    const { area, operation } = binding!.prepared;
    const reply = await threads!.run({ area, operation: operation.id, call, origin, body: toUploadedBody(body), timeMs });
    if (reply.body instanceof Uint8Array) freeWhenSent(reply.body, response);
    return reply;
  }

  /** Reads a file into memory when there is room for it. */
  async #load(body: UploadedBody, mediaType: string | undefined, held: HeldBody): Promise<Buffer> {
    const copies = isJson(mediaType) ? COPIES_OF_JSON : 1;
    await held.waitForMemory(copies * body.length, AbortSignal.timeout(this.#parts.timeMs));
    return await readUploadedBody(body);
  }

  /** Replies with a failure in the dialect of the called area. */
  reject(error: unknown, exchange: Exchange): void {
    if (exchange.isAnswered) return;
    const failure = error instanceof Failure ? error : this.#unexpected(error, exchange);
    const { area, binding, request, response } = exchange;
    const { status = failure.status, body, headers = {} } = (area?.dialect ?? plainDialect)(failure, binding?.prepared.operation.badInput);
    this.#parts.onReply(exchange, status, failure);
    stopReading(request, response);
    const list = addHeaders([], headers);
    if (failure.retryAfter !== undefined) list.push('retry-after', String(failure.retryAfter));
    if (failure.status === 401) list.push('www-authenticate', BEARER_KINDS.test(failure.kind) ? 'Bearer' : 'Ocp-Apim-Subscription-Key');
    if (failure.kind === 'MethodUnknown') list.push('allow', String(failure.detail.allow));
    list.push('content-type', JSON_TYPE);
    exchange.send(status, list, JSON.stringify(body));
  }

  /** Replies to calls over their time limit; their own replies are dropped. */
  #rejectOverdue(): void {
    const now = performance.now();
    for (const exchange of this.#inProgress)
      if (exchange.deadline <= now) this.reject(fail('TookTooLong', { retryAfter: RETRY_AFTER_SECONDS }), exchange);
  }

  #unexpected(error: unknown, exchange: Exchange): Failure {
    this.#parts.onError(error, exchange);
    const isTransient = error instanceof CommitFailed || storageUnavailable(error) !== undefined;
    return isTransient ? fail('Unavailable', { retryAfter: RETRY_AFTER_SECONDS }) : fail('Unexpected');
  }
}

function readAndFree(prepared: Prepared, mediaType: string | undefined, bytes: Buffer | undefined): unknown {
  let body: unknown;
  try {
    body = readRequestBody(prepared, mediaType, bytes);
    return body;
  } finally {
    if (bytes && body !== bytes) free(bytes);
  }
}

/** Frees memory that came from another thread as soon as it is sent, which avoids long pauses of the garbage collector. */
function freeWhenSent({ buffer }: Uint8Array, response: ServerResponse): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= LARGE_BODY_BYTES) response.once('finish', () => void buffer.transfer(0));
}

/** The host that most calls name. */
let lastHost: string | undefined;

function originOf({ headers: { host }, request }: Exchange): string {
  const { socket } = request;
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  if (host !== undefined && (host === lastHost || (HOST.test(host) && URL.canParse(`http://${host}`)))) {
    lastHost = host;
    return `${scheme}://${host}`;
  }
  // A socket that the client has closed has no address.
  const { localAddress = 'localhost', localPort } = socket;
  const name = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return `${scheme}://${name}${localPort === undefined ? '' : `:${localPort}`}`;
}

function byVersion(route: Route, version: unknown): Binding {
  const binding = typeof version === 'string' ? bindingOf(route, version) : undefined;
  if (binding) return binding;
  const known = [...route.bindings.keys()].join(', ');
  if (version === undefined || version === '') throw fail('VersionMissing', { known });
  throw fail('VersionUnknown', { version: String(version).slice(0, 64), known });
}
