/** Wires ports, areas and HTTP into one application. Nothing here does anything on import; what few starts need is imported when needed. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { AccountAccess } from './accounts/access.ts';
import { Activity } from './accounts/work/activity.ts';
import { anchorFile, AuditAnchoring } from './accounts/audit/audit-anchor.ts';
import { DEV_KEYS } from './accounts/keys/dev.ts';
import { Directory } from './accounts/directory/directory.ts';
import { initializeData } from './accounts/directory/first-start.ts';
import { LeasedRateLimiter } from './accounts/limits/leased-limiter.ts';
import { LocalRateLimiter } from './accounts/limits/limiter.ts';
import { Meter } from './accounts/limits/meter.ts';
import { createSignInCode, Sessions } from './accounts/operators/sessions.ts';
import { Tokens } from './accounts/keys/tokens.ts';
import { WorkFeed } from './accounts/work/work-feed.ts';
import { workView } from './accounts/work/operations.ts';
import { createBackground } from './app/background.ts';
import { openBlobs } from './app/blobs.ts';
import { openBodies } from './app/bodies.ts';
import { DamageReports } from './app/damage-reports.ts';
import { createManagement } from './app/management.ts';
import { createObservability } from './app/observability.ts';
import { observeBlobs, observeCommits } from './app/observed-ports.ts';
import { createPorts } from './app/ports.ts';
import { createHealth, createReadiness } from './app/readiness.ts';
import { startRequestThreads } from './app/request-threads.ts';
import { openSecrets } from './app/secrets.ts';
import { clearTemporaryFiles, openReserve, openStore, storageUsage } from './app/storage.ts';
import { upgradeData } from './app/upgrades.ts';
import { areas as allAreas } from './areas.ts';
import { notBuiltAreas } from './areas/not-built.ts';
import { tlsFolder } from './config.ts';
import type { Config } from './config.ts';
import { Dispatcher } from './http/dispatch.ts';
import { LISTENING_SOCKETS, listen } from './http/listening.ts';
import type { Listening } from './http/listening.ts';
import { LogOutput } from './http/log-output.ts';
import { Overload } from './http/overload.ts';
import { addPages } from './http/pages.ts';
import { createServer } from './http/server.ts';
import type { TimeLimits } from './http/server.ts';
import { QueueDelays } from './jobs/queue-delay.ts';
import type { KeyName } from './kernel/account.ts';
import { AreaServices } from './kernel/area.ts';
import type { Area } from './kernel/area.ts';
import type { Clock, Ids, Ports } from './kernel/ports.ts';
import type { Blobs } from './kernel/ports/blobs.ts';
import type { Store } from './kernel/ports/store.ts';
import { randomSecret } from './kernel/random.ts';
import { routesOf } from './kernel/routes.ts';
import { createGuardedFetch } from './net/guarded-fetch.ts';
import { prepareDataFolder } from './storage/data-folder.ts';
import { MemoryBlobs } from './storage/blobs/memory/blobs.ts';
import { PlacedBlobs } from './storage/blobs/placed-blobs.ts';
import { VERSION } from './version.ts';

const REQUEST_MS = 60_000;
const IDLE_CHECK_MS = 50;

export interface AppOptions {
  areas?: readonly Area[];
  clock?: Clock;
  logTo?: DestinationStream;
  timeLimits?: TimeLimits;
}

export interface App {
  server: FastifyInstance;
  store: Store;
  blobs: Blobs;
  ports: Ports;
  /** The services of an area, for tests. */
  services: AreaServices;
  log: Logger;
  adminSecret: string;
  /** The keys of the account `default`, when this start has created it. */
  newKeys?: Record<KeyName, string>;
  /** A one-time code that signs in to the console; created with those keys. */
  signInCode?: string;
  certificateFile?: string;
  /** Starts listening; resolves with the address. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { areas = allAreas, clock = { now: Date.now }, logTo, timeLimits } = options;
  const output = new LogOutput(process.stdout);
  const log = pino({ level: config.logLevel, base: { pid: process.pid } }, logTo ?? output);
  const ids: Ids = { uuid: randomUUID, secret: randomSecret };
  if (!config.dev) prepareDataFolder(config.data);
  const { keyring, adminSecret } = openSecrets(config);
  const damage = new DamageReports(log, clock);
  const reserve = openReserve(config);
  const store = await openStore(config, clock, log, { reserve, onDamage: (found) => damage.report(found) });
  const blobs = config.dev
    ? new MemoryBlobs(() => clock.now())
    : await openBlobs(config, { store, reserve, warn: (message) => log.warn(message) });
  await clearTemporaryFiles(config);
  const bodies = await openBodies(config, log);
  const newKeys = await initializeData({ store, keyring, region: config.region, clock, ids, keys: config.dev ? DEV_KEYS : undefined });
  const signInCode = newKeys && (await createSignInCode({ store, keyring, ids, clock }));
  const tls = config.tls ? await (await import('./net/certificate.ts')).localCertificate(tlsFolder(config), tlsHosts(config)) : undefined;

  const tokens = new Tokens(keyring, clock, oidcOptions(config));
  const ownAddresses = (): string[] => [
    ...listeningAddresses(server, tls ? 'https' : 'http'),
    ...(config.publicUrl === undefined ? [] : [config.publicUrl]),
  ];
  const fetch = createGuardedFetch({ allow: [...config.fetchAllow], own: ownAddresses, ownCertificate: tls?.cert });
  const overload = new Overload({
    acceptedInTurn: LISTENING_SOCKETS,
    onChange: (cause) => log.warn(cause ? `overloaded, calls wait in the ${cause}: shedding` : 'no longer overloaded'),
  });
  const observability = await createObservability(config, log, {
    jobsRunning: () => background.jobsRunning,
    tasksHeld: () => background.tasksHeld,
    queueDelays: () => queueDelays.read(),
    damagedRows: () => damage.count,
    overload,
    bodies,
    cache: () => ports.cache,
    connections: () => store.connections?.(),
    storedSizes: storageUsage(config, blobs, clock),
  });
  const { metrics, tracing, report } = observability;
  observeCommits(store, report);
  observeBlobs(blobs, blobs instanceof PlacedBlobs ? blobs.adapter : 'memory', report);
  const traceparent = tracing && ((): string | undefined => tracing.traceparent());
  const ports = createPorts({ config, log, store, blobs, keyring, tokens, clock, ids, fetch, report, traceparent });
  const sessions = new Sessions({ records: store, keyring, publicUrl: config.publicUrl });
  const activity = new Activity();
  const { limitLeases } = store;
  const processId = randomUUID();
  const meter = new Meter(store, limitLeases && { leases: limitLeases, process: processId, now: () => clock.now() });
  const limiter = limitLeases
    ? new LeasedRateLimiter({
        leases: limitLeases,
        process: processId,
        clock,
        onError: (error) => log.warn({ err: error }, 'limits cannot be shared with other processes for now'),
      })
    : new LocalRateLimiter();
  const feed = new WorkFeed({
    store,
    sessions,
    view: workView,
    onError: (error) => log.warn({ err: error }, 'changes of jobs could not be sent'),
  });
  const management = createManagement({
    config,
    areas,
    store,
    blobs,
    keyring,
    tokens,
    sessions,
    activity,
    clock,
    adminSecret,
    feed,
    kinds: () => allJobKinds,
  });
  const allJobKinds = jobKinds([management, ...areas]);
  const queueDelays = new QueueDelays(store, clock, allJobKinds);
  await upgradeData([management, ...areas], { store, accounts: ports.accounts, ids, clock });
  const services = new AreaServices([management, ...areas], ports, config);
  const anchoring = new AuditAnchoring({
    store,
    clock,
    keyring,
    path: config.dev ? undefined : anchorFile(config.data),
    onProblem: (problem) => log.error({ problem }, 'the audit does not match its anchor'),
  });
  const background = createBackground({
    config,
    log,
    areas: [management, ...areas],
    services,
    store,
    blobs,
    clock,
    meter,
    anchoring,
    jobObserver: observability.jobs,
    onTaskLease: (event) => metrics.lease('singletonTask', event),
  });
  const access = new AccountAccess({
    directory: new Directory(store, keyring),
    tokens,
    meter,
    limiter,
    clock,
    region: config.region,
    sessions,
  });
  const threads = startRequestThreads({
    config,
    store,
    clock,
    onDamage: (found) => damage.report(found),
    report,
    traceparent,
  });
  const dispatcher = new Dispatcher({
    store: { commit: (change) => overload.commit(store.commit(change)) },
    threads,
    clock,
    overload,
    services,
    access,
    publicUrl: config.publicUrl,
    timeMs: REQUEST_MS,
    tracing,
    onError(error, request) {
      metrics.error();
      log.error({ err: error, request: request.id, ...request.state.span?.ids }, 'unexpected error');
    },
    onReply(request, status, failure) {
      if (request.state.area !== management) activity.count(status, clock.now());
      observability.replied(request, status, failure);
    },
  });
  const served = config.role === 'worker' ? [] : [management, ...areas];
  const routes = routesOf(config.role === 'worker' ? [] : [...served, ...notBuiltAreas(areas)]);
  const server = createServer({
    routes,
    areas: served,
    dispatcher,
    bodies: bodies.receiver,
    overload: { overload, access, onShed: (reason) => metrics.shed(reason) },
    uploadBytes: ports.maxUploadBytes,
    tls,
    timeLimits,
  });
  const readiness = createReadiness(store, blobs);
  addPages(server, {
    areas: served,
    metrics: metrics.registry,
    clock,
    health: createHealth(store, config),
    readiness,
    version: VERSION,
  });

  let listening: Listening | undefined;
  return {
    server,
    store,
    blobs,
    ports,
    services,
    log,
    adminSecret,
    newKeys,
    signInCode,
    certificateFile: tls?.certFile,
    async listen() {
      listening = await listen(server, config);
      await background.start();
      log.info({ address: listening.address, version: VERSION, role: config.role }, 'listening');
      void readiness.report().then(({ isReady, checks }) => isReady || log.error({ checks }, 'not ready: see /ready'));
      return listening.address;
    },
    async close() {
      feed.close();
      await closeServer(server, listening);
      dispatcher.close();
      overload.close();
      await background.stop();
      await meter.flush();
      await Promise.all([ports.threads.close(), threads?.close(), services.stop()]);
      await bodies.folder.close();
      await Promise.all([store.close(), blobs.close()]);
      await observability.close();
      output.flush();
    },
  };
}

function jobKinds(areas: readonly Area[]): string[] {
  return areas.flatMap(({ jobs = {}, interactiveJobs = {} }) => [...Object.keys(jobs), ...Object.keys(interactiveJobs)]);
}

/** An issuer alone is one where operators sign in. */
function oidcOptions({ oidcIssuer, oidcAudience, oidcJwksUrl }: Config): ConstructorParameters<typeof Tokens>[2] {
  return oidcIssuer === undefined || oidcAudience === undefined || oidcJwksUrl === undefined
    ? undefined
    : { issuer: oidcIssuer, audience: oidcAudience, jwksUrl: oidcJwksUrl };
}

/**
 * Answers what is in progress. A connection that was busy when closing began is closed once it is idle, not when the client lets go
 * of it.
 */
async function closeServer(server: FastifyInstance, listening: Listening | undefined): Promise<void> {
  const closeIdle = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MS);
  try {
    await Promise.all([server.close(), listening?.close()]);
  } finally {
    clearInterval(closeIdle);
  }
}

function listeningAddresses(server: FastifyInstance, scheme: string): string[] {
  return server
    .addresses()
    .filter((listening) => typeof listening !== 'string')
    .map(({ address, family, port }) => `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`);
}

function tlsHosts({ host, publicUrl }: Config): string[] {
  const hosts = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return ['0.0.0.0', '::'].includes(host) ? hosts : [host, ...hosts];
}
