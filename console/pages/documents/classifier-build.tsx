/** Builds a classifier from training sets, one per document type. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { operationPath } from '../../kit/api.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { CheckField, Form, TextField } from '../../kit/form.tsx';
import { JobProgress } from '../../kit/job.tsx';
import { Button, ButtonLink, Card, Empty } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { navigate, joinPath, setQuery, useRoute } from '../../kit/router.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { loadPages, getOperationStatus, versioned } from './calls.ts';
import type { RecordedError } from './calls.ts';
import { FailedOperation } from './failed-work.tsx';
import { isName, nameProblem } from './model-id.ts';
import type { SetSummary } from './training-set.ts';

const MIN_TYPES = 2;

export function BuildClassifier(): JSX.Element {
  const { client } = useAccount();
  const sets = useLoad((signal) => loadPages<SetSummary>(client, '/trainingSets', signal), [client]);
  const operation = useRoute().query.get('build') ?? undefined;
  const [classifierId, setName] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [failed, setFailed] = useState<RecordedError>();
  const json = { classifierId: classifierId || 'my-sorter', docTypes: Object.fromEntries(chosen.map((setId) => [setId, { trainingSetSource: { trainingSetId: setId } }])) };
  const fine = isName(classifierId) && chosen.length >= MIN_TYPES;
  const build = useAction(async () => {
    const { headers } = await client.call('POST', versioned('/documentClassifiers:build'), { json });
    setFailed(undefined);
    setQuery({ build: operationPath(headers) });
  });
  return <Card title="Build a classifier"><Async of={sets}>{(rows) => rows.length < MIN_TYPES
    ? <Empty icon="tag" title="At least two training sets are needed" actions={<ButtonLink to="/documents?tab=sets">Training sets</ButtonLink>}>Put at least five documents of one type into each; labels are not needed.</Empty>
    : <Form onSubmit={() => void (fine && build.run())}>
      <TextField label="Classifier name" value={classifierId} onInput={setName} error={nameProblem(classifierId)} autoComplete="off" />
      <fieldset class="documents-features"><legend>Types, one training set each</legend>{rows.map(({ setId }) => <CheckField label={setId} value={chosen.includes(setId)} onInput={(on) => setChosen(on ? [...chosen, setId] : chosen.filter((one) => one !== setId))} />)}</fieldset>
      <div><Button type="submit" kind="primary" icon="play" busy={build.busy} disabled={!fine}>Build</Button></div>
      {operation !== undefined && <JobProgress key={operation} title="Building" ask={async (signal) => {
        const { state, operation: { error, result } } = await getOperationStatus(client, operation, signal);
        if (state.status === 'failed') setFailed(error);
        if (state.status === 'succeeded') navigate(joinPath('documents', 'classifiers', result!.classifierId!));
        return state;
      }} />}
      {failed && <FailedOperation title="Build failed" error={failed} />}
      <ApiCall call={{ method: 'POST', path: versioned('/documentClassifiers:build'), json }} />
    </Form>}</Async></Card>;
}
