/** Bulk work on utterances: progress, and a way to stop it. What was done until then stays done. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../kit/format.ts';
import { ProgressBar } from '../../kit/job.tsx';
import { Button } from '../../kit/parts.tsx';
import { showFailure } from '../../kit/toast.tsx';

/** Reports how many are done. */
export type ReportProgress = (done: number) => void;

export interface BulkWork {
  /** The running work, if any. */
  now: { doing: string; done: number; of: number } | undefined;
  /** Runs it; a failure is shown. Resolves when the work ends, or soon after it was stopped. */
  run: (doing: string, of: number, work: (signal: AbortSignal, tell: ReportProgress) => Promise<void>) => Promise<void>;
  stop: () => void;
}

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

export function BulkProgress({ many: { now, stop } }: { many: BulkWork }): JSX.Element | null {
  return now ? <div class="stack tight" role="status">
    <div class="spread"><span>{now.doing}: {formatCount(now.done)} of {formatCount(now.of)}</span><Button icon="stop" onClick={stop}>Stop</Button></div>
    <ProgressBar progress={now.done / now.of} label={now.doing} />
  </div> : null;
}
