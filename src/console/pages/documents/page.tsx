/** The models that documents can be read with. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { Card, PageHead } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { Table } from '../../kit/table.tsx';
import { useLoad } from '../../kit/use.ts';

interface Model { modelId: string; description?: string }

export default function Documents(): JSX.Element {
  const { client } = useAccount();
  const models = useLoad(async (signal) => (await client.get<{ value: Model[] }>('/documentanalysis/documentModels', { signal, query: { 'api-version': '2024-02-29-preview' } })).value, [client]);
  return <>
    <PageHead title="Documents" about="Text, tables and fields of scans and files." />
    <Card flush title="Models"><Show of={models}>{(rows) => <Table label="Models" rows={rows} keyOf={({ modelId }) => modelId} columns={[
      { title: 'Model', cell: ({ modelId }) => <code>{modelId}</code> }, { title: 'What it does', width: '2fr', cell: ({ description }) => description ?? '' },
    ]} />}</Show></Card>
  </>;
}
