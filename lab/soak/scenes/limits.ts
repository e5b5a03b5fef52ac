/** Three processes on one PostgreSQL share the limit of an account: what they admit beside what one bucket allows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDatabase, stopPostgres, whyNoPostgres } from '../../../test/support/postgres.ts';
import { ManagementClient, startServer } from '../../../test/support/server.ts';
import type { Server } from '../../../test/support/server.ts';
import { SceneSkipped, atLeast, atMost, depth } from '../scene.ts';
import type { Figure, Scene } from '../scene.ts';

const REPLICAS = 3;
const SECONDS = 10;
const TICK_MS = 20;
/** The part of a second's calls that may be admitted in error: none is expected. */
const MAX_ABOVE = 0.05;
/** A few calls wait until an empty bucket is asked again, and are answered as it allows then. */
const WAIT_SECONDS = 0.03;
/** At the end some are left in leases. */
const MAX_BELOW = 0.05;

/** Calls a second that a process gets, as a multiple of the limit. */
const LOADS: Readonly<Record<string, (replica: number, ms: number) => number>> = {
  steady: () => 0.5,
  bursty: (_, ms) => (ms % 2500 < 500 ? 2 : 0),
  skewed: (replica) => [1.2, 0.2, 0.1][replica]!,
};

export const scene: Scene = {
  summary: 'three processes on one PostgreSQL share the calls per second of an account: steady, bursty and skewed traffic',
  async run({ log }) {
    const reason = await whyNoPostgres();
    if (reason !== undefined) throw new SceneSkipped(reason);
    const data = mkdtempSync(join(tmpdir(), 'perennial-limits-'));
    const url = await newDatabase();
    const servers: Server[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    try {
      while (servers.length < REPLICAS)
        servers.push(await startServer({ data, args: ['--database-url', url, '--role', 'api', '--log-level', 'error'] }));
      const manager = await ManagementClient.connect(servers[0]!);
      const figures: Figure[] = [];
      for (const rate of [10, 100])
        for (const [name, load] of Object.entries(LOADS)) {
          const account = `${name}-${rate}`;
          const { key1 } = await manager.createAccount(account, { properties: { limits: { callsPerSecond: rate } } });
          const { sent, admitted, allowed, allowedWaiting, other } = await sendCalls(servers, agent, key1, rate, load);
          log(`${rate} calls a second, ${name}: ${sent} sent, ${admitted} admitted, ${allowed.toFixed(0)} allowed`);
          figures.push(
            atLeast(`${account}: sent in ${SECONDS} s`, sent, rate),
            depth(`${account}: admitted, allowed`, `${admitted}, ${allowed.toFixed(0)}`),
            atMost(`${account}: admitted above what is allowed`, Math.max(0, admitted - allowedWaiting), rate * MAX_ABOVE + 1),
            atMost(`${account}: refused though allowed`, Math.max(0, allowed - admitted), rate * MAX_BELOW + 1),
            atMost(`${account}: neither admitted nor 429`, other, 0),
          );
        }
      return figures;
    } finally {
      agent.destroy();
      await Promise.all(servers.map((server) => server.stop()));
      await stopPostgres();
      rmSync(data, { recursive: true, force: true });
    }
  },
};

interface Outcome {
  sent: number;
  admitted: number;
  allowed: number;
  /** If calls wait for what comes in within 30 ms. */
  allowedWaiting: number;
  other: number;
}

async function sendCalls(
  servers: readonly Server[],
  agent: Agent,
  key: string,
  rate: number,
  load: (replica: number, ms: number) => number,
): Promise<Outcome> {
  const calls: Promise<number>[] = [];
  const bucket = { tokens: rate, at: 0, taken: 0 };
  const waiting = { ...bucket };
  const due = servers.map(() => 0);
  const start = performance.now();
  for (let last = 0, ms = 0; ms < SECONDS * 1000; ms = performance.now() - start) {
    for (const [replica, server] of servers.entries()) {
      due[replica]! += (rate * load(replica, ms) * (ms - last)) / 1000;
      for (; due[replica]! >= 1; due[replica]!--) {
        takeOne(bucket, rate, ms);
        takeOne(waiting, rate, ms, Math.ceil(rate * WAIT_SECONDS));
        calls.push(send(server, agent, key));
      }
    }
    last = ms;
    await sleep(TICK_MS);
  }
  const statuses = await Promise.all(calls);
  const count = (status: number): number => statuses.filter((one) => one === status).length;
  return {
    sent: statuses.length,
    admitted: count(200),
    allowed: bucket.taken,
    allowedWaiting: waiting.taken,
    other: statuses.length - count(200) - count(429),
  };
}

/** What one bucket, one second deep, would admit of the same calls. */
function takeOne(bucket: { tokens: number; at: number; taken: number }, rate: number, ms: number, waiting = 0): void {
  bucket.tokens = Math.min(rate, bucket.tokens + ((ms - bucket.at) / 1000) * rate);
  bucket.at = ms;
  if (bucket.tokens + waiting < 1) return;
  bucket.tokens--;
  bucket.taken++;
}

function send(server: Server, agent: Agent, key: string): Promise<number> {
  return new Promise((resolve) => {
    request(`${server.address}/face/v1.0/persongroups?top=1`, { agent, headers: { 'ocp-apim-subscription-key': key } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    })
      .on('error', () => resolve(0))
      .end();
  });
}
