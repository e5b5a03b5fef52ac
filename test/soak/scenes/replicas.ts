/** Three processes on one PostgreSQL with kills, freezes and a restart of the database, under traffic of all areas. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ManagementClient, eventually, startServer } from '../../support/server.ts';
import type { Server } from '../../support/server.ts';
import { newDatabase, restartPostgres, stopPostgres, whyNoPostgres } from '../../support/postgres.ts';
import { Random } from '../../support/simulated-time.ts';
import { pairs, registers, send } from '../registers.ts';
import type { Target } from '../registers.ts';
import { SceneSkipped, depth, none } from '../scene.ts';
import type { Scene } from '../scene.ts';
import { Ledger, writeUntil } from '../traffic.ts';

const SERVER = fileURLToPath(new URL('../../faults/server.ts', import.meta.url));
const REPLICAS = 3;
const WRITERS = 6;
const LEASE_MS = 1000;
const STABLE_ITEMS = 60;
const PAGE = 7;
const GROUPS = '/face/v1.0/largepersongroups';

export const scene: Scene = {
  summary: 'three processes on one PostgreSQL with kills, freezes and a database restart: nothing lost, one winner, lists whole, jobs once',
  share: 4,
  async run({ minutes, seed, log }) {
    const reason = await whyNoPostgres();
    if (reason !== undefined) throw new SceneSkipped(reason);
    const fleet = await Fleet.start(await newDatabase());
    try {
      const endsAt = Date.now() + minutes * 60_000;
      const stop = new AbortController();
      const ledger = new Ledger();
      const checks = new Checks(fleet);
      await checks.createStableItems();
      const work = [
        writeUntil(stop.signal, {
          ledger,
          registers: [...registers, pairs],
          writers: WRITERS,
          seed,
          prefix: `c${seed}`,
          target: (random) => fleet.pick(random),
        }),
        checks.raceUntil(stop.signal, new Random(seed + 1)),
        checks.pageUntil(stop.signal, new Random(seed + 2)),
        checks.startJobsUntil(stop.signal, new Random(seed + 3)),
      ];
      await fleet.injectFaultsUntil(endsAt, new Random(seed + 4), log);
      stop.abort();
      await Promise.all(work);
      await fleet.recover();
      const lost: string[] = [];
      for (const register of [...registers, pairs]) lost.push(...(await ledger.check(register, fleet.targets[0]!)));
      await checks.finish();
      for (const problem of [...lost, ...checks.problems].slice(0, 10)) log(problem);
      const { kills, freezes, databaseRestarts } = fleet;
      return [
        depth('faults', `${kills} kills, ${freezes} freezes, ${databaseRestarts} restarts of the database`),
        depth('changes acknowledged', ledger.acknowledged),
        none('acknowledged changes lost or half there', lost.length),
        depth('races to create one id', checks.races),
        none('races without exactly one winner', checks.badRaces),
        depth('walks through a list', checks.walks),
        none('walks that skip or repeat a stable item', checks.badWalks),
        depth('jobs', checks.jobs.size),
        none('jobs lost, stuck or repeated', checks.badJobs),
      ];
    } finally {
      await fleet.stop();
      await stopPostgres();
    }
  },
};

class Fleet {
  readonly #servers: Server[] = [];
  readonly #start: () => Promise<Server>;
  readonly #data: string;
  readonly targets: Target[] = [];
  kills = 0;
  freezes = 0;
  databaseRestarts = 0;

  private constructor(data: string, start: () => Promise<Server>) {
    this.#data = data;
    this.#start = start;
  }

  static async start(url: string): Promise<Fleet> {
    const data = mkdtempSync(join(tmpdir(), 'perennial-replicas-'));
    const args = ['--database-url', url, '--log-level', 'error', '--job-lease-ms', String(LEASE_MS), '--job-attempts', '1000'];
    const fleet = new Fleet(data, () => startServer({ data, args, program: SERVER }));
    const first = await fleet.#start();
    const { token } = await ManagementClient.connect(first);
    fleet.#servers.push(first);
    fleet.targets.push({ address: first.address, key: first.key1, token });
    while (fleet.#servers.length < REPLICAS) {
      const server = await fleet.#start();
      fleet.#servers.push(server);
      fleet.targets.push({ ...fleet.targets[0]!, address: server.address });
    }
    return fleet;
  }

  pick(random: Random): Target {
    return random.pick(this.targets);
  }

  async injectFaultsUntil(endsAt: number, random: Random, log: (line: string) => void): Promise<void> {
    const middle = Date.now() + (endsAt - Date.now()) / 2;
    while (Date.now() < endsAt) {
      await sleep(random.integer(500, 2500));
      if (this.databaseRestarts === 0 && Date.now() > middle) {
        log('restarting the database');
        await restartPostgres();
        this.databaseRestarts++;
        continue;
      }
      const index = random.integer(0, REPLICAS - 1);
      if (random.chance(0.4)) await this.#freeze(index, random.integer(LEASE_MS, 4 * LEASE_MS));
      else await this.#kill(index);
    }
  }

  async #kill(index: number): Promise<void> {
    this.kills++;
    const server = this.#servers[index]!;
    server.signal('SIGKILL');
    await server.exited;
    this.#servers[index] = await this.#start();
    this.targets[index] = { ...this.targets[index]!, address: this.#servers[index].address };
  }

  async #freeze(index: number, ms: number): Promise<void> {
    this.freezes++;
    this.#servers[index]!.signal('SIGSTOP');
    await sleep(ms);
    this.#servers[index]!.signal('SIGCONT');
  }

  /** Waits until every process answers again. */
  async recover(): Promise<void> {
    for (const target of this.targets)
      await eventually(
        () => send(target, `GET ${GROUPS}?top=1`).catch(() => ({ status: 0, text: '' })),
        ({ status }) => status === 200,
        60_000,
      );
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) {
      server.signal('SIGCONT');
      server.signal('SIGKILL');
      await server.exited;
    }
    rmSync(this.#data, { recursive: true, force: true });
  }
}

/** Checks beside the traffic: races, walks through a list and jobs. */
class Checks {
  readonly #fleet: Fleet;
  readonly #stable = Array.from({ length: STABLE_ITEMS }, (_, i) => `stable-${String(i).padStart(3, '0')}`);
  readonly jobs = new Set<string>();
  readonly problems: string[] = [];
  races = 0;
  badRaces = 0;
  walks = 0;
  badWalks = 0;
  badJobs = 0;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  async createStableItems(): Promise<void> {
    for (const id of this.#stable) {
      const { status, text } = await send(this.#fleet.targets[0]!, `PUT ${GROUPS}/${id}`, { name: id });
      if (status !== 200) throw new Error(text);
    }
  }

  /** Creates one id at all processes at the same time. */
  async raceUntil(signal: AbortSignal, random: Random): Promise<void> {
    for (let n = 0; !signal.aborted; n++) {
      const id = `race-${n}`;
      const entrants = [...this.#fleet.targets, ...this.#fleet.targets];
      const replies = await Promise.all(
        entrants.map((target, i) => send(target, `PUT ${GROUPS}/${id}`, { name: `by-${i}` }).catch(() => undefined)),
      );
      const winners = replies.filter((reply) => reply?.status === 200).length;
      const unknown = replies.filter((reply) => reply === undefined || reply.status >= 500).length;
      // A call without an answer may be the winner, or may win later.
      if (unknown === 0) {
        this.races++;
        if (winners !== 1) this.#bad('badRaces', `${id}: ${winners} winners: ${replies.map((reply) => reply?.status).join()}`);
      } else if (winners > 1) this.#bad('badRaces', `${id}: ${winners} winners`);
      if (random.chance(0.7)) await send(this.#fleet.pick(random), `DELETE ${GROUPS}/${id}`).catch(() => undefined);
      await sleep(random.integer(10, 100));
    }
  }

  /** Walks through the list in small pages while other items come and go. */
  async pageUntil(signal: AbortSignal, random: Random): Promise<void> {
    while (!signal.aborted) {
      const seen: string[] = [];
      let isComplete = false;
      for (let start = ''; ;) {
        const reply = await send(this.#fleet.pick(random), `GET ${GROUPS}?top=${PAGE}&start=${start}`).catch(() => undefined);
        if (reply?.status !== 200) break;
        const page = JSON.parse(reply.text) as { largePersonGroupId: string }[];
        seen.push(...page.map(({ largePersonGroupId: id }) => id));
        isComplete = page.length < PAGE;
        if (isComplete) break;
        start = page.at(-1)!.largePersonGroupId;
      }
      if (isComplete) {
        this.walks++;
        const stable = seen.filter((id) => id.startsWith('stable-'));
        if (stable.join() !== this.#stable.join() || new Set(seen).size !== seen.length)
          this.#bad('badWalks', `walk: ${stable.length} stable items`);
      }
      await sleep(20);
    }
  }

  async startJobsUntil(signal: AbortSignal, random: Random): Promise<void> {
    while (!signal.aborted) {
      const reply = await send(this.#fleet.pick(random), 'POST /faults/jobs', { n: 100 }).catch(() => undefined);
      if (reply?.status === 202) this.jobs.add((JSON.parse(reply.text) as { id: string }).id);
      await sleep(random.integer(100, 400));
    }
  }

  async finish(): Promise<void> {
    for (const id of this.jobs) {
      const read = async (): Promise<{ state: string; effects: number }> =>
        JSON.parse((await send(this.#fleet.targets[0]!, `GET /faults/jobs/${id}`)).text) as { state: string; effects: number };
      const isOpen = ({ state }: { state: string }): boolean => state === 'notStarted' || state === 'running';
      const { state, effects } = await eventually(read, (job) => !isOpen(job), 60_000).catch(read);
      if (state !== 'succeeded' || effects !== 1) this.#bad('badJobs', `job ${id} is ${state} with ${effects} effects`);
    }
  }

  #bad(count: 'badRaces' | 'badWalks' | 'badJobs', problem: string): void {
    this[count]++;
    this.problems.push(problem);
  }
}

async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
