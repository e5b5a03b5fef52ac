/** The clock of a running server jumps forward and backward by minutes to weeks: jobs end once, limits recover, nothing is lost. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RankingClient, actions } from '../../../test/support/ranking.ts';
import { ManagementClient, call, eventually, run, startServer, temporaryFolder } from '../../../test/support/server.ts';
import { Random } from '../../../test/support/simulated-time.ts';
import { pairs, registers, send } from '../registers.ts';
import type { Target } from '../registers.ts';
import { atLeast, depth, none } from '../scene.ts';
import type { Scene } from '../scene.ts';
import { Ledger, writeUntil } from '../traffic.ts';

const SERVER = fileURLToPath(new URL('../../../test/faults/server.ts', import.meta.url));
const CLOCK = new URL('../shifted-clock.ts', import.meta.url).href;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Of the clock against the real one. */
const OFFSETS_MS = [0, 10 * MINUTE_MS, -10 * MINUTE_MS, HOUR_MS, -3 * HOUR_MS, 2 * DAY_MS, -2 * DAY_MS, 40 * DAY_MS, -40 * DAY_MS];
const CALLS_PER_SECOND = 5;
const RECOVERY_MS = 10_000;

export const scene: Scene = {
  summary: 'clock jumps by minutes to weeks in both directions: leases, tokens, limits and meters recover, nothing is lost',
  share: 2,
  async run({ minutes, seed, log }) {
    const random = new Random(seed);
    const folder = temporaryFolder();
    const data = join(folder.path, 'data');
    const clockFile = join(folder.path, 'clock');
    const env = { SOAK_CLOCK_FILE: clockFile, NODE_OPTIONS: `--import ${CLOCK}` };
    const args = ['--log-level', 'error', '--job-lease-ms', '1000', '--job-attempts', '1000'];
    writeFileSync(clockFile, '0');
    const start = (): ReturnType<typeof startServer> => startServer({ data, args, env, program: SERVER });
    let server = await start();
    const { adminSecret } = server;
    let manager = await ManagementClient.connect(server);
    let target: Target = { address: server.address, key: server.key1, token: manager.token };
    const limited = (await manager.createAccount('limited', { kind: 'Face', properties: { limits: { callsPerSecond: CALLS_PER_SECOND } } }))
      .key1;
    const loop = await RankingClient.of(manager, 'loop');
    const ledger = new Ledger();
    // Accounts are changed with a token, which a jump may end.
    const written = [...registers.filter(({ name }) => name !== 'accounts'), pairs];
    const problems: string[] = [];
    const endsAt = Date.now() + minutes * MINUTE_MS;
    let jumps = 0;
    let restarts = 0;
    try {
      while (jumps < 3 || Date.now() < endsAt) {
        const stop = new AbortController();
        const writing = writeUntil(stop.signal, {
          ledger,
          registers: written,
          writers: 3,
          seed: seed + jumps,
          prefix: `c${jumps}`,
          target: () => target,
        });
        const jobs = await startJobs(target, 4);
        writeFileSync(clockFile, String(random.pick(OFFSETS_MS)));
        jumps++;
        await new Promise((resolve) => setTimeout(resolve, 700));
        stop.abort();
        await writing;
        if (random.chance(0.2)) {
          await server.stop();
          server = await start();
          target = { ...target, address: server.address };
          restarts++;
        }
        manager = await ManagementClient.connect({ address: server.address, adminSecret });
        target = { ...target, token: manager.token };
        const clockMs = Number(readFileSync(clockFile, 'utf8'));
        const report = (problem: string | undefined): void => {
          if (problem !== undefined) problems.push(`clock at ${clockMs / HOUR_MS} h: ${problem}`);
        };
        report(await checkJobs(target, jobs));
        report(await checkLimit(target, limited));
        report(await checkRanking(loop.at(server)));
        if ((await manager.call('GET /accounts')).status !== 200) report('a new token is refused');
        for (const register of written) for (const problem of await ledger.check(register, target)) report(problem);
      }
    } finally {
      await server.stop();
    }
    const { code, stdout } = await run(['verify', '--json', '--data', data]);
    if (code !== 0) problems.push(`verify: ${stdout.slice(0, 500)}`);
    folder.remove();
    for (const problem of [...problems, ...ledger.refusals].slice(0, 10)) log(problem);
    return [
      atLeast('clock jumps', jumps, OFFSETS_MS.length),
      depth('of them with a restart', restarts),
      atLeast('changes acknowledged', ledger.acknowledged, 100),
      none('jobs stuck or repeated, limits or tokens that do not recover, changes lost', problems.length),
      none('calls refused without a reason', ledger.refusals.length),
    ];
  },
};

async function startJobs(target: Target, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { status, text } = await send(target, 'POST /faults/jobs', { n: 300 });
    if (status === 202) ids.push((JSON.parse(text) as { id: string }).id);
  }
  return ids;
}

async function checkJobs(target: Target, ids: readonly string[]): Promise<string | undefined> {
  type Job = { state: string; effects: number };
  const read = async (id: string): Promise<Job> => JSON.parse((await send(target, `GET /faults/jobs/${id}`)).text) as Job;
  for (const id of ids) {
    const job = await eventually(
      () => read(id),
      ({ state }) => state === 'succeeded' || state === 'absent',
      30_000,
    ).catch(() => read(id));
    // The record of a completed job is kept for a week.
    if ((job.state !== 'succeeded' && job.state !== 'absent') || job.effects !== 1)
      return `a job is ${job.state} with ${job.effects} effects`;
  }
  return undefined;
}

/** An account with a limit is admitted again soon, and still limited. */
async function checkLimit(target: Target, key: string): Promise<string | undefined> {
  const get = (): Promise<number> => call(target, 'GET /face/v1.0/persongroups', { key }).then(({ status }) => status);
  try {
    await eventually(get, (status) => status === 200, RECOVERY_MS);
  } catch {
    return 'an account with a limit is not admitted';
  }
  const statuses = await Promise.all(Array.from({ length: 6 * CALLS_PER_SECOND }, get));
  return statuses.includes(429) ? undefined : 'an account with a limit is not limited';
}

async function checkRanking(client: RankingClient): Promise<string | undefined> {
  try {
    const { eventId } = await client.rank({ actions: actions('a', 'b') });
    await client.reward(eventId, 1);
    return undefined;
  } catch (error) {
    return `ranking: ${(error as Error).message}`;
  }
}
