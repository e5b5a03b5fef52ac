/** Offline evaluations of learning settings, newest first. */
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { manager, toJobStatus, type Client } from '../../kit/api.ts';
import { Async, JobProgress } from '../../kit/async.tsx';
import { Chart } from '../../kit/chart.tsx';
import { confirmed } from '../../kit/dialog.tsx';
import { formatCount, formatNumber, formatPercent, formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { ListCard } from '../../kit/list-card.tsx';
import { Button, Card, Empty, Facts, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { toast } from '../../kit/toast.tsx';
import { commonScale, formatReward, Interval, roundUp } from './charts.tsx';
import { NewEvaluation } from './new-evaluation.tsx';
import { BASE, type Evaluation, type PolicyEstimate, type Settings } from './types.ts';

const STATES: Readonly<Record<string, { words: string; kind: 'good' | 'info' | 'danger' }>> = {
  completed: { words: t('completed'), kind: 'good' },
  optimalPolicyApplied: { words: t('best policy applied'), kind: 'good' },
  onlinePolicyRetained: { words: t('current policy kept'), kind: 'good' },
  pending: { words: t('running'), kind: 'info' },
  failed: { words: t('failed'), kind: 'danger' },
};

function EvaluationTag({ status }: { status: string }) {
  const { words, kind } = STATES[status] ?? { words: status, kind: undefined };
  return <Tag kind={kind}>{words}</Tag>;
}

export function Evaluations() {
  const { client } = useAccount();
  const all = useLoad((signal) => client.get<Evaluation[]>(`${BASE}/evaluations`, { signal, quiet: true }), [client], {
    follows: ['ranking.evaluate'],
  });
  const { query } = useRoute();
  const [making, setMaking] = useState<'search' | 'whatIf' | undefined>(() => (query.has('whatIf') ? 'whatIf' : undefined));
  const selected = query.get('evaluation');
  const close = (): void => {
    setMaking(undefined);
    setQuery({ whatIf: undefined, arguments: undefined, exploration: undefined });
  };
  const select = (id: string | undefined): void => setQuery({ evaluation: id }, { replace: false });
  return (
    <>
      <ListCard
        title={t('Evaluations')}
        actions={
          <>
            <Button needs="label" onClick={() => setMaking('whatIf')} text={t('Compare settings')} />
            <Button kind="primary" icon="add" onClick={() => setMaking('search')} text={t('New evaluation')} />
          </>
        }
        of={all}
        keyOf={({ id }) => id}
        height={220}
        selected={({ id }) => id === selected}
        onOpen={({ id }) => select(id)}
        empty={
          <Empty icon="ranking" title={t('No evaluations yet')}>
            {t(
              'An evaluation estimates from the log what the baseline, a random policy, your own learning settings and those found by a search would have earned, each with an interval.',
            )}
          </Empty>
        }
        columns={[
          { title: t('Name'), width: 'minmax(110px, 1.4fr)', cell: ({ name }) => name },
          { title: t('State'), width: '150px', cell: ({ status }) => <EvaluationTag status={status} /> },
          { title: t('Best'), width: 'minmax(80px, 1fr)', cell: ({ optimalPolicy }) => optimalPolicy },
          { title: t('Kind'), width: '80px', cell: ({ evaluationType }) => evaluationType },
          { title: t('Created'), width: '150px', cell: ({ creationTime }) => formatTime(creationTime) },
        ]}
      />
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
          whatIf={making === 'whatIf' ? { arguments: query.get('arguments'), exploration: query.get('exploration') } : undefined}
          onClose={close}
          onMade={(id) => {
            close();
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
  Online: t('current settings'),
  Baseline: t('first action'),
  Random: t('at random'),
  Custom: t('yours'),
  OfflineExperimentation: t('found by search'),
};

/** One evaluation: progress, then the policies side by side with their intervals, over time, and a way to apply one. */
function EvaluationDetails({ id, onChange, onGone }: { id: string; onChange: () => void; onGone: () => void }) {
  const { client, account } = useAccount();
  const path = `${BASE}/evaluations/${encodeURIComponent(id)}`;
  const evaluation = useLoad((signal) => client.get<Evaluation>(path, { signal, quiet: true }), [client, path], {
    follows: ['ranking.evaluate'],
  });
  const remove = useAction(async () => {
    await confirmed({
      title: t('Delete this evaluation?'),
      text: t('Its results and trained models are deleted; a running one is cancelled.'),
    });
    await client.delete(path);
    onGone();
  });
  return (
    <Async of={evaluation}>
      {(value) => (
        <>
          <Card
            title={value.name}
            actions={<Button needs="label" kind="quiet" icon="trash" label={t('Delete evaluation')} does={remove} />}
          >
            <div class="stack">
              <Facts
                rows={[
                  [t('Events from'), formatTime(value.startTime)],
                  [t('Events until'), formatTime(value.endTime)],
                  value.optimalPolicy !== '' && [t('Best learning policy'), <strong>{value.optimalPolicy}</strong>],
                ]}
              />
              {value.status === 'pending' && (
                <JobProgress
                  title={t('Replaying the log')}
                  kind="ranking.evaluate"
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
                <Empty icon="warning" title={t('Evaluation failed')} text={t("The account's jobs show why.")} />
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

function PolicyTable({ evaluation: { id, policyResults, optimalPolicy } }: { evaluation: Evaluation }) {
  const { client } = useAccount();
  const path = `${BASE}/evaluations/${encodeURIComponent(id)}/estimates`;
  const found = useLoad(async (signal) => (await client.get<{ value: PolicyEstimate[] }>(path, { signal })).value, [client, path]);
  const events = policyResults[0]?.totalSummary?.ipsEstimatorDenominator ?? 0;
  return (
    <Async of={found}>
      {(policies) => (
        <>
          <Card
            flush
            title={t('Policies')}
            actions={<span class="soft">{t('95 % intervals from {count} events', { count: formatCount(events) })}</span>}
          >
            <PolicyRows evaluation={id} policies={policies} best={optimalPolicy} />
          </Card>
          <RewardOverTime policies={policies} />
          <ApiCall call={{ method: 'GET', path }} />
        </>
      )}
    </Async>
  );
}

function PolicyRows({ evaluation, policies, best }: { evaluation: string; policies: readonly PolicyEstimate[]; best: string }) {
  const rows = useMemo(
    () => policies.toSorted((a, b) => (b.averageReward?.value ?? -Infinity) - (a.averageReward?.value ?? -Infinity)),
    [policies],
  );
  const scale = useMemo(() => commonScale(rows.map(({ averageReward }) => averageReward)), [rows]);
  return (
    <Table
      label={t('Policies')}
      rows={rows}
      keyOf={({ name }) => name}
      rowHeight={36}
      columns={[
        {
          title: t('Policy'),
          width: 'minmax(110px, 1fr)',
          cell: ({ name }) => (
            <span class="row">
              {name}
              {name === best && <Tag kind="good">{t('best')}</Tag>}
            </span>
          ),
        },
        { title: t('Source'), width: '130px', cell: ({ policySource }) => SOURCES[policySource] ?? policySource },
        {
          title: t('Average reward'),
          width: 'minmax(170px, 2fr)',
          cell: ({ name, averageReward }) => <Interval of={averageReward} scale={scale} label={t('Average reward of {name}', { name })} />,
        },
        { title: t('Against current settings'), width: 'minmax(250px, 1.4fr)', cell: (policy) => <Comparison policy={policy} /> },
        {
          title: t('Learning settings'),
          width: 'minmax(80px, 1.6fr)',
          cell: ({ arguments: text, explorationPercentage }) => (
            <span class="mono" title={text}>
              {explorationPercentage === undefined ? '' : `${formatPercent(explorationPercentage)} · `}
              {text}
            </span>
          ),
        },
        {
          title: t('Apply'),
          width: '80px',
          cell: (policy) => (policy.arguments === '' ? '' : <ApplyButton evaluation={evaluation} policy={policy} />),
        },
      ]}
    />
  );
}

/** Better, worse, or how many events are missing until that shows. */
function Comparison({ policy: { difference, missingEvents } }: { policy: PolicyEstimate }) {
  if (!difference) return <span />;
  const value = formatReward(Math.abs(difference.value));
  const ends = t('{low} to {high}', { low: formatReward(difference.low, true), high: formatReward(difference.high, true) });
  return (
    <span title={ends}>
      {difference.low > 0 ? (
        <Tag kind="good">{t('better by {value}', { value })}</Tag>
      ) : difference.high < 0 ? (
        <Tag kind="danger">{t('worse by {value}', { value })}</Tag>
      ) : missingEvents === undefined ? (
        <span class="soft">{t('no difference')}</span>
      ) : (
        <span class="soft">{t('unclear: about {count} more events', { count: formatCount(roundUp(missingEvents)) })}</span>
      )}
    </span>
  );
}

/** Exploration is no learning setting: it is changed in the service configuration. */
async function applyPolicy(client: Client, evaluation: string, { name, explorationPercentage }: PolicyEstimate): Promise<void> {
  await client.post(`${BASE}/configurations/applyFromEvaluation`, { evaluationId: evaluation, policyName: name });
  if (explorationPercentage === undefined) return;
  const path = `${BASE}/configurations/service`;
  await client.put(path, { ...(await client.get<Settings>(path)), explorationPercentage });
}

function ApplyButton({ evaluation, policy }: { evaluation: string; policy: PolicyEstimate }) {
  const { client } = useAccount();
  const { name } = policy;
  const apply = useAction(async () => {
    await confirmed({
      title: t('Apply {policy}?', { policy: name }),
      text: t('Its learning settings, and the model trained in the evaluation, replace those of the loop.'),
      action: t('Apply'),
      danger: false,
    });
    await applyPolicy(client, evaluation, policy);
    toast(t('{policy} applied', { policy: name }));
  });
  return <Button needs="manage" kind="quiet" label={t('Apply {policy}', { policy: name })} does={apply} text={t('Apply')} />;
}

/** Running average of the best policies. */
function RewardOverTime({ policies }: { policies: readonly PolicyEstimate[] }) {
  const { x, series } = useMemo(() => {
    const best = policies.toSorted((a, b) => (b.averageReward?.value ?? 0) - (a.averageReward?.value ?? 0)).slice(0, MAX_LINES);
    const times = [...new Set(best.flatMap(({ points }) => points.map(({ timeStamp }) => timeStamp)))].sort();
    return {
      x: times.map((time) => Date.parse(time) / 1000),
      series: best.map(({ name, points }) => {
        const values = new Map(points.map(({ timeStamp, averageReward }) => [timeStamp, averageReward.value]));
        return { label: name, values: times.map((time) => values.get(time) ?? null) };
      }),
    };
  }, [policies]);
  if (x.length < MIN_POINTS) return null;
  return (
    <Card title={t('Average reward over time')}>
      <Chart
        label={t('Average reward over time of {join}', { join: series.map(({ label }) => label).join(', ') })}
        x={x}
        series={series}
        time
        height={240}
        format={(value) => formatNumber(value, 2)}
      />
    </Card>
  );
}
