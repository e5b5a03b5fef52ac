/** Hooks for loading, polling and running actions. Everything stops when the page is left. */
import type { ComponentType } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { watchChanges } from './changes.ts';
import { navigate } from './router.tsx';
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

export interface LoadOptions {
  /** Reloads while the page is visible, for figures that change all the time. */
  everyMs?: number;
  /** Reloads after changes on the server: kinds of work and collections, or what they start with. */
  follows?: readonly string[];
}

/** Between two loads of what changes quickly, and until a failed load is tried again. */
const PAUSE_MS = 300;
const RETRY_MS = 2000;

/** Loads on mount, when its inputs change, and as the options say. */
export function useLoad<T>(load: Load<T>, inputs: readonly unknown[], { everyMs, follows }: LoadOptions = {}): Loaded<T> {
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
    let isIdle = false;
    let hasChanged = false;
    const run = async (): Promise<void> => {
      isIdle = hasChanged = false;
      let waitMs = everyMs;
      try {
        const value = await latest.current(stop.signal);
        if (!stop.signal.aborted) setState((before) => (follows && isSame(before, value) ? before : { value, loading: false }));
      } catch (error) {
        if (stop.signal.aborted) return;
        setState((before) => ({ ...before, error: error as Error, loading: false }));
        if (follows && mayPass(error)) waitMs = RETRY_MS;
      }
      if (stop.signal.aborted) return;
      if (hasChanged) waitMs = PAUSE_MS;
      isIdle = !hasChanged;
      if (waitMs !== undefined) wait(waitMs);
    };
    const wait = (ms: number): void => {
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible' || hasChanged) void run();
        else wait(ms);
      }, ms);
    };
    const unwatch =
      follows &&
      watchChanges(follows, () => {
        if (isLeaving) return;
        hasChanged = true;
        if (!isIdle) return;
        clearTimeout(timer);
        void run();
      });
    // Data loaded for other inputs is not shown for these.
    setState((before) => (again ? { ...before, loading: true } : { loading: true }));
    void run();
    return () => {
      stop.abort();
      clearTimeout(timer);
      unwatch?.();
    };
  }, [...inputs, round, everyMs, follows?.join()]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const put = useCallback((value: T) => setState({ value, loading: false }), []);
  return { value: state.value, error: state.error, loading: state.loading, reload, put };
}

let isLeaving = false;

/** Deletes what the page shows and leaves it: until then nothing is loaded again, since what was deleted would be asked for. */
export async function deleteAndLeave(remove: () => Promise<unknown>, to: string): Promise<void> {
  isLeaving = true;
  try {
    await remove();
    navigate(to);
    // Until the other page is drawn.
    await new Promise((resolve) => setTimeout(resolve));
  } finally {
    isLeaving = false;
  }
}

/** Nothing is drawn again for the same data. */
function isSame<T>(before: { value?: T; error?: Error; loading: boolean }, value: T): boolean {
  return !before.loading && !before.error && JSON.stringify(before.value) === JSON.stringify(value);
}

/** No answer, too many calls, or a failure of the server: the same call may succeed later. */
function mayPass(error: unknown): boolean {
  const { status = 0 } = error as { status?: number };
  return status < 400 || status === 429 || status >= 500;
}

export interface Action<A extends unknown[]> {
  run: (...given: A) => Promise<boolean>;
  busy: boolean;
}

/**
 * An action of a button: never runs twice at the same time, reports a failure, and shows `done` on success. One that
 * returns `false` or throws an AbortError was cancelled. Resolves to whether it succeeded.
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
        if ((await latest.current(...given)) === false) return false;
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

const later = new Map<string, ComponentType>();

/** A part of the page that is loaded once the rest is painted; without it, the page works as before. */
export function useLater<P>(name: string, load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> | undefined {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (later.has(name)) return;
    const show = (loaded: { default: ComponentType<P> }): void => {
      later.set(name, loaded.default as ComponentType);
      redraw(1);
    };
    const timer = setTimeout(() => void load().then(show, () => undefined));
    return () => clearTimeout(timer);
  }, []);
  return later.get(name) as ComponentType<P> | undefined;
}
