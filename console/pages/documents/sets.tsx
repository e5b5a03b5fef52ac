/** The training sets of the account. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { Form, TextField } from '../../kit/form.tsx';
import { formatAge, formatBytes, formatCount } from '../../kit/format.ts';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { navigate, Link, joinPath } from '../../kit/router.tsx';
import { SampleButton } from '../../kit/sample.tsx';
import { Table } from '../../kit/table.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { loadPages, versioned, filePath } from './calls.ts';
import { isName, nameProblem } from './model-id.ts';
import { createSet } from './training-set.ts';
import type { SetSummary } from './training-set.ts';

export function TrainingSetList(): JSX.Element {
  const { client } = useAccount();
  const sets = useLoad((signal) => loadPages<SetSummary>(client, '/trainingSets', signal), [client]);
  const [name, setName] = useState('');
  const taken = sets.value?.some(({ setId }) => setId === name) ?? false;
  const make = useAction(async () => {
    await createSet(client, name);
    navigate(joinPath('documents', 'sets', name));
  });
  return <>
    <Card title="New training set"><Form onSubmit={() => void (isName(name) && !taken && make.run())}>
      <p class="soft">Labelled forms of one kind. Start with five labelled forms; they are stored until you delete them.</p>
      <div class="row"><div class="grow"><TextField label="Set name" value={name} onInput={setName} error={taken ? 'A training set with this name exists.' : nameProblem(name)} placeholder="order-forms" autoComplete="off" /></div><Button type="submit" kind="primary" icon="add" busy={make.busy} disabled={!isName(name) || taken}>Create</Button></div>
      <ApiCall call={{ method: 'PUT', path: versioned(filePath(name || 'order-forms', 'fields.json')), file: new File([], 'fields.json', { type: 'application/octet-stream' }) }} />
    </Form></Card>
    <Card flush title="Training sets"><Async of={sets}>{(rows) => <Table label="Training sets" rows={rows} keyOf={({ setId }) => setId} onOpen={({ setId }) => navigate(joinPath('documents', 'sets', setId))} empty={<Empty icon="tag" title="No training sets yet" actions={<SampleButton load={() => import('../../samples/documents.ts')} onMade={navigate} />}>Create one above and add your forms, or start with the sample: six labelled order forms and a model built from them.</Empty>} columns={[
      { title: 'Set', cell: ({ setId }) => <Link to={joinPath('documents', 'sets', setId)}>{setId}</Link> }, { title: 'Files', width: '60px', number: true, cell: ({ fileCount }) => formatCount(fileCount) },
      { title: 'Size', width: '70px', number: true, cell: (set) => formatBytes(set.bytes) }, { title: 'Changed', width: '100px', cell: ({ lastUpdatedDateTime }) => formatAge(lastUpdatedDateTime) },
    ]} />}</Async></Card>
  </>;
}
