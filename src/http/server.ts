/** The HTTP server: routes from the operation table, and limits on what it takes in. */
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Area } from '../kernel/area.ts';
import { pathIn } from '../kernel/aliases.ts';
import { fail } from '../kernel/failures.ts';
import type { Method } from '../kernel/operation.ts';
import { shapeOf } from '../kernel/routes.ts';
import type { Route } from '../kernel/routes.ts';
import { DEFAULT_MAX_BYTES } from './body.ts';
import type { Dispatcher, RequestState } from './dispatch.ts';

declare module 'fastify' {
  interface FastifyRequest { state: RequestState; startedAt: number }
}

export interface ServerOptions {
  routes: readonly Route[];
  areas: readonly Area[];
  dispatcher: Dispatcher;
  /** The largest file that may be uploaded, to operations that take such. */
  uploadBytes?: number;
  tls?: { cert: string; key: string };
}

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const HEADERS_MS = 15_000;
const REQUEST_MS = 30_000;
const SERVER_ID = randomBytes(4).toString('hex');

export function createServer({ routes, areas, dispatcher, uploadBytes = DEFAULT_MAX_BYTES, tls }: ServerOptions): FastifyInstance {
  let requests = 0;
  const server = Fastify({
    ...tls && { https: tls },
    http: { headersTimeout: HEADERS_MS, maxHeaderSize: 16 * 1024 },
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: 65_000,
    bodyLimit: DEFAULT_MAX_BYTES,
    forceCloseConnections: 'idle',
    genReqId: () => `${SERVER_ID}-${(++requests).toString(36)}`,
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: false, maxParamLength: 2048 },
    frameworkErrors: (error, request, reply) => void refuse(error, request, begun(request, reply as FastifyReply)),
  }) as unknown as FastifyInstance;

  server.decorateRequest('state');
  server.decorateRequest('startedAt', 0);
  server.removeAllContentTypeParsers();
  // The usual type by name, which the server finds without taking it apart; all others too, for operations to refuse in their own words.
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => done(null, text));
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));

  server.addHook('onRequest', (request, reply, next) => {
    begun(request, reply);
    next();
  });
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => dispatcher.refuse(error, request, reply, request.state.area ?? areaOf(areas, request.url));
  server.setErrorHandler(refuse);
  server.setNotFoundHandler((request, reply) => refuse(fail('PathUnknown'), request, reply));
  addRoutes(server, routes, dispatcher, uploadBytes);
  return server as FastifyInstance & { log: FastifyBaseLogger };
}

/** Every answer carries the request's id, under our name for it and under the one that the vendor's gateway uses. */
function begun(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.startedAt = performance.now();
  request.state = {};
  return reply.header('x-request-id', request.id).header('apim-request-id', request.id);
}

function addRoutes(server: FastifyInstance, routes: readonly Route[], dispatcher: Dispatcher, uploadBytes: number): void {
  const served = new Map<string, { path: string; area: Area; methods: Set<Method> }>();
  for (const route of routes) {
    const { method, path, area } = route;
    const shape = shapeOf(path);
    const entry = served.get(shape) ?? { path, area, methods: new Set() };
    served.set(shape, entry);
    entry.methods.add(method);
    const limits = [...route.bindings.values()].map(({ prepared: { operation: { maxBytes = DEFAULT_MAX_BYTES } } }) => maxBytes === 'upload' ? inBase64(uploadBytes) : maxBytes);
    server.route({
      method, url: routerPath(path), bodyLimit: Math.max(...limits),
      onRequest: (request, _reply, next) => {
        const admitting = dispatcher.admit(route, request, request.state);
        if (admitting) admitting.then(() => next(), next);
        else next();
      },
      handler: (request, reply) => dispatcher.answer(request, reply, request.state),
    });
  }
  for (const { path, area, methods } of served.values()) {
    const allowed = new Set<string>(methods.has('GET') ? [...methods, 'HEAD'] : methods);
    const others = METHODS.filter((method) => !allowed.has(method));
    const allow = [...allowed].join(', ');
    if (others.length > 0) server.route({
      method: others, url: routerPath(path),
      onRequest: async (request, reply) => {
        request.state.area = area;
        reply.header('allow', allow);
        throw fail('MethodUnknown');
      },
      handler: () => undefined,
    });
  }
}

/** Room for a file written in base64 inside of JSON. */
function inBase64(bytes: number): number {
  return 4 * Math.ceil(bytes / 3) + DEFAULT_MAX_BYTES;
}

/** Our paths in the router's notation, where a colon opens a parameter and two of them are one. */
function routerPath(path: string): string {
  return path.replaceAll(':', '::').replace(/\{(\w+)\}(::)?/g, (_, name: string, colons = '') => colons ? `:${name}(^[^/:]+)::` : `:${name}`);
}

/** Whose dialect an unknown path is answered in. */
function areaOf(areas: readonly Area[], url: string): Area | undefined {
  const path = url.toLowerCase();
  return areas.find(({ mounts }) => mounts.some(({ base }) => base !== '' && (path.startsWith(`${base.toLowerCase()}/`) || path.startsWith(`${pathIn('vendor', base).toLowerCase()}/`))));
}
