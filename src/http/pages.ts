/** Pages that belong to no area: health, readiness, metrics, OpenAPI, the reference page, and the console. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Area } from '../kernel/area.ts';
import { openApi } from '../kernel/openapi.ts';
import type { Clock } from '../kernel/ports.ts';
import { addConsole } from './console.ts';
import { docsPage } from './docs-page.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

export interface PagesOptions {
  areas: readonly Area[];
  metrics: Metrics;
  clock: Clock;
  readiness: Readiness;
  version: string;
  dev: boolean;
}

const READY_AGAIN_SECONDS = '1';
const PAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

export function addPages(server: FastifyInstance, { areas, metrics, clock, readiness, version, dev }: PagesOptions): void {
  const startedAt = clock.now();
  const html = (reply: FastifyReply, text: string): FastifyReply => reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(text);
  let description: string | undefined;
  let docs: string | undefined;
  const uptime = (): number => Math.floor((clock.now() - startedAt) / 1000);
  server.get('/health', (_request, reply) => reply.send({ status: 'ok', version, uptimeSeconds: uptime() }));
  server.get('/ready', async (_request, reply) => {
    const { isReady, checks } = await readiness.report();
    if (!isReady) reply.code(503).header('retry-after', READY_AGAIN_SECONDS);
    return reply.header('cache-control', 'no-store').send({ status: isReady ? 'ready' : 'notReady', checks });
  });
  server.get('/metrics', async (_request, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()));
  server.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((description ??= JSON.stringify(openApi(areas, version)))),
  );
  server.get('/docs', (_request, reply) => html(reply, (docs ??= docsPage(areas))));
  server.get('/', (_request, reply) => reply.redirect('/docs'));
  // A worker process serves no operations that a console could call.
  if (areas.length > 0) addConsole(server, { areas, dev });
}
