/** Server processes on one PostgreSQL, each behind a network of its own to the database, and the faults that happen to them. */
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Link } from '../../../test/support/link.ts';
import { restartPostgres } from '../../../test/support/postgres.ts';
import { ManagementClient, eventually, startServer } from '../../../test/support/server.ts';
import type { Server } from '../../../test/support/server.ts';
import type { Random } from '../../../test/support/simulated-time.ts';
import { send } from '../registers.ts';
import type { Target } from '../registers.ts';
import type { Fault, FaultKind } from './fault-plan.ts';

const SERVER = fileURLToPath(new URL('../../../test/faults/server.ts', import.meta.url));
const START_MS = 60_000;
const RECOVER_MS = 60_000;
const TAKEN_UP_MS = 20_000;
const HELD_JOB_MS = 1500;

interface HeldJob {
  state: string;
  attempt: number;
}

interface Replica {
  server: Server;
  link: Link;
  port: number;
  databaseUrl: string;
}

export interface FleetOptions {
  replicas: number;
  /** Only a folder can be away while the database is there. */
  blobs: 'files' | 'postgres';
  leaseMs: number;
  log(line: string): void;
}

export class Fleet {
  readonly #options: FleetOptions;
  readonly #replicas: Replica[] = [];
  /** All that were started, those that were killed included. */
  readonly #servers: Server[] = [];
  /** Those that were ended on purpose. */
  readonly #ended = new Set<Server>();
  readonly data = mkdtempSync(join(tmpdir(), 'perennial-replicas-'));
  readonly targets: Target[] = [];
  readonly counts: Partial<Record<FaultKind, number>> = {};
  /** Jobs whose holder was frozen until another process had taken them up. */
  readonly takenUp: string[] = [];
  readonly problems: string[] = [];

  private constructor(options: FleetOptions) {
    this.#options = options;
  }

  static async start(databaseUrl: string, options: FleetOptions): Promise<Fleet> {
    const fleet = new Fleet(options);
    try {
      for (let i = 0; i < options.replicas; i++) {
        const url = new URL(databaseUrl);
        const link = new Link(Number(url.port));
        url.port = String(await link.listen());
        const server = await fleet.#launch(url.href, 0);
        const first = fleet.targets[0];
        const target = first ?? { key: server.key1, token: (await ManagementClient.connect(server)).token };
        fleet.#replicas.push({ server, link, port: Number(new URL(server.address).port), databaseUrl: url.href });
        fleet.targets.push({ ...target, address: server.address });
      }
      return fleet;
    } catch (error) {
      await fleet.stop();
      throw error;
    }
  }

  async #launch(databaseUrl: string, port: number): Promise<Server> {
    const { leaseMs, blobs } = this.#options;
    const args = ['--port', String(port), '--job-lease-ms', String(leaseMs), '--job-attempts', '1000', '--log-level', 'error'];
    // Copies of document models go from one process to another.
    const allowed = this.#replicas.map((replica) => `127.0.0.1:${replica.port}`);
    const server = await startServer({
      data: this.data,
      args,
      env: { DATABASE_URL: databaseUrl, PERENNIAL_BLOBS: blobs, PERENNIAL_FETCH_ALLOW: allowed.join() },
      program: SERVER,
    });
    this.#servers.push(server);
    void server.exited.then(() => {
      if (!this.#ended.has(server)) this.problems.push(`a process ended by itself: ${server.logs().slice(-1000)}`);
    });
    return server;
  }

  pick(random: Random): Target {
    return random.pick(this.targets);
  }

  get faults(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  async inject(faults: readonly Fault[], endsAt: number): Promise<void> {
    for (const fault of faults) {
      await sleep(fault.waitMs);
      if (Date.now() > endsAt) return;
      try {
        await this.#happen(fault);
      } catch (error) {
        this.problems.push(`${fault.kind} of process ${fault.replica}: ${(error as Error).message}`);
      }
    }
  }

  async #happen({ kind, replica, ms }: Fault): Promise<void> {
    this.#options.log(`${kind} ${replica}, ${ms} ms`);
    const { link, server } = this.#replicas[replica]!;
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    switch (kind) {
      case 'kill':
        await this.#restart(replica);
        break;
      case 'freeze':
        server.signal('SIGSTOP');
        await sleep(ms);
        server.signal('SIGCONT');
        break;
      case 'freezeHolder':
        await this.#freezeHolder(replica);
        break;
      case 'cut':
      case 'silence':
        link.set(kind === 'cut' ? 'down' : 'frozen');
        await sleep(ms);
        link.set('up');
        break;
      case 'restartDatabase':
        await restartPostgres();
        break;
      case 'loseBlobs':
        await this.#loseBlobs(ms);
    }
  }

  async #restart(index: number): Promise<void> {
    const replica = this.#replicas[index]!;
    this.#end(replica.server);
    await replica.server.exited;
    // A process that starts while its database or its blobs are away ends, and is started again.
    const deadline = Date.now() + START_MS;
    for (;;) {
      try {
        replica.server = await this.#launch(replica.databaseUrl, replica.port);
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(200);
      }
    }
  }

  #end(server: Server): void {
    this.#ended.add(server);
    server.signal('SIGKILL');
  }

  /** Jobs are started until one runs in the process, which then sleeps until another process runs that job. */
  async #freezeHolder(index: number): Promise<void> {
    const target = this.targets[index]!;
    const { server } = this.#replicas[index]!;
    const others = this.targets.filter((other) => other !== target);
    const deadline = Date.now() + TAKEN_UP_MS;
    const read = async (targets: readonly Target[], id: string): Promise<HeldJob> => {
      const replies = await Promise.all(targets.map((at) => send(at, `GET /faults/jobs/${id}`).catch(() => undefined)));
      const jobs = replies.filter((reply) => reply?.status === 200).map((reply) => JSON.parse(reply!.text) as HeldJob);
      return jobs.toSorted((x, y) => y.attempt - x.attempt)[0] ?? { state: 'unknown', attempt: 0 };
    };
    // A job may end just before its process is frozen, and a process without its database runs none: then another one is tried.
    while (Date.now() < deadline) {
      await send(target, 'POST /faults/jobs', { n: HELD_JOB_MS }).catch(() => undefined);
      const { text } = await send(target, 'GET /faults/running').catch(() => ({ text: '{}' }));
      const held = (JSON.parse(text) as { jobs?: string[] }).jobs?.[0];
      if (held === undefined) continue;
      const before = await read([target], held);
      if (before.state !== 'running') continue;
      server.signal('SIGSTOP');
      try {
        const { attempt } = await eventually(
          () => read(others, held),
          (job) => job.attempt > before.attempt || job.state === 'succeeded',
          TAKEN_UP_MS,
        );
        if (attempt === before.attempt) continue;
        this.takenUp.push(held);
        return;
      } finally {
        server.signal('SIGCONT');
      }
    }
  }

  /** As if a shared folder was not mounted. */
  async #loseBlobs(ms: number): Promise<void> {
    const folder = join(this.data, 'blobs');
    const away = join(this.data, 'blobs-away');
    renameSync(folder, away);
    mkdirSync(folder);
    try {
      await sleep(ms);
    } finally {
      rmSync(folder, { recursive: true });
      renameSync(away, folder);
    }
  }

  /** Waits until every process answers again. */
  async recover(): Promise<void> {
    for (const target of this.targets)
      await eventually(
        () => send(target, 'GET /face/v1.0/persongroups?top=1').catch(() => ({ status: 0, text: '' })),
        ({ status }) => status === 200,
        RECOVER_MS,
      );
  }

  /** Ends the processes by SIGTERM; those that do not end, or end with an error, are problems. */
  async stopAll(): Promise<void> {
    for (const { server } of this.#replicas) {
      this.#ended.add(server);
      const { code } = await server.stop().catch(() => ({ code: 'none' }));
      if (code !== 0) this.problems.push(`a process stopped with the exit code ${code}`);
    }
  }

  /** Replies 500, from the logs of all processes; a lost store is 503. */
  unexpectedErrors(): string[] {
    const lines = this.#servers.flatMap((server) => server.logs().split('\n'));
    return lines
      .filter((line) => line.includes('"unexpected error"') && !line.includes('StorageUnavailable'))
      .map((line) => line.slice(0, 1500));
  }

  async stop(): Promise<void> {
    for (const { server, link } of this.#replicas) {
      server.signal('SIGCONT');
      this.#end(server);
      await server.exited;
      link.close();
    }
    rmSync(this.data, { recursive: true, force: true });
  }
}
