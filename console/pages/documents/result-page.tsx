/** The result named in the URL: its pages, what was found on them, and what to do with it. */
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { saveFile } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { confirmed, Dialog } from '../../kit/dialog.tsx';
import { formatAge, plural } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, ButtonLink, PageHeader, Tag } from '../../kit/parts.tsx';
import { Link, navigate, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { AddToSetButton } from './add-to-set.tsx';
import { analyze, resultPath, versioned, type StartedAnalysis } from './calls.ts';
import { compareUrl } from './compare.tsx';
import { modelTitle } from './gallery.ts';
import { pageImages, recent, removeRecent } from './hooks.ts';
import { fieldsCsv } from './result.ts';
import { Viewer } from './viewer.tsx';

export function ResultPage({ modelId, resultId }: { modelId: string; resultId: string }) {
  const { account, client } = useAccount();
  const { query } = useRoute();
  const [name, isStored] = [query.get('name') ?? t('A document'), query.get('kept') === '1'];
  const path = resultPath(modelId, resultId);
  const result = useLoad((signal) => analyze(client, account, { modelId, resultId }, signal), [client, path]);
  const loadImage = useMemo(() => (isStored ? pageImages(client, path) : undefined), [client, path, isStored]);
  const remove = useAction(
    async () => {
      await confirmed({
        title: t('Delete the result?'),
        text: t('The result and its document are deleted immediately; otherwise they are deleted after a day.'),
      });
      await client.delete(versioned(path));
      removeRecent(resultId);
      navigate('/documents');
    },
    { done: t('Result deleted') },
  );
  const pdf = useAction(async () =>
    saveFile(await client.get<Blob>(versioned(`${path}/pdf`), { bytes: true }), `${name.replace(/\.[^.]*$/, '')}.searchable.pdf`),
  );
  return (
    <>
      <PageHeader
        title={name}
        about={
          <span class="row">
            <span title={modelId}>
              <Tag>{modelTitle(modelId)}</Tag>
            </span>
            {result.value && <span class="soft">{plural(result.value.pages.length, 'page')}</span>}
          </span>
        }
        actions={
          <>
            <Button
              icon="download"
              label={t('Download JSON')}
              text="JSON"
              disabled={!result.value}
              onClick={() => saveFile(new Blob([JSON.stringify(result.value, null, 2)], { type: 'application/json' }), `${name}.json`)}
            />
            {result.value?.documents && (
              <Button
                icon="download"
                label={t('Download fields')}
                text={t('Fields')}
                onClick={() => saveFile(new Blob([fieldsCsv(result.value!.documents!)], { type: 'text/csv' }), `${name}.csv`)}
              />
            )}
            {query.get('pdf') === '1' && (
              <Button icon="download" disabled={!result.value} does={pdf} label={t('Download PDF')} text="PDF" />
            )}
            {isStored && result.value && <AddToSetButton modelId={modelId} resultId={resultId} result={result.value} name={name} />}
            <CompareButton modelId={modelId} resultId={resultId} name={name} />
            <Button icon="trash" kind="danger" does={remove} label={t('Delete')} />
            <ButtonLink kind="primary" icon="upload" to={`/documents?model=${encodeURIComponent(modelId)}`} text={t('Analyze another')} />
          </>
        }
      />
      <Async of={result} what={t('Analyzing')}>
        {(value) => <Viewer result={value} name={name} path={path} loadPage={loadImage} hasFigures={query.get('figures') === '1'} />}
      </Async>
      <ApiCall call={{ method: 'GET', path: versioned(path) }} />
    </>
  );
}

/** Compares with another result of this tab: of the same document if there is one, else of any. */
function CompareButton({ modelId, resultId, name }: StartedAnalysis & { name: string }) {
  const { account } = useAccount();
  const [choosing, setChoosing] = useState(false);
  const others = recent(account.id).filter((one) => one.resultId !== resultId);
  if (others.length === 0) return null;
  const sorted = [...others.filter((one) => one.name === name), ...others.filter((one) => one.name !== name)];
  return (
    <>
      <Button onClick={() => setChoosing(true)}>{t('Compare')}</Button>
      {choosing && (
        <Dialog title={t('Compare with')} onClose={() => setChoosing(false)}>
          <Table
            label={t('Recent results')}
            rows={sorted}
            keyOf={(one) => one.resultId}
            onOpen={(one) => navigate(compareUrl([{ modelId, resultId }, one], name))}
            height={320}
            columns={[
              { title: t('Document'), cell: (one) => <Link to={compareUrl([{ modelId, resultId }, one], name)}>{one.name}</Link> },
              { title: t('Model'), cell: (one) => modelTitle(one.modelId) },
              { title: t('When'), width: '100px', cell: (one) => formatAge(one.at) },
            ]}
          />
          <div class="dialog-buttons">
            <Button onClick={() => setChoosing(false)}>{t('Cancel')}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
