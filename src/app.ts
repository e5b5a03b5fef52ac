/** Wires ports, areas and HTTP into one application. Nothing here does anything on import; what not every start needs is imported when it does. */
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { Activity } from './accounts/activity.ts';
import { AdminSecret } from './accounts/admin-secret.ts';
import { managementArea } from './accounts/area.ts';
import { DEV_ADMIN_SECRET, DEV_KEYS, DEV_MASTER_KEY } from './accounts/dev.ts';
import { Directory } from './accounts/directory.ts';
import { prepareData } from './accounts/first-start.ts';
import { accountJobs } from './accounts/jobs.ts';
import { Keyring } from './accounts/keyring.ts';
import { Meter } from './accounts/meter.ts';
import type { KeyName } from './kernel/account.ts';
import { serverOperations } from './accounts/operations/server.ts';
import type { ServerState } from './accounts/operations/server.ts';
import { sessionOperations } from './accounts/operations/sessions.ts';
import { tokenOperation } from './accounts/operations/tokens.ts';
import { keptSecret } from './accounts/secrets.ts';
import { makeSignInCode, Sessions } from './accounts/sessions.ts';
import { accountById, getAccount, listAccounts } from './accounts/store.ts';
import { Tokens } from './accounts/tokens.ts';
import type { Config } from './config.ts';
import type { Area } from './kernel/area.ts';
import { Derived } from './kernel/record-cache.ts';
import { fail } from './kernel/failures.ts';
import { routesOf } from './kernel/routes.ts';
import type { Accounts, Clock, FaceFinding, Ids, Reading, Services } from './kernel/ports.ts';
import { Access } from './http/access.ts';
import { Dispatcher } from './http/dispatch.ts';
import { LogOutput } from './http/log-output.ts';
import { Metrics } from './http/metrics.ts';
import { addPages } from './http/pages.ts';
import { createServer } from './http/server.ts';
import { Duties } from './jobs/duties.ts';
import { Processes } from './jobs/processes.ts';
import { Jobs } from './jobs/queue.ts';
import type { JobHandlers } from './kernel/job.ts';
import { JobRunner } from './jobs/runner.ts';
import type { RunnerOptions } from './jobs/runner.ts';
import { Schedule } from './jobs/schedule.ts';
import { Sentences } from './jobs/sentences.ts';
import { Threads } from './jobs/threads.ts';
import { Turns } from './kernel/account-queue.ts';
import { openBlobContainer } from './net/blob-container.ts';
import { createGuardedFetch } from './net/guarded-fetch.ts';
import { sweepBlobs } from './storage/blob-sweep.ts';
import { backupArchive } from './storage/files/backup-archive.ts';
import { FileBlobs } from './storage/files/blobs.ts';
import { CountedFolder, sizeOf } from './storage/files/folder-size.ts';
import { MemoryBlobs } from './storage/memory/blobs.ts';
import { databaseFile, openSqlite } from './storage/sqlite/store.ts';
import type { Blobs, Store } from './kernel/ports/store.ts';
import { randomSecret } from './kernel/random.ts';
import { tlsFolder } from './config.ts';
import { areas as allAreas } from './areas.ts';
import { notBuiltAreas } from './areas/not-built.ts';
import { engineVersions } from './engine-versions.ts';
import { VERSION } from './version.ts';

const REQUEST_MS = 60_000;
const IDLE_CHECK_MS = 50;
const SWEEP_LIMIT = 10_000;
/** Of a process that looks for faces: its networks take a quarter of it. */
const FACE_MEMORY_MB = 1024;
/** Pictures of one account that may wait to be looked at. */
const FACES_WAITING = 100;
/** Calls for pictures of pages that may wait for one account. */
const PAGES_WAITING = 32;
/** Memory for what is made from records: models and applications in use. */
const DERIVED_BYTES = Math.min(2 * 2 ** 30, totalmem() / 4);

export interface AppOptions {
  areas?: readonly Area[];
  clock?: Clock;
  logTo?: DestinationStream;
}

export interface App {
  server: FastifyInstance;
  store: Store;
  blobs: Blobs;
  services: Services;
  log: Logger;
  adminSecret: string;
  /** The keys of the account `default`, when this start has made it. */
  newKeys?: Record<KeyName, string>;
  /** Signs one person in to the console, once; made with those keys. */
  signInCode?: string;
  certificateFile?: string;
  /** Listens, and answers the address. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export async function createApp(config: Config, { areas = allAreas, clock = { now: Date.now }, logTo }: AppOptions = {}): Promise<App> {
  const output = new LogOutput(process.stdout);
  const log = pino({ level: config.logLevel, base: { pid: process.pid } }, logTo ?? output);
  const ids: Ids = { uuid: randomUUID, secret: randomSecret };
  const keyring = new Keyring(Buffer.from(config.dev ? DEV_MASTER_KEY : config.masterKey ?? keptSecret(config.data, 'master.key'), 'hex'));
  const adminSecret = config.adminSecret ?? (config.dev ? DEV_ADMIN_SECRET : keptSecret(config.data, 'admin.secret'));

  const store = await openStore(config, clock, log);
  const blobs = config.dev ? new MemoryBlobs(() => clock.now()) : new FileBlobs(join(config.data, 'blobs'));
  const newKeys = await prepareData({ store, keyring, region: config.region, clock, ids, keys: config.dev ? DEV_KEYS : undefined });
  const signInCode = newKeys && await makeSignInCode({ store, keyring, ids, clock });
  const tls = config.tls ? await (await import('./net/certificate.ts')).localCertificate(tlsFolder(config), tlsHosts(config)) : undefined;

  const sentences = new Sentences(new URL('./engines/embedding/load.ts', import.meta.url));
  // One more than an account may have at once: whatever one account asks for, others are not kept waiting.
  const promptAtOnce = config.jobsAtOnce + 1;
  const threads = new Threads({ count: config.jobsAtOnce + promptAtOnce, memoryMb: 512 });
  const reading: Reading = {
    processes: new Processes({ count: promptAtOnce, memoryMb: config.analysisMemoryMb }),
    mostBytes: config.uploadMb * 2 ** 20, timeMs: config.analysisSeconds * 1000, pageMs: config.pageSeconds * 1000,
    ...config.ocrWeights !== undefined && { weights: config.ocrWeights }, tesseract: config.tesseract, pageTurns: new Turns({ atOnce: 1, mostWaiting: PAGES_WAITING }),
  };
  // One account may keep the processors busy; one process more is left to the others.
  const faceProcesses = Math.min(availableParallelism(), config.jobsAtOnce) + 1;
  const faces: FaceFinding = {
    processes: new Processes({ count: faceProcesses, memoryMb: FACE_MEMORY_MB }), turns: new Turns({ atOnce: faceProcesses - 1, mostWaiting: FACES_WAITING }),
    ...config.faceWeights !== undefined && { weights: config.faceWeights },
  };
  const listening = (): string[] => [...addressesOf(server, tls ? 'https' : 'http'), ...config.publicUrl === undefined ? [] : [config.publicUrl]];
  const fetch = createGuardedFetch({ allow: [...config.fetchAllow], own: listening, ownCertificate: tls?.cert });
  const jobs = new Jobs(store, clock, ids);
  const derived = new Derived({ records: store, services: () => services, mostBytes: DERIVED_BYTES, onError: (error) => log.error({ err: error }, 'derived value error') });
  const accounts: Accounts = {
    byId: async (id) => (await accountById(store, id))?.value,
    named: async (name) => (await getAccount(store, name))?.value,
    all: () => listAccounts(store, ''),
    manager: (authorization) => tokens.subject(authorization),
  };
  const linkedContainer: Services['linkedContainer'] = async (account, name) => {
    const { id, sealedStorage } = await accounts.byId(account) ?? {};
    return sealedStorage === undefined ? undefined : openBlobContainer(keyring.open(sealedStorage, `storage ${id}`), name, { fetch, now: () => clock.now(), refused: (details) => fail('StorageUnreadable', { details }) });
  };
  const containerAt: Services['containerAt'] = (connection, name, { refused, through = fetch }) => openBlobContainer(connection, name, { fetch: through, now: () => clock.now(), refused });
  const services: Services = { records: store, blobs, derived, jobs, accounts, clock, ids, fetch, linkedContainer, containerAt, threads, sentences, reading, faces, keyring, region: config.region };

  const tokens = new Tokens(keyring, clock, config.oidcIssuer === undefined ? undefined : { issuer: config.oidcIssuer, audience: config.oidcAudience!, jwksUrl: config.oidcJwksUrl! });
  const meter = new Meter(store);
  const sessions = new Sessions({ records: store, keyring, publicUrl: config.publicUrl });
  const activity = new Activity();
  const secret = new AdminSecret(keyring, adminSecret);
  const backup = (): ReturnType<typeof backupArchive> => backupArchive({ store, blobs, version: VERSION }, config.dev ? tmpdir() : join(config.data, 'tmp'));
  const more = [...sessionOperations({ adminSecret: secret, sessions }), ...serverOperations({ state: stateOf(config, clock), activity: () => activity.minutes(clock.now()), backup })];
  const management = managementArea({ token: tokenOperation({ tokens, adminSecret: secret }), more, jobs: accountJobs({ store, blobs, pointers: areas.flatMap((area) => area.pointers ?? []) }) });
  const served = config.role === 'worker' ? [] : [management, ...areas];
  const routes = routesOf(config.role === 'worker' ? [] : [...served, ...notBuiltAreas(areas)]);

  const runnerOf = (handlers: (JobHandlers | undefined)[], lane: Pick<RunnerOptions, 'concurrency' | 'perAccount'>): JobRunner => new JobRunner({
    ...lane, store, services, handlers: Object.assign({}, ...handlers),
    leaseMs: config.jobLeaseMs, pollMs: Math.min(1000, config.jobLeaseMs / 4), maxAttempts: config.jobAttempts,
    onError: (error, job) => log.error({ err: error, job: job?.id, kind: job?.kind }, 'job error'),
  });
  const runners = [runnerOf([management.jobs, ...areas.map((area) => area.jobs)], { concurrency: config.jobsAtOnce }), runnerOf(areas.map((area) => area.promptJobs), { concurrency: promptAtOnce, perAccount: config.jobsAtOnce })];
  const duties = new Duties({
    store, services, handlers: Object.assign({}, ...areas.map(({ duties: handlers }) => handlers)),
    leaseMs: config.jobLeaseMs, onError: (error, account) => log.error({ err: error, account }, 'duty error'),
  });
  const metrics = new Metrics({ jobsRunning: () => runners.reduce((sum, { busy }) => sum + busy, 0) });
  const dispatcher = new Dispatcher({
    store, services, publicUrl: config.publicUrl, timeMs: REQUEST_MS,
    access: new Access({ directory: new Directory(store, keyring), tokens, meter, clock, region: config.region, sessions }),
    onError: (error, request) => {
      metrics.error();
      log.error({ err: error, request: request.id }, 'unexpected error');
    },
    onAnswer: ({ id, method, startedAt, state }, status) => {
      const operation = state.binding?.prepared.operation.id ?? 'none';
      const ms = performance.now() - startedAt;
      metrics.request(operation, status, ms / 1000);
      if (state.area !== management) activity.count(status, clock.now());
      log.info({ request: id, method, operation, account: state.admitted?.account?.id, status, ms: Math.round(ms * 100) / 100 }, 'request');
    },
  });
  const server = createServer({ routes, areas: served, dispatcher, uploadBytes: reading.mostBytes, tls });
  addPages(server, { areas: served, metrics, clock, dev: config.dev });

  const schedule = new Schedule((error) => log.error({ err: error }, 'schedule error'));
  schedule.every(1000, () => meter.flush());
  if (config.role !== 'api') {
    schedule.every(60_000, async () => {
      while (await store.sweep(SWEEP_LIMIT) === SWEEP_LIMIT);
    });
    schedule.every(3600_000, () => sweepBlobs(store, blobs, clock));
  }

  return {
    server, store, blobs, services, log, adminSecret, newKeys, signInCode, certificateFile: tls?.certFile,
    async listen() {
      const address = await server.listen({ port: config.port, host: config.host });
      if (config.role !== 'api') {
        for (const runner of runners) runner.start();
        await duties.start();
      }
      log.info({ address, version: VERSION, role: config.role }, 'listening');
      return address;
    },
    async close() {
      await closeServer(server);
      dispatcher.close();
      await Promise.all([...runners.map((runner) => runner.stop()), duties.stop()]);
      await schedule.stop();
      await meter.flush();
      await Promise.all([threads.close(), sentences.close(), reading.processes.close(), faces.processes.close()]);
      await store.close();
      output.flush();
    },
  };
}

async function openStore(config: Config, clock: Clock, log: Logger): Promise<Store> {
  const now = (): number => clock.now();
  if (config.dev) return await openSqlite({ now });
  if (config.databaseUrl !== undefined) return await (await import('./storage/postgres/store.ts')).openPostgres({ url: config.databaseUrl, now, onError: (error) => log.warn({ err: error }, 'database connection lost') });
  return await openSqlite({ folder: config.data, now });
}

/** What the server is and holds, for its operator. */
function stateOf(config: Config, clock: Clock): () => Promise<ServerState> {
  const startedAt = clock.now();
  const { region, role, data } = config;
  const store = config.dev ? 'memory' : config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
  const counted = config.dev ? undefined : new CountedFolder(join(data, 'blobs'), () => clock.now());
  const engines = engineVersions();
  return async () => ({
    version: VERSION, startedAt, region, role, store, engines, memoryBytes: process.memoryUsage.rss(),
    ...counted && { storage: { ...await storageOf(counted, data), ...store === 'SQLite' && { databaseBytes: await sizeOf(databaseFile(data), `${databaseFile(data)}-wal`) } } },
  });
}

async function storageOf(counted: CountedFolder, data: string): Promise<{ blobBytes: number; blobCount: number; freeBytes: number }> {
  const [{ bytes, files }, { bavail, bsize }] = await Promise.all([counted.size(), statfs(data)]);
  return { blobBytes: bytes, blobCount: files, freeBytes: bavail * bsize };
}

/** Answers what is under way. A connection that was busy when closing began is let go once it is idle, not when the caller tires of it. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const letGo = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MS);
  try {
    await server.close();
  } finally {
    clearInterval(letGo);
  }
}

function addressesOf(server: FastifyInstance, scheme: string): string[] {
  return server.addresses().filter((listening) => typeof listening !== 'string')
    .map(({ address, family, port }) => `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`);
}

function tlsHosts({ host, publicUrl }: Config): string[] {
  const hosts = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return ['0.0.0.0', '::'].includes(host) ? hosts : [host, ...hosts];
}
