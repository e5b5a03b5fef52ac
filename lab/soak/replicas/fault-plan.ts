/** The faults of a run, all of them chosen by the seed before it starts, so that a run can be repeated. */
import type { Random } from '../../../test/support/simulated-time.ts';

const KINDS = {
  /** kill -9, and start again. */
  kill: 28,
  /** SIGSTOP for longer than a lease. */
  freeze: 20,
  /** SIGSTOP of the process that runs a job, until another has taken up that job. */
  freezeHolder: 16,
  /** Connections to the database are cut, and new ones refused. */
  cut: 14,
  /** The network to the database swallows everything. */
  silence: 8,
  /** The database stops and starts. */
  restartDatabase: 7,
  /** The store of blobs is not there. */
  loseBlobs: 7,
} as const;

export type FaultKind = keyof typeof KINDS;

export interface Fault {
  kind: FaultKind;
  /** The number of the process. */
  replica: number;
  /** Before it happens. */
  waitMs: number;
  ms: number;
}

/** Faults that concern all processes. */
const SHARED = new Set<FaultKind>(['restartDatabase', 'loseBlobs']);

export interface PlanOptions {
  faults: number;
  replicas: number;
  leaseMs: number;
  without?: readonly FaultKind[];
}

/**
 * Two sequences that happen at the same time, each with processes of its own; shared faults are in the first. Every kind comes before
 * any comes again, so that a short run has all of them.
 */
export function planFaults(random: Random, { faults, replicas, leaseMs, without = [] }: PlanOptions): [Fault[], Fault[]] {
  const kinds = (Object.keys(KINDS) as FaultKind[]).filter((kind) => !without.includes(kind));
  const weighted = kinds.flatMap((kind) => Array<FaultKind>(KINDS[kind]).fill(kind));
  const first: FaultKind[] = shuffled(random, kinds);
  const split = Math.ceil(replicas / 2);
  const lanes: [Fault[], Fault[]] = [[], []];
  for (let n = 0; n < faults; n++) {
    const kind = first[n] ?? random.pick(weighted);
    const replica = SHARED.has(kind) ? random.integer(0, split - 1) : random.integer(0, replicas - 1);
    const ms = kind === 'freeze' ? random.integer(leaseMs, 3 * leaseMs) : random.integer(300, 2 * leaseMs);
    lanes[replica < split ? 0 : 1].push({ kind, replica, waitMs: random.integer(200, 1500), ms });
  }
  return lanes;
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const left = [...items];
  return items.map(() => left.splice(random.integer(0, left.length - 1), 1)[0]!);
}
