/** Applies steps to utterances of the open version: results are shown immediately, and conflicts are resolved by asking. */
import { resolveConflict } from '../../kit/meanwhile.tsx';
import { applySteps } from './change-many.ts';
import type { Step } from './change-many.ts';
import { useVersion } from './version.ts';

interface ApplyChange { signal?: AbortSignal; /** Called while steps are applied. */ tell?: (done: readonly Step[]) => void }

/** Returns a function that applies steps, and resolves to whether they were applied. */
export function useChange(): (steps: readonly Step[], changing?: ApplyChange) => Promise<boolean> {
  const { client, path, entities, put, drop } = useVersion();
  return async (steps, { signal, tell } = {}) => await applySteps(client, path, steps, {
    entities, signal, ask: (met) => resolveConflict('What you changed', met, { later: true, back: '' }),
    tell: (told) => {
      if (told.put.length > 0) put(told.put);
      if (told.gone.size > 0) drop(told.gone);
      tell?.(told.done);
    },
  });
}
