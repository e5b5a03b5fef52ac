/** Writes of the version page: conditional writes, steps on utterances, and progress of bulk work. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { CallFailed, isConflict, type Client } from '../../kit/api.ts';
import { ProgressBar } from '../../kit/async.tsx';
import { resolveConflict } from '../../kit/conflict.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { isEqual, type Item } from '../../kit/differences.ts';
import { formatCount } from '../../kit/format.ts';
import { Button } from '../../kit/parts.tsx';
import { showFailure } from '../../kit/toast.tsx';
import { applySteps, type Step } from './bulk-changes.ts';
import { useVersion } from './version.ts';

/** A resource in a state; the ETag is unknown if it came in a list. */
export interface KnownState<T> {
  value: T;
  etag?: string;
  /** Someone else's change was kept. */ isTheirs?: boolean;
}

export interface ResourceCalls<T> {
  what: string;
  /** The current state; undefined if it was deleted. */
  read: () => Promise<{ value: T; etag: string } | undefined>;
  /** Resolves to the ETag of what was written. */
  write: (value: T, condition: Record<string, string>) => Promise<string | undefined>;
  items: (value: T) => Item[];
  merge: (before: T, mine: T, theirs: T) => T;
  /** Gets each state on the way, so that what was not chosen can be restored. */
  steps?: (value: T) => void;
}

/** The resulting state; undefined if there is nothing new, or the decision was postponed. */
export async function conditionalWrite<T>(place: ResourceCalls<T>, seen: KnownState<T>, next: T): Promise<KnownState<T> | undefined> {
  const { what, read, write, items, merge, steps } = place;
  let [on, mine] = [seen, next];
  for (;;) {
    let refusal: unknown;
    if (on.etag !== undefined) {
      try {
        return { value: mine, etag: await write(mine, { 'if-match': on.etag }) };
      } catch (error) {
        if (!isConflict(error)) throw error;
        refusal = error;
      }
    }
    const now = await read();
    if (!now) {
      if (!steps) throw new Error(t('Someone has deleted {what}.', { what }));
      if (
        !(await confirm({
          title: t('Deleted by someone else'),
          text: t('{what} is not saved anywhere. You can create it again with your changes.', { what }),
          action: t('Create again'),
          danger: false,
        }))
      )
        return undefined;
      return { value: mine, etag: await write(mine, { 'if-none-match': '*' }) };
    }
    // The resource is unchanged, and the write is rejected all the same: a proxy changes ETags.
    if (refusal !== undefined && now.etag === on.etag) throw refusal;
    if (isEqual(now.value, mine)) return { ...now, value: mine };
    if (!isEqual(now.value, on.value)) {
      const choice = await resolveConflict(
        what,
        { before: items(on.value), mine: items(mine), theirs: items(now.value) },
        steps ? { canPostpone: false } : { canPostpone: true, undoHint: '' },
      );
      if (choice === undefined) return undefined;
      steps?.(now.value);
      if (choice === 'theirs') return { ...now, isTheirs: true };
      if (choice === 'both') mine = merge(on.value, mine, now.value);
      steps?.(mine);
    }
    on = now;
  }
}

/** The current state of a resource with its own path; the server responds with 400 if it was deleted. */
export async function getWithEtag<W, T>(
  client: Client,
  path: string,
  valueOf: (written: W) => T,
): Promise<{ value: T; etag: string } | undefined> {
  try {
    const { body, headers } = await client.call<W>('GET', path, { quiet: true });
    return { value: valueOf(body), etag: headers.get('etag') ?? '' };
  } catch (error) {
    if (error instanceof CallFailed && error.status === 400) return undefined;
    throw error;
  }
}

/** Deletes what was seen; if it has changed, only after another confirmation. Whether it was deleted. */
export async function conditionalDelete<T>(
  { what, read }: Pick<ResourceCalls<T>, 'what' | 'read'>,
  seen: T,
  remove: (condition: Record<string, string>) => Promise<unknown>,
): Promise<boolean> {
  const now = await read();
  if (!now) return true;
  if (
    !isEqual(now.value, seen) &&
    !(await confirm({
      title: t('Someone has changed {what}', { what }),
      text: t('It has changed since you opened it. Delete it anyway?'),
      action: t('Delete anyway'),
    }))
  )
    return false;
  await remove({ 'if-match': now.etag });
  return true;
}

interface ApplyChange {
  signal?: AbortSignal;
  /** Called while steps are applied. */ onProgress?: (done: readonly Step[]) => void;
}

/** Returns a function that applies steps, and resolves to whether they were applied. */
export function useChange(): (steps: readonly Step[], changing?: ApplyChange) => Promise<boolean> {
  const { client, path, entities, put, drop } = useVersion();
  return async (steps, { signal, onProgress } = {}) =>
    await applySteps(client, path, steps, {
      entities,
      signal,
      ask: (conflict) => resolveConflict(t('What you changed'), conflict, { canPostpone: true, undoHint: '' }),
      onProgress: (applied) => {
        if (applied.put.length > 0) put(applied.put);
        if (applied.gone.size > 0) drop(applied.gone);
        onProgress?.(applied.done);
      },
    });
}

/** Reports how many are done. */
export type ReportProgress = (done: number) => void;

export interface BulkWork {
  /** The running work, if any. */
  now: { doing: string; done: number; of: number } | undefined;
  /** Runs it; a failure is shown. Resolves when the work ends, or soon after it was stopped. */
  run: (doing: string, of: number, work: (signal: AbortSignal, onProgress: ReportProgress) => Promise<void>) => Promise<void>;
  stop: () => void;
}

/** Bulk work on utterances: progress, and a way to stop it. What was done until then stays done. */
export function useBulkWork(): BulkWork {
  const [now, setNow] = useState<BulkWork['now']>();
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  return {
    now,
    run: async (doing, of, work) => {
      const controller = new AbortController();
      stop.current = controller;
      setNow({ doing, done: 0, of });
      try {
        await work(controller.signal, (done) => setNow({ doing, done, of }));
      } catch (failure) {
        if (!controller.signal.aborted) showFailure(failure);
      }
      setNow(undefined);
    },
    stop: () => stop.current?.abort(),
  };
}

export function BulkProgress({ many: { now, stop } }: { many: BulkWork }) {
  return now ? (
    <div class="stack tight" role="status">
      <div class="spread">
        <span>{t('{doing}: {done} of {of}', { doing: now.doing, done: formatCount(now.done), of: formatCount(now.of) })}</span>
        <Button icon="stop" onClick={stop} text={t('Stop')} />
      </div>
      <ProgressBar progress={now.done / now.of} label={now.doing} />
    </div>
  ) : null;
}
