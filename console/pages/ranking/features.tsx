/** Feature importance, measured on the log on request. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { toJobStatus } from '../../kit/api.ts';
import { Async, JobProgress } from '../../kit/async.tsx';
import { Form, SelectField, TimeField } from '../../kit/form.tsx';
import { formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Empty, Meter } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { IMPORTANCES, IMPORTANCES_VERSION } from './types.ts';
import type { Importance } from './types.ts';

const versionQuery = { 'api-version': IMPORTANCES_VERSION };
const DAY_MS = 86_400_000;
const MAX_FEATURES = 100;
/** What the API calls features without a namespace. */
const NO_NAMESPACE: Readonly<Record<string, string>> = { j: 'actions', FromUrl: 'context' };

export function Features(): JSX.Element {
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
              <Empty icon="search" title="Not measured yet">
                A measurement replays the log and estimates how much each feature of context and actions contributes to the reward. Features
                that contribute nothing can be removed.
              </Empty>
            </Card>
          );
        }}
      </Async>
    </>
  );
}

function MeasureForm({ onBegun }: { onBegun: (id: string) => void }): JSX.Element {
  const { client } = useAccount();
  const [from, setFrom] = useState(() => new Date(Date.now() - 14 * DAY_MS).toISOString());
  const [to, setTo] = useState(() => new Date().toISOString());
  const body = { name: `Measured ${formatTime(Date.now())}`, startTime: from, endTime: to };
  const begin = useAction(async () => {
    const id = `console-${Date.now().toString(36)}`;
    await client.put(`${IMPORTANCES}/${id}`, body, { query: versionQuery });
    onBegun(id);
  });
  const wrong = from === '' || to === '' || from >= to;
  return (
    <Card title="Measure feature importance">
      <div class="stack tight">
        <Form class="ranking-filter" onSubmit={() => void (!wrong && begin.run())}>
          <TimeField label="Events from" value={from} onInput={setFrom} />
          <TimeField label="Events until" value={to} onInput={setTo} error={wrong ? 'Must be later than the start.' : undefined} />
          <div class="row">
            <Button type="submit" kind="primary" icon="play" busy={begin.busy} disabled={wrong}>
              Measure
            </Button>
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
}): JSX.Element {
  const { client } = useAccount();
  const path = `${IMPORTANCES}/${encodeURIComponent(id)}`;
  const remove = useAction(
    async () => {
      await client.delete(path, { query: versionQuery });
      setQuery({ importance: undefined });
      onChange();
    },
    { done: 'Measurement deleted' },
  );
  const choice = (
    <>
      <SelectField
        bare
        label="Measurement"
        value={id}
        onInput={(value) => setQuery({ importance: value })}
        options={all.map(({ id: value, name }) => ({ value, label: name }))}
      />
      <Button kind="quiet" icon="trash" label="Delete measurement" busy={remove.busy} onClick={() => void remove.run()} />
    </>
  );
  return (
    <Card flush title="Features" actions={choice}>
      {status === 'Succeeded' ? (
        <ScoreTable path={path} />
      ) : status === 'Failed' ? (
        <Empty icon="warning" title="Measurement failed">
          The account's jobs show why. Fix it, then measure again.
        </Empty>
      ) : (
        <div class="ranking-inset">
          <JobProgress
            title="Replaying the log"
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

function ScoreTable({ path }: { path: string }): JSX.Element {
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
        return (
          <Table
            label="Features"
            rows={rows}
            keyOf={({ namespace, featureName }) => `${namespace}.${featureName}`}
            empty={<Empty title="No features in this period" />}
            columns={[
              { title: 'Namespace', width: 'minmax(80px, 1fr)', cell: ({ namespace }) => NO_NAMESPACE[namespace] ?? namespace },
              { title: 'Feature', width: 'minmax(100px, 1.4fr)', cell: ({ featureName }) => featureName },
              {
                title: 'Importance',
                width: 'minmax(140px, 2fr)',
                cell: ({ namespace, featureName, score }) => (
                  <Meter share={score / maxScore} label={`Importance of ${namespace}.${featureName}`} text={score.toFixed(2)} />
                ),
              },
            ]}
          />
        );
      }}
    </Async>
  );
}
