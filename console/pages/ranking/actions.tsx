/** Each action: how often it was shown, its average reward, and the estimate if it were always shown. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatCount, formatPercent } from '../../kit/format.ts';
import { Card, Meter } from '../../kit/parts.tsx';
import { navigate } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { countActions } from './curve.ts';
import { Interval, commonScale } from './interval.tsx';
import type { EventRow } from './types.ts';

export function Actions({ events }: { events: readonly EventRow[] }): JSX.Element {
  const rows = useMemo(() => countActions(events), [events]);
  const scale = useMemo(() => commonScale(rows.flatMap(({ earned, always }) => [earned, always])), [rows]);
  return <Card flush title={`Actions of the last ${formatCount(events.length)} events`}>
    <Table label="Actions" rows={rows} keyOf={({ id }) => id} height={360} rowHeight={36} onOpen={({ id }) => navigate(`/ranking?${new URLSearchParams({ tab: 'events', action: id }).toString()}`)} columns={[
      { title: 'Action', width: 'minmax(90px, 1fr)', cell: ({ id }) => id },
      { title: 'Shown', width: 'minmax(110px, 1fr)', cell: ({ id, share, shown }) => <Meter share={share} label={`Share of ${id}`} text={`${formatPercent(share)} · ${formatCount(shown)}`} /> },
      { title: 'Explored', width: '70px', number: true, cell: ({ explored, shown }) => formatPercent(explored / shown) },
      { title: 'Average reward', width: 'minmax(150px, 1.4fr)', cell: ({ id, earned }) => <Interval of={earned} scale={scale} label={`Average reward of ${id}`} /> },
      { title: 'If always shown', width: 'minmax(150px, 1.4fr)', cell: ({ id, always }) => <Interval of={always} scale={scale} label={`Estimate if ${id} were always shown`} /> },
    ]} />
  </Card>;
}
