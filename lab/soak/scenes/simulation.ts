/** Seeded simulations of storage, jobs and leases with slow, lost, frozen and cut connections: one seed is one run. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { SIMULATIONS } from '../simulation-worker.ts';
import type { SimulationReport, SimulationTask } from '../simulation-worker.ts';
import { atLeast, none } from '../scene.ts';
import type { Figure, Scene } from '../scene.ts';

const WORKER = fileURLToPath(new URL('../simulation-worker.ts', import.meta.url));
/** Seeds of two processes do not overlap. */
const SEEDS_OF_A_PROCESS = 10_000_000;
const MIN_SEEDS = 100;
/** The longer a simulation takes, the more time it gets. */
const SHARES = { jobs: 0.5, leases: 0.3, storage: 0.2 } as const;

export const scene: Scene = {
  summary: 'seeded simulation of storage, jobs and leases: each job ends once, each task has one holder, reads show what was committed',
  share: 4,
  async run({ minutes, seed, log }) {
    const figures: Figure[] = [];
    for (const name of Object.keys(SIMULATIONS) as SimulationTask['name'][]) {
      const endsAt = Date.now() + minutes * SHARES[name] * 60_000;
      const reports = await Promise.all(
        Array.from({ length: availableParallelism() }, async (_, part) => {
          const task: SimulationTask = { name, endsAt, firstSeed: (seed % 1000) * 10 * SEEDS_OF_A_PROCESS + part * SEEDS_OF_A_PROCESS };
          const worker = fork(WORKER, [JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
          const [report] = (await Promise.race([once(worker, 'message'), once(worker, 'exit').then(() => [])])) as [SimulationReport?];
          return report ?? { seeds: 0, failures: [{ seed: task.firstSeed, message: 'the process ended' }] };
        }),
      );
      const failures = reports.flatMap((report) => report.failures);
      for (const failure of failures.slice(0, 5)) log(`${name}, seed ${failure.seed}: ${failure.message}`);
      figures.push(
        atLeast(
          `${name}: seeds`,
          reports.reduce((sum, { seeds }) => sum + seeds, 0),
          MIN_SEEDS,
        ),
        none(`${name}: seeds that fail`, failures.length),
      );
    }
    return figures;
  },
};
