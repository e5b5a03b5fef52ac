/**
 * An area is one of the services that are served. It declares its mounts, dialect, operations, jobs and settings; `start` makes the
 * engine pools it needs. Its operations and jobs are typed by the services that `start` returns: the ports and what the area adds.
 */
import type { AccountKind } from './account.ts';
import type { Collection } from './collection.ts';
import type { Dialect, FailureRow } from './failures.ts';
import type { JobHandlers } from './job-handler.ts';
import type { Operation } from './operation.ts';
import type { Ports } from './ports.ts';
import type { Store } from './ports/store.ts';
import type { Settings, SettingValues } from './settings.ts';
import type { SingletonTaskHandlers } from './singleton-task.ts';

/** A base path under which a version of an area is served. */
export interface Mount {
  base: string;
  version: string;
  /** Whether the version is part of the base or requested with `api-version`. */
  marker: 'path' | 'query';
  /** Whether it also answers requests for versions of a later date; only with the version in the query. */
  servesLater?: true;
}

/** What an upgrade of stored data may use. It can run again after a failure or in two processes concurrently, so it must be idempotent. */
export type UpgradeContext = Pick<Ports, 'accounts' | 'ids' | 'clock'> & { store: Store };

interface AreaTable<Services> {
  name: string;
  /** The module that exports the area, for threads that run its operations. */
  module?: string;
  title: string;
  mounts: readonly Mount[];
  /** Kinds of accounts whose keys reach it, besides MultiService. */
  kinds: readonly AccountKind[];
  dialect: Dialect;
  /** Whether values of queries that released clients send by mistake, such as `undefined`, count as left out. */
  lenientQueries?: true;
  failures?: { readonly rows: Readonly<Record<string, FailureRow>> };
  operations: readonly Operation<Services>[];
  jobs?: JobHandlers<Services>;
  /** Jobs that a caller waits for: they have workers of their own, so that no training delays them. */
  interactiveJobs?: JobHandlers<Services>;
  singletonTasks?: SingletonTaskHandlers<Services>;
  /** Its system records that refer to what an account owns; they are erased with the account. */
  systemIndexes?: readonly Collection<never>[];
  /** Rewrites what earlier versions have stored, by a name that is recorded: each runs once, before the server listens. */
  upgrades?: Readonly<Record<string, (context: UpgradeContext) => Promise<void>>>;
}

/** What this process does. */
export interface ProcessRole {
  answersCalls: boolean;
  runsJobs: boolean;
}

export interface StartedServices<Services> {
  services: Services;
  /** Called once the server listens and runs jobs: loads in the background what the first call or job would wait for. */
  warmUp?(role: ProcessRole): void;
  stop?(): Promise<void>;
}

export interface AreaDefinition<Services extends Ports, S extends Settings> extends AreaTable<Services> {
  settings: S;
  /** Areas with the same `start` share what it makes. */
  start(ports: Ports, settings: SettingValues<S>): StartedServices<Services>;
}

/** An area whose services are known to itself alone. */
export interface Area extends AreaTable<never> {
  settings?: Settings;
  start?(ports: Ports, settings: Readonly<Record<string, unknown>>): StartedServices<Ports>;
}

/** Declares an area: with services of its own where it has a `start`, else with the ports. */
export function defineArea(table: AreaTable<Ports>): Area;
export function defineArea<Services extends Ports, const S extends Settings>(definition: AreaDefinition<Services, S>): Area;
export function defineArea(area: Area): Area {
  return area;
}

/** Starts areas and knows the services of each. */
export class AreaServices {
  readonly #services = new Map<Area, Ports>();
  readonly #started = new Map<Area['start'], StartedServices<Ports>>();
  readonly #ports: Ports;

  constructor(areas: readonly Area[], ports: Ports, settings: Readonly<Record<string, unknown>>) {
    this.#ports = ports;
    for (const area of areas) {
      if (!area.start) continue;
      const started = this.#started.get(area.start) ?? area.start(ports, settings);
      this.#started.set(area.start, started);
      this.#services.set(area, started.services);
    }
  }

  /** What the area's own operations and jobs expect, which only its definition knows: hence the type. */
  of(area: Area): never {
    return (this.#services.get(area) ?? this.#ports) as never;
  }

  warmUp(role: ProcessRole): void {
    for (const started of this.#started.values()) started.warmUp?.(role);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#started.values()].map(async ({ stop }) => await stop?.()));
  }
}
