/** Steps on utterances of the version that is open: what they do is seen at once, and what somebody else did meanwhile is asked about. */
import { meanwhile } from '../../kit/meanwhile.tsx';
import { changeMany } from './change-many.ts';
import type { Step } from './change-many.ts';
import { useVersion } from './version.ts';

interface Changing { signal?: AbortSignal; /** Hears of steps as they are done. */ tell?: (done: readonly Step[]) => void }

/** Answers a function that does steps, and whether they were done. */
export function useChange(): (steps: readonly Step[], changing?: Changing) => Promise<boolean> {
  const { client, path, entities, put, drop } = useVersion();
  return async (steps, { signal, tell } = {}) => await changeMany(client, path, steps, {
    entities, signal, ask: (met) => meanwhile('What you change', met, { later: true, back: '' }),
    tell: (told) => {
      if (told.put.length > 0) put(told.put);
      if (told.gone.size > 0) drop(told.gone);
      tell?.(told.done);
    },
  });
}
