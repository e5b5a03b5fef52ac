/** The HTTP server: routes from the table of operations, and limits on requests. */
import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import Fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Area } from '../kernel/area.ts';
import { fail } from '../kernel/failures.ts';
import type { Route } from '../kernel/routes.ts';
import { areaOf } from './area-of-path.ts';
import { DEFAULT_MAX_BYTES, isLarge } from './body.ts';
import type { BodyReceiver } from './body-receiver.ts';
import type { Dispatcher, RequestState } from './dispatch.ts';
import { MAX_PARAM_LENGTH, PathTable } from './path-table.ts';
import { Shedding } from './shedding.ts';
import type { SheddingOptions } from './shedding.ts';

declare module 'fastify' {
  interface FastifyRequest {
    state: RequestState;
    startedAt: number;
  }
}

export interface ServerOptions {
  routes: readonly Route[];
  areas: readonly Area[];
  dispatcher: Dispatcher;
  bodies: BodyReceiver;
  /** Sheds calls when there are too many. */
  overload?: Omit<SheddingOptions, 'areas' | 'nextId'>;
  /** The largest file that may be uploaded, to operations that accept files. */
  uploadBytes?: number;
  tls?: { cert: string; key: string };
  timeLimits?: TimeLimits;
}

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'] as const;

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
const SERVER_ID = randomBytes(4).toString('hex');

export function createServer(options: ServerOptions): FastifyInstance {
  const { areas, dispatcher, bodies, tls, timeLimits = TIME_LIMITS } = options;
  let requests = 0;
  const limits = {
    headersTimeout: timeLimits.headersMs,
    requestTimeout: timeLimits.requestMs,
    keepAliveTimeout: timeLimits.inactiveMs,
    connectionsCheckingInterval: timeLimits.checkMs,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  const nextId = (): string => `${SERVER_ID}-${(++requests).toString(36)}`;
  const shedding = options.overload && new Shedding({ ...options.overload, areas, nextId });
  const listen = (handler: RequestListener): Server => {
    const listener: RequestListener = shedding
      ? (request, response) => {
          if (!shedding.refuses(request, response)) handler(request, response);
        }
      : handler;
    const created = tls
      ? createHttpsServer({ ...tls, ...limits, handshakeTimeout: timeLimits.headersMs }, listener)
      : createHttpServer(limits, listener);
    created.setTimeout(timeLimits.inactiveMs);
    if (shedding) created.on('connection', () => shedding.connected());
    return created;
  };
  const server = Fastify({
    serverFactory: listen,
    // For the scheme of its address.
    ...(tls && { https: tls }),
    bodyLimit: DEFAULT_MAX_BYTES,
    forceCloseConnections: 'idle',
    // A call that arrives on an open connection while the server stops is still answered; the reply closes the connection.
    return503OnClosing: false,
    genReqId: nextId,
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: false, maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => void refuse(error, request, initRequest(request, reply as FastifyReply)),
  }) as unknown as FastifyInstance;

  server.decorateRequest('state');
  server.decorateRequest('startedAt', 0);
  server.removeAllContentTypeParsers();
  // The usual type by name, which is matched without parsing; all others too, so that operations reject them in their dialect.
  server.addContentTypeParser('application/json', (request, payload, done) =>
    bodies.receive(request, payload, (error, body) => done(error, Buffer.isBuffer(body) && !isLarge(body) ? body.toString() : body)),
  );
  server.addContentTypeParser('*', (request, payload, done) => bodies.receive(request, payload, done));

  server.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    bodies.expect(request, response);
    server.server.emit('request', request, response);
  });
  server.addHook('onRequest', (request, reply, next) => {
    initRequest(request, reply);
    next();
  });
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    dispatcher.reject(error, request, reply, request.state.area ?? areaOf(areas, request.url));
  server.setErrorHandler(refuse);
  server.setNotFoundHandler((request, reply) => refuse(fail('PathUnknown'), request, reply));
  server.addHook('preClose', (done) => {
    shedding?.stop();
    done();
  });
  addOperations(server, options);
  return server as FastifyInstance & { log: FastifyBaseLogger };
}

/** Every reply carries the request id, under our header and the one of the vendor's gateway. */
function initRequest(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.startedAt = performance.now();
  request.state = {};
  return reply.header('x-request-id', request.id).header('apim-request-id', request.id);
}

function addOperations(server: FastifyInstance, { routes, dispatcher, bodies, uploadBytes = DEFAULT_MAX_BYTES }: ServerOptions): void {
  const paths = new PathTable(routes);
  const maxBytesOf = new Map(routes.map((route) => [route, maxBodyBytes(route, uploadBytes)]));
  server.route({
    method: [...METHODS],
    url: '/*',
    onRequest: (request, reply, next) => {
      const found = paths.find(request.raw.url!);
      if (!found) return next(fail('PathUnknown'));
      const {
        entry: { area, routes: byMethod, allow },
        params,
      } = found;
      const route = byMethod.get(request.method);
      if (!route) {
        request.state.area = area;
        // `/models/:analyze` names an action of no model: there is no such path.
        if (Object.values(params).some((value) => value.startsWith(':'))) return next(fail('PathUnknown'));
        reply.header('allow', allow);
        return next(fail('MethodUnknown'));
      }
      request.params = params;
      request.state.maxBytes = maxBytesOf.get(route);
      const admitting = dispatcher.admit(route, request, request.state);
      if (admitting) admitting.then(() => bodies.admit(request)).then(() => next(), next);
      else {
        bodies.admit(request);
        next();
      }
    },
    handler: (request, reply) => dispatcher.handle(request, reply, request.state),
  });
}

/** The largest body that any version of the operation accepts. */
function maxBodyBytes({ bindings }: Route, uploadBytes: number): number {
  const limits = [...bindings.values()].map(
    ({
      prepared: {
        operation: { maxBytes = DEFAULT_MAX_BYTES },
      },
    }) => (maxBytes === 'upload' ? inBase64(uploadBytes) : maxBytes),
  );
  return Math.max(...limits);
}

/** The size of a file in base64 inside JSON. */
function inBase64(bytes: number): number {
  return 4 * Math.ceil(bytes / 3) + DEFAULT_MAX_BYTES;
}
