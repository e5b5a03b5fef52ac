/** Seeded runs of storage, jobs and singleton tasks. `npm run soak -- simulation` runs many more; SIMULATION_SEED repeats one. */
import { test } from 'node:test';
import { simulateJobs } from '../../test/support/simulations/jobs.ts';
import { simulateSingletonTasks } from '../../test/support/simulations/singleton-tasks.ts';
import { simulateStore } from '../../test/support/simulations/storage.ts';

const SEED = process.env.SIMULATION_SEED;

async function simulate(seeds: number, run: (seed: number) => Promise<void>): Promise<void> {
  if (SEED !== undefined) return await run(Number(SEED));
  for (let seed = 1; seed <= seeds; seed++)
    await run(seed).catch((error: unknown) => {
      throw new Error(`Seed ${seed} fails; repeat it with SIMULATION_SEED=${seed}. ${(error as Error).message}`, { cause: error });
    });
}

test('completes each job once and applies its effects at most once under random failures', () => simulate(15, simulateJobs));
test('performs each task in exactly one process under random failures', () => simulate(3, simulateSingletonTasks));
test('stores what was committed, and nothing else', () => simulate(30, simulateStore));
