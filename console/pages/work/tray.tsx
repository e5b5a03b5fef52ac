/** The tray of running work in the header: progress, time left, cancel, retry, log; and news when something ends. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { shortName, useAccount } from '../../kit/accounts.ts';
import { manager, toJobStatus } from '../../kit/api.ts';
import { JobTag, ProgressBar } from '../../kit/async.tsx';
import { useCell } from '../../kit/cell.ts';
import { formatAge, formatCompleted, formatDuration } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { Button, ButtonLink } from '../../kit/parts.tsx';
import { currentRoute, joinPath, Link } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { isRunning, refreshWork, startWork, timeLeftMs, watchAccount, watchEnds, work, type Work } from '../../kit/work.ts';
import { kindOf, pageOf, titleOf } from './kinds.ts';

const REDRAW_MS = 1000;

let hasStarted = false;

export default function WorkTray() {
  const { account } = useAccount();
  const { accountId } = account.properties;
  const shown = useCell(work).filter(kindOf);
  const running = shown.filter(isRunning);
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasStarted) return;
    hasStarted = true;
    startWork();
    watchEnds(announce);
  }, []);
  useEffect(() => watchAccount(accountId), [accountId]);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event): void => {
      const isOutside = event instanceof MouseEvent && !panel.current?.contains(event.target as Node);
      if (isOutside || (event instanceof KeyboardEvent && event.key === 'Escape')) setOpen(false);
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
    };
  }, [isOpen]);
  const [first] = running;
  const summary = first ? summaryOf(running) : t('Work');
  // Contains what the button shows (WCAG 2.5.3).
  const label = first ? t('Running work: {summary}', { summary }) : t('Running work: none');
  return (
    <div class="work" ref={panel}>
      <Button class="work-button" label={label} expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {first ? <span class="spinner" /> : <Icon name="clock" />}
        <span class="work-summary">{summary}</span>
      </Button>
      {isOpen && (
        <section class="work-panel" aria-label={t('Running work')}>
          <header>
            <h2>{t('Running work')}</h2>
            <NotifyButton />
            <ButtonLink kind="quiet" to={`${joinPath('accounts', ...shortName(account).split('/'))}?tab=jobs`} text={t('All jobs')} />
          </header>
          {shown.length === 0 ? (
            <p class="soft">{t('Nothing is running. Trainings, builds, evaluations and imports appear here.')}</p>
          ) : (
            <ul>
              {shown.map((one) => (
                <Item key={one.jobId} one={one} jobs={joinPath('accounts', ...shortName(account).split('/'))} path={account.id} />
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  );
}

function summaryOf(running: readonly Work[]): string {
  const [first] = running;
  if (running.length > 1) return t('{count} running', { count: running.length });
  return t('{work}, {percent} %', { work: kindOf(first!)!.title, percent: first!.percentCompleted });
}

function Item({ one, jobs, path }: { one: Work; jobs: string; path: string }) {
  const [, redraw] = useState(0);
  const status = toJobStatus(one.status);
  const running = isRunning(one);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => redraw((n) => n + 1), REDRAW_MS);
    return () => clearInterval(timer);
  }, [running]);
  const act = (name: 'cancel' | 'retry') => async (): Promise<void> => {
    await manager.post(`${path}/jobs/${encodeURIComponent(one.jobId)}/${name}`);
    refreshWork();
  };
  const cancel = useAction(act('cancel'));
  const retry = useAction(act('retry'));
  const page = pageOf(one);
  const leftMs = running ? timeLeftMs(one, Date.now()) : undefined;
  const title = titleOf(one);
  return (
    <li>
      <div class="spread">
        <strong class="ellipsis">{page === undefined ? title : <Link to={page}>{title}</Link>}</strong>
        {!running && <JobTag status={status} />}
      </div>
      {running && <ProgressBar progress={one.percentCompleted / 100} label={title} />}
      <div class="spread small">
        <span class="soft">
          {running ? progressOf(one, leftMs) : (one.errors[0]?.message ?? formatAge(one.endedDateTime ?? one.lastUpdatedDateTime))}
        </span>
        <span class="row">
          {running && <Button kind="quiet" icon="stop" needs="label" label={t('Cancel {work}', { work: title })} does={cancel} />}
          {(status === 'failed' || status === 'cancelled') && (
            <Button kind="quiet" icon="refresh" needs="label" label={t('Retry {work}', { work: title })} does={retry} />
          )}
          <Link to={`${jobs}?tab=jobs&job=${encodeURIComponent(one.jobId)}`} aria-label={t('Log of {work}', { work: title })}>
            {t('Log')}
          </Link>
        </span>
      </div>
    </li>
  );
}

function progressOf(one: Work, leftMs: number | undefined): string {
  if (toJobStatus(one.status) === 'waiting') return t('Waiting for its turn');
  const done = one.completed ? formatCompleted(one.completed) : `${one.percentCompleted} %`;
  return leftMs === undefined ? done : t('{done}, about {time} left', { done, time: formatDuration(leftMs) });
}

/** News of an end: on the page, unless it is the page of that very thing, and by the system while the tab is hidden. */
function announce(one: Work): void {
  const kind = kindOf(one);
  if (!kind || kind.isInteractive) return;
  const status = toJobStatus(one.status);
  const title = titleOf(one);
  const text =
    status === 'succeeded'
      ? t('{work} is done', { work: title })
      : status === 'failed'
        ? t('{work} failed', { work: title })
        : t('{work} was cancelled', { work: title });
  const page = pageOf(one);
  const isThere = page !== undefined && joinPath(...currentRoute().parts).startsWith(page);
  if (!isThere) toast(text, { kind: status === 'failed' ? 'danger' : 'good', more: one.errors[0]?.message });
  if (document.visibilityState === 'hidden' && canNotify() === 'granted')
    // All tabs say it, under one tag: it appears once.
    new Notification('Perennial', { body: text, tag: one.jobId });
}

function canNotify(): NotificationPermission {
  return typeof Notification === 'undefined' || !isSecureContext ? 'denied' : Notification.permission;
}

function NotifyButton() {
  const [state, setState] = useState(canNotify);
  if (state !== 'default') return null;
  return <Button kind="quiet" onClick={() => void Notification.requestPermission().then(setState)} text={t('Notify me')} />;
}
