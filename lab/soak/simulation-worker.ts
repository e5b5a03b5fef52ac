/** A process of the scene `simulation`: runs one seed after the other until its time is over. */
import { simulateJobs } from '../../test/support/simulations/jobs.ts';
import { simulateSingletonTasks } from '../../test/support/simulations/singleton-tasks.ts';
import { simulateStore } from '../../test/support/simulations/storage.ts';

export interface SimulationTask {
  name: keyof typeof SIMULATIONS;
  firstSeed: number;
  endsAt: number;
}

export interface SimulationReport {
  seeds: number;
  failures: { seed: number; message: string }[];
}

export const SIMULATIONS = { jobs: simulateJobs, leases: simulateSingletonTasks, storage: simulateStore } as const;

if (process.send) {
  const { name, firstSeed, endsAt } = JSON.parse(process.argv[2]!) as SimulationTask;
  const report: SimulationReport = { seeds: 0, failures: [] };
  for (let seed = firstSeed; Date.now() < endsAt; seed++) {
    await SIMULATIONS[name](seed).catch((error: unknown) => report.failures.push({ seed, message: String(error) }));
    report.seeds++;
  }
  process.send(report);
  process.disconnect();
}
