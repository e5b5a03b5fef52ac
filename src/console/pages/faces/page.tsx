/** The person groups of the account. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { Card, Empty, PageHead } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { Table } from '../../kit/table.tsx';
import { useLoad } from '../../kit/use.ts';

interface Group { personGroupId: string; name: string }

export default function Faces(): JSX.Element {
  const { client } = useAccount();
  const groups = useLoad((signal) => client.get<Group[]>('/face/v1.0/persongroups', { signal }), [client]);
  return <>
    <PageHead title="Faces" about="People in groups, recognised by their faces." />
    <Card flush title="Person groups"><Show of={groups}>{(rows) => <Table label="Person groups" rows={rows} keyOf={({ personGroupId }) => personGroupId} empty={<Empty icon="faces" title="No group yet" />} columns={[
      { title: 'Name', cell: ({ name }) => name }, { title: 'Id', cell: ({ personGroupId }) => <code>{personGroupId}</code> },
    ]} />}</Show></Card>
  </>;
}
