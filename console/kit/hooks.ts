/** Hooks for loading, polling and running actions. Everything stops when the page is left. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { showFailure, toast } from './toast.tsx';

export interface Loaded<T> {
  value: T | undefined;
  error: Error | undefined;
  loading: boolean;
  reload: () => void;
  /** Replaces the value without a request, for example after a change that returned it. */
  put: (value: T) => void;
}

type Load<T> = (signal: AbortSignal) => Promise<T>;

/** Loads on mount and when its inputs change; `everyMs` reloads while the page is visible. */
export function useLoad<T>(load: Load<T>, inputs: readonly unknown[], { everyMs }: { everyMs?: number } = {}): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: Error; loading: boolean }>({ loading: true });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const lastRound = useRef(round);
  useEffect(() => {
    const again = lastRound.current !== round;
    lastRound.current = round;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async (): Promise<void> => {
      try {
        const value = await latest.current(stop.signal);
        if (!stop.signal.aborted) setState({ value, loading: false });
      } catch (error) {
        if (stop.signal.aborted) return;
        setState((before) => ({ ...before, error: error as Error, loading: false }));
      }
      if (everyMs !== undefined && !stop.signal.aborted) timer = setTimeout(() => void repeat(), everyMs);
    };
    const repeat = async (): Promise<void> => {
      if (document.visibilityState === 'visible') await run();
      else timer = setTimeout(() => void repeat(), everyMs);
    };
    // Data loaded for other inputs is not shown for these.
    setState((before) => (again ? { ...before, loading: true } : { loading: true }));
    void run();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [...inputs, round, everyMs]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const put = useCallback((value: T) => setState({ value, loading: false }), []);
  return { value: state.value, error: state.error, loading: state.loading, reload, put };
}

export interface Action<A extends unknown[]> {
  run: (...given: A) => Promise<boolean>;
  busy: boolean;
}

/**
 * An action of a button: never runs twice at the same time, reports a failure, and shows `done` on success. Resolves
 * to whether it succeeded.
 */
export function useAction<A extends unknown[]>(act: (...given: A) => Promise<unknown>, { done }: { done?: string } = {}): Action<A> {
  const [busy, setBusy] = useState(false);
  const under = useRef(false);
  const latest = useRef(act);
  latest.current = act;
  const run = useCallback(
    async (...given: A): Promise<boolean> => {
      if (under.current) return false;
      under.current = true;
      setBusy(true);
      try {
        await latest.current(...given);
        if (done !== undefined) toast(done);
        return true;
      } catch (error) {
        showFailure(error);
        return false;
      } finally {
        under.current = false;
        setBusy(false);
      }
    },
    [done],
  );
  return { run, busy };
}

/** Width and height of an element, kept up to date. */
export function useSize<E extends HTMLElement>(): [ref: (element: E | null) => void, size: { width: number; height: number }] {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const observer = useRef<ResizeObserver | undefined>(undefined);
  const ref = useCallback((element: E | null) => {
    observer.current?.disconnect();
    if (!element) return;
    const put = (width: number, height: number): void =>
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    observer.current = new ResizeObserver(([entry]) => put(entry!.contentRect.width, entry!.contentRect.height));
    observer.current.observe(element);
    // The observer answers a frame later.
    const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(element);
    put(
      element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
      element.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom),
    );
  }, []);
  return [ref, size];
}

/** Height from an element's upper edge down to the lower edge of the window, less `below`; follows the window. */
export function useRemainingHeight<E extends HTMLElement>(below: number, min: number): [ref: (element: E | null) => void, height: number] {
  const [height, setHeight] = useState(min);
  const stop = useRef<(() => void) | undefined>(undefined);
  const ref = useCallback((element: E | null) => {
    stop.current?.();
    stop.current = undefined;
    if (!element) return;
    const measure = (): void => {
      const top = element.getBoundingClientRect().top + scrollY;
      setHeight(Math.max(min, Math.floor(innerHeight - top - below)));
    };
    // What is above may still change its height, as when a text wraps.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    addEventListener('resize', measure);
    measure();
    stop.current = () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, []);
  return [ref, height];
}
