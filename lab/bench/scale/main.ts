/**
 * npm run bench -- scale [--store sqlite|postgres] [--only TEXT]
 *
 * What a call of each area costs: CPU time of the server with its processes and of PostgreSQL, bytes over HTTP, and what PostgreSQL writes.
 * CPU time is that of the kernel, so that other programs on the machine matter little. The figures of docs/scale.md are from here.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { newDatabase, postgresPid, stopPostgres } from '../../../test/support/postgres.ts';
import { run as runCommand, startServer, temporaryFolder } from '../../../test/support/server.ts';
import { ServerCpu } from '../postgres/cpu.ts';
import { HttpClient, scaleCalls } from './calls.ts';
import type { ScaleCall } from './calls.ts';
import { familySeconds, residentMb } from './cpu.ts';

const ARCHIVE = fileURLToPath(new URL('../../../test/upgrade/fixtures/data-0.1.0.tar.gz', import.meta.url));
const IDLE_MS = 5000;
const SETTLE_MS = 1000;
const MAX_SETTLES = 60;
/** Of a core. */
const IDLE_SHARE = 0.06;

interface Database {
  cpu: ServerCpu;
  /** Bytes written to the log of PostgreSQL so far, and of the database. */
  written(): Promise<{ log: number; size: number }>;
  close(): Promise<void>;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { store: { type: 'string' }, only: { type: 'string', default: '' } } });
  const calls = (await scaleCalls()).filter(({ name }) => name.includes(values.only));
  for (const store of values.store === undefined ? ['sqlite', 'postgres'] : [values.store]) await measureStore(store === 'postgres', calls);
}

async function measureStore(isPostgres: boolean, calls: readonly ScaleCall[]): Promise<void> {
  const folder = temporaryFolder();
  execFileSync('tar', ['-xzf', ARCHIVE, '-C', folder.path]);
  const data = join(folder.path, 'data');
  const env: Record<string, string> = {};
  let database: Database | undefined;
  if (isPostgres) {
    env.DATABASE_URL = await newDatabase();
    database = await watch(env.DATABASE_URL);
    await moveTo(env, data, folder.path);
  }
  const server = await startServer({ data: isPostgres ? join(folder.path, 'cluster') : data, env, args: ['--log-level', 'warn'] });
  const client = new HttpClient(server.address);
  const { pid } = server;
  console.log(`\n${isPostgres ? 'PostgreSQL' : 'Embedded database'}: CPU ms a call, bytes a call`);
  await settle(pid);
  const idleFrom = familySeconds(pid);
  database?.cpu.takeMicros();
  await wait(IDLE_MS);
  const idle = { server: (familySeconds(pid) - idleFrom) / IDLE_MS, database: (database?.cpu.takeMicros() ?? 0) / 1e6 / IDLE_MS };
  console.log(`  idle: ${(idle.server * 1e5).toFixed(1)} % of a core, PostgreSQL ${(idle.database * 1e5).toFixed(1)} %`);
  for (const call of calls) {
    for (let n = 0; n < Math.min(call.concurrency * 2, call.calls); n++) await call.run(client, n);
    await settle(pid);
    const [before, writtenBefore] = [familySeconds(pid), await database?.written()];
    database?.cpu.takeMicros();
    const startedAt = performance.now();
    client.sent = client.received = 0;
    let next = 0;
    await Promise.all(
      Array.from({ length: call.concurrency }, async () => {
        while (next < call.calls) await call.run(client, next++);
      }),
    );
    await settle(pid);
    const ms = performance.now() - startedAt;
    const serverMs = ((familySeconds(pid) - before - idle.server * ms) * 1000) / call.calls;
    const databaseMs = ((database?.cpu.takeMicros() ?? 0) / 1000 - idle.database * ms * 1000) / call.calls;
    const written = await database?.written();
    const perCall = (bytes: number): string => (bytes / call.calls).toFixed(0).padStart(8);
    const stored = written
      ? `, log ${perCall(written.log - writtenBefore!.log)}, grows by ${perCall(written.size - writtenBefore!.size)}`
      : '';
    console.log(
      `  ${call.name.padEnd(44)} server ${serverMs.toFixed(3).padStart(9)}${database ? `, PostgreSQL ${databaseMs.toFixed(3).padStart(7)}` : ''}` +
        `; in ${perCall(client.sent)}, out ${perCall(client.received)}${stored}`,
    );
  }
  const memory = residentMb(pid);
  console.log(`  memory at the end: server ${memory.server.toFixed(0)} MB, its processes ${memory.children.toFixed(0)} MB`);
  await server.stop();
  await database?.close();
  if (isPostgres) await stopPostgres();
  folder.remove();
}

/** Until the server has loaded what it starts with, and learners and writers have done what calls left to them. */
async function settle(pid: number): Promise<void> {
  for (let i = 0; i < MAX_SETTLES; i++) {
    const before = familySeconds(pid);
    await wait(SETTLE_MS);
    if (familySeconds(pid) - before < (IDLE_SHARE * SETTLE_MS) / 1000) return;
  }
}

/** The data folder as a database: by a backup, which both stores read. */
async function moveTo(env: Record<string, string>, data: string, folder: string): Promise<void> {
  for (const [args, extra] of [
    [['backup', join(folder, 'backup'), '--data', data], {}],
    [['restore', join(folder, 'backup'), '--data', join(folder, 'cluster')], env],
  ] as const) {
    const { code, stderr } = await runCommand(args, { env: extra });
    if (code !== 0) throw new Error(`${args[0]}: ${stderr}`);
  }
}

async function watch(url: string): Promise<Database> {
  const cpu = new ServerCpu(await postgresPid());
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    cpu,
    async written() {
      const { rows } = await client.query<{ log: string; size: string }>(
        "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log, pg_database_size(current_database()) as size",
      );
      return { log: Number(rows[0]!.log), size: Number(rows[0]!.size) };
    },
    close: () => client.end(),
  };
}
