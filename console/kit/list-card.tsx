/** A card with a table of what is loaded. */
import type { ComponentChildren } from 'preact';
import { Async } from './async.tsx';
import type { Loaded } from './hooks.ts';
import { Card } from './parts.tsx';
import { Table, type TableProps } from './table.tsx';

export interface ListCardProps<R> extends Omit<TableProps<R>, 'rows' | 'label'> {
  title: string;
  actions?: ComponentChildren;
  of: Omit<Loaded<readonly R[]>, 'put'>;
  /** What is shown of them. */ rows?: readonly R[];
  /** Below the table. */ children?: ComponentChildren;
}

export function ListCard<R>({ title, actions, of, rows, children, ...table }: ListCardProps<R>) {
  return (
    <Card flush title={title} actions={actions}>
      <Async of={of}>{(all) => <Table {...table} label={title} rows={rows ?? all} />}</Async>
      {children}
    </Card>
  );
}
