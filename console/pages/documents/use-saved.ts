/** Autosave: a moment after the last step, immediately when the page is left, and never an older state over a newer one. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { showFailure } from '../../kit/toast.tsx';

const SAVE_DELAY_MS = 400;

export type SaveProgress = 'saved' | 'saving' | 'failed';

/** `save` resolves to the saved value, which may differ from the one given. */
export function useDelayedSave<T>(value: T, save: (value: T) => Promise<T>): SaveProgress {
  const [state, setState] = useState<SaveProgress>('saved');
  const kept = useRef(value);
  const latest = useRef(value);
  latest.current = value;
  const way = useRef(save);
  way.current = save;
  const before = useRef(Promise.resolve());
  const keep = useRef(() => {
    before.current = before.current.then(async () => {
      try {
        while (latest.current !== kept.current) {
          const wanted = latest.current;
          kept.current = await way.current(wanted);
          // The saved value replaces the given one, unless there was another change.
          if (latest.current === wanted) latest.current = kept.current;
        }
        setState('saved');
      } catch (error) {
        setState('failed');
        showFailure(error);
      }
    });
  }).current;
  useEffect(() => {
    if (value !== kept.current) setState('saving');
    const timer = setTimeout(keep, SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (latest.current !== kept.current) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      keep();
    };
  }, []);
  return state;
}
