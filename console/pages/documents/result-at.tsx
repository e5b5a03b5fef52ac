/** The result named in the URL. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { saveFile } from '../../kit/api.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { plural } from '../../kit/format.ts';
import { Button, ButtonLink, PageHeader, Tag } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { navigate, useRoute } from '../../kit/router.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { analyze, versioned, resultPath } from './calls.ts';
import { removeRecent } from './recent.ts';
import { fieldsCsv } from './result.ts';
import { pageImages } from './use-page-picture.ts';
import { Viewer } from './viewer.tsx';

export function ResultPage({ modelId, resultId }: { modelId: string; resultId: string }): JSX.Element {
  const { account, client } = useAccount();
  const { query } = useRoute();
  const [name, kept] = [query.get('name') ?? 'A document', query.get('kept') === '1'];
  const path = resultPath(modelId, resultId);
  const result = useLoad((signal) => analyze(client, account, { modelId, resultId }, signal), [client, path]);
  const pictures = useMemo(() => kept ? pageImages(client, path) : undefined, [client, path, kept]);
  const remove = useAction(async () => {
    if (!await confirm({ title: 'Delete the result?', text: 'The result and its document are deleted immediately; otherwise they are deleted after a day.', action: 'Delete' })) return;
    await client.delete(versioned(path));
    removeRecent(resultId);
    navigate('/documents');
  }, { done: 'Result deleted' });
  const pdf = useAction(async () => saveFile(await client.get<Blob>(versioned(`${path}/pdf`), { bytes: true }), `${name.replace(/\.[^.]*$/, '')}.searchable.pdf`));
  return <>
    <PageHeader title={name} about={<span class="row"><Tag>{modelId}</Tag>{result.value && <span class="soft">{plural(result.value.pages.length, 'page')}</span>}</span>} actions={<>
      <Button icon="download" disabled={!result.value} onClick={() => saveFile(new Blob([JSON.stringify(result.value, null, 2)], { type: 'application/json' }), `${name}.json`)}>Download JSON</Button>
      {result.value?.documents && <Button icon="download" onClick={() => saveFile(new Blob([fieldsCsv(result.value!.documents!)], { type: 'text/csv' }), `${name}.csv`)}>Download fields</Button>}
      {query.get('pdf') === '1' && <Button icon="download" disabled={!result.value} busy={pdf.busy} onClick={() => void pdf.run()}>Download PDF</Button>}
      <Button icon="trash" kind="danger" busy={remove.busy} onClick={() => void remove.run()}>Delete</Button><ButtonLink kind="primary" icon="upload" to={`/documents?model=${encodeURIComponent(modelId)}`}>Another document</ButtonLink></>} />
    <Async of={result} what="Analyzing">{(value) => <Viewer result={value} pictures={pictures} />}</Async>
    <ApiCall call={{ method: 'GET', path: versioned(path) }} />
  </>;
}
