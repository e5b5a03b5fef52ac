/** Generated requests to every operation in every version, in process, and broken HTTP over sockets. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startServer, temporaryFolder } from '../../../test/support/server.ts';
import { sendBrokenHttp } from '../broken-http.ts';
import type { FuzzReport, FuzzTask } from '../fuzz-worker.ts';
import { atLeast, depth, none } from '../scene.ts';
import type { Figure, Scene, SceneContext } from '../scene.ts';

const WORKER = fileURLToPath(new URL('../fuzz-worker.ts', import.meta.url));
const SOCKETS_SHARE = 0.1;
const MAX_SHOWN = 20;
const MIN_REQUESTS = 10_000;
const MIN_CONNECTIONS = 1000;
const PROGRESS_MS = 120_000;

export const scene: Scene = {
  summary: 'generated requests to every operation and version, and broken HTTP: no 5xx, no hang, replies by schema',
  share: 8,
  async run(context) {
    return [...(await fuzzOperations(context)), ...(await fuzzSockets(context))];
  },
};

async function fuzzOperations({ minutes, seed, log }: SceneContext): Promise<Figure[]> {
  const parts = availableParallelism();
  const endsAt = Date.now() + minutes * (1 - SOCKETS_SHARE) * 60_000;
  const casesOf = new Map<string, number>();
  const statuses = new Map<number, number>();
  const problems: string[] = [];
  const slow: string[] = [];
  const note = (list: string[], lines: readonly string[]): void => {
    for (const line of lines) {
      if (list.length < MAX_SHOWN) log(line);
      list.push(line);
    }
  };
  const only = process.env.FUZZ_ONLY ?? '';
  const total = (): number => [...casesOf.values()].reduce((sum, count) => sum + count, 0);
  const progress = setInterval(() => log(`${total()} requests`), PROGRESS_MS);
  await Promise.all(
    Array.from({ length: parts }, async (_, part) => {
      const task: FuzzTask = { seed, endsAt, part, parts, only };
      const worker = fork(WORKER, [JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      worker.on('message', (message) => {
        const { target, cases, statuses: counts, ...found } = message as FuzzReport;
        casesOf.set(target, (casesOf.get(target) ?? 0) + cases);
        for (const [status, count] of counts) statuses.set(status, (statuses.get(status) ?? 0) + count);
        note(problems, found.problems);
        note(slow, found.slow);
      });
      const [code] = (await once(worker, 'exit')) as [number | null];
      if (code !== 0) note(problems, [`a fuzz process exited with ${code}`]);
    }),
  );
  clearInterval(progress);
  casesOf.delete('jobs');
  const cases = total();
  const failed = [...statuses].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0);
  const succeeded = [...statuses].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0);
  log(
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  );
  return [
    atLeast('generated requests', cases, MIN_REQUESTS),
    depth('operations in a version', `${casesOf.size}, each at least ${Math.min(...casesOf.values())} requests`),
    depth('answered with success', `${((100 * succeeded) / cases).toFixed(0)} %`),
    none('responses of 5xx', failed),
    none('calls slower than 2 s, twice', slow.length),
    none('replies off schema or dialect, leaks, failed jobs', problems.length),
  ];
}

async function fuzzSockets({ minutes, seed, log }: SceneContext): Promise<Figure[]> {
  const folder = temporaryFolder();
  const server = await startServer({ data: folder.path, args: ['--log-level', 'error'] });
  try {
    const { connections, problems } = await sendBrokenHttp(server, { seed, endsAt: Date.now() + minutes * SOCKETS_SHARE * 60_000 });
    for (const problem of problems.slice(0, MAX_SHOWN)) log(problem);
    return [
      atLeast('connections with broken HTTP', connections, MIN_CONNECTIONS),
      none('unexpected replies to broken HTTP', problems.length),
    ];
  } finally {
    await server.stop();
    folder.remove();
  }
}
