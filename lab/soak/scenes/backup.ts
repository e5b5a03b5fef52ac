/**
 * Backups of a server that is being written to, restored into an empty store of either kind: what comes back is one moment, across all
 * areas. One writer changes a thing of each area in turn, with rising numbers, so that any mixture of moments shows.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ManagementClient, call, run, startServer, temporaryFolder } from '../../../test/support/server.ts';
import type { Server } from '../../../test/support/server.ts';
import { newDatabase, stopPostgres, whyNoPostgres } from '../../../test/support/postgres.ts';
import { pairs, registers } from '../registers.ts';
import type { Target } from '../registers.ts';
import { atLeast, depth, none } from '../scene.ts';
import type { Scene } from '../scene.ts';
import { Ledger, writeUntil } from '../traffic.ts';

const SERVER = fileURLToPath(new URL('../../../test/faults/server.ts', import.meta.url));
const ARGS = ['--log-level', 'error'];
const WRITERS = 3;

export const scene: Scene = {
  summary: 'backups while all areas are written to, by command and over HTTP, restored into either store: one consistent moment',
  share: 2,
  async run({ minutes, seed, log }) {
    const noPostgres = await whyNoPostgres();
    const folder = temporaryFolder();
    const data = join(folder.path, 'data');
    const server = await startServer({ data, args: ARGS, program: SERVER });
    const target: Target = { address: server.address, key: server.key1, token: (await ManagementClient.connect(server)).token };
    const stop = new AbortController();
    const sequence = new Sequence();
    const work = [
      sequence.writeUntil(stop.signal, target),
      writeUntil(stop.signal, {
        ledger: new Ledger(),
        registers: [...registers, pairs],
        writers: WRITERS,
        seed,
        prefix: `c${seed}`,
        target: () => target,
      }),
    ];
    const problems: string[] = [];
    let rounds = 0;
    let moments = 0;
    try {
      await sequence.reached(registers.length);
      const endsAt = Date.now() + minutes * 60_000;
      for (; rounds < 2 || Date.now() < endsAt; rounds++) {
        const copy = join(folder.path, `round-${rounds}`);
        const from = sequence.acknowledged;
        const backedUp = rounds % 2 === 0 ? await backUpByCommand(data, copy) : await backUpByHttp(server, target, data, copy);
        const to = sequence.sent;
        if (backedUp !== undefined) problems.push(backedUp);
        else {
          moments += to - from;
          const flags = noPostgres === undefined && rounds % 4 >= 2 ? ['--database-url', await newDatabase()] : [];
          problems.push(...(await restoreAndCheck(copy, join(folder.path, `restored-${rounds}`), flags, target, { from, to })));
        }
      }
    } finally {
      stop.abort();
      await Promise.all(work);
      await server.stop();
      await stopPostgres();
      folder.remove();
    }
    for (const problem of problems.slice(0, 10)) log(problem);
    return [
      atLeast('backups restored', rounds, 2),
      atLeast('changes of the checking writer during them', moments, 20),
      depth('stores', noPostgres === undefined ? 'SQLite → SQLite and PostgreSQL' : `SQLite → SQLite; ${noPostgres}`),
      none('restored states that are not one moment', problems.length),
    ];
  },
};

/** One writer that changes a thing of each register in turn: number n is in register n modulo their count. */
class Sequence {
  acknowledged = 0;
  sent = 0;

  async writeUntil(signal: AbortSignal, target: Target): Promise<void> {
    while (!signal.aborted) {
      const n = ++this.sent;
      const { status, text } = await registers[n % registers.length]!.put(target, 'sequence', `v${n}`, n > registers.length);
      if (status >= 300) throw new Error(`${status} ${text}`);
      this.acknowledged = n;
    }
  }

  async reached(n: number): Promise<void> {
    while (this.acknowledged < n) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function backUpByCommand(data: string, copy: string): Promise<string | undefined> {
  const { code, stderr } = await run(['backup', copy, '--data', data]);
  return code === 0 ? undefined : `backup: ${stderr}`;
}

/** The archive has no secrets; they are copied beside it. */
async function backUpByHttp(server: Server, { token }: Target, data: string, copy: string): Promise<string | undefined> {
  const { status, bytes, text } = await call(server, 'GET /backup', { token });
  if (status !== 200) return `GET /backup: ${status} ${text.slice(0, 200)}`;
  mkdirSync(copy);
  writeFileSync(`${copy}.tar`, bytes);
  execFileSync('tar', ['-xf', `${copy}.tar`, '-C', copy]);
  cpSync(join(data, 'secrets'), join(copy, 'secrets'), { recursive: true });
  return undefined;
}

async function restoreAndCheck(
  copy: string,
  data: string,
  flags: readonly string[],
  { key, token }: Target,
  { from, to }: { from: number; to: number },
): Promise<string[]> {
  const restored = await run(['restore', copy, '--data', data, ...flags]);
  if (restored.code !== 0) return [`restore: ${restored.stderr}`];
  const server = await startServer({ data, args: [...ARGS, ...flags], program: SERVER });
  const target: Target = { address: server.address, key, token };
  const problems: string[] = [];
  try {
    const numbers: number[] = [];
    for (const register of [...registers, pairs]) {
      const found = await register.read(target);
      if (register !== pairs) numbers.push(Number(found.get('sequence')?.slice(1) ?? 0));
    }
    const last = Math.max(...numbers);
    const expected = registers.map((_, i) => last - ((last - i + registers.length) % registers.length));
    if (numbers.join() !== expected.join()) problems.push(`a mixture of moments: ${numbers.join()}, expected ${expected.join()}`);
    if (last < from || last > to) problems.push(`the moment ${last} is not between ${from} and ${to}`);
  } catch (error) {
    problems.push(String(error));
  } finally {
    await server.stop();
  }
  const verified = await run(['verify', '--json', '--data', data, ...flags]);
  if (verified.code !== 0) problems.push(`verify: ${verified.stdout.slice(0, 500)}`);
  return problems;
}
