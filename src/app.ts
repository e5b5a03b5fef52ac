/** Wires ports, areas and HTTP into one application. Nothing here does anything on import; what few starts need is imported when needed. */
import { randomUUID } from 'node:crypto';
import type { DestinationStream, Logger } from 'pino';
import { Tokens } from './accounts/keys/tokens.ts';
import { createAccounts } from './app/accounts.ts';
import { createBackground } from './app/background.ts';
import { openBodies } from './app/bodies.ts';
import { openData } from './app/data.ts';
import { createFetchFile } from './app/fetched-files.ts';
import { openLog } from './app/log.ts';
import { jobKindsOf } from './app/management.ts';
import { createObservability } from './app/observability.ts';
import { OwnAddresses } from './app/own-addresses.ts';
import { createPorts } from './app/ports.ts';
import { createAppServer } from './app/server.ts';
import { storageUsage } from './app/storage.ts';
import { upgradeData } from './app/upgrades.ts';
import { areas as allAreas } from './areas.ts';
import { oidcOptions, tlsFolder, tlsHosts } from './config.ts';
import type { Config } from './config.ts';
import type { HttpServer, TimeLimits } from './http/server.ts';
import { QueueDelays } from './jobs/queue-delay.ts';
import type { KeyName } from './kernel/account.ts';
import { AreaServices } from './kernel/area.ts';
import type { Area } from './kernel/area.ts';
import type { Clock, Ids, Ports } from './kernel/ports.ts';
import type { Blobs } from './kernel/ports/blobs.ts';
import type { FetchFile, GuardedFetch } from './kernel/ports/fetch.ts';
import type { Store } from './kernel/ports/store.ts';
import { randomSecret } from './kernel/random.ts';
import { createGuardedFetch } from './net/guarded-fetch.ts';
import { VERSION } from './version.ts';

export interface AppOptions {
  areas?: readonly Area[];
  clock?: Clock;
  logTo?: DestinationStream;
  timeLimits?: TimeLimits;
}

export interface App {
  server: HttpServer;
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
  const ids: Ids = { uuid: randomUUID, secret: randomSecret };
  const serverLog = openLog(config, logTo);
  const { log } = serverLog;
  const observability = await createObservability(config, serverLog);
  const { metrics, tracing, report } = observability;
  const data = await openData({ config, clock, ids, log, report });
  const { store, blobs, keyring } = data;
  const tls = config.tls ? await (await import('./net/certificate.ts')).localCertificate(tlsFolder(config), tlsHosts(config)) : undefined;
  const addresses = new OwnAddresses(config.publicUrl);
  const fetch = createGuardedFetch({ allow: [...config.fetchAllow], own: () => addresses.all, ownCertificate: tls?.cert });
  const tokens = new Tokens(keyring, clock, oidcOptions(config));
  const traceparent = tracing && ((): string | undefined => tracing.traceparent());
  const bodies = await openBodies(config, log);
  const fetchFile = (observed: GuardedFetch): FetchFile => createFetchFile(observed, bodies.receiver);
  const ports = createPorts({ config, log, store, blobs, keyring, tokens, clock, ids, fetch, fetchFile, report, traceparent });

  const accounts = createAccounts({ config, clock, log, areas, data, tokens });
  const served = [accounts.management, ...areas];
  await upgradeData(served, { store, accounts: ports.accounts, ids, clock });
  const services = new AreaServices(served, ports, config);
  const background = createBackground({
    config,
    log,
    areas: served,
    services,
    store,
    blobs,
    clock,
    meter: accounts.meter,
    anchoring: accounts.anchoring,
    jobObserver: observability.jobs,
    onTaskLease: (event) => metrics.lease('singletonTask', event),
  });
  const http = await createAppServer({
    config,
    clock,
    log,
    areas,
    services,
    data,
    accounts,
    observability,
    addresses,
    bodies,
    tls,
    timeLimits,
  });
  metrics.addGauges({
    background,
    queueDelays: new QueueDelays(store, clock, jobKindsOf(served)),
    damage: data.damage,
    admission: http.admission,
    bodies,
    cache: ports.cache,
    connections: () => store.connections?.(),
    storedSizes: storageUsage(config, blobs, clock),
  });

  return {
    server: http.server,
    store,
    blobs,
    ports,
    services,
    log,
    adminSecret: data.adminSecret,
    newKeys: data.newKeys,
    signInCode: data.signInCode,
    certificateFile: tls?.certFile,
    async listen() {
      const address = await http.listen();
      await background.start();
      log.info({ address, version: VERSION, role: config.role }, 'listening');
      return address;
    },
    async close() {
      accounts.feed.close();
      await http.close();
      await background.stop();
      await accounts.meter.flush();
      await Promise.all([ports.threads.close(), services.stop()]);
      await data.close();
      await observability.close();
      serverLog.flush();
    },
  };
}
