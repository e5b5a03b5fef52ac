/** The HTTP server: finds what answers a request, admits it, receives its body and has it handled; limits what connections may do. */
import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer, STATUS_CODES } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { BlockList } from 'node:net';
import { parse } from 'node:querystring';
import type { Duplex } from 'node:stream';
import type { Area } from '../kernel/area.ts';
import { fail } from '../kernel/failures.ts';
import { UNKNOWN_CALLER } from '../kernel/access.ts';
import type { Access } from '../kernel/access.ts';
import type { Route } from '../kernel/routes.ts';
import type { Admission } from './admission/admission.ts';
import type { Shortage } from './admission/fair-budget.ts';
import {
  ACCOUNT_STARTS,
  MAX_STRANGER_COST,
  REFUSALS,
  STRANGER_BODY_BYTES,
  STRANGER_REFUSALS,
  STRANGER_STARTS,
} from './admission/limits.ts';
import { StartQueue } from './admission/start-queue.ts';
import { Refusals } from './refusals.ts';
import { areaOf } from './area-of-path.ts';
import { DEFAULT_MAX_BYTES } from './body/body.ts';
import type { BodyReceiver } from './body/body-receiver.ts';
import type { Dispatcher } from './dispatch.ts';
import { Exchange, addHeaders } from './exchange.ts';
import type { Page } from './pages/page.ts';
import { PathTable } from './path-table.ts';
import type { PathEntry } from './path-table.ts';

export interface ServerOptions {
  routes: readonly Route[];
  pages?: readonly Page[];
  areas: readonly Area[];
  dispatcher: Pick<Dispatcher, 'admit' | 'handle' | 'reject'>;
  bodies: Pick<BodyReceiver, 'admit' | 'receive'>;
  admission: Pick<Admission, 'take' | 'release' | 'refuse'>;
  access: Pick<Access, 'callerOf'>;
  onShed?(shortage: Shortage): void;
  /** The largest file that may be uploaded, to operations that accept files. */
  uploadBytes?: number;
  tls?: { cert: string; key: string };
  /** Those whose `X-Forwarded-For` names the client. */
  proxies?: BlockList;
  timeLimits?: TimeLimits;
}

export interface TimeLimits {
  /** For the headers of a request, from the connection or the first byte. */
  headersMs: number;
  /** For a whole request, however its bytes trickle in. */
  requestMs: number;
  /** Without a byte sent or received; longer than operations take. */
  inactiveMs: number;
  /** How often the limits are checked. */
  checkMs: number;
}

const TIME_LIMITS: TimeLimits = { headersMs: 15_000, requestMs: 30_000, inactiveMs: 65_000, checkMs: 500 };
const MAX_HEADER_BYTES = 16 * 1024;
const IDLE_CHECK_MS = 50;
/** Other methods have no paths at all. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);
const SERVER_ID = randomBytes(4).toString('hex');

export class HttpServer {
  readonly node: Server;
  readonly #options: ServerOptions;
  readonly #paths: PathTable;
  readonly #refusals = new Refusals();
  readonly #accounts = new StartQueue(ACCOUNT_STARTS);
  readonly #strangers = new StartQueue(STRANGER_STARTS);
  readonly #refused = new StartQueue(REFUSALS);
  readonly #refusedStrangers = new StartQueue(STRANGER_REFUSALS);
  readonly #maxBytes: ReadonlyMap<Route, number>;
  #requests = 0;
  #isStopping = false;

  constructor(options: ServerOptions) {
    const { routes, pages, uploadBytes = DEFAULT_MAX_BYTES, tls, timeLimits = TIME_LIMITS } = options;
    this.#options = options;
    this.#paths = new PathTable(routes, pages);
    this.#maxBytes = new Map(routes.map((route) => [route, maxBodyBytes(route, uploadBytes)]));
    const limits = {
      headersTimeout: timeLimits.headersMs,
      requestTimeout: timeLimits.requestMs,
      keepAliveTimeout: timeLimits.inactiveMs,
      connectionsCheckingInterval: timeLimits.checkMs,
      maxHeaderSize: MAX_HEADER_BYTES,
    };
    this.node = tls ? createHttpsServer({ ...tls, ...limits, handshakeTimeout: timeLimits.headersMs }) : createHttpServer(limits);
    this.node.setTimeout(timeLimits.inactiveMs);
    this.node
      .on('request', (request, response) => this.#receive(this.#exchange(request, response)))
      .on('checkContinue', (request, response) => {
        const exchange = this.#exchange(request, response);
        exchange.expectsContinue = true;
        this.#receive(exchange);
      })
      .on('clientError', refuseMalformed);
  }

  /**
   * Answers what is in progress, and refuses what still arrives. A connection that was busy when closing began is closed once it is idle,
   * not when the client lets go of it.
   */
  async close(): Promise<void> {
    this.#isStopping = true;
    const closed = new Promise((resolve) => this.node.close(resolve));
    const closeIdle = setInterval(() => this.node.closeIdleConnections(), IDLE_CHECK_MS);
    this.node.closeIdleConnections();
    await closed;
    clearInterval(closeIdle);
  }

  #exchange(request: IncomingMessage, response: ServerResponse): Exchange {
    return new Exchange(request, response, `${SERVER_ID}-${(++this.#requests).toString(36)}`, this.#options.proxies);
  }

  #receive(exchange: Exchange): void {
    const { areas } = this.#options;
    const { request } = exchange;
    const url = request.url!;
    if (this.#isStopping) {
      exchange.response.setHeader('connection', 'close');
      return this.#refusals.send('Unavailable', exchange, areaOf(areas, url));
    }
    let found;
    try {
      if (hasTwoHosts(request.rawHeaders)) throw fail('ParameterInvalid', { parameter: 'Host', details: 'there must be one.' });
      found = METHODS.has(request.method!) ? this.#paths.find(url) : undefined;
      if (!found) throw fail('PathUnknown');
    } catch (error) {
      const area = (exchange.area = areaOf(areas, url));
      this.#startStranger(exchange, area, () => this.#reject(error, exchange));
      return;
    }
    const { target, params } = found;
    exchange.params = params;
    if (target.page) return this.#receivePage(target.page, exchange);
    this.#receiveCall(target.entry, exchange);
  }

  #receiveCall(entry: PathEntry, exchange: Exchange): void {
    const { admission, access } = this.#options;
    const { headers, request } = exchange;
    const caller = access.callerOf(headers, request.url!);
    const shortage = admission.take(caller);
    if (shortage) return this.#shed(shortage, caller, exchange, entry.area);
    const start = (): void => {
      // Nobody waits for the reply any more, and the rest of its body will not come.
      if (request.socket.destroyed) admission.release(caller);
      else void this.#handle(entry, exchange, caller);
    };
    if (caller === UNKNOWN_CALLER) {
      if (!this.#startStranger(exchange, entry.area, start)) admission.release(caller);
    } else if (!this.#accounts.start(caller, start)) {
      admission.refuse(caller);
      this.#shed('account', caller, exchange, entry.area);
    }
  }

  #receivePage(page: Page, exchange: Exchange): void {
    const answer = (): void => void this.#answer(page, exchange);
    if (page.isProbe) answer();
    else this.#startStranger(exchange, undefined, answer);
  }

  /** False when it was refused. */
  #startStranger(exchange: Exchange, area: Area | undefined, call: () => void): boolean {
    if (this.#strangers.start(exchange.address, call, costOf(exchange.headers))) return true;
    this.#shed('process', UNKNOWN_CALLER, exchange, area);
    return false;
  }

  /** A few in a turn too: who is refused immediately sends again immediately, and others would wait for refusals instead of calls. */
  #shed(shortage: Shortage, caller: string, exchange: Exchange, area: Area | undefined): void {
    this.#options.onShed?.(shortage);
    const refuse = (): void => this.#refusals.send('Overloaded', exchange, area);
    const queue = caller === UNKNOWN_CALLER ? this.#refusedStrangers : this.#refused;
    if (!queue.start(caller, refuse)) refuse();
  }

  async #handle(entry: PathEntry, exchange: Exchange, caller: string): Promise<void> {
    const { dispatcher, bodies, admission } = this.#options;
    const { method } = exchange;
    try {
      exchange.area = entry.area;
      const url = exchange.request.url!;
      const query = url.indexOf('?');
      if (query >= 0) exchange.query = parseQuery(url.slice(query + 1));
      const route = entry.routes.get(method);
      if (!route) throw methodUnknown(entry, exchange.params);
      exchange.maxBytes = this.#maxBytes.get(route);
      const admitting = dispatcher.admit(route, exchange);
      if (admitting) await admitting;
      bodies.admit(exchange);
      if (method !== 'GET' && method !== 'HEAD' && exchange.held) exchange.body = await bodies.receive(exchange);
      await dispatcher.handle(exchange);
    } catch (error) {
      exchange.held?.release();
      this.#reject(error, exchange);
    }
    admission.release(caller);
  }

  async #answer(page: Page, exchange: Exchange): Promise<void> {
    try {
      if (exchange.method !== 'GET' && exchange.method !== 'HEAD') throw fail('PathUnknown');
      const { status = 200, headers = {}, body } = await page.answer(exchange);
      exchange.send(status, addHeaders([], headers), body);
    } catch (error) {
      this.#reject(error, exchange);
    }
  }

  #reject(error: unknown, exchange: Exchange): void {
    try {
      this.#options.dispatcher.reject(error, exchange);
    } catch {
      exchange.response.destroy();
    }
  }
}

/** What a stranger's call may take, by the length of its body: relative to one without a body. */
function costOf(headers: IncomingHttpHeaders): number {
  const length = headers['content-length'] ?? headers['transfer-encoding'] ?? '0';
  const cost = 1 + Number(length) / STRANGER_BODY_BYTES;
  return cost < MAX_STRANGER_COST ? cost : MAX_STRANGER_COST;
}

/** Names and values in turn. A proxy may have gone by the other one. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && (name === 'Host' || name === 'host' || name.toLowerCase() === 'host')) hosts++;
  }
  return hosts > 1;
}

const ONE_PLAIN_FIELD = /^([\w-]+)=([\w.-]*)$/;

/** An object without a prototype of its own, as `parse` creates: that of `Object.create(null)` is several times slower to fill. */
const Query = function () {} as unknown as new () => Record<string, unknown>;
Query.prototype = Object.create(null);

/** Most queries are a version, with nothing to decode. */
function parseQuery(text: string): Record<string, unknown> {
  const field = ONE_PLAIN_FIELD.exec(text);
  if (!field) return parse(text);
  const query = new Query();
  query[field[1]!] = field[2];
  return query;
}

function methodUnknown({ allow }: PathEntry, params: Readonly<Record<string, string>>): Error {
  // `/models/:analyze` names an action of no model: there is no such path.
  return Object.values(params).some((value) => value.startsWith(':')) ? fail('PathUnknown') : fail('MethodUnknown', { allow });
}

/** What is no request of HTTP, or takes too long to become one. */
function refuseMalformed({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, 'Client Timeout']
      : code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'Exceeded maximum allowed HTTP header size']
        : [400, 'Client Error'];
  const error = STATUS_CODES[status]!;
  const body = JSON.stringify({ error, message, statusCode: status });
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status} ${error}\r\nContent-Length: ${body.length}\r\nContent-Type: application/json\r\n\r\n${body}`);
  socket.destroy();
}

/** The largest body that any version of the operation accepts. */
function maxBodyBytes({ bindings }: Route, uploadBytes: number): number {
  const limits = [...bindings.values()].map(({ prepared }) => prepared.operation.maxBytes ?? DEFAULT_MAX_BYTES);
  return Math.max(...limits.map((maxBytes) => (maxBytes === 'upload' ? inBase64(uploadBytes) : maxBytes)));
}

/** The size of a file in base64 inside JSON. */
function inBase64(bytes: number): number {
  return 4 * Math.ceil(bytes / 3) + DEFAULT_MAX_BYTES;
}
