/**
 * Autosave of edited values, immediately or after a delay: one call at a time, the newest state last. Without a connection, the newest
 * state waits and is sent when it is back, also after the page was left; as a draft, it survives a reload too.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { isUnreachable } from './api.ts';
import { whenOnline } from './connection.ts';
import { deleteDraft, putDraft } from './drafts.ts';
import { t } from '../i18n/messages.ts';
import { showFailure, toast } from './toast.tsx';

export type SaveState = 'kept' | 'keeping' | 'failed' | 'waiting';

/**
 * Calls `keep` whenever `value` changes; later changes wait for the running call. Leaving before it is saved shows a
 * notification or the browser's own prompt.
 */
export function useAutosave<T>(
  value: T,
  keep: (value: T) => Promise<void>,
  { saved: first = value, draft }: { saved?: T; draft?: string } = {},
): SaveState {
  const [state, setState] = useState<SaveState>('kept');
  const newest = useRef(value);
  const saved = useRef(first);
  const busy = useRef(false);
  const isRejected = useRef(false);
  const latest = useRef(keep);
  latest.current = keep;
  useEffect(() => {
    newest.current = value;
    const run = async (): Promise<void> => {
      if (busy.current) return;
      busy.current = true;
      while (newest.current !== saved.current) {
        const now = newest.current;
        setState('keeping');
        try {
          await latest.current(now);
          isRejected.current = false;
          if (draft !== undefined) deleteDraft(draft);
          setState('kept');
        } catch (error) {
          if (isUnreachable(error)) {
            if (draft !== undefined) putDraft(draft, newest.current);
            setState('waiting');
            await whenOnline();
            continue;
          }
          showFailure(error);
          isRejected.current = true;
          setState('failed');
        }
        saved.current = now;
      }
      busy.current = false;
    };
    void run();
  }, [value]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (busy.current || isRejected.current) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      if (isRejected.current) toast(t('Your last change was rejected and is not saved'), { kind: 'danger' });
    };
  }, []);
  return state;
}

const SAVE_DELAY_MS = 400;

export type SaveProgress = 'saved' | 'saving' | 'failed' | 'waiting';

/** `save` resolves to the saved value, which may differ from the one given. */
export function useDelayedSave<T>(
  value: T,
  save: (value: T) => Promise<T>,
  { saved: first = value, draft }: { saved?: T; draft?: string } = {},
): SaveProgress {
  const [state, setState] = useState<SaveProgress>('saved');
  const saved = useRef(first);
  const latest = useRef(value);
  latest.current = value;
  const way = useRef(save);
  way.current = save;
  const before = useRef(Promise.resolve());
  const keep = useRef(() => {
    before.current = before.current.then(async () => {
      try {
        while (latest.current !== saved.current) {
          const pending = latest.current;
          try {
            saved.current = await way.current(pending);
          } catch (error) {
            if (!isUnreachable(error)) throw error;
            if (draft !== undefined) putDraft(draft, latest.current);
            setState('waiting');
            await whenOnline();
            continue;
          }
          // The saved value replaces the given one, unless there was another change.
          if (latest.current === pending) latest.current = saved.current;
        }
        if (draft !== undefined) deleteDraft(draft);
        setState('saved');
      } catch (error) {
        setState('failed');
        showFailure(error);
      }
    });
  }).current;
  useEffect(() => {
    if (value !== saved.current) setState('saving');
    const timer = setTimeout(keep, SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (latest.current !== saved.current) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      keep();
    };
  }, []);
  return state;
}
