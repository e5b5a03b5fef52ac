/** The HTTP server of an application, with what decides about its calls and runs them. */
import type { Logger } from 'pino';
import { notBuiltAreas } from '../areas/not-built.ts';
import type { Config } from '../config.ts';
import { Admission } from '../http/admission/admission.ts';
import { readProxies } from '../http/client-address.ts';
import { Dispatcher } from '../http/dispatch.ts';
import { listen } from '../http/listening.ts';
import type { Listening } from '../http/listening.ts';
import { listenForMetrics, metricsAnswer } from '../http/pages/metrics.ts';
import { createPages } from '../http/pages/pages.ts';
import { HttpServer } from '../http/server.ts';
import type { TimeLimits } from '../http/server.ts';
import type { Area, AreaServices } from '../kernel/area.ts';
import type { Clock } from '../kernel/ports.ts';
import { routesOf } from '../kernel/routes.ts';
import { VERSION } from '../version.ts';
import type { AccountParts } from './accounts.ts';
import type { Bodies } from './bodies.ts';
import type { Data } from './data.ts';
import { operationOf } from './observability.ts';
import type { Observability } from './observability.ts';
import type { OwnAddresses } from './own-addresses.ts';
import { createHealth, createReadiness } from './readiness.ts';
import { startRequestThreads } from './request-threads.ts';

const REQUEST_MS = 60_000;

interface Parts {
  config: Config;
  clock: Clock;
  log: Logger;
  /** Without the management plane. */
  areas: readonly Area[];
  services: AreaServices;
  data: Data;
  accounts: AccountParts;
  observability: Observability;
  addresses: OwnAddresses;
  bodies: Bodies;
  tls: { cert: string; key: string } | undefined;
  timeLimits: TimeLimits | undefined;
}

export interface AppServer {
  server: HttpServer;
  admission: Admission;
  /** Resolves with the address. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export async function createAppServer(parts: Parts): Promise<AppServer> {
  const { config, clock, log, areas, services, data, accounts, observability, addresses, bodies, tls, timeLimits } = parts;
  const { store, blobs, damage } = data;
  const { management, access, activity } = accounts;
  const { metrics, tracing, report } = observability;
  const admission = new Admission({
    onChange: (isOverloaded) => log.warn(isOverloaded ? 'shedding load: too many calls in flight' : 'no longer shedding load'),
  });
  const threads = startRequestThreads({
    config,
    store,
    isSigned: data.isSigned,
    clock,
    onDamage: (found) => damage.report(found),
    report,
    traceparent: tracing && (() => tracing.traceparent()),
  });
  const dispatcher = new Dispatcher({
    store,
    threads,
    clock,
    services,
    access,
    publicUrl: config.publicUrl,
    timeMs: REQUEST_MS,
    tracing,
    onError(error, { id, span }) {
      metrics.error();
      log.error({ err: error, request: id, ...span?.ids }, 'unexpected error');
    },
    onReply(exchange, status, failure) {
      if (exchange.area !== management) {
        const at = clock.now();
        activity.count(status, at);
        if (status >= 400)
          activity.addError({
            at,
            requestId: exchange.id,
            accountId: exchange.admitted?.account?.id,
            operation: operationOf(exchange),
            status,
            kind: failure?.kind,
          });
      }
      observability.replied(exchange, status, failure);
    },
  });
  const served = config.role === 'worker' ? [] : [management, ...areas];
  const readiness = createReadiness(store, blobs);
  const answerMetrics = metricsAnswer({ registry: metrics.registry, ...(config.metricsKey !== undefined && { key: config.metricsKey }) });
  const server = new HttpServer({
    routes: routesOf(config.role === 'worker' ? [] : [...served, ...notBuiltAreas(areas)]),
    areas: served,
    pages: createPages({
      areas: served,
      metrics: config.metricsPort === undefined ? answerMetrics : undefined,
      clock,
      health: createHealth(store, config),
      readiness,
      version: VERSION,
    }),
    dispatcher,
    bodies: bodies.receiver,
    admission,
    access,
    onShed: (shortage) => metrics.shed(shortage),
    uploadBytes: config.uploadMb * 2 ** 20,
    tls,
    proxies: readProxies(config.trustedProxies),
    timeLimits,
  });
  let listening: Listening | undefined;
  let closeMetrics: (() => Promise<void>) | undefined;
  return {
    server,
    admission,
    async listen() {
      listening = await listen(server.node, config);
      if (config.metricsPort !== undefined)
        closeMetrics = await listenForMetrics(answerMetrics, { port: config.metricsPort, host: config.host });
      addresses.listen(listening.bound);
      void readiness.report().then(({ isReady, checks }) => isReady || log.error({ checks }, 'not ready: see /ready'));
      return listening.address;
    },
    async close() {
      await Promise.all([server.close(), listening?.close(), closeMetrics?.()]);
      dispatcher.close();
      admission.close();
      await threads?.close();
      await bodies.folder.close();
    },
  };
}
