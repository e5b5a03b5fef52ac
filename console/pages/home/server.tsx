/** The machine: calls in the last hour, health, version, storage and engines. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { accounts } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { useCell } from '../../kit/cell.ts';
import { Chart } from '../../kit/chart.tsx';
import { formatBytes, formatCount, formatDuration, formatTime, plural } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Card, Facts, Figure, Tag } from '../../kit/parts.tsx';
import { Link } from '../../kit/router.tsx';
import { ErrorsCard } from './usage.tsx';
import type { ErrorReply } from './usage.tsx';

interface Server {
  version: string;
  startedDateTime: string;
  region: string;
  role: string;
  store: string;
  memoryBytes: number;
  engines: { name: string; version: string }[];
  storage?: { databaseBytes?: number; blobBytes?: number; blobCount?: number; freeBytes: number };
}

const SERVER_POLL_MS = 15_000;
const LOW_SPACE = 1e9;

/** Health, version, storage and engines. */
export function ServerCards(): JSX.Element {
  const server = useLoad((signal) => manager.get<Server>('/server', { signal, quiet: true }), [], { everyMs: SERVER_POLL_MS });
  const all = useCell(accounts);
  return (
    <Async of={server}>
      {(state) => (
        <Card
          class="quiet"
          title={t('Server')}
          actions={server.error ? <Tag kind="danger">{t('not responding')}</Tag> : <Tag kind="good">{t('healthy')}</Tag>}
        >
          <div class="stack">
            <div class="figures home-figures">
              <Figure value={state.version} label={t('version')} />
              <Figure
                value={formatDuration(Date.now() - new Date(state.startedDateTime).getTime())}
                label={t('up since {startedDateTime}', { startedDateTime: formatTime(state.startedDateTime) })}
              />
              <Figure
                value={<Link to="/accounts">{formatCount(all.length)}</Link>}
                label={all.length === 1 ? t('account') : t('accounts')}
              />
              <Figure value={formatBytes(state.memoryBytes)} label={t('memory in use')} />
              {state.storage ? (
                <>
                  <Figure
                    value={state.storage.databaseBytes === undefined ? state.store : formatBytes(state.storage.databaseBytes)}
                    label={t('database')}
                  />
                  {state.storage.blobBytes !== undefined && (
                    <Figure value={formatBytes(state.storage.blobBytes)} label={plural(state.storage.blobCount ?? 0, 'blob')} />
                  )}
                  <Figure value={formatBytes(state.storage.freeBytes)} label={t('free disk space')} />
                </>
              ) : (
                <Figure value={t('in memory')} label={t('not persistent')} />
              )}
            </div>
            {state.storage && state.storage.freeBytes < LOW_SPACE && (
              <p class="note warn">
                {t('The disk of the data folder is almost full. When it is full, changes are rejected; acknowledged data is not lost.')}
              </p>
            )}
            <details class="behind">
              <summary>{t('Engines and settings')}</summary>
              <Facts
                rows={[
                  [t('Store'), state.store],
                  [t('Region'), state.region],
                  [t('Role'), state.role],
                  ...state.engines.map(({ name, version }) => [name, version] as const),
                ]}
              />
            </details>
          </div>
        </Card>
      )}
    </Async>
  );
}

interface Minute {
  minute: string;
  calls: number;
  refused: number;
  failed: number;
}

const ACTIVITY_POLL_MS = 5000;

/** Calls and errors of the last hour. */
export function Activity(): JSX.Element {
  const activity = useLoad((signal) => manager.get<{ value: Minute[]; errors: ErrorReply[] }>('/activity', { signal, quiet: true }), [], {
    everyMs: ACTIVITY_POLL_MS,
  });
  return (
    <>
      <ErrorsCard errors={activity.value?.errors ?? []} />
      <Card class="quiet" title={t('Calls in the last hour')} actions={activity.value && <Totals minutes={activity.value.value} />}>
        <Async of={activity}>{({ value }) => <ActivityChart minutes={value} />}</Async>
        <p class="faint small">
          {t(
            'Area calls handled by this process per minute, kept in memory and reset when the server restarts. Monthly usage is on the account pages.',
          )}
        </p>
      </Card>
    </>
  );
}

function Totals({ minutes }: { minutes: readonly Minute[] }): JSX.Element {
  const { calls, refused, failed } = sumTotals(minutes);
  return (
    <span class="soft">
      {t('{calls} calls · {refused} rejected · {failed} failed', {
        calls: formatCount(calls),
        refused: formatCount(refused),
        failed: formatCount(failed),
      })}
    </span>
  );
}

function sumTotals(minutes: readonly Minute[]): Omit<Minute, 'minute'> {
  return minutes.reduce(
    (sum, { calls, refused, failed }) => ({
      calls: sum.calls + calls,
      refused: sum.refused + refused,
      failed: sum.failed + failed,
    }),
    { calls: 0, refused: 0, failed: 0 },
  );
}

function ActivityChart({ minutes }: { minutes: readonly Minute[] }): JSX.Element {
  // Redrawn only on changes: the response is a new object each time.
  const shape = JSON.stringify(minutes);
  const { x, series } = useMemo(
    () => ({
      x: minutes.map(({ minute }) => new Date(minute).getTime() / 1000),
      series: [
        { label: t('Calls'), values: minutes.map(({ calls }) => calls), color: 1, kind: 'area' },
        { label: t('Rejected (4xx)'), values: minutes.map(({ refused }) => refused), color: 2 },
        { label: t('Failed (5xx)'), values: minutes.map(({ failed }) => failed), color: 6 },
      ] as const,
    }),
    [shape],
  );
  const { calls, refused, failed } = sumTotals(minutes);
  return (
    <Chart
      label={t('Calls per minute in the last hour: {calls} in total, {refused} rejected, {failed} failed', { calls, refused, failed })}
      x={x}
      series={series}
      time
      whole
      height={190}
    />
  );
}
