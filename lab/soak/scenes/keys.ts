/** Keys under load: rotation without a failed call, and no difference in time between keys that are almost right and keys that are not. */
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { ManagementClient, startServer, temporaryFolder } from '../../../test/support/server.ts';
import type { Server } from '../../../test/support/server.ts';
import { Random } from '../../../test/support/simulated-time.ts';
import { atLeast, atMost, none } from '../scene.ts';
import type { Figure, Scene, SceneContext } from '../scene.ts';

const PATH = '/face/v1.0/persongroups?top=1';
const CALLERS = 4;
const OLD_KEY_MS = 1000;
const MAX_T = 4.5;
const MAX_PAIRS = 50_000;

export const scene: Scene = {
  summary: 'keys replaced under load without a failed call; the time to refuse a key does not depend on how much of it is right',
  share: 1,
  async run(context) {
    const folder = temporaryFolder();
    const server = await startServer({ data: folder.path, args: ['--log-level', 'error'] });
    try {
      return [...(await rotate(server, context)), ...(await compareTimes(server, context))];
    } finally {
      await server.stop();
      folder.remove();
    }
  },
};

/** key1 in use → key2 in use → key1 replaced → key1 in use → key2 replaced, … while calls are sent with the key in use. */
async function rotate(server: Server, { minutes }: SceneContext): Promise<Figure[]> {
  const manager = await ManagementClient.connect(server);
  const keys = { ...(await manager.createAccount('rotating', { kind: 'Face' })) };
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS + 1 });
  let inUse: 'key1' | 'key2' = 'key1';
  let isDone = false;
  let calls = 0;
  let failed = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isDone) {
      calls++;
      if ((await get(server, keys[inUse], agent)) !== 200) failed++;
    }
  });
  const refusedAfterMs: number[] = [];
  const endsAt = Date.now() + (minutes / 2) * 60_000;
  while (refusedAfterMs.length < 3 || Date.now() < endsAt) {
    const replaced: 'key1' | 'key2' = inUse;
    inUse = replaced === 'key1' ? 'key2' : 'key1';
    // Calls in flight use the other key already.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const old = keys[replaced];
    const { status, text, body } = await manager.call<Record<string, string>>(
      `POST ${ManagementClient.accountPath('rotating', '/regenerateKey')}`,
      {
        json: { keyName: replaced },
      },
    );
    if (status !== 200) throw new Error(text);
    const startedAt = performance.now();
    keys[replaced] = body[replaced]!;
    while ((await get(server, old, agent)) === 200 && performance.now() - startedAt < 10 * OLD_KEY_MS);
    refusedAfterMs.push(performance.now() - startedAt);
  }
  isDone = true;
  await Promise.all(callers);
  agent.destroy();
  return [
    atLeast('keys replaced', refusedAfterMs.length, 10),
    atLeast('calls meanwhile', calls, 1000),
    none('calls with the valid key that failed', failed),
    atMost('old key refused after', Math.max(...refusedAfterMs), OLD_KEY_MS, 'ms'),
  ];
}

async function get(server: Server, key: string, agent: Agent): Promise<number> {
  return await new Promise((resolve, reject) => {
    const sent = request(server.address + PATH, { agent, headers: { 'ocp-apim-subscription-key': key } }, (response: IncomingMessage) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    });
    sent.on('error', reject).end();
  });
}

/**
 * Keys that differ from the real one in the last character only, against keys that share nothing with it, in random order over one
 * connection. Welch's t compares the means after the slowest tenth, which the machine made, is left out of both.
 */
async function compareTimes(server: Server, { minutes, seed }: SceneContext): Promise<Figure[]> {
  const random = new Random(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const real = server.key1;
  const digits = [...'0123456789abcdef'];
  const almost = digits.filter((digit) => digit !== real.at(-1)).map((digit) => real.slice(0, -1) + digit);
  const other = Array.from({ length: 15 }, () => [...real].map((digit) => random.pick(digits.filter((one) => one !== digit))).join(''));
  const times: [number[], number[]] = [[], []];
  let admitted = 0;
  const endsAt = Date.now() + (minutes / 2) * 60_000;
  for (let pair = 0; pair < MAX_PAIRS && Date.now() < endsAt; pair++) {
    const first = random.integer(0, 1) as 0 | 1;
    for (const kind of [first, 1 - first] as (0 | 1)[]) {
      const key = random.pick(kind === 0 ? almost : other);
      const startedAt = performance.now();
      if ((await get(server, key, agent)) !== 401) admitted++;
      times[kind].push(performance.now() - startedAt);
    }
  }
  agent.destroy();
  return [
    atLeast('pairs of keys timed', times[0].length, 2000),
    none('wrong keys admitted', admitted),
    atMost("Welch's |t| of almost right and wrong keys", Math.abs(welch(trimmed(times[0]), trimmed(times[1]))), MAX_T),
  ];
}

function trimmed(times: readonly number[]): number[] {
  return times.toSorted((a, b) => a - b).slice(0, Math.ceil(times.length * 0.9));
}

function welch(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = (values: readonly number[], middle: number): number =>
    values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  const [meanA, meanB] = [mean(a), mean(b)];
  return (meanA - meanB) / Math.sqrt(variance(a, meanA) / a.length + variance(b, meanB) / b.length);
}
