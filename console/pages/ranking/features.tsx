/** Feature importance, measured on the log on request. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { toJobStatus } from '../../kit/api.ts';
import { Async, JobProgress } from '../../kit/async.tsx';
import { Form, SelectField, TimeField } from '../../kit/form.tsx';
import { formatNumber, formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Empty, Meter } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { IMPORTANCES, IMPORTANCES_VERSION, type Importance } from './types.ts';

const versionQuery = { 'api-version': IMPORTANCES_VERSION };
const DAY_MS = 86_400_000;
const MAX_FEATURES = 100;
const MIN_SHARE = 0.01;
/** What the API calls features without a namespace. */
const NO_NAMESPACE: Readonly<Record<string, string>> = { j: 'actions', FromUrl: 'context' };

export function Features() {
  const { client } = useAccount();
  const all = useLoad(
    async (signal) =>
      (await client.get<{ value: Importance[] }>(IMPORTANCES, { signal, query: { ...versionQuery, top: MAX_FEATURES } })).value,
    [client],
  );
  const requested = useRoute().query.get('importance');
  return (
    <>
      <MeasureForm
        onBegun={(id) => {
          setQuery({ importance: id });
          all.reload();
        }}
      />
      <Async of={all}>
        {(list) => {
          const selected = list.find(({ id }) => id === requested) ?? list[0];
          return selected ? (
            <MeasurementCard key={`${selected.id} ${selected.status}`} importance={selected} all={list} onChange={all.reload} />
          ) : (
            <Card>
              <Empty icon="search" title={t('Not measured yet')}>
                {t(
                  'A measurement replays the log and estimates how much each feature of context and actions contributes to the reward. Features that contribute nothing can be removed.',
                )}
              </Empty>
            </Card>
          );
        }}
      </Async>
    </>
  );
}

function MeasureForm({ onBegun }: { onBegun: (id: string) => void }) {
  const { client } = useAccount();
  const [from, setFrom] = useState(() => new Date(Date.now() - 14 * DAY_MS).toISOString());
  const [to, setTo] = useState(() => new Date().toISOString());
  const body = { name: t('Measured {time}', { time: formatTime(Date.now()) }), startTime: from, endTime: to };
  const begin = useAction(async () => {
    const id = `console-${Date.now().toString(36)}`;
    await client.put(`${IMPORTANCES}/${id}`, body, { query: versionQuery });
    onBegun(id);
  });
  const wrong = from === '' || to === '' || from >= to;
  return (
    <Card title={t('Measure feature importance')}>
      <div class="stack tight">
        <Form class="ranking-filter" onSubmit={() => void (!wrong && begin.run())}>
          <TimeField label={t('Events from')} value={from} onInput={setFrom} />
          <TimeField label={t('Events until')} value={to} onInput={setTo} error={wrong ? t('Must be later than the start.') : undefined} />
          <div class="row">
            <Button type="submit" kind="primary" icon="play" busy={begin.busy} disabled={wrong} text={t('Measure')} />
          </div>
        </Form>
        <ApiCall call={{ method: 'PUT', path: `${IMPORTANCES}/my-measurement`, query: versionQuery, json: body }} />
      </div>
    </Card>
  );
}

function MeasurementCard({
  importance: { id, status },
  all,
  onChange,
}: {
  importance: Importance;
  all: readonly Importance[];
  onChange: () => void;
}) {
  const { client } = useAccount();
  const path = `${IMPORTANCES}/${encodeURIComponent(id)}`;
  const remove = useAction(
    async () => {
      await client.delete(path, { query: versionQuery });
      setQuery({ importance: undefined });
      onChange();
    },
    { done: t('Measurement deleted') },
  );
  const choice = (
    <>
      <SelectField
        bare
        label={t('Measurement')}
        value={id}
        onInput={(value) => setQuery({ importance: value })}
        options={all.map(({ id: value, name }) => ({ value, label: name }))}
      />
      <Button needs="label" kind="quiet" icon="trash" label={t('Delete measurement')} does={remove} />
    </>
  );
  return (
    <Card flush title={t('Features')} actions={choice}>
      {status === 'Succeeded' ? (
        <ScoreTable path={path} />
      ) : status === 'Failed' ? (
        <Empty icon="warning" title={t('Measurement failed')} text={t("The account's jobs show why. Fix it, then measure again.")} />
      ) : (
        <div class="ranking-inset">
          <JobProgress
            title={t('Replaying the log')}
            kind="ranking.featureImportance"
            ask={async (signal) => ({
              status: toJobStatus((await client.get<Importance>(path, { signal, query: versionQuery, quiet: true })).status),
            })}
            onEnd={onChange}
          />
        </div>
      )}
    </Card>
  );
}

function ScoreTable({ path }: { path: string }) {
  const { client } = useAccount();
  const found = useLoad(
    async (signal) => (await client.get<Importance>(path, { signal, query: versionQuery })).featureScores ?? [],
    [client, path],
  );
  return (
    <Async of={found}>
      {(scores) => {
        const maxScore = Math.max(1e-9, ...scores.map(({ score }) => Math.abs(score)));
        const rows = scores.toSorted((a, b) => b.score - a.score);
        const unused = rows.filter(({ score }) => score / maxScore < MIN_SHARE).length;
        return (
          <>
            {unused > 0 && (
              <p class="ranking-inset soft">
                {t('{unused} of {count} features contribute less than 1 % of the best one. Without them the loop learns faster.', {
                  unused,
                  count: rows.length,
                })}
              </p>
            )}
            <Table
              label={t('Features')}
              rows={rows}
              keyOf={({ namespace, featureName }) => `${namespace}.${featureName}`}
              empty={<Empty title={t('No features in this period')} />}
              columns={[
                { title: t('Namespace'), width: 'minmax(80px, 1fr)', cell: ({ namespace }) => NO_NAMESPACE[namespace] ?? namespace },
                { title: t('Feature'), width: 'minmax(100px, 1.4fr)', cell: ({ featureName }) => featureName },
                {
                  title: t('Importance'),
                  width: 'minmax(140px, 2fr)',
                  cell: ({ namespace, featureName, score }) => (
                    <Meter
                      share={score / maxScore}
                      label={t('Importance of {namespace}.{featureName}', { namespace, featureName })}
                      text={formatNumber(score, 2)}
                    />
                  ),
                },
              ]}
            />
          </>
        );
      }}
    </Async>
  );
}
