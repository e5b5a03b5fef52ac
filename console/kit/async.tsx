/** Loading states: failures, data that is being loaded, and long-running jobs. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { rich, t } from '../i18n/messages.ts';
import { CallFailed, type JobState } from './api.ts';
import { useAction, useLoad, type Loaded } from './hooks.ts';
import { Button, ButtonLink, Loading, Tag } from './parts.tsx';
import { currentRoute, joinPath } from './router.tsx';
import { Remedy } from './toast.tsx';
import { forgetVisit } from './visits.ts';

export function Problem({ error, retry }: { error: Error; retry?: () => void }) {
  const failed = error instanceof CallFailed ? error : undefined;
  return (
    <div class="problem" role="alert">
      <h3>
        {failed
          ? failed.status === 0
            ? t('No response')
            : `${failed.status} ${failed.code === String(failed.status) ? '' : failed.code}`
          : t('Something went wrong')}
      </h3>
      <p>{error.message}</p>
      {failed?.remedy !== undefined && (
        <p>
          <strong>{t('How to fix:')}</strong> <Remedy text={failed.remedy} />
        </p>
      )}
      <div class="row small">
        {retry && <Button icon="refresh" onClick={retry} text={t('Try again')} />}
        {failed && failed.status > 0 && (
          <>
            <code>
              {failed.call.method} {failed.call.path}
            </code>
            {failed.requestId !== undefined && <span>{rich('Request {code}', { code: <code>{failed.requestId}</code> })}</span>}
            <a href="/docs">{t('All operations')}</a>
          </>
        )}
      </div>
    </div>
  );
}

/** Renders loaded data, a loading state, or the failure. Data already loaded stays if a reload fails. */
export function Async<T>({
  of: loaded,
  what,
  children,
}: {
  of: Omit<Loaded<T>, 'put'>;
  what?: string;
  children: (value: T) => ComponentChildren;
}) {
  return (
    <>
      {loaded.error && <Problem error={loaded.error} retry={loaded.reload} />}
      {loaded.value !== undefined ? children(loaded.value) : !loaded.error && <Loading what={what} />}
    </>
  );
}

/** A page that shows one thing: if that cannot be loaded, there is a way back to the list it is in. */
export function AsyncPage<T>({
  of: loaded,
  list,
  children,
}: {
  of: Loaded<T>;
  list: { to: string; title: string };
  children: (value: T) => ComponentChildren;
}) {
  const isGone = loaded.error instanceof CallFailed && loaded.error.status === 404;
  useEffect(() => {
    if (isGone) forgetVisit(joinPath(...currentRoute().parts));
  }, [isGone]);
  return (
    <>
      <Async of={loaded}>{children}</Async>
      {loaded.error && loaded.value === undefined && (
        <div>
          <ButtonLink icon="left" to={list.to} text={list.title} />
        </div>
      )}
    </>
  );
}

const KINDS = { waiting: undefined, running: 'info', succeeded: 'good', failed: 'danger', cancelled: 'warn' } as const;

const STATUS = {
  waiting: t('waiting'),
  running: t('running'),
  succeeded: t('succeeded'),
  failed: t('failed'),
  cancelled: t('cancelled'),
} as const;

/** Long-running work: progress, outcome and a way to cancel it. */
export function JobTag({ status }: Pick<JobState, 'status'>) {
  return <Tag kind={KINDS[status]}>{STATUS[status]}</Tag>;
}

export interface JobProgressProps {
  title: string;
  /** Instead of the title and the status when it has succeeded. */
  done?: string;
  /** Of the work: its changes are followed. */
  kind: string;
  /** Fetches the status; after each change, until it is final. */
  ask: (signal: AbortSignal) => Promise<JobState>;
  onEnd?: (state: JobState) => void;
  cancel?: () => Promise<unknown>;
}

export function JobProgress({ title, done = title, kind, ask, onEnd, cancel }: JobProgressProps) {
  const final = useRef<JobState | undefined>(undefined);
  const state = useLoad(async (signal) => final.current ?? (await ask(signal)), [], { follows: [kind] });
  const ended = state.value && state.value.status !== 'waiting' && state.value.status !== 'running' ? state.value : undefined;
  final.current = ended;
  const hasReported = useRef(false);
  const stop = useAction(async () => await cancel?.());
  useEffect(() => {
    if (!ended || hasReported.current) return;
    hasReported.current = true;
    onEnd?.(ended);
  }, [ended]);
  const { progress, message, status = 'waiting' } = state.value ?? {};
  return (
    <div class="progress" role="status" aria-live="polite">
      <div class="spread">
        <span class="row">
          <strong>{status === 'succeeded' ? done : title}</strong>
          {(status !== 'succeeded' || done === title) && <JobTag status={status} />}
          {message !== undefined && <span class="soft">{message}</span>}
        </span>
        {cancel && !ended && <Button needs="label" icon="stop" does={stop} text={t('Cancel')} />}
      </div>
      {state.error && <Problem error={state.error} />}
      {!ended && <ProgressBar progress={progress} label={title} />}
    </div>
  );
}

/** A progress bar; indeterminate if progress is unknown. */
export function ProgressBar({ progress, label }: { progress?: number; label: string }) {
  const known = progress !== undefined && progress > 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known ? Math.round(progress * 100) : undefined}
      class="bar"
    >
      <span class={known ? '' : 'unknown'} style={known ? { width: `${progress * 100}%` } : {}} />
    </div>
  );
}
