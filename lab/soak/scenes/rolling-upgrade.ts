/** Three processes of an earlier version are replaced one by one while calls arrive; then one goes back. */
import { newDatabase, stopPostgres, whyNoPostgres } from '../../../test/support/postgres.ts';
import { openOldVersion, whyNoOldVersion } from '../rolling/old-version.ts';
import { upgradeUnderLoad } from '../rolling/upgrade.ts';
import { SceneSkipped, atLeast, depth, none } from '../scene.ts';
import type { Scene } from '../scene.ts';

const REPLICAS = 3;

export const scene: Scene = {
  summary: 'processes of an earlier version are replaced one by one under load: no call fails, and going back works',
  share: 1,
  async run({ minutes, seed, log }) {
    const reason = whyNoOldVersion() ?? (await whyNoPostgres());
    if (reason !== undefined) throw new SceneSkipped(reason);
    const earlier = openOldVersion();
    try {
      const stepMs = Math.min(20_000, (minutes * 60_000) / (2 * REPLICAS + 2));
      const result = await upgradeUnderLoad({
        databaseUrl: await newDatabase(),
        earlier: earlier.folder,
        replicas: REPLICAS,
        stepMs,
        seed,
        log,
      });
      for (const problems of [result.failed, result.lost]) for (const problem of problems.slice(0, 10)) log(problem);
      return [
        atLeast('calls while processes were replaced', result.calls, 100),
        depth('connections refused or reset, and sent again', result.resets),
        depth('calls that a stopping process answered 503, and sent again', result.postponed),
        atLeast('jobs of one version that either ran', result.imports, 1),
        none('calls that failed', result.failed.length),
        none('acknowledged changes lost', result.lost.length),
        none('exit codes other than 0', result.exits.filter((code) => code !== 0).length),
        {
          name: 'going back by one process',
          measured: result.goingBack,
          limit: 'serves, or refuses in clear words',
          isMet: result.goingBack !== 'breaks',
        },
      ];
    } finally {
      earlier.remove();
      await stopPostgres();
    }
  },
};
