/**
 * Another account while one attacks: a process of its own sends GETs one after the other and measures how long each takes, first without
 * the attack (the control), then during it.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { atLeast, none } from './scene.ts';
import type { Figure } from './scene.ts';

export interface GetTarget {
  address: string;
  path: string;
  key: string;
}

export interface Latencies {
  calls: number;
  /** Calls that were not answered with 200. */
  failed: number;
  p50: number;
  p99: number;
  max: number;
}

/** Fewer have no 99th percentile. */
const MIN_CALLS = 100;
/** Between two calls. */
const PAUSE_MS = 5;

/** Measures from another process, so that the work of this one does not count. */
export async function measureGets(target: GetTarget, seconds: number): Promise<Latencies> {
  const child = fork(new URL(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send({ target, seconds });
  const [latencies] = (await once(child, 'message')) as [Latencies];
  child.kill();
  return latencies;
}

export function summarize(times: readonly number[], failed = 0): Latencies {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  return { calls: times.length, failed, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? NaN };
}

/**
 * Runs the attack beside the measurement; it must stop when its signal is aborted. The control is measured before and after it.
 */
export async function compareGets(
  target: GetTarget,
  seconds: number,
  attack: (signal: AbortSignal) => Promise<void>,
): Promise<{ control: Latencies; attacked: Latencies }> {
  await measureGets(target, 1);
  const before = await measureGets(target, seconds);
  const stop = new AbortController();
  const attacking = attack(stop.signal);
  const attacked = await measureGets(target, seconds);
  stop.abort();
  await attacking;
  const after = await measureGets(target, seconds);
  return { control: before.p99 < after.p99 ? before : after, attacked };
}

/** The figures of a comparison: the 99th percentile is at most this multiple of that of the control, and every call is answered. */
export function latencyFigures(
  attack: string,
  { control, attacked }: { control: Latencies; attacked: Latencies },
  maxRatio: number,
): Figure[] {
  const ratio = attacked.p99 / control.p99;
  return [
    {
      name: `GET of another account during ${attack}, p99`,
      measured: `${attacked.p99.toFixed(1)} ms, ${ratio.toFixed(2)} × ${control.p99.toFixed(1)} ms (${attacked.calls} calls, p50 ${attacked.p50.toFixed(1)})`,
      limit: `at most ${maxRatio} × the control`,
      isMet: ratio <= maxRatio,
    },
    atLeast(`GETs of another account during ${attack}`, attacked.calls, MIN_CALLS),
    none(`of them failed, ${attack}`, attacked.failed),
  ];
}

async function measureHere({ address, path, key }: GetTarget, seconds: number): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let failed = 0;
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    const startedAt = performance.now();
    const status = await get(`${address}${path}`, key, agent).catch(() => 0);
    times.push(performance.now() - startedAt);
    if (status !== 200) failed++;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  agent.destroy();
  return summarize(times, failed);
}

async function get(url: string, key: string, agent: Agent): Promise<number> {
  const sent = request(url, { agent, headers: { 'ocp-apim-subscription-key': key } });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode!;
}

if (process.send && process.argv[1] === new URL(import.meta.url).pathname) {
  process.once('message', ({ target, seconds }: { target: GetTarget; seconds: number }) => {
    void measureHere(target, seconds).then((latencies) => process.send!(latencies));
  });
}
