/**
 * Notifies pages when something changes on the server: running work, by the kind of its job (`documents.build`), and records, by their
 * collection (`ranking.loops`). The live stream passes changes on (work.ts); while there is none, everything may have changed every
 * two seconds.
 */
const POLL_MS = 2000;

interface Watcher {
  of: readonly string[];
  act: () => void;
}

const watchers = new Set<Watcher>();
let isLive = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** `of`: kinds and collections, or what they start with. */
export function watchChanges(of: readonly string[], act: () => void): () => void {
  const watcher = { of, act };
  watchers.add(watcher);
  schedule();
  return () => watchers.delete(watcher);
}

/** Without a name: anything may have changed. */
export function passOnChange(name?: string): void {
  for (const { of, act } of [...watchers]) if (name === undefined || of.some((start) => name.startsWith(start))) act();
}

/** Whether changes come by the stream, which starts by saying that anything may have changed. */
export function setLive(next: boolean): void {
  isLive = next;
  schedule();
}

function schedule(): void {
  if (isLive || watchers.size === 0) return;
  timer ??= setTimeout(() => {
    timer = undefined;
    if (!isLive && document.visibilityState === 'visible') passOnChange();
    schedule();
  }, POLL_MS);
}

/** Asks now and after each change until the answer is not undefined. */
export async function askUntil<T>(of: readonly string[], ask: () => Promise<T | undefined>, signal?: AbortSignal): Promise<T> {
  let hasChanged = false;
  let wake = (): void => undefined;
  const changed = (): void => {
    hasChanged = true;
    wake();
  };
  const unwatch = watchChanges(of, changed);
  signal?.addEventListener('abort', changed);
  try {
    for (;;) {
      hasChanged = false;
      const answer = await ask();
      if (answer !== undefined) return answer;
      if (!hasChanged) await new Promise<void>((resolve) => (wake = resolve));
      signal?.throwIfAborted();
    }
  } finally {
    unwatch();
    signal?.removeEventListener('abort', changed);
  }
}
