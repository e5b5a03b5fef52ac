/** Mixed load for as long as the scene may take: memory, open files and times do not grow. */
import { RankingClient, actions } from '../../../test/support/ranking.ts';
import { ManagementClient, call, startServer, temporaryFolder } from '../../../test/support/server.ts';
import { measureGets } from '../bystander.ts';
import { slope } from '../memory.ts';
import { registers } from '../registers.ts';
import type { Target } from '../registers.ts';
import { atLeast, atMost, none } from '../scene.ts';
import type { Scene } from '../scene.ts';
import { Ledger, writeUntil } from '../traffic.ts';

const SAMPLES = 40;
const WRITERS = 3;
/** The load fills caches first. */
const WARM_UP_SHARE = 0.5;
/** What a soak of two hours would add to a server of about 200 MB is less than twice its size. */
const MAX_GROWTH_MB_PER_MINUTE = 2;
/** Growth within the noise of garbage collection, for short runs. */
const NOISE_MB = 30;

export const scene: Scene = {
  summary: 'mixed load of all areas: memory, open files and the time of calls stay flat',
  share: 4,
  async run({ minutes, seed, log }) {
    const folder = temporaryFolder();
    const server = await startServer({ data: folder.path, args: ['--log-level', 'error'] });
    try {
      const manager = await ManagementClient.connect(server);
      const target: Target = { address: server.address, key: server.key1, token: manager.token };
      const loop = await RankingClient.of(manager, 'loop');
      const ledger = new Ledger();
      const stop = new AbortController();
      let n = 0;
      const writing = writeUntil(stop.signal, {
        ledger,
        registers,
        writers: WRITERS,
        seed,
        prefix: `c${seed}`,
        target: () => target,
        async also(random) {
          if (random.chance(0.5)) await loop.rank({ eventId: `e${n++}`, actions: actions('a', 'b') });
        },
      });
      const gets = { address: server.address, key: server.key1, path: '/face/v1.0/persongroups?top=5' };
      const samples: { minute: number; megabytes: number; files: number; p99: number }[] = [];
      const startedAt = Date.now();
      const totalMs = minutes * 60_000;
      while (Date.now() - startedAt < totalMs) {
        const { p99 } = await measureGets(gets, Math.max(1, totalMs / SAMPLES / 1000));
        const { text } = await call(server, 'GET /metrics');
        samples.push({
          minute: (Date.now() - startedAt) / 60_000,
          megabytes: metric(text, 'process_resident_memory_bytes') / 1e6,
          files: metric(text, 'process_open_fds') || 0,
          p99,
        });
      }
      stop.abort();
      await writing;
      const steady = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
      const half = steady.length >> 1;
      const [early, late] = [steady.slice(0, half), steady.slice(half)];
      const growth = slope(steady.map(({ minute, megabytes }) => [minute, megabytes]));
      const span = steady.at(-1)!.minute - steady[0]!.minute;
      log(`memory ${samples.map(({ megabytes }) => megabytes.toFixed(0)).join(' ')}`);
      log(`p99 ${samples.map(({ p99 }) => p99.toFixed(0)).join(' ')}`);
      return [
        atLeast('calls that changed something', ledger.acknowledged, 500),
        {
          name: 'growth of memory',
          measured: `${growth.toFixed(1)} MB a minute`,
          limit: `at most ${MAX_GROWTH_MB_PER_MINUTE} MB a minute, or ${NOISE_MB} MB in all`,
          isMet: growth <= MAX_GROWTH_MB_PER_MINUTE || growth * span <= NOISE_MB,
        },
        atMost(
          'open files, later half against the earlier',
          median(late.map(({ files }) => files)) - median(early.map(({ files }) => files)),
          5,
        ),
        atMost(
          'p99 of a GET, later half against the earlier',
          median(late.map(({ p99 }) => p99)) / median(early.map(({ p99 }) => p99)),
          3,
          '×',
        ),
        none('calls refused without a reason', ledger.refusals.length),
      ];
    } finally {
      await server.stop();
      folder.remove();
    }
  },
};

function metric(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? NaN);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
