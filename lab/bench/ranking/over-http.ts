/**
 * Plays the same worlds over HTTP against a separate server, one call after another, and compares a durable rank with a bare
 * server.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compareServers, ratios } from '../http/compare-servers.ts';
import type { Rounds } from '../http/compare-servers.ts';
import { MAIN, startServer } from '../http/servers.ts';
import type { RunningServer } from '../http/servers.ts';
import { Tally, begin, earnedMeans, lagOf } from './play.ts';
import type { Score } from './play.ts';
import type { Round, World } from './worlds.ts';

const BASE = '/ranking/v1.1-preview.3';
const BARE = fileURLToPath(new URL('./bare-rank-server.ts', import.meta.url));
const WAIT_MS = 5000;
const EXPORT = 'PT0.05S';
const MULTI_SLOT = '--ccb_explore_adf --squarecb --gamma_scale 15 --gamma_exponent 0.5 --epsilon 0.02';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export async function playOverHttp(world: World, seed: number, events: number): Promise<Score> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const server = await startServer([MAIN, 'serve', '--port', '0', '--data', folder, '--json', '--log-level', 'warn']);
  try {
    const call = caller(server);
    await call('PUT', '/configurations/service', {
      rewardWaitTime: 'PT5S',
      defaultReward: 0,
      rewardAggregation: 'earliest',
      explorationPercentage: 0.2,
      modelExportFrequency: EXPORT,
      logRetentionDays: 7,
      isAutoOptimizationEnabled: false,
    });
    return await played(world, seed, events, call);
  } finally {
    server.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function played(world: World, seed: number, events: number, call: Call): Promise<Score> {
  const { next, clicks } = begin(world, seed, events);
  const tally = new Tally();
  const due = new Map<number, string[]>();
  const started = performance.now();
  for (let event = 0; event < events; event++) {
    const round = next(event);
    const eventId = `${world.name}-${seed}-${event}`;
    if (event === 0 && round.slots) await call('PUT', '/configurations/policy', { name: 'slots', arguments: MULTI_SLOT });
    const chosen = await ranked(call, round, eventId);
    tally.add(
      round,
      chosen.map((k) => ({ chosen: k })),
      event >= (2 * events) / 3,
    );
    const rewards = earnedMeans(
      round,
      chosen.map((k) => ({ chosen: k })),
    ).map((mean) => (clicks.next() < mean ? 1 : 0));
    if (world.waitEvents === undefined) await rewarded(call, round, eventId, rewards);
    else {
      if (rewards[0] === 1) {
        const at = event + lagOf(clicks, world);
        due.set(at, [...(due.get(at) ?? []), eventId]);
      }
      for (const late of due.get(event) ?? []) await call('POST', `/events/${late}/reward`, { value: 1 });
      due.delete(event);
      await sleep(Math.max(0, started + ((event + 1) * WAIT_MS) / world.waitEvents - performance.now()));
    }
  }
  return tally.score();
}

async function ranked(call: Call, { contextFeatures, actions, slots }: Round, eventId: string): Promise<number[]> {
  const indexOf = (id: string): number => actions.findIndex((action) => action.id === id);
  if (!slots)
    return [indexOf((await call<{ rewardActionId: string }>('POST', '/rank', { contextFeatures, actions, eventId })).rewardActionId)];
  const body = { contextFeatures, actions, eventId, slots: slots.map((slot, s) => ({ ...slot, baselineAction: actions[s]!.id })) };
  return (await call<{ slots: { rewardActionId: string }[] }>('POST', '/multislot/rank', body)).slots.map(({ rewardActionId }) =>
    indexOf(rewardActionId),
  );
}

async function rewarded(call: Call, { slots }: Round, eventId: string, rewards: readonly number[]): Promise<void> {
  if (!slots) await call('POST', `/events/${eventId}/reward`, { value: rewards[0] });
  else await call('POST', `/multislot/events/${eventId}/reward`, { reward: slots.map(({ id }, s) => ({ slotId: id, value: rewards[s] })) });
}

/** Calls one after another over one connection. */
function caller({ port, key }: RunningServer): Call {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const sent = httpRequest(
        {
          port,
          host: '127.0.0.1',
          method,
          path: BASE + path,
          agent,
          headers: { 'content-type': 'application/json', 'ocp-apim-subscription-key': key, 'content-length': Buffer.byteLength(text) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const answer = Buffer.concat(chunks).toString();
            if (response.statusCode! >= 300) reject(new Error(`${method} ${path}: ${response.statusCode} ${answer}`));
            else resolve((answer === '' ? undefined : JSON.parse(answer)) as never);
          });
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
}

/** CPU time a call of a bare server with the same durable write, relative to Rank with its log entry. */
export async function rankRatios(rounds: Rounds = { rounds: 7, warmUps: 2, calls: 10_000 }): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const body = JSON.stringify({
    contextFeatures: [{ user: { device: 'phone', age: 31, member: true } }, { time: { day: 'sunday', hour: 20 } }],
    actions: Array.from({ length: 10 }, (_, k) => ({
      id: `article-${k}`,
      features: [{ topic: `t${k % 4}`, length: 100 + 17 * k, fresh: k % 3 === 0 }],
    })),
  });
  console.log('\nRank of 10 actions with its durable log entry');
  const micros = await compareServers({
    servers: {
      'node:http, the same write': await startServer([BARE, join(folder, 'bare')]),
      Perennial: await startServer([MAIN, 'serve', '--port', '0', '--data', join(folder, 'ours'), '--json']),
    },
    request: ({ key }) =>
      Buffer.from(
        [
          `POST ${BASE}/rank HTTP/1.1`,
          'Host: 127.0.0.1',
          'Content-Type: application/json',
          `Ocp-Apim-Subscription-Key: ${key}`,
          `Content-Length: ${Buffer.byteLength(body)}`,
          '',
          body,
        ].join('\r\n'),
      ),
    status: 201,
    ...rounds,
  });
  rmSync(folder, { recursive: true, force: true });
  return ratios(micros['node:http, the same write'], micros.Perennial);
}
