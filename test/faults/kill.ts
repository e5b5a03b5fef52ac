/** Kills a server under load: after every restart all acknowledged changes are present and complete, and jobs took effect once. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { KILLS } from '../support/kills.ts';
import { eventually } from '../support/server.ts';
import { scaled, WAIT_MS } from '../support/slowness.ts';

const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url));
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const LEASE_MS = 1500;
const JOB_MS = 150;
const WRITERS = 6;

interface Running {
  child: ChildProcess;
  address: string;
}

/** What the server has acknowledged to the writers. */
class Ledger {
  readonly groups = new Set<string>();
  readonly deleted = new Set<string>();
  /** The highest acknowledged and the highest sent number of each pair. */
  readonly pairs = new Map<string, { acknowledged: number; sent: number }>();
  readonly jobs = new Set<string>();
  changes = 0;
}

export interface KillResult {
  cycles: number;
  acknowledged: number;
  interruptedJobs: number;
}

export async function killAndCheck(flags: (folder: string) => string[]): Promise<KillResult> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-kill-'));
  const args = [
    '--port',
    '0',
    '--data',
    folder,
    '--log-level',
    'error',
    '--job-lease-ms',
    String(LEASE_MS),
    '--jobs-at-once',
    '4',
    '--job-attempts',
    '100',
    ...flags(folder),
  ];
  const ledger = new Ledger();
  let key = '';
  let interruptedJobs = 0;
  let running: Running | undefined;
  try {
    for (let cycle = 0; cycle < KILLS; cycle++) {
      running = await start(args, (announcement) => (key = announcement.key1 ?? key));
      await check(running, key, ledger);
      await writeUntilKilled(running, key, ledger, cycle);
    }
    running = await start(args, () => undefined);
    await check(running, key, ledger);
    interruptedJobs = await checkJobs(running, key, ledger);
    running.child.kill('SIGTERM');
    assert.equal(await exitOf(running.child), 0, 'the server stops on SIGTERM');
    await assertVerified(['--data', folder, ...flags(folder)]);
    return { cycles: KILLS, acknowledged: ledger.changes, interruptedJobs };
  } finally {
    running?.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function start(args: string[], onStart: (announcement: { key1?: string }) => void): Promise<Running> {
  const child = spawn(process.execPath, [SERVER, ...args], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'perennial-compile-cache') },
  });
  const lines = createInterface({ input: child.stderr!, signal: AbortSignal.timeout(WAIT_MS) });
  for await (const line of lines) {
    if (!line.startsWith('{"address"')) continue;
    const announcement = JSON.parse(line) as { address: string; key1?: string };
    onStart(announcement);
    child.stderr!.resume();
    return { child, address: announcement.address };
  }
  child.kill('SIGKILL');
  throw new Error('The server did not print its address.');
}

/** Opens a connection for each call: pooled connections to a killed process are not tested here. */
async function call<T>(
  { address }: Running,
  key: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: T }> {
  const text = body && JSON.stringify(body);
  const sent = request(address + path, {
    method,
    agent: false,
    signal: AbortSignal.timeout(WAIT_MS),
    headers: {
      'ocp-apim-subscription-key': key,
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    },
  });
  sent.end(text);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let answer = '';
  for await (const chunk of response) answer += String(chunk);
  return { status: response.statusCode!, body: (answer === '' ? undefined : JSON.parse(answer)) as T };
}

/** Writes from several clients concurrently until the process has exited; only completed calls count as acknowledged. */
async function writeUntilKilled(running: Running, key: string, ledger: Ledger, cycle: number): Promise<void> {
  let isKilled = false;
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !isKilled; n++) {
      const id = `c${cycle}-w${writer}-${n}`;
      const pair = `w${writer}`;
      const known = ledger.pairs.get(pair) ?? { acknowledged: -1, sent: -1 };
      const number = known.sent + 1;
      ledger.pairs.set(pair, { ...known, sent: number });
      try {
        if ((await call(running, key, 'PUT', `/faults/pairs/${pair}`, { n: number })).status === 200) {
          ledger.pairs.set(pair, { acknowledged: number, sent: number });
          ledger.changes++;
        }
        if ((await call(running, key, 'PUT', `/face/v1.0/persongroups/${id}`, { name: id })).status === 200) {
          ledger.groups.add(id);
          ledger.changes++;
        }
        if (n % 7 === 3) {
          ledger.groups.delete(id);
          if ((await call(running, key, 'DELETE', `/face/v1.0/persongroups/${id}`)).status === 200) ledger.deleted.add(id);
        }
        if (n % 10 === 0 && writer < 3) {
          const started = await call<{ id: string }>(running, key, 'POST', '/faults/jobs', { n: JOB_MS });
          if (started.status === 202) ledger.jobs.add(started.body.id);
        }
      } catch (error) {
        if (!isKilled && running.child.exitCode === null && running.child.signalCode === null && !running.child.killed) throw error;
        return;
      }
    }
  };
  const enough = ledger.changes + 2 * WRITERS;
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  const isBusy = async (): Promise<boolean> =>
    ledger.changes >= enough && (await call<{ jobs: string[] }>(running, key, 'GET', '/faults/running')).body.jobs.length > 0;
  await Promise.race([writers, eventually(isBusy, (busy) => busy)]);
  // A little later in each cycle, so that different work is interrupted.
  await new Promise((resolve) => setTimeout(resolve, (cycle * 37) % 100));
  running.child.kill('SIGKILL');
  isKilled = true;
  await exitOf(running.child);
  await writers;
}

async function check(running: Running, key: string, ledger: Ledger): Promise<void> {
  const groups = new Set<string>();
  for (let start = ''; ;) {
    const { body } = await call<{ personGroupId: string; name: string }[]>(running, key, 'GET', `/face/v1.0/persongroups?start=${start}`);
    for (const { personGroupId, name } of body) {
      assert.equal(name, personGroupId);
      groups.add(personGroupId);
    }
    if (body.length < 1000) break;
    start = body.at(-1)!.personGroupId;
  }
  for (const id of ledger.groups) assert.ok(groups.has(id), `group ${id} was acknowledged and is lost`);
  for (const id of ledger.deleted) assert.ok(!groups.has(id), `group ${id} was deleted and is present again`);
  for (const [pair, { acknowledged, sent }] of ledger.pairs) {
    const {
      body: { left, right },
    } = await call<{ left: number; right: number }>(running, key, 'GET', `/faults/pairs/${pair}`);
    assert.equal(left, right, `pair ${pair} is half changed`);
    assert.ok(left >= acknowledged && left <= sent, `pair ${pair} is ${left}, acknowledged ${acknowledged}, sent ${sent}`);
  }
}

/** Every acknowledged job completes and took effect once. Jobs that were running are resumed within two leases. */
async function checkJobs(running: Running, key: string, ledger: Ledger): Promise<number> {
  type JobView = { state: string; attempt: number; effects: number };
  const readJob = async (id: string): Promise<JobView> => (await call<JobView>(running, key, 'GET', `/faults/jobs/${id}`)).body;
  const restarted = performance.now();
  const left = new Map<string, number>();
  for (const id of ledger.jobs) {
    const { state, attempt } = await readJob(id);
    assert.notEqual(state, 'absent', `job ${id} was acknowledged and is lost`);
    if (state === 'running') left.set(id, attempt);
  }
  const resumeDeadline = restarted + scaled(2 * LEASE_MS + left.size * JOB_MS + 1000);
  while (left.size > 0) {
    for (const [id, attempt] of left) {
      const now = await readJob(id);
      if (now.state !== 'running' || now.attempt > attempt) left.delete(id);
    }
    assert.ok(left.size === 0 || performance.now() < resumeDeadline, `${left.size} jobs were not resumed within two leases`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  let interrupted = 0;
  const deadline = performance.now() + WAIT_MS;
  for (const id of ledger.jobs) {
    let job = await readJob(id);
    while (job.state === 'notStarted' || job.state === 'running') {
      assert.ok(performance.now() < deadline, `job ${id} is stuck`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      job = await readJob(id);
    }
    assert.deepEqual([job.state, job.effects], ['succeeded', 1], `job ${id}`);
    if (job.attempt > 1) interrupted++;
  }
  return interrupted;
}

async function assertVerified(flags: string[]): Promise<void> {
  const child = spawn(process.execPath, [MAIN, 'verify', '--json', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout!) text += String(chunk);
  const { problems, auditEntries } = JSON.parse(text) as { problems: string[]; auditEntries: number };
  assert.deepEqual(problems, []);
  assert.ok(auditEntries > 0);
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return await new Promise((resolve) => child.once('exit', resolve));
}
