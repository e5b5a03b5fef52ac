/**
 * A singleton task is continuous work of an account, such as the learner of a ranking loop: as long as its record exists, one process
 * performs it, and another takes over when that process stops or dies (jobs/singleton-tasks.ts).
 */
import type { Change } from './change.ts';
import { collection, SYSTEM } from './collection.ts';
import type { Ports } from './ports.ts';

export interface SingletonTask {
  kind: string;
  account: string;
  /** The id of a process, empty when the task is free. */ holder: string;
}

export const BY_HOLDER = 'holder';

export const singletonTasks = collection<SingletonTask>('duties', { indexes: { [BY_HOLDER]: ({ holder }) => [holder] }, announced: true });

/** The tasks of an account share a prefix, so that they can be cleared with it. */
export function singletonTaskKey(account: string, kind: string): string {
  return `${account}/${kind}`;
}

/** Assigns a task to an account that does not have it yet. */
export function assignSingletonTask(change: Change, account: string, kind: string): Change {
  return change.create(singletonTasks, SYSTEM, singletonTaskKey(account, kind), { kind, account, holder: '' });
}

/** Another process holds the task now, or the task is gone. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** What the runner offers to the handler of a task. */
export interface SingletonTaskRun {
  /** Aborted when the lease is lost or the server stops. */
  signal: AbortSignal;
  /** Commits on condition that the lease is still held; throws LeaseLost otherwise. */
  commit(change: Change): Promise<void>;
  /** Resolves after the given time, or sooner when the account's record in the collection `wokenBy` has changed. */
  pause(ms: number): Promise<void>;
}

export interface SingletonTaskContext<Services = Ports> extends SingletonTaskRun {
  services: Services;
}

export interface SingletonTaskHandler<Services = Ports> {
  /** Works until the signal is aborted. When it throws, it is started again a little later. */
  perform: (account: string, context: SingletonTaskContext<Services>) => Promise<void>;
  /** The collection whose changes end a pause. */
  wokenBy: string;
}

export type SingletonTaskHandlers<Services = Ports> = Readonly<Record<string, SingletonTaskHandler<Services>>>;

/** A handler that has its services. */
export interface BoundSingletonTask {
  perform(account: string, run: SingletonTaskRun): Promise<void>;
  wokenBy: string;
}
export type BoundSingletonTasks = Readonly<Record<string, BoundSingletonTask>>;

export function bindSingletonTasks<Services>(
  handlers: SingletonTaskHandlers<Services> | undefined,
  services: Services,
): BoundSingletonTasks {
  const bound = Object.entries(handlers ?? {}).map(([kind, { perform, wokenBy }]): [string, BoundSingletonTask] => [
    kind,
    { wokenBy, perform: (account, run) => perform(account, { ...run, services }) },
  ]);
  return Object.fromEntries(bound);
}
