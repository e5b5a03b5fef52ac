/**
 * Does the scene `kill` notice what it is for? It runs against servers that were sabotaged (test/faults/sabotage.ts), each in one way,
 * until it has noticed, or has seen more changes than an honest run must see and found nothing.
 */
import { openSqlite } from '../../../src/storage/records/sqlite/store.ts';
import { SABOTAGES } from '../../../test/faults/sabotage.ts';
import type { Figure, Scene } from '../scene.ts';
import { killUntil } from './kill.ts';
import type { Tally } from './kill.ts';

const MAX_ACKNOWLEDGED = 2000;

export const scene: Scene = {
  summary: 'servers that drop commits, acknowledge early, skip a checksum or lose an index entry: the scene kill notices each',
  share: 4,
  async run(context) {
    const figures: Figure[] = [];
    const problemsOf = ({ lost, half, stuck, replays }: Tally): string[] => [...lost, ...half, ...stuck, ...replays];
    for (const sabotage of SABOTAGES) {
      const parts = { ...context, minutes: context.minutes / SABOTAGES.length };
      const tally = await killUntil(sabotage, parts, [], (folder) => openSqlite({ folder, now: Date.now }), {
        env: { PERENNIAL_SABOTAGE: sabotage },
        isEnough: (seen) => problemsOf(seen).length > 0 || seen.acknowledged >= MAX_ACKNOWLEDGED,
      });
      const [problem] = problemsOf(tally);
      figures.push({
        name: `sabotage noticed: ${sabotage}`,
        measured: `${problem === undefined ? 'no' : 'yes'}, after ${tally.acknowledged} changes and ${tally.cycles} kills`,
        limit: `within ${MAX_ACKNOWLEDGED} changes`,
        isMet: problem !== undefined,
      });
      context.log(`${sabotage}: ${problem?.slice(0, 200) ?? 'nothing was noticed'}`);
    }
    return figures;
  },
};
