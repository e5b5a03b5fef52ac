/** Long-running work: progress, outcome and a way to cancel it. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { JobState } from './job-state.ts';
import { Problem } from './problem.tsx';
import { Button, Tag } from './parts.tsx';
import { useAction, useLoad } from './use.ts';

const POLL_MS = 700;

const KINDS = { waiting: undefined, running: 'info', succeeded: 'good', failed: 'danger', cancelled: 'warn' } as const;

export function JobTag({ status, children }: { status: JobState['status']; children?: ComponentChildren }): JSX.Element {
  return <Tag kind={KINDS[status]}>{children ?? status}</Tag>;
}

export interface JobProgressProps {
  title: string;
  /** Fetches the status; polled until it is final. */
  ask: (signal: AbortSignal) => Promise<JobState>;
  onEnd?: (state: JobState) => void;
  cancel?: () => Promise<unknown>;
}

export function JobProgress({ title, ask, onEnd, cancel }: JobProgressProps): JSX.Element {
  const final = useRef<JobState | undefined>(undefined);
  const state = useLoad(async (signal) => final.current ?? await ask(signal), [], { everyMs: POLL_MS });
  const ended = state.value && state.value.status !== 'waiting' && state.value.status !== 'running' ? state.value : undefined;
  final.current = ended;
  const told = useRef(false);
  const stop = useAction(async () => await cancel?.());
  useEffect(() => {
    if (!ended || told.current) return;
    told.current = true;
    onEnd?.(ended);
  }, [ended]);
  const { progress, message, status = 'waiting' } = state.value ?? {};
  return <div class="progress" role="status" aria-live="polite">
    <div class="spread"><span class="row"><strong>{title}</strong><JobTag status={status} />{message !== undefined && <span class="soft">{message}</span>}</span>
      {cancel && !ended && <Button icon="stop" busy={stop.busy} onClick={() => void stop.run()}>Cancel</Button>}</div>
    {state.error && <Problem error={state.error} />}
    {!ended && <ProgressBar progress={progress} label={title} />}
  </div>;
}

/** A progress bar; indeterminate if progress is unknown. */
export function ProgressBar({ progress, label }: { progress?: number; label: string }): JSX.Element {
  const known = progress !== undefined && progress > 0;
  return <div role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={known ? Math.round(progress * 100) : undefined} class="bar">
    <span class={known ? '' : 'unknown'} style={known ? { width: `${progress * 100}%` } : {}} />
  </div>;
}
