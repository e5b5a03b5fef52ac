/** Offline evaluations of learning settings, newest first. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { manager, toJobStatus } from '../../kit/api.ts';
import { Async, JobProgress } from '../../kit/async.tsx';
import { Chart } from '../../kit/chart.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { formatCount, formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Empty, Facts, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { toast } from '../../kit/toast.tsx';
import { commonScale, Interval } from './charts.tsx';
import type { Estimate } from './estimate.ts';
import { NewEvaluation } from './new-evaluation.tsx';
import { BASE } from './types.ts';
import type { Evaluation, PolicyResult } from './types.ts';

const STATES: Readonly<Record<string, 'good' | 'info' | 'danger'>> = {
  completed: 'good',
  optimalPolicyApplied: 'good',
  onlinePolicyRetained: 'good',
  pending: 'info',
  failed: 'danger',
};

function EvaluationTag({ status }: { status: string }): JSX.Element {
  return <Tag kind={STATES[status]}>{status.replaceAll(/([A-Z])/g, ' $1').toLowerCase()}</Tag>;
}

export function Evaluations(): JSX.Element {
  const { client } = useAccount();
  const all = useLoad((signal) => client.get<Evaluation[]>(`${BASE}/evaluations`, { signal }), [client]);
  const [making, setMaking] = useState(false);
  const selected = useRoute().query.get('evaluation');
  const select = (id: string | undefined): void => setQuery({ evaluation: id }, { replace: false });
  return (
    <>
      <Card
        flush
        title="Evaluations"
        actions={
          <Button kind="primary" icon="add" onClick={() => setMaking(true)}>
            New evaluation
          </Button>
        }
      >
        <Async of={all}>
          {(rows) => (
            <Table
              label="Evaluations"
              rows={rows}
              keyOf={({ id }) => id}
              height={220}
              selected={({ id }) => id === selected}
              onOpen={({ id }) => select(id)}
              empty={
                <Empty icon="ranking" title="No evaluations yet">
                  An evaluation estimates from the log what the baseline, a random policy, your own learning settings and those found by a
                  search would have earned, each with an interval.
                </Empty>
              }
              columns={[
                { title: 'Name', width: 'minmax(110px, 1.4fr)', cell: ({ name }) => name },
                { title: 'State', width: '150px', cell: ({ status }) => <EvaluationTag status={status} /> },
                { title: 'Best', width: 'minmax(80px, 1fr)', cell: ({ optimalPolicy }) => optimalPolicy },
                { title: 'Kind', width: '80px', cell: ({ evaluationType }) => evaluationType },
                { title: 'Created', width: '150px', cell: ({ creationTime }) => formatTime(creationTime) },
              ]}
            />
          )}
        </Async>
      </Card>
      {selected !== null && all.value?.some(({ id }) => id === selected) && (
        <EvaluationDetails
          key={selected}
          id={selected}
          onChange={all.reload}
          onGone={() => {
            select(undefined);
            all.reload();
          }}
        />
      )}
      {making && (
        <NewEvaluation
          onClose={() => setMaking(false)}
          onMade={(id) => {
            setMaking(false);
            all.reload();
            select(id);
          }}
        />
      )}
      <ApiCall call={{ method: 'GET', path: `${BASE}/evaluations` }} />
    </>
  );
}

const MAX_LINES = 6;
const MIN_POINTS = 3;
const SOURCES: Readonly<Record<string, string>> = {
  Online: 'current',
  Baseline: 'first action',
  Random: 'chance',
  Custom: 'yours',
  OfflineExperimentation: 'found by search',
};

/** One evaluation: progress, then the policies side by side with their intervals, over time, and a way to apply one. */
function EvaluationDetails({ id, onChange, onGone }: { id: string; onChange: () => void; onGone: () => void }): JSX.Element {
  const { client, account } = useAccount();
  const path = `${BASE}/evaluations/${encodeURIComponent(id)}`;
  const evaluation = useLoad((signal) => client.get<Evaluation>(path, { signal }), [client, path]);
  const remove = useAction(async () => {
    if (
      !(await confirm({
        title: 'Delete this evaluation?',
        text: 'Its results and trained models are deleted; a running one is cancelled.',
        action: 'Delete',
      }))
    )
      return;
    await client.delete(path);
    onGone();
  });
  return (
    <Async of={evaluation}>
      {(value) => (
        <>
          <Card
            title={value.name}
            actions={<Button kind="quiet" icon="trash" label="Delete evaluation" busy={remove.busy} onClick={() => void remove.run()} />}
          >
            <div class="stack">
              <Facts
                rows={[
                  ['Events from', formatTime(value.startTime)],
                  ['Events until', formatTime(value.endTime)],
                  value.optimalPolicy !== '' && ['Best learning policy', <strong>{value.optimalPolicy}</strong>],
                ]}
              />
              {value.status === 'pending' && (
                <JobProgress
                  title="Replaying the log"
                  ask={async (signal) => {
                    const { status, percentCompleted, errors } = await manager.get<{
                      status: string;
                      percentCompleted: number;
                      errors: { message: string }[];
                    }>(`${account.id}/jobs/${encodeURIComponent(value.jobId)}`, { signal, quiet: true });
                    return { status: toJobStatus(status), progress: percentCompleted / 100, message: errors[0]?.message };
                  }}
                  onEnd={() => {
                    evaluation.reload();
                    onChange();
                  }}
                />
              )}
              {value.status === 'failed' && (
                <Empty icon="warning" title="Evaluation failed">
                  The account's jobs show why.
                </Empty>
              )}
            </div>
          </Card>
          {value.policyResults.some(({ totalSummary }) => totalSummary) && <PolicyTable evaluation={value} />}
          <ApiCall call={{ method: 'GET', path }} />
        </>
      )}
    </Async>
  );
}

function toEstimate({ totalSummary }: PolicyResult): Estimate | undefined {
  if (!totalSummary) return undefined;
  const { averageReward: value, confidenceInterval: half } = totalSummary;
  return { value, low: value - half, high: value + half };
}

function PolicyTable({ evaluation: { id, policyResults, optimalPolicy } }: { evaluation: Evaluation }): JSX.Element {
  const rows = useMemo(
    () => policyResults.toSorted((a, b) => (b.totalSummary?.averageReward ?? 0) - (a.totalSummary?.averageReward ?? 0)),
    [policyResults],
  );
  const scale = useMemo(() => commonScale(rows.map(toEstimate)), [rows]);
  return (
    <>
      <Card
        flush
        title="Policies"
        actions={
          <span class="soft">
            average reward per decision, with its 95 % interval, of {formatCount(rows[0]?.totalSummary?.ipsEstimatorDenominator ?? 0)}{' '}
            events
          </span>
        }
      >
        <Table
          label="Policies"
          rows={rows}
          keyOf={({ name }) => name}
          rowHeight={36}
          columns={[
            {
              title: 'Policy',
              width: 'minmax(110px, 1fr)',
              cell: ({ name }) => (
                <span class="row">
                  {name}
                  {name === optimalPolicy && <Tag kind="good">best</Tag>}
                </span>
              ),
            },
            { title: 'Source', width: '150px', cell: ({ policySource }) => SOURCES[policySource] ?? policySource },
            {
              title: 'Average reward',
              width: 'minmax(170px, 2fr)',
              cell: (row) => <Interval of={toEstimate(row)} scale={scale} label={`Average reward of ${row.name}`} />,
            },
            {
              title: 'Learning settings',
              width: 'minmax(120px, 2fr)',
              cell: ({ arguments: text }) => (
                <span class="mono" title={text}>
                  {text}
                </span>
              ),
            },
            {
              title: '',
              width: '70px',
              cell: (row) => (row.arguments === '' ? '' : <ApplyButton evaluation={id} policy={row.name} />),
            },
          ]}
        />
      </Card>
      <RewardOverTime rows={rows} />
    </>
  );
}

function ApplyButton({ evaluation, policy }: { evaluation: string; policy: string }): JSX.Element {
  const { client } = useAccount();
  const apply = useAction(async () => {
    if (
      !(await confirm({
        title: `Apply ${policy}?`,
        text: 'Its learning settings, and the model trained in the evaluation, replace those of the loop.',
        action: 'Apply',
        danger: false,
      }))
    )
      return;
    await client.post(`${BASE}/configurations/applyFromEvaluation`, { evaluationId: evaluation, policyName: policy });
    toast(`${policy} applied`);
  });
  return (
    <Button kind="quiet" label={`Apply ${policy}`} busy={apply.busy} onClick={() => void apply.run()}>
      Apply
    </Button>
  );
}

/** Running average of the best policies. */
function RewardOverTime({ rows }: { rows: readonly PolicyResult[] }): JSX.Element | null {
  const { x, series } = useMemo(() => {
    const times = rows[0]?.summary?.map(({ timeStamp }) => Date.parse(timeStamp) / 1000) ?? [];
    return {
      x: times,
      series: rows.slice(0, MAX_LINES).map(({ name, summary = [] }) => {
        let [earned, events] = [0, 0];
        return {
          label: name,
          values: summary.map(
            ({ ipsEstimatorNumerator, ipsEstimatorDenominator }) => (earned += ipsEstimatorNumerator) / (events += ipsEstimatorDenominator),
          ),
        };
      }),
    };
  }, [rows]);
  if (x.length < MIN_POINTS) return null;
  return (
    <Card title="Average reward over time">
      <Chart
        label={`Average reward over time of ${series.map(({ label }) => label).join(', ')}`}
        x={x}
        series={series}
        time
        height={240}
        format={(value) => value.toFixed(2)}
      />
    </Card>
  );
}
