/** Bulk work on utterances: progress, and a way to stop it. What was done until then stays done. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { count } from '../../kit/format.ts';
import { ProgressBar } from '../../kit/job.tsx';
import { Button } from '../../kit/parts.tsx';
import { showFailure } from '../../kit/toast.tsx';

/** Reports how many are done. */
export type Tell = (done: number) => void;

export interface Many {
  /** The running work, if any. */
  now: { doing: string; done: number; of: number } | undefined;
  /** Runs it; a failure is shown. Resolves when the work ends, or soon after it was stopped. */
  run: (doing: string, of: number, work: (signal: AbortSignal, tell: Tell) => Promise<void>) => Promise<void>;
  stop: () => void;
}

export function useMany(): Many {
  const [now, setNow] = useState<Many['now']>();
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

export function ManyProgress({ many: { now, stop } }: { many: Many }): JSX.Element | null {
  return now ? <div class="stack tight" role="status">
    <div class="spread"><span>{now.doing}: {count(now.done)} of {count(now.of)}</span><Button icon="stop" onClick={stop}>Stop</Button></div>
    <ProgressBar progress={now.done / now.of} label={now.doing} />
  </div> : null;
}
