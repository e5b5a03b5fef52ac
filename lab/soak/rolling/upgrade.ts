/**
 * A rolling upgrade: processes of an earlier version are replaced one by one by this one while calls arrive, then one goes back. Callers do
 * what a load balancer does: a call whose connection was refused or reset, or that a stopping process answered 503, is
 * sent to another process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ManagementClient, eventually, run, startServer } from '../../../test/support/server.ts';
import type { Server } from '../../../test/support/server.ts';
import { Random } from '../../../test/support/simulated-time.ts';
import { send } from '../registers.ts';
import type { Reply, Target } from '../registers.ts';

const CALLERS = 4;
const MAX_TRIES = 100;
const AGAIN_MS = 20;
const NOTICED_MS = 300;
const GROUPS = '/face/v1.0/persongroups';
const RANKING = '/ranking/v1.1-preview.3';
const PROJECTS = '/language/authoring/analyze-conversations/projects';
const VERSION = 'api-version=2023-04-01';

export interface UpgradeOptions {
  databaseUrl: string;
  /** The folder of the earlier version. */
  earlier: string;
  replicas: number;
  /** How long calls arrive before and after each replacement. */
  stepMs: number;
  seed: number;
  log(line: string): void;
}

export interface UpgradeResult {
  calls: number;
  /** Connections that were refused or reset; their calls were sent again. */
  resets: number;
  /** Calls that a stopping process answered 503, as the earlier version does on open connections; they were sent again. */
  postponed: number;
  failed: string[];
  lost: string[];
  imports: number;
  /** How a process of the earlier version answers to the database of this one. */
  goingBack: 'serves' | 'refuses' | 'breaks';
  problem: string;
  exits: (number | null)[];
}

export async function upgradeUnderLoad({ databaseUrl, earlier, replicas, stepMs, seed, log }: UpgradeOptions): Promise<UpgradeResult> {
  const data = mkdtempSync(join(tmpdir(), 'perennial-rolling-'));
  const servers: Server[] = [];
  const start = (version?: string): Promise<Server> =>
    startServer({ data, args: ['--database-url', databaseUrl, '--log-level', 'error', '--job-lease-ms', '3000'], version });
  const exits: (number | null)[] = [];
  const stop = new AbortController();
  try {
    for (let i = 0; i < replicas; i++) servers.push(await start(earlier));
    const target = { key: servers[0]!.key1, token: (await ManagementClient.connect(servers[0]!)).token };
    const traffic = new Traffic(() => servers.map(({ address }) => ({ ...target, address })));
    const calling = Array.from({ length: CALLERS }, (_, n) => traffic.callUntil(stop.signal, n, new Random(seed + n)));
    const importing = traffic.importUntil(stop.signal, new Random(seed + CALLERS));
    const replace = async (i: number, version?: string): Promise<void> => {
      const next = await start(version);
      const former = servers[i]!;
      const stopped = former.stop();
      // A load balancer notices a little later.
      await sleep(NOTICED_MS);
      servers[i] = next;
      exits.push((await stopped).code);
      await sleep(stepMs);
    };
    await sleep(stepMs);
    for (let i = 0; i < replicas; i++) {
      await replace(i);
      log(`process ${i} replaced; ${traffic.calls} calls, ${traffic.resets} resets`);
    }
    let goingBack: UpgradeResult['goingBack'] = 'serves';
    let problem = '';
    await replace(0, earlier).catch((error: unknown) => {
      problem = String(error);
      goingBack = /newer version/.test(problem) ? 'refuses' : 'breaks';
    });
    log(`a process of the earlier version ${goingBack}`);
    stop.abort();
    await Promise.all([...calling, importing]);
    const lost = await traffic.check();
    for (const server of servers) exits.push((await server.stop()).code);
    const verified = await run(['verify', '--json', '--data', data, '--database-url', databaseUrl]);
    if (verified.code !== 0) lost.push(`verify: ${verified.stdout.slice(0, 500)}${verified.stderr.slice(0, 300)}`);
    const { calls, resets, postponed, failed, imports } = traffic;
    return { calls, resets, postponed, failed, lost, imports, goingBack, problem, exits };
  } finally {
    stop.abort();
    for (const server of servers) {
      server.signal('SIGKILL');
      await server.exited;
    }
    rmSync(data, { recursive: true, force: true });
  }
}

class Traffic {
  readonly #targets: () => Target[];
  /** What was acknowledged: the user data of groups. */
  readonly #groups = new Map<string, string>();
  calls = 0;
  resets = 0;
  postponed = 0;
  imports = 0;
  readonly failed: string[] = [];

  constructor(targets: () => Target[]) {
    this.#targets = targets;
  }

  async #call(random: Random, route: string, body?: object, okAgain?: number, type?: string): Promise<Reply | undefined> {
    for (let tries = 1; ; tries++) {
      try {
        const reply = await send(random.pick(this.#targets()), route, body, type);
        this.calls++;
        if (reply.status < 300 || (tries > 1 && reply.status === okAgain)) return reply;
        const isStopping = reply.status === 503;
        if (isStopping) this.postponed++;
        if (!isStopping || tries === MAX_TRIES) {
          this.failed.push(`${route}: ${reply.status} ${reply.text.slice(0, 200)}`);
          return undefined;
        }
      } catch (error) {
        this.resets++;
        if (tries === MAX_TRIES) {
          this.failed.push(`${route}: ${String((error as Error).cause ?? error)}`);
          return undefined;
        }
      }
      await sleep(AGAIN_MS);
    }
  }

  async callUntil(signal: AbortSignal, caller: number, random: Random): Promise<void> {
    for (let n = 0; !signal.aborted; n++) {
      const id = `group-${caller}-${n % 10}`;
      const userData = `v${n}`;
      const isNew = !this.#groups.has(id);
      const written = await this.#call(random, `${isNew ? 'PUT' : 'PATCH'} ${GROUPS}/${id}`, { name: id, userData }, 409);
      if (written) this.#groups.set(id, userData);
      const read = await this.#call(random, `GET ${GROUPS}/${id}`);
      if (written && read && (JSON.parse(read.text) as { userData: string }).userData !== userData)
        this.failed.push(`${id} was read as ${read.text}, written as ${userData}`);
      const eventId = `event-${caller}-${n}`;
      await this.#call(random, `POST ${RANKING}/rank`, { eventId, actions: ['a', 'b'].map((one) => ({ id: one, features: [{ one }] })) });
      await this.#call(random, `POST ${RANKING}/events/${eventId}/reward`, { value: 1 });
      await sleep(random.integer(0, 20));
    }
  }

  /** Jobs that one version creates and either runs. */
  async importUntil(signal: AbortSignal, random: Random): Promise<void> {
    for (let n = 0; !signal.aborted; n++) {
      const name = `project-${n}`;
      const started = await this.#call(random, `POST ${PROJECTS}/${name}/:import?${VERSION}`, {
        projectFileVersion: '2023-04-01',
        stringIndexType: 'Utf16CodeUnit',
        metadata: { projectName: name, projectKind: 'Conversation', language: 'en-us' },
        assets: { projectKind: 'Conversation', intents: [{ category: 'Greet' }], utterances: [{ text: 'hello', intent: 'Greet' }] },
      });
      if (!started) continue;
      const { pathname, search } = new URL(started.location!);
      const { status } = await eventually(
        async () => {
          const polled = await this.#call(random, `GET ${pathname}${search}`);
          return polled ? (JSON.parse(polled.text) as { status: string }) : { status: 'unknown' };
        },
        (job) => !['notStarted', 'running'].includes(job.status),
      );
      if (status === 'succeeded') this.imports++;
      else this.failed.push(`the import of ${name} is ${status}`);
      await sleep(200);
    }
  }

  async check(): Promise<string[]> {
    const reply = await this.#call(new Random(1), `GET ${GROUPS}?top=1000`);
    const found = JSON.parse(reply!.text) as { personGroupId: string; userData: string }[];
    const stored = new Map(found.map(({ personGroupId, userData }) => [personGroupId, userData]));
    return [...this.#groups]
      .filter(([id, value]) => stored.get(id) !== value)
      .map(([id, value]) => `${id} is ${stored.get(id)}, not ${value}`);
  }
}
