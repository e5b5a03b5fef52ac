/** The metrics, as a page or on a port of their own. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { PageReply, PageRequest } from './page.ts';

export const METRICS_PATH = '/metrics';

/** How long a text is sent again instead of a new one, which takes milliseconds to write. */
const CACHE_TTL_MS = 1000;

const UNAUTHORIZED: PageReply = { status: 401, headers: { 'www-authenticate': 'Bearer' } };

export type MetricsAnswer = (request: Pick<PageRequest, 'headers'>) => Promise<PageReply>;

export interface MetricsOptions {
  registry: { readonly contentType: string; metrics(): Promise<string> };
  /** Required as a bearer token, if set. */
  key?: string;
  now?: () => number;
}

export function metricsAnswer({ registry, key, now = () => performance.now() }: MetricsOptions): MetricsAnswer {
  let text: Promise<string> | undefined;
  let writtenAt = -Infinity;
  return async ({ headers }) => {
    if (key !== undefined && !isSame(headers.authorization ?? '', `Bearer ${key}`)) return UNAUTHORIZED;
    if (!text || now() - writtenAt >= CACHE_TTL_MS) {
      writtenAt = now();
      text = registry.metrics();
      text.catch(() => (text = undefined));
    }
    return { headers: { 'content-type': registry.contentType }, body: await text };
  };
}

/** Serves them and nothing else. */
export async function listenForMetrics(
  answer: MetricsAnswer,
  { port, host }: { port: number; host: string },
): Promise<() => Promise<void>> {
  const server = createServer(({ url, headers }, response) => {
    if (url !== METRICS_PATH) return void response.writeHead(404).end();
    answer({ headers }).then(
      ({ status = 200, headers: given, body }) => response.writeHead(status, given).end(body),
      () => response.writeHead(500).end(),
    );
  });
  await once(server.listen(port, host), 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
