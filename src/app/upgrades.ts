/** Runs the upgrades of stored data that areas declare, each once. */
import { facts } from '../accounts/store.ts';
import type { Area, UpgradeContext } from '../kernel/area.ts';
import { Change, Conflict } from '../kernel/change.ts';
import { SYSTEM } from '../kernel/collection.ts';

const UPGRADES_FACT = 'upgrades';
const MAX_ATTEMPTS = 10;

export async function upgradeData(areas: readonly Area[], context: UpgradeContext): Promise<void> {
  const { store } = context;
  const done = (await store.get(facts, SYSTEM, UPGRADES_FACT))?.value.text.split(' ') ?? [];
  const due = areas.flatMap(({ upgrades = {} }) => Object.entries(upgrades)).filter(([name]) => !done.includes(name));
  if (due.length === 0) return;
  for (const [, upgrade] of due) await retryConflicts(() => upgrade(context));
  await store.commit(new Change().put(facts, SYSTEM, UPGRADES_FACT, { text: [...done, ...due.map(([name]) => name)].join(' ') }));
}

/** Another process may upgrade the same records. */
async function retryConflicts(run: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run();
      return;
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
