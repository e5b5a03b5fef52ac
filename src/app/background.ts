/** What runs beside requests: jobs, singleton tasks, and the upkeep of the store. */
import type { Logger } from 'pino';
import type { AuditAnchoring } from '../accounts/audit/audit-anchor.ts';
import type { Meter } from '../accounts/limits/meter.ts';
import type { Config } from '../config.ts';
import { JobRunner } from '../jobs/runner.ts';
import type { JobObserver, RunnerOptions } from '../jobs/runner.ts';
import { Schedule } from '../jobs/schedule.ts';
import { SingletonTasks } from '../jobs/singleton-tasks.ts';
import type { Area, AreaServices } from '../kernel/area.ts';
import { bindJobs } from '../kernel/job-handler.ts';
import type { BoundJobHandlers } from '../kernel/job-handler.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';
import type { Store } from '../kernel/ports/store.ts';
import type { LeaseEvent } from '../kernel/ports/telemetry.ts';
import { bindSingletonTasks } from '../kernel/singleton-task.ts';
import type { BoundSingletonTasks } from '../kernel/singleton-task.ts';
import { deleteReleasedBlobs, sweepOrphans } from '../storage/blobs/blob-sweep.ts';

const SWEEP_LIMIT = 10_000;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** How often blobs are looked for that never got a record, and how old they are then: a blob is written before its record. */
const ORPHANS_MS = 15 * MINUTE_MS;
/** File systems may record a time that is a little before that of the clock. */
const FILE_TIME_MS = 1000;

interface Parts {
  config: Config;
  log: Logger;
  areas: readonly Area[];
  services: AreaServices;
  store: Store;
  blobs: Blobs;
  clock: Clock;
  meter: Meter;
  anchoring: AuditAnchoring;
  jobObserver: JobObserver;
  onTaskLease: (event: LeaseEvent) => void;
}

export interface Background {
  start(): Promise<void>;
  stop(): Promise<void>;
  readonly jobsRunning: number;
  readonly tasksHeld: number;
}

export function createBackground(parts: Parts): Background {
  const { config, log, areas, services, store, blobs, clock, meter, anchoring } = parts;
  const { jobLeaseMs: leaseMs, jobsAtOnce, jobAttempts: maxAttempts } = config;
  // The embedded database has one process.
  const isOnlyProcess = config.databaseUrl === undefined;
  const handlersOf = (kind: 'jobs' | 'interactiveJobs'): BoundJobHandlers =>
    Object.assign({}, ...areas.map((area) => bindJobs(area[kind], services.of(area))));
  const runner = (handlers: BoundJobHandlers, limits: Pick<RunnerOptions, 'concurrency' | 'perAccount'>): JobRunner =>
    new JobRunner({
      ...limits,
      store,
      clock,
      handlers,
      leaseMs,
      isOnlyProcess,
      pollMs: Math.min(SECOND_MS, leaseMs / 4),
      maxAttempts,
      observer: parts.jobObserver,
      onError: (error, job) => log.error({ err: error, job: job?.id, kind: job?.kind }, 'job error'),
    });
  // One more than an account may use, so that others are not kept waiting.
  const limits = { concurrency: jobsAtOnce + 1, perAccount: jobsAtOnce };
  const runners = [runner(handlersOf('jobs'), limits), runner(handlersOf('interactiveJobs'), limits)];
  const taskHandlers: BoundSingletonTasks = Object.assign(
    {},
    ...areas.map((area) => bindSingletonTasks(area.singletonTasks, services.of(area))),
  );
  const tasks = new SingletonTasks({
    store,
    clock,
    handlers: taskHandlers,
    leaseMs,
    isOnlyProcess,
    onLease: parts.onTaskLease,
    onError: (error, account) => log.error({ err: error, account }, 'singleton task error'),
  });
  const schedule = new Schedule((error) => log.error({ err: error }, 'schedule error'));
  schedule.every(SECOND_MS, () => meter.flush());
  const anchor = (): Promise<void> => anchoring.run().catch((error: unknown) => log.error({ err: error }, 'audit could not be anchored'));
  let anchored = Promise.resolve();
  schedule.every(MINUTE_MS, () => (anchored = anchored.then(anchor)));
  if (config.role !== 'api') {
    // A deletion waits for one pass, then for others that may be reading, then for another pass: together `eraseSeconds`.
    const passMs = Math.floor((config.eraseSeconds * SECOND_MS) / 3);
    schedule.every(passMs, async () => {
      while ((await store.sweep(SWEEP_LIMIT)) === SWEEP_LIMIT);
      await deleteReleasedBlobs(store, blobs, passMs);
    });
    // What was written before the start of the only process and has no record will never have one.
    let before = isOnlyProcess ? clock.now() - FILE_TIME_MS : clock.now() - ORPHANS_MS;
    schedule.every(ORPHANS_MS, async () => {
      await sweepOrphans(store, blobs, before);
      before = clock.now();
    });
  }
  return {
    async start() {
      schedule.runNow();
      if (config.role !== 'api') {
        for (const one of runners) one.start();
        await tasks.start();
      }
      services.warmUp({ answersCalls: config.role !== 'worker', runsJobs: config.role !== 'api' });
    },
    async stop() {
      await Promise.all([...runners.map((one) => one.stop()), tasks.stop()]);
      await schedule.stop();
      await anchored.then(anchor);
    },
    get jobsRunning() {
      return runners.reduce((sum, { busy }) => sum + busy, 0);
    },
    get tasksHeld() {
      return tasks.count;
    },
  };
}
