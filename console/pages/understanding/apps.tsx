/** The apps of the account. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { formatCount, formatTime } from '../../kit/format.ts';
import { Button, ButtonLink, Card, Empty, PageHeader, Tag } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { navigate, Link, joinPath } from '../../kit/router.tsx';
import { SampleButton } from '../../kit/sample.tsx';
import { Table } from '../../kit/table.tsx';
import { useLoad } from '../../kit/use.ts';
import { loadApps } from '../../language/apps.ts';
import { NewApp } from './new-app.tsx';

export function Apps(): JSX.Element {
  const { client } = useAccount();
  const [making, setMaking] = useState(false);
  const apps = useLoad((signal) => loadApps(client, signal), [client]);
  return <>
    <PageHeader title="Understanding" about="Find the intent of an utterance and the entities in it." actions={<><ButtonLink icon="upload" to="/understanding/import">Import</ButtonLink><Button kind="primary" icon="add" onClick={() => setMaking(true)}>New app</Button></>} />
    <Card flush title="Apps"><Async of={apps}>{(rows) => <Table label="Apps" rows={rows} keyOf={({ id }) => id} onOpen={({ id }) => navigate(joinPath('understanding', id))} empty={<Empty icon="understanding" title="No apps yet" actions={<SampleButton load={() => import('../../samples/understanding.ts')} onMade={navigate} />}>Create one and add a few utterances, or try the sample: a travel bot that is already trained.</Empty>} columns={[
      { title: 'Name', width: 'minmax(190px, 2fr)', cell: ({ id, name }) => <Link to={joinPath('understanding', id)}>{name}</Link> }, { title: 'Culture', width: '80px', cell: ({ culture }) => culture }, { title: 'Version', width: '80px', cell: ({ activeVersion }) => activeVersion },
      { title: 'Published', width: 'minmax(120px, 1fr)', cell: ({ endpoints: { PRODUCTION, STAGING } }) => <span class="row">{PRODUCTION && <Tag kind="good">production {PRODUCTION.versionId}</Tag>}{STAGING && <Tag kind="info">staging {STAGING.versionId}</Tag>}</span> },
      { title: 'Queries', width: '80px', number: true, cell: ({ endpointHitsCount }) => formatCount(endpointHitsCount) }, { title: 'Created', width: '150px', cell: ({ createdDateTime }) => formatTime(createdDateTime) },
    ]} />}</Async></Card>
    {making && <NewApp onClose={() => setMaking(false)} />}
  </>;
}
