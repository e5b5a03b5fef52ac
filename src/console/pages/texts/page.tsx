/** The texts projects of the account. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { time } from '../../kit/format.ts';
import { Card, Empty, PageHead } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { Table } from '../../kit/table.tsx';
import { useLoad } from '../../kit/use.ts';

interface Project { projectName: string; projectKind: string; language: string; lastModifiedDateTime: string }

export default function Texts(): JSX.Element {
  const { client } = useAccount();
  const projects = useLoad(async (signal) => (await client.get<{ value: Project[] }>('/language/authoring/analyze-text/projects', { signal, query: { 'api-version': '2022-10-01-preview' } })).value, [client]);
  return <>
    <PageHead title="Texts" about="Projects that sort texts and find what they name." />
    <Card flush title="Projects"><Show of={projects}>{(rows) => <Table label="Projects" rows={rows} keyOf={({ projectName }) => projectName} empty={<Empty icon="texts" title="No project yet" />} columns={[
      { title: 'Name', cell: ({ projectName }) => projectName }, { title: 'Kind', cell: ({ projectKind }) => projectKind }, { title: 'Language', width: '90px', cell: ({ language }) => language },
      { title: 'Changed', width: '170px', cell: ({ lastModifiedDateTime }) => time(lastModifiedDateTime) },
    ]} />}</Show></Card>
  </>;
}
