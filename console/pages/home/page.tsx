/** Overview of the server: health, activity, first steps. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { accounts, shortName } from '../../kit/accounts.ts';
import { manager, toJobStatus } from '../../kit/api.ts';
import { Async, JobTag, ProgressBar } from '../../kit/async.tsx';
import { useCell } from '../../kit/cell.ts';
import { Chart } from '../../kit/chart.tsx';
import { formatAge, formatBytes, formatCompleted, formatCount, formatDuration, formatTime, plural } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Card, Empty, Facts, Figure, PageHeader, Tag } from '../../kit/parts.tsx';
import { joinPath, Link } from '../../kit/router.tsx';
import type { Job } from '../accounts/jobs.tsx';
import { Checklist, isUnused, useUsedOperations } from './checklist.tsx';

export default function Home(): JSX.Element {
  const used = useUsedOperations();
  const steps = (
    <div class="columns home-columns">
      <Checklist used={used} />
      <RunningJobs />
    </div>
  );
  // If nothing was tried yet, first steps come before the empty chart; the order does not change while the page is open.
  const [fresh, setFresh] = useState<boolean>();
  useEffect(() => {
    if (used) setFresh((known) => known ?? isUnused(used));
  }, [used]);
  return (
    <>
      <PageHeader title="Home" about="Server health, calls in the last hour, and running jobs." />
      <ServerCards />
      {fresh && steps}
      <ActivityCard />
      {!fresh && steps}
    </>
  );
}

interface Server {
  version: string;
  startedDateTime: string;
  region: string;
  role: string;
  store: string;
  memoryBytes: number;
  engines: { name: string; version: string }[];
  storage?: { databaseBytes?: number; blobBytes: number; blobCount: number; freeBytes: number };
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
        <>
          <Card title="Server" actions={server.error ? <Tag kind="danger">not responding</Tag> : <Tag kind="good">healthy</Tag>}>
            <div class="stack">
              <div class="home-figures">
                <Figure value={state.version} label="version" />
                <Figure
                  value={formatDuration(Date.now() - new Date(state.startedDateTime).getTime())}
                  label={`up since ${formatTime(state.startedDateTime)}`}
                />
                <Figure value={<Link to="/accounts">{formatCount(all.length)}</Link>} label={all.length === 1 ? 'account' : 'accounts'} />
                <Figure value={formatBytes(state.memoryBytes)} label="memory in use" />
                {state.storage ? (
                  <>
                    <Figure
                      value={state.storage.databaseBytes === undefined ? state.store : formatBytes(state.storage.databaseBytes)}
                      label="database"
                    />
                    <Figure value={formatBytes(state.storage.blobBytes)} label={plural(state.storage.blobCount, 'blob')} />
                    <Figure value={formatBytes(state.storage.freeBytes)} label="free disk space" />
                  </>
                ) : (
                  <Figure value="in memory" label="not persistent" />
                )}
              </div>
              {state.storage && state.storage.freeBytes < LOW_SPACE && (
                <p class="note warn">
                  The disk of the data folder is almost full. When it is full, changes are rejected; acknowledged data is not lost.
                </p>
              )}
              <details class="behind">
                <summary>Engines and settings</summary>
                <Facts
                  rows={[
                    ['Store', state.store],
                    ['Region', state.region],
                    ['Role', state.role],
                    ...state.engines.map(({ name, version }) => [name, version] as const),
                  ]}
                />
              </details>
            </div>
          </Card>
        </>
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
export function ActivityCard(): JSX.Element {
  const activity = useLoad(async (signal) => (await manager.get<{ value: Minute[] }>('/activity', { signal, quiet: true })).value, [], {
    everyMs: ACTIVITY_POLL_MS,
  });
  return (
    <Card title="Calls in the last hour" actions={activity.value && <Totals minutes={activity.value} />}>
      <Async of={activity}>{(minutes) => <ActivityChart minutes={minutes} />}</Async>
      <p class="faint small">
        Area calls handled by this process per minute, kept in memory and reset when the server restarts. Monthly usage is on the account
        pages.
      </p>
    </Card>
  );
}

function Totals({ minutes }: { minutes: readonly Minute[] }): JSX.Element {
  const { calls, refused, failed } = sumTotals(minutes);
  return (
    <span class="soft">
      {formatCount(calls)} calls · {formatCount(refused)} rejected · {formatCount(failed)} failed
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
        { label: 'Calls', values: minutes.map(({ calls }) => calls), color: 1, kind: 'area' },
        { label: 'Rejected (4xx)', values: minutes.map(({ refused }) => refused), color: 2 },
        { label: 'Failed (5xx)', values: minutes.map(({ failed }) => failed), color: 6 },
      ] as const,
    }),
    [shape],
  );
  const { calls, refused, failed } = sumTotals(minutes);
  return (
    <Chart
      label={`Calls per minute in the last hour: ${calls} in total, ${refused} rejected, ${failed} failed`}
      x={x}
      series={series}
      time
      whole
      height={190}
    />
  );
}

const JOBS_POLL_MS = 2000;

/** Unfinished jobs of all accounts. */
export function RunningJobs(): JSX.Element {
  const jobs = useLoad(
    async (signal) => (await manager.get<{ value: (Job & { accountId: string })[] }>('/jobs', { signal, quiet: true })).value,
    [],
    { everyMs: JOBS_POLL_MS },
  );
  const all = useCell(accounts);
  return (
    <Card title="Running jobs">
      <Async of={jobs}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon="check" title="No running jobs">
              Training, analysis, evaluations and other long-running work is shown here.
            </Empty>
          ) : (
            <ul class="home-jobs">
              {rows.map(({ accountId, jobId, kind, status, percentCompleted, completed, createdDateTime }) => {
                const account = all.find(({ properties }) => properties.accountId === accountId);
                return (
                  <li class="stack tight" key={jobId}>
                    <div class="spread">
                      <span class="row">
                        <strong>{kind}</strong>
                        <JobTag status={toJobStatus(status)} />
                        {completed && <span class="soft">{formatCompleted(completed)}</span>}
                      </span>
                      <span class="soft small">
                        {account ? (
                          <Link to={`${joinPath('accounts', ...shortName(account).split('/'))}?tab=jobs`}>{account.name}</Link>
                        ) : (
                          'server'
                        )}{' '}
                        · {formatAge(createdDateTime)}
                      </span>
                    </div>
                    <ProgressBar progress={percentCompleted / 100} label={`${kind}: ${percentCompleted} %`} />
                  </li>
                );
              })}
            </ul>
          )
        }
      </Async>
    </Card>
  );
}
