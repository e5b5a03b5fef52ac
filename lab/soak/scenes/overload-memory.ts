/** Twice as many calls as the server can answer, for as long as the scene may take: its memory stays flat. */
import { setTimeout as wait } from 'node:timers/promises';
import { ManagementClient, startServer, temporaryFolder } from '../../../test/support/server.ts';
import { runLoad } from '../load-generator.ts';
import { residentMb, slope } from '../memory.ts';
import { RANK, admittedPerSecond } from '../overload.ts';
import { atLeast, depth } from '../scene.ts';
import type { Scene } from '../scene.ts';

const CAPACITY_SECONDS = 10;
const SAMPLES = 90;
const MIN_CALLS = 10_000;
/** Connections, queues and caches fill first. */
const WARM_UP_SHARE = 0.2;
const MAX_GROWTH_MB_PER_MINUTE = 2;
/** Growth within the noise of garbage collection, for short runs. */
const NOISE_MB = 30;

export const scene: Scene = {
  summary: 'twice the capacity for all of the time: memory stays flat',
  share: 4,
  async run({ minutes, log }) {
    const folder = temporaryFolder();
    const server = await startServer({ data: folder.path, args: ['--log-level', 'warn'] });
    try {
      const manager = await ManagementClient.connect(server);
      const { key1 } = await manager.createAccount('greedy', { kind: 'Ranking' });
      const load = { ...RANK, port: Number(new URL(server.address).port), sources: [{ name: 'greedy', key: key1, part: 1 }] };
      const capacity = admittedPerSecond(await runLoad({ ...load, connections: 64, seconds: CAPACITY_SECONDS }));
      const seconds = minutes * 60;
      const samples: [minute: number, megabytes: number][] = [];
      const startedAt = performance.now();
      const overloading = runLoad({ ...load, rate: 2 * capacity, connections: 5000, seconds });
      for (let i = 0; i < SAMPLES; i++) {
        await wait((seconds * 1000) / SAMPLES);
        samples.push([(performance.now() - startedAt) / 60_000, await residentMb(server)]);
      }
      const { sources, failed, unanswered } = await overloading;
      const steady = samples.slice(Math.floor(SAMPLES * WARM_UP_SHARE));
      const growth = slope(steady);
      const span = steady.at(-1)![0] - steady[0]![0];
      log(`capacity ${capacity.toFixed(0)}/s, ${JSON.stringify(sources.greedy!.byStatus)}, ${failed} failed, ${unanswered} unanswered`);
      log(`memory ${samples.map(([, megabytes]) => megabytes.toFixed(0)).join(' ')}`);
      return [
        atLeast('calls at twice the capacity', sources.greedy!.sent, MIN_CALLS),
        depth('of them answered with success', sources.greedy!.byStatus['201'] ?? 0),
        depth('memory, largest', `${Math.max(...samples.map(([, megabytes]) => megabytes)).toFixed(0)} MB`),
        {
          name: 'growth of memory at twice the capacity',
          measured: `${growth.toFixed(2)} MB a minute in ${span.toFixed(0)} minutes`,
          limit: `at most ${MAX_GROWTH_MB_PER_MINUTE} MB a minute, or ${NOISE_MB} MB in all`,
          isMet: growth <= MAX_GROWTH_MB_PER_MINUTE || growth * span <= NOISE_MB,
        },
      ];
    } finally {
      await server.stop();
      folder.remove();
    }
  },
};
