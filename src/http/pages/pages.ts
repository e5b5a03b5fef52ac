/** Pages that belong to no area: health, readiness, metrics, OpenAPI, the docs, and the console. */
import type { Area } from '../../kernel/area.ts';
import { openApi } from '../../kernel/openapi.ts';
import type { Clock } from '../../kernel/ports.ts';
import { consolePages } from './console.ts';
import { DOCS_BASE, docsPages } from './docs.ts';
import { JSON_TYPE } from './page.ts';
import type { Page, PageReply } from './page.ts';
import { METRICS_PATH } from './metrics.ts';
import type { MetricsAnswer } from './metrics.ts';
import type { Readiness } from './readiness.ts';

export interface PagesOptions {
  areas: readonly Area[];
  /** Undefined where they are served on a port of their own. */
  metrics: MetricsAnswer | undefined;
  clock: Clock;
  /** Whether it can serve at all. */
  health: Readiness;
  readiness: Readiness;
  version: string;
}

const READY_AGAIN_SECONDS = '1';

export function createPages({ areas, metrics, clock, health, readiness, version }: PagesOptions): Page[] {
  const startedAt = clock.now();
  let description: string | undefined;
  const uptimeSeconds = (): number => Math.floor((clock.now() - startedAt) / 1000);
  const operatorPages: Page[] = [
    { path: '/live', isProbe: true, answer: () => status(true, { status: 'ok' }) },
    {
      path: '/health',
      isProbe: true,
      async answer() {
        const { isReady, checks } = await health.report();
        const found = isReady ? { status: 'ok' } : { status: 'unavailable', checks };
        return status(isReady, { ...found, version, uptimeSeconds: uptimeSeconds() });
      },
    },
    {
      path: '/ready',
      isProbe: true,
      async answer() {
        const { isReady, checks } = await readiness.report();
        return status(isReady, { status: isReady ? 'ready' : 'notReady', checks });
      },
    },
    ...(metrics ? [{ path: METRICS_PATH, answer: metrics }] : []),
  ];
  // A worker process serves no operations that these could describe or call.
  if (areas.length === 0) return operatorPages;
  return [
    ...operatorPages,
    {
      path: '/openapi.json',
      answer: () => ({ headers: { 'content-type': JSON_TYPE }, body: (description ??= JSON.stringify(openApi(areas, version))) }),
    },
    ...docsPages(),
    { path: '/', answer: () => ({ status: 302, headers: { location: DOCS_BASE } }) },
    ...consolePages({ areas }),
  ];
}

function status(isReady: boolean, body: object): PageReply {
  const headers = { 'cache-control': 'no-store', 'content-type': JSON_TYPE, ...(!isReady && { 'retry-after': READY_AGAIN_SECONDS }) };
  return { status: isReady ? 200 : 503, headers, body: JSON.stringify(body) };
}
