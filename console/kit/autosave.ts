/** Autosave of edited values, immediately or after a delay: one call at a time, the newest state last. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { showFailure, toast } from './toast.tsx';

export type SaveState = 'kept' | 'keeping' | 'failed';

/** Calls `keep` whenever `value` changes; later changes wait for the running call. Leaving before it is saved shows a notification or the browser's own prompt. */
export function useAutosave<T>(value: T, keep: (value: T) => Promise<void>): SaveState {
  const [state, setState] = useState<SaveState>('kept');
  const newest = useRef(value);
  const kept = useRef(value);
  const busy = useRef(false);
  const refused = useRef(false);
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
          refused.current = false;
          setState('kept');
        } catch (error) {
          showFailure(error);
          refused.current = true;
          setState('failed');
        }
        kept.current = now;
      }
      busy.current = false;
    };
    void run();
  }, [value]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (busy.current || refused.current) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      if (refused.current) toast('Your last change was rejected and is not saved', { kind: 'danger' });
    };
  }, []);
  return state;
}

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
