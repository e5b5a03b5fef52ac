/** Calls by month and operation, as a chart, a table and a CSV file. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Account } from '../../kit/accounts.ts';
import { manager, saveFile } from '../../kit/api.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { Chart } from '../../kit/chart.tsx';
import { formatCount, toCsv } from '../../kit/format.ts';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { Table } from '../../kit/table.tsx';
import { useLoad } from '../../kit/use.ts';

export interface UsageRow { period: string; operation: string; calls: number }

export function Usage({ account: { id, name } }: { account: Account }): JSX.Element {
  const usage = useLoad(async (signal) => (await manager.get<{ value: UsageRow[] }>(`${id}/usage`, { signal })).value, [id]);
  return <Async of={usage}>{(rows) => rows.length === 0 ? <Empty icon="ranking" title="No calls yet">Calls are counted by month and operation.</Empty> : <>
    <Card title="Calls by month"><MonthChart rows={rows} /></Card>
    <Card flush title="Calls by operation" actions={<Button icon="download" onClick={() => saveFile(new Blob([toCsv([['period', 'operation', 'calls'], ...rows.map(({ period, operation, calls }) => [period, operation, calls])])], { type: 'text/csv' }), `usage-${name}.csv`)}>Export CSV</Button>}>
      <Table label="Calls by operation" rows={rows.toSorted((a, b) => a.period === b.period ? b.calls - a.calls : a.period < b.period ? 1 : -1)} keyOf={({ period, operation }) => `${period} ${operation}`} columns={[
        { title: 'Month', width: '90px', cell: ({ period }) => period }, { title: 'Operation', cell: ({ operation }) => operation }, { title: 'Calls', width: '120px', number: true, cell: ({ calls }) => formatCount(calls) },
      ]} />
    </Card>
    <ApiCall caller="manager" call={{ method: 'GET', path: `${id}/usage` }} />
  </>}</Async>;
}

function MonthChart({ rows }: { rows: readonly UsageRow[] }): JSX.Element {
  const { months, x, series } = useMemo(() => {
    const totals = new Map<string, number>();
    for (const { period, calls } of rows) totals.set(period, (totals.get(period) ?? 0) + calls);
    const sorted = [...totals].sort(([a], [b]) => a < b ? -1 : 1);
    return { months: sorted, x: sorted.map((_, i) => i), series: [{ label: 'Calls', values: sorted.map(([, calls]) => calls), kind: 'bars' as const }] };
  }, [rows]);
  return <Chart label={`Calls by month: ${months.map(([period, calls]) => `${period} ${calls}`).join(', ')}`} x={x} series={series} height={170} whole format={formatCount} formatX={(value) => months[value]?.[0] ?? ''} />;
}
