/** One classifier: its types, and a way to try it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { SelectField } from '../../kit/form.tsx';
import { formatTime } from '../../kit/format.ts';
import { Button, Card, Facts, PageHeader, Tag } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { navigate, joinPath, useRoute } from '../../kit/router.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { ACCEPTED } from './analyze.tsx';
import { versioned, startClassification, classifierPath } from './calls.ts';
import { Classified } from './classified.tsx';
import type { Classifier } from './classifiers.tsx';
import { CopyDialog } from './copy.tsx';

const SPLITS = [{ value: 'auto', label: 'Detect document boundaries' }, { value: 'perPage', label: 'One document per page' }, { value: 'none', label: 'One document per file' }];

export function ClassifierPage({ classifierId, resultId }: { classifierId: string; resultId: string | undefined }): JSX.Element {
  const { client } = useAccount();
  const base = classifierPath(classifierId);
  const classifier = useLoad((signal) => client.get<Classifier>(versioned(base), { signal }), [client, base]);
  const name = useRoute().query.get('name');
  const [split, setSplit] = useState('auto');
  const [copying, setCopying] = useState(false);
  const query = { split, keepDocument: 'true' };
  const ask = useAction(async (file: File) => {
    const result = await startClassification(client, classifierId, file, query);
    navigate(`${joinPath('documents', 'classifiers', classifierId, result)}?${new URLSearchParams({ kept: '1', name: file.name }).toString()}`);
  });
  const remove = useAction(async () => {
    if (!await confirm({ title: `Delete classifier ${classifierId}?`, text: 'Calls that use it will fail.', action: 'Delete', typed: classifierId })) return;
    await client.delete(versioned(base));
    navigate('/documents?tab=classifiers');
  }, { done: 'Classifier deleted' });
  return <>
    <PageHeader title={resultId === undefined ? classifierId : name ?? 'A file'} about={resultId === undefined ? classifier.value?.description : <span class="row"><Tag>{classifierId}</Tag></span>} actions={resultId === undefined && <><Button icon="copy" onClick={() => setCopying(true)}>Copy to account</Button><Button kind="danger" icon="trash" busy={remove.busy} onClick={() => void remove.run()}>Delete</Button></>} />
    {resultId !== undefined && <Classified key={resultId} classifierId={classifierId} resultId={resultId} />}
    <div class="split">
      <Card title="Details"><Async of={classifier}>{({ createdDateTime, docTypes }) => <Facts rows={[['Created', formatTime(createdDateTime)], ['Types', <span class="row">{Object.keys(docTypes).map((name) => <Tag>{name}</Tag>)}</span>]]} />}</Async></Card>
      <Card title={resultId === undefined ? 'Try it' : 'Try another file'}><div class="stack">
        <SelectField label="Split mode" value={split} onInput={setSplit} options={SPLITS} />
        <FileDrop label={ask.busy ? 'Uploading…' : 'Drop a file here, or browse'} accept={ACCEPTED} hint="It is stored with its result for a day, then deleted." onFiles={([file]) => void ask.run(file!)} />
        <ApiCall call={{ method: 'POST', path: versioned(`${base}:analyze`, query), file: new File([], 'letters.pdf', { type: 'application/pdf' }) }} />
      </div></Card>
    </div>
    {copying && <CopyDialog kind="classifier" id={classifierId} onClose={() => setCopying(false)} />}
  </>;
}
