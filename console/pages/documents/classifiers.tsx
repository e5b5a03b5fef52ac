/** The classifiers of the account. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { formatTime } from '../../kit/format.ts';
import { Card, Empty } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { navigate, Link, joinPath } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { useLoad } from '../../kit/use.ts';
import { loadPages } from './calls.ts';
import { BuildClassifier } from './classifier-build.tsx';

export interface Classifier { classifierId: string; description?: string; createdDateTime: string; docTypes: Record<string, object> }

export function Classifiers(): JSX.Element {
  const { client } = useAccount();
  const classifiers = useLoad((signal) => loadPages<Classifier>(client, '/documentClassifiers', signal), [client]);
  return <>
    <Card flush title="Classifiers"><Async of={classifiers}>{(rows) => <Table label="Classifiers" rows={rows} keyOf={({ classifierId }) => classifierId} onOpen={({ classifierId }) => navigate(joinPath('documents', 'classifiers', classifierId))}
      empty={<Empty icon="documents" title="No classifiers yet">A classifier finds the documents in a file and their types. It needs at least two types with five documents each.</Empty>} columns={[
        { title: 'Classifier', cell: ({ classifierId }) => <Link to={joinPath('documents', 'classifiers', classifierId)}>{classifierId}</Link> }, { title: 'Types', width: '2fr', cell: ({ docTypes }) => Object.keys(docTypes).join(', ') },
        { title: 'Created', width: '150px', cell: ({ createdDateTime }) => formatTime(createdDateTime) },
      ]} />}</Async></Card>
    <BuildClassifier />
  </>;
}
