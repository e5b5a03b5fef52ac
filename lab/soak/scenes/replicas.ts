/** Four processes on one PostgreSQL under traffic of all areas, with up to 200 random faults. */
import { newDatabase, stopPostgres, whyNoPostgres } from '../../../test/support/postgres.ts';
import { runReplicas } from '../replicas/run.ts';
import type { RunResult } from '../replicas/run.ts';
import { atLeast, SceneSkipped, atMost, depth, none } from '../scene.ts';
import type { Figure, Scene } from '../scene.ts';

const REPLICAS = 4;
const FAULTS = 200;
const LEASE_MS = 1500;
/** Of the calls that an account may make. */
const MAX_LIMIT_RATIO = 1.05;

export const scene: Scene = {
  summary: 'four processes on one PostgreSQL with kills, freezes, lost networks, databases and blobs: nothing lost, nothing done twice',
  share: 4,
  async run({ minutes, seed, faults = FAULTS, log }) {
    const reason = await whyNoPostgres();
    if (reason !== undefined) throw new SceneSkipped(reason);
    const figures: Figure[] = [];
    try {
      for (const blobs of ['postgres', 'files'] as const) {
        log(`blobs: ${blobs}`);
        const result = await runReplicas({
          databaseUrl: await newDatabase(),
          replicas: REPLICAS,
          blobs,
          faults: Math.ceil(faults / 2),
          endsAt: Date.now() + (minutes / 2) * 60_000,
          leaseMs: LEASE_MS,
          seed,
          log,
        });
        figures.push(...figuresOf(result, log).map((figure) => ({ ...figure, name: `${blobs}: ${figure.name}` })));
      }
      return figures;
    } finally {
      await stopPostgres();
    }
  },
};

function figuresOf(result: RunResult, log: (line: string) => void): Figure[] {
  const { lost, refused, wrong, unexpected, limit } = result;
  for (const problems of [lost, refused, unexpected, wrong]) for (const problem of problems.slice(0, 8)) log(problem);
  const kinds = Object.entries(result.faults).map(([kind, count]) => `${count} ${kind}`);
  const rounds = Object.entries(result.rounds).map(([name, count]) => `${count} ${name}`);
  return [
    depth('faults', `${Object.values(result.faults).reduce((sum, count) => sum + count, 0)}: ${kinds.join(', ')}`),
    atLeast('changes acknowledged', result.acknowledged, 100),
    atLeast('ranks and rewards acknowledged', result.ranked, 50),
    depth('workflows from start to result', rounds.join(', ')),
    none('acknowledged changes lost or half there', lost.length),
    none('calls refused without a reason', refused.length),
    none('replies 500', unexpected.length),
    depth('races to create one id, walks through a list', `${result.races}, ${result.walks}`),
    atLeast('jobs that count their effects', result.jobs, 10),
    depth('jobs of all areas that another process took up', result.resumedJobs),
    depth('jobs taken up while their holder was frozen on purpose', result.takenUp),
    none('effects, jobs, races, walks and workflows that went wrong', wrong.length),
    depth('limited calls: answered of offered', `${limit!.answered} of ${limit!.offered}`),
    atMost('calls answered relative to the limit of calls per second', limit!.ratio, MAX_LIMIT_RATIO),
  ];
}
