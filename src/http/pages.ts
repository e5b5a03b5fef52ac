/** Pages that belong to no area: health, readiness, metrics, OpenAPI, the docs, and the console. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Area } from '../kernel/area.ts';
import { openApi } from '../kernel/openapi.ts';
import type { Clock } from '../kernel/ports.ts';
import { addConsole } from './console.ts';
import { addDocs, DOCS_BASE } from './docs.ts';
import type { Readiness } from './readiness.ts';

export interface PagesOptions {
  areas: readonly Area[];
  metrics: { readonly contentType: string; metrics(): Promise<string> };
  clock: Clock;
  /** Whether it can serve at all. */
  health: Readiness;
  readiness: Readiness;
  version: string;
}

const READY_AGAIN_SECONDS = '1';

export function addPages(server: FastifyInstance, { areas, metrics, clock, health, readiness, version }: PagesOptions): void {
  const startedAt = clock.now();
  let description: string | undefined;
  const uptime = (): number => Math.floor((clock.now() - startedAt) / 1000);
  const unavailable = (reply: FastifyReply): FastifyReply => reply.code(503).header('retry-after', READY_AGAIN_SECONDS);
  server.get('/live', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  server.get('/health', async (_request, reply) => {
    const { isReady, checks } = await health.report();
    if (!isReady) unavailable(reply);
    const status = isReady ? { status: 'ok' } : { status: 'unavailable', checks };
    return reply.header('cache-control', 'no-store').send({ ...status, version, uptimeSeconds: uptime() });
  });
  server.get('/ready', async (_request, reply) => {
    const { isReady, checks } = await readiness.report();
    if (!isReady) unavailable(reply);
    return reply.header('cache-control', 'no-store').send({ status: isReady ? 'ready' : 'notReady', checks });
  });
  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()));
  // A worker process serves no operations that these could describe or call.
  if (areas.length === 0) return;
  server.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((description ??= JSON.stringify(openApi(areas, version)))),
  );
  addDocs(server);
  server.get('/', (_request, reply) => reply.redirect(DOCS_BASE));
  addConsole(server, { areas });
}
