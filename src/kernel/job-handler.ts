/** What performs jobs: the handlers of an area, by the kind of job. */
import type { Job, JobOutcome, JobRun } from './job.ts';
import type { Ports } from './ports.ts';

export interface JobContext<Services = Ports> extends JobRun {
  services: Services;
}

export type JobHandler<Services = Ports> = (job: Job, context: JobContext<Services>) => Promise<JobOutcome>;
export type JobHandlers<Services = Ports> = Readonly<Record<string, JobHandler<Services>>>;

/** Handlers that have their services. */
export type BoundJobHandlers = Readonly<Record<string, (job: Job, run: JobRun) => Promise<JobOutcome>>>;

export function bindJobs<Services>(handlers: JobHandlers<Services> | undefined, services: Services): BoundJobHandlers {
  const bound = Object.entries(handlers ?? {}).map(([kind, handle]): [string, BoundJobHandlers[string]] => [
    kind,
    (job, run) => handle(job, { ...run, services }),
  ]);
  return Object.fromEntries(bound);
}
