/** One classifier: its types, and a file to try it on. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { operationPath } from '../../kit/api.ts';
import { CallBehind } from '../../kit/call-behind.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { SelectField } from '../../kit/form.tsx';
import { time } from '../../kit/format.ts';
import { jobStatus } from '../../kit/job-state.ts';
import { Button, Card, Confidence, Empty, Facts, PageHead, Tag } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { go, path } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { ACCEPTED } from './analyze.tsx';
import { asBytes, at, messageOf } from './calls.ts';
import type { Polled } from './calls.ts';
import type { Classifier } from './classifiers.tsx';

const SPLITS = [{ value: 'auto', label: 'Find where documents begin' }, { value: 'perPage', label: 'Each page is a document' }, { value: 'none', label: 'The file is one document' }];
const AGAIN_MS = 700;

export function OneClassifier({ classifierId, resultId }: { classifierId: string; resultId: string | undefined }): JSX.Element {
  const { client } = useAccount();
  const base = `/documentClassifiers/${encodeURIComponent(classifierId)}`;
  const classifier = useLoad((signal) => client.get<Classifier>(at(base), { signal }), [client, base]);
  const [split, setSplit] = useState('auto');
  const ask = useAction(async (file: File) => {
    const { headers } = await client.call('POST', at(`${base}:analyze`, { split }), { file: asBytes(file) });
    go(path('documents', 'classifiers', classifierId, /analyzeResults\/([^?]+)/.exec(operationPath(headers))![1]!));
  });
  const remove = useAction(async () => {
    if (!await confirm({ title: `Delete the classifier ${classifierId}?`, text: 'Calls that name it are refused from then on.', action: 'Delete it', typed: classifierId })) return;
    await client.delete(at(base));
    go('/documents?tab=classifiers');
  }, { done: 'The classifier was deleted' });
  return <>
    <PageHead title={classifierId} about={classifier.value?.description} actions={<Button kind="danger" icon="trash" busy={remove.busy} onClick={() => void remove.run()}>Delete</Button>} />
    <div class="split">
      <Card title="About it"><Show of={classifier}>{({ createdDateTime, docTypes }) => <Facts rows={[['Made', time(createdDateTime)], ['Types', <span class="row">{Object.keys(docTypes).map((name) => <Tag>{name}</Tag>)}</span>]]} />}</Show></Card>
      <Card title="Try it"><div class="stack">
        <SelectField label="Splitting" value={split} onInput={setSplit} options={SPLITS} />
        <FileDrop label={ask.busy ? 'Sending…' : 'Drop a file here, or choose one'} accept={ACCEPTED} onFiles={([file]) => void ask.run(file!)} />
        <CallBehind call={{ method: 'POST', path: at(`${base}:analyze`, { split }), file: new File([], 'letters.pdf', { type: 'application/pdf' }) }} />
      </div></Card>
    </div>
    {resultId !== undefined && <Classified key={resultId} base={base} resultId={resultId} />}
  </>;
}

function Classified({ base, resultId }: { base: string; resultId: string }): JSX.Element {
  const { client } = useAccount();
  const result = useLoad(async (signal) => {
    for (;;) {
      const { status, error, analyzeResult } = await client.get<Polled>(at(`${base}/analyzeResults/${encodeURIComponent(resultId)}`), { signal, quiet: true });
      if (analyzeResult) return analyzeResult.documents ?? [];
      if (jobStatus(status) === 'failed') throw new Error(messageOf(error));
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }, [client, base, resultId]);
  return <Card flush title="Documents in the file"><Show of={result} what="Sorting">{(documents) => <Table label="Documents in the file" rows={documents.map((document, i) => ({ ...document, i }))} keyOf={({ i }) => i} empty={<Empty title="No document was found" />} columns={[
    { title: 'Type', cell: ({ docType }) => docType }, { title: 'Pages', cell: ({ boundingRegions = [] }) => [...new Set(boundingRegions.map(({ pageNumber }) => pageNumber))].join(', ') },
    { title: 'Confidence', width: '160px', cell: ({ confidence, docType, i }) => <Confidence value={confidence} label={`Confidence of document ${i + 1}, ${docType}`} /> },
  ]} />}</Show></Card>;
}
