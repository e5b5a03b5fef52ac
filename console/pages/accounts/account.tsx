/** One account: keys, limits, usage, jobs, audit log and settings. */
import { useMemo, useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { shortName, type Account } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { manager, saveFile } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { Chart } from '../../kit/chart.tsx';
import { confirmed } from '../../kit/dialog.tsx';
import { formatCount, formatTime, toCsv } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card, CopyButton, Copyable, Empty, PageHeader, Tag } from '../../kit/parts.tsx';
import { useCan } from '../../kit/roles.ts';
import { Table } from '../../kit/table.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Audit } from './audit.tsx';
import { Connect } from './connect.tsx';
import { Jobs } from './jobs.tsx';
import { Limits, Settings, type UsageRow } from './settings.tsx';

export function AccountPage({ account }: { account: Account }) {
  const { id, name, kind, location, properties } = account;
  const canManage = useCan('manage');
  return (
    <>
      <PageHeader
        title={name}
        about={
          <span class="row">
            <Tag>{kind}</Tag>
            <Tag>{location}</Tag>
            {properties.blocked && <Tag kind="danger">{t('blocked')}</Tag>}
            <span class="soft">{t('created {createdDateTime}', { createdDateTime: formatTime(properties.createdDateTime) })}</span>
            <Copyable text={id} label={t('Copy id')} />
          </span>
        }
        actions={<ButtonLink to={`/?account=${encodeURIComponent(shortName(account))}`}>{t('Use this account')}</ButtonLink>}
      />
      <Tabs
        label={t('Account {name}', { name })}
        tabs={[
          {
            id: 'keys',
            title: t('Keys and limits'),
            content: () => (
              <div class="columns">
                {canManage && <KeysCard account={account} />}
                <Limits account={account} />
              </div>
            ),
          },
          { id: 'connect', title: t('Connect'), content: () => <Connect account={account} /> },
          { id: 'usage', title: t('Usage'), content: () => <Usage account={account} /> },
          { id: 'jobs', title: t('Jobs'), content: () => <Jobs account={account} /> },
          { id: 'audit', title: t('Audit log'), content: () => <Audit account={account} /> },
          { id: 'settings', title: t('Settings'), content: () => <Settings account={account} /> },
        ]}
      />
    </>
  );
}

type KeyName = 'key1' | 'key2';
type Keys = Record<KeyName, string>;

/** Within a sentence. */
const LOWER_NAMES = { key1: t('key 1'), key2: t('key 2') } as const;
const NAMES = { key1: t('Key 1'), key2: t('Key 2') } as const;

/** The two keys: shown on demand, copied, regenerated one at a time. */
function KeysCard({ account: { id, name } }: { account: Account }) {
  const keys = useLoad((signal) => manager.post<Keys>(`${id}/listKeys`, undefined, { signal }), [id]);
  const rotate = useAction(async (keyName: KeyName) => {
    await confirmed({
      title: t('Regenerate {key} of {name}?', { key: LOWER_NAMES[keyName], name }),
      text: t(
        'The old key stops working immediately. Clients that use it are rejected until they have the new one. The other key is not affected.',
      ),
      action: t('Regenerate'),
    });
    keys.put(await manager.post<Keys>(`${id}/regenerateKey`, { keyName }));
  });
  return (
    <Card title={t('Keys')}>
      <div class="stack">
        <p class="soft">
          {rich('Sent as {code}. There are two, so that one can be regenerated while the other is in use.', {
            code: <code>Ocp-Apim-Subscription-Key</code>,
          })}
        </p>
        <Async of={keys}>
          {(value) => (
            <>
              {(['key1', 'key2'] as const).map((keyName) => (
                <KeyRow name={keyName} value={value[keyName]} busy={rotate.busy} onRotate={() => void rotate.run(keyName)} />
              ))}
            </>
          )}
        </Async>
        <ApiCall caller="manager" call={{ method: 'POST', path: `${id}/regenerateKey`, json: { keyName: 'key1' } }} />
      </div>
    </Card>
  );
}

function KeyRow({ name, value, busy, onRotate }: { name: KeyName; value: string; busy: boolean; onRotate: () => void }) {
  const [shown, setShown] = useState(false);
  return (
    <div class="account-key" data-key={name}>
      <strong>{NAMES[name]}</strong>
      <code class="ellipsis">{shown ? value : `${value.slice(0, 4)}${'•'.repeat(8)}`}</code>
      <span class="row">
        <Button
          needs="manage"
          kind="quiet"
          onClick={() => setShown(!shown)}
          label={shown ? t('Hide {key}', { key: LOWER_NAMES[name] }) : t('Show {key}', { key: LOWER_NAMES[name] })}
        >
          {shown ? t('Hide') : t('Show')}
        </Button>
        <CopyButton text={value} label={t('Copy {key}', { key: LOWER_NAMES[name] })} />
        <Button needs="manage" icon="refresh" busy={busy} onClick={onRotate} label={t('Regenerate {key}', { key: LOWER_NAMES[name] })}>
          {t('Regenerate')}
        </Button>
      </span>
    </div>
  );
}

/** Calls by month and operation, as a chart, a table and a CSV file. */
function Usage({ account: { id, name } }: { account: Account }) {
  const usage = useLoad(async (signal) => (await manager.get<{ value: UsageRow[] }>(`${id}/usage`, { signal })).value, [id]);
  return (
    <Async of={usage}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty icon="ranking" title={t('No calls yet')} text={t('Calls are counted by month and operation.')} />
        ) : (
          <>
            <Card title={t('Calls by month')}>
              <MonthChart rows={rows} />
            </Card>
            <Card
              flush
              title={t('Calls by operation')}
              actions={
                <Button
                  icon="download"
                  onClick={() =>
                    saveFile(
                      new Blob(
                        [
                          toCsv([
                            ['period', 'operation', 'calls'],
                            ...rows.map(({ period, operation, calls }) => [period, operation, calls]),
                          ]),
                        ],
                        { type: 'text/csv' },
                      ),
                      `usage-${name}.csv`,
                    )
                  }
                  text={t('Export CSV')}
                />
              }
            >
              <Table
                label={t('Calls by operation')}
                rows={rows.toSorted((a, b) => (a.period === b.period ? b.calls - a.calls : a.period < b.period ? 1 : -1))}
                keyOf={({ period, operation }) => `${period} ${operation}`}
                columns={[
                  { title: t('Month'), width: '70px', cell: ({ period }) => period },
                  { title: t('Operation'), width: 'minmax(150px, 1fr)', cell: ({ operation }) => operation },
                  { title: t('Calls'), width: '56px', number: true, cell: ({ calls }) => formatCount(calls) },
                ]}
              />
            </Card>
            <ApiCall caller="manager" call={{ method: 'GET', path: `${id}/usage` }} />
          </>
        )
      }
    </Async>
  );
}

function MonthChart({ rows }: { rows: readonly UsageRow[] }) {
  const { months, x, series } = useMemo(() => {
    const totals = new Map<string, number>();
    for (const { period, calls } of rows) totals.set(period, (totals.get(period) ?? 0) + calls);
    const sorted = [...totals].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      months: sorted,
      x: sorted.map((_, i) => i),
      series: [{ label: t('Calls'), values: sorted.map(([, calls]) => calls), kind: 'bars' as const }],
    };
  }, [rows]);
  return (
    <Chart
      label={t('Calls by month: {join}', { join: months.map(([period, calls]) => `${period} ${calls}`).join(', ') })}
      x={x}
      series={series}
      height={170}
      whole
      format={formatCount}
      formatX={(value) => months[value]?.[0] ?? ''}
    />
  );
}
