/**
 * Deletes content of every area, with the server killed in some rounds, on both stores with the default settings, and measures how long
 * the last byte stays in any file of the data folder.
 */
import { join } from 'node:path';
import { plantContent, searchFiles } from '../../../test/support/planted-content.ts';
import { newDatabase, stopPostgres } from '../../../test/support/postgres.ts';
import { ManagementClient, startServer, temporaryFolder } from '../../../test/support/server.ts';
import { atLeast } from '../scene.ts';
import type { Figure, Scene, SceneContext } from '../scene.ts';

const LIMIT_SECONDS = 60;
const POLL_MS = 250;
const MIN_DELETIONS = 10;

export const scene: Scene = {
  summary: 'deleted content is gone from every file within a minute, also after kill -9',
  async run(context) {
    try {
      return [...(await eraseOn('SQLite', {}, context)), ...(await eraseOn('PostgreSQL', { DATABASE_URL: await newDatabase() }, context))];
    } finally {
      await stopPostgres();
    }
  },
};

async function eraseOn(store: string, env: Record<string, string>, { minutes, log }: SceneContext): Promise<Figure[]> {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const deadline = performance.now() + (minutes * 60_000) / 2;
  let server = await startServer({ data, env });
  const { adminSecret } = server;
  let rounds = 0;
  let deletions = 0;
  let kills = 0;
  let slowest = 0;
  try {
    do {
      const management = await ManagementClient.connect({ address: server.address, adminSecret });
      const { key1 } = await management.createAccount(`round-${rounds}`);
      const planted = await plantContent(server, key1, { withModels: rounds === 0 });
      for (const { remove } of planted) await remove(server);
      const deletedAt = performance.now();
      if (rounds % 2 === 1) {
        server.signal('SIGKILL');
        await server.exited;
        server = await startServer({ data, env });
        kills++;
      }
      const markers = planted.map(({ marker }) => marker);
      while (searchFiles(data, markers).size > 0 && performance.now() - deletedAt < 3 * LIMIT_SECONDS * 1000)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const seconds = (performance.now() - deletedAt) / 1000;
      slowest = Math.max(slowest, seconds);
      rounds++;
      deletions += planted.length;
      log(`${store}: ${planted.length} deletions, the last byte after ${seconds.toFixed(1)} s`);
    } while (performance.now() < deadline);
  } finally {
    await server.stop();
    folder.remove();
  }
  return [
    atLeast(`contents deleted, ${store}`, deletions, MIN_DELETIONS),
    {
      name: `last byte of deleted content, ${store} (${kills} kills)`,
      measured: `${slowest.toFixed(1)} s`,
      limit: `at most ${LIMIT_SECONDS} s`,
      isMet: slowest <= LIMIT_SECONDS,
    },
  ];
}
