/** Work that is kept as it is done: one call at a time, and always the newest state last. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { tellFailure } from '../kit/toast.tsx';

export type Kept = 'kept' | 'keeping' | 'failed';

/** Calls `keep` whenever `value` becomes another; what changes meanwhile waits its turn. */
export function useKept<T>(value: T, keep: (value: T) => Promise<void>): Kept {
  const [state, setState] = useState<Kept>('kept');
  const newest = useRef(value);
  const kept = useRef(value);
  const busy = useRef(false);
  const latest = useRef(keep);
  latest.current = keep;
  useEffect(() => {
    newest.current = value;
    const run = async (): Promise<void> => {
      if (busy.current) return;
      busy.current = true;
      while (newest.current !== kept.current) {
        const now = newest.current;
        setState('keeping');
        try {
          await latest.current(now);
          setState('kept');
        } catch (error) {
          tellFailure(error);
          setState('failed');
        }
        kept.current = now;
      }
      busy.current = false;
    };
    void run();
  }, [value]);
  return state;
}
