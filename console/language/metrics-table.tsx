/** Precision, recall and F1 of classes, the lowest first. */
import type { JSX } from 'preact';
import { formatCount } from '../kit/format.ts';
import { Confidence } from '../kit/parts.tsx';
import { Table } from '../kit/table.tsx';
import type { ClassMetrics } from './metrics.ts';

export interface MetricsTableProps { label: string; /** What the classes are: Intent, Entity. */ of: string; rows: readonly ClassMetrics[]; /** What is counted. */ counted?: string; onOpen?: (name: string) => void; height?: number }

export function MetricsTable({ label, of, rows, counted = 'Texts', onOpen, height = 400 }: MetricsTableProps): JSX.Element {
  const worst = [...rows].sort((a, b) => a.f1 - b.f1 || b.count - a.count);
  const share = (title: string, name: string, value: number): JSX.Element => <Confidence value={value} label={`${title} of ${name}`} />;
  return <Table label={label} rows={worst} height={height} keyOf={({ name }) => name} onOpen={onOpen && (({ name }) => onOpen(name))} columns={[
    { title: of, width: 'minmax(80px, 2fr)', cell: ({ name }) => name }, { title: counted, width: '60px', number: true, cell: (row) => formatCount(row.count) },
    { title: 'Precision', width: 'minmax(90px, 1fr)', cell: ({ name, precision }) => share('Precision', name, precision) }, { title: 'Recall', width: 'minmax(90px, 1fr)', cell: ({ name, recall }) => share('Recall', name, recall) }, { title: 'F1', width: 'minmax(90px, 1fr)', cell: ({ name, f1 }) => share('F1', name, f1) },
  ]} />;
}
