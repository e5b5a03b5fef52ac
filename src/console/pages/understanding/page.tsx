/** The apps of the account. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { time } from '../../kit/format.ts';
import { Card, Empty, PageHead } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { Table } from '../../kit/table.tsx';
import { useLoad } from '../../kit/use.ts';

interface App { id: string; name: string; culture: string; activeVersion: string; createdDateTime: string }

export default function Understanding(): JSX.Element {
  const { client } = useAccount();
  const apps = useLoad((signal) => client.get<App[]>('/luis/api/v2.0/apps/', { signal, query: { take: 500 } }), [client]);
  return <>
    <PageHead title="Understanding" about="Apps that find out what people mean: intents, entities and labelled utterances." />
    <Card flush title="Apps"><Show of={apps}>{(rows) => <Table label="Apps" rows={rows} keyOf={({ id }) => id} empty={<Empty icon="understanding" title="No app yet">The home page makes a sample.</Empty>} columns={[
      { title: 'Name', cell: ({ name }) => name }, { title: 'Culture', width: '90px', cell: ({ culture }) => culture }, { title: 'Version', width: '90px', cell: ({ activeVersion }) => activeVersion },
      { title: 'Made', width: '170px', cell: ({ createdDateTime }) => time(createdDateTime) },
    ]} />}</Show></Card>
  </>;
}
