/** Offline evaluations of learning settings, newest first. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { formatTime } from '../../kit/format.ts';
import { Button, Card, Empty, Tag } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { useLoad } from '../../kit/use.ts';
import { EvaluationDetails } from './evaluation.tsx';
import { NewEvaluation } from './new-evaluation.tsx';
import { BASE } from './types.ts';
import type { Evaluation } from './types.ts';

const STATES: Readonly<Record<string, 'good' | 'info' | 'danger'>> = { completed: 'good', optimalPolicyApplied: 'good', onlinePolicyRetained: 'good', pending: 'info', failed: 'danger' };

export function EvaluationTag({ status }: { status: string }): JSX.Element {
  return <Tag kind={STATES[status]}>{status.replaceAll(/([A-Z])/g, ' $1').toLowerCase()}</Tag>;
}

export function Evaluations(): JSX.Element {
  const { client } = useAccount();
  const all = useLoad((signal) => client.get<Evaluation[]>(`${BASE}/evaluations`, { signal }), [client]);
  const [making, setMaking] = useState(false);
  const chosen = useRoute().query.get('evaluation');
  const choose = (id: string | undefined): void => setQuery({ evaluation: id }, { replace: false });
  return <>
    <Card flush title="Evaluations" actions={<Button kind="primary" icon="add" onClick={() => setMaking(true)}>New evaluation</Button>}>
      <Async of={all}>{(rows) => <Table label="Evaluations" rows={rows} keyOf={({ id }) => id} height={220} selected={({ id }) => id === chosen} onOpen={({ id }) => choose(id)} empty={<Empty icon="ranking" title="No evaluations yet">An evaluation estimates from the log what the baseline, a random policy, your own learning settings and those found by a search would have earned, each with an interval.</Empty>} columns={[
        { title: 'Name', width: 'minmax(110px, 1.4fr)', cell: ({ name }) => name }, { title: 'State', width: '150px', cell: ({ status }) => <EvaluationTag status={status} /> },
        { title: 'Best', width: 'minmax(80px, 1fr)', cell: ({ optimalPolicy }) => optimalPolicy }, { title: 'Kind', width: '80px', cell: ({ evaluationType }) => evaluationType }, { title: 'Created', width: '150px', cell: ({ creationTime }) => formatTime(creationTime) },
      ]} />}</Async>
    </Card>
    {chosen !== null && all.value?.some(({ id }) => id === chosen) && <EvaluationDetails key={chosen} id={chosen} onChange={all.reload} onGone={() => {
      choose(undefined);
      all.reload();
    }} />}
    {making && <NewEvaluation onClose={() => setMaking(false)} onMade={(id) => {
      setMaking(false);
      all.reload();
      choose(id);
    }} />}
    <ApiCall call={{ method: 'GET', path: `${BASE}/evaluations` }} />
  </>;
}
