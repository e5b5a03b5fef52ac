/** Batches over the documents of a storage container, run by the server: start one, watch it, and see the outcome of each document. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { saveFile, toJobStatus } from '../../kit/api.ts';
import { Async, JobTag, ProgressBar } from '../../kit/async.tsx';
import { confirm, FormDialog } from '../../kit/dialog.tsx';
import { CheckField, TextField } from '../../kit/form.tsx';
import { formatAge, toCsv } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Empty, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { ANALYZE, loadPages, modelPath, versioned, type RecordedError } from './calls.ts';
import { FailedOperation } from './parts.tsx';

interface BatchSummary {
  resultId: string;
  status: string;
  createdDateTime: string;
  percentCompleted: number;
  error?: RecordedError;
}
interface BatchDetail {
  status: string;
  sourceUrl: string;
  resultUrl?: string;
  error?: RecordedError;
}
interface ContainerBatch extends BatchSummary {
  result?: { succeededCount: number; failedCount: number; skippedCount: number; details: BatchDetail[] };
}

const FOLLOWS = ['documents.batch'];
const batchesPath = (modelId: string): string => `${modelPath(modelId)}/analyzeBatchResults`;
const batchPath = (modelId: string, resultId: string): string => `${batchesPath(modelId)}/${encodeURIComponent(resultId)}`;

export function ContainerBatches({ modelId }: { modelId: string }) {
  const { client } = useAccount();
  const open = useRoute().query.get('batch') ?? undefined;
  const [creating, setCreating] = useState(false);
  const batches = useLoad((signal) => loadPages<BatchSummary>(client, batchesPath(modelId), signal, { quiet: true }), [client, modelId], {
    follows: FOLLOWS,
  });
  return (
    <>
      <Card
        flush
        title={t('Containers')}
        actions={<Button needs="label" icon="add" onClick={() => setCreating(true)} text={t('Analyze a container')} />}
      >
        <Async of={batches}>
          {(rows) => (
            <Table
              label={t('Batches')}
              rows={rows}
              keyOf={({ resultId }) => resultId}
              selected={({ resultId }) => resultId === open}
              onOpen={({ resultId }) => setQuery({ batch: resultId })}
              height={240}
              empty={
                <Empty icon="documents" title={t('No batches of containers')}>
                  {t('The server analyzes all documents of a storage container, and writes the results to a container.')}
                </Empty>
              }
              columns={[
                { title: t('Batch'), width: 'minmax(120px, 1fr)', cell: ({ resultId }) => <code>{resultId}</code> },
                { title: t('Started'), width: '110px', cell: ({ createdDateTime }) => formatAge(createdDateTime) },
                { title: t('Status'), width: '110px', cell: ({ status }) => <JobTag status={toJobStatus(status)} /> },
                {
                  title: t('Progress'),
                  width: 'minmax(120px, 1fr)',
                  cell: ({ percentCompleted, resultId }) => (
                    <ProgressBar progress={percentCompleted / 100} label={t('Progress of {resultId}', { resultId })} />
                  ),
                },
              ]}
            />
          )}
        </Async>
      </Card>
      {open !== undefined && batches.value?.some(({ resultId }) => resultId === open) && (
        <BatchCard
          key={open}
          modelId={modelId}
          resultId={open}
          onDeleted={() => {
            setQuery({ batch: undefined });
            batches.reload();
          }}
        />
      )}
      {creating && (
        <ContainerDialog
          modelId={modelId}
          onClose={() => setCreating(false)}
          onStarted={(resultId) => {
            setCreating(false);
            setQuery({ batch: resultId });
            batches.reload();
          }}
        />
      )}
    </>
  );
}

/** The name of a document, from its address. */
const documentName = ({ sourceUrl }: BatchDetail): string => decodeURIComponent(new URL(sourceUrl).pathname.split('/').at(-1) ?? sourceUrl);

function BatchCard({ modelId, resultId, onDeleted }: { modelId: string; resultId: string; onDeleted: () => void }) {
  const { client } = useAccount();
  const path = versioned(batchPath(modelId, resultId));
  const batch = useLoad((signal) => client.get<ContainerBatch>(path, { signal, quiet: true }), [client, path], { follows: FOLLOWS });
  const remove = useAction(async () => {
    if (
      await confirm({
        title: t('Delete the batch?'),
        text: t('It is cancelled if it is running. Results that are in the container remain there.'),
        action: t('Delete'),
      })
    ) {
      await client.delete(path);
      onDeleted();
    }
  });
  const details = batch.value?.result?.details ?? [];
  const save = (): void =>
    saveFile(
      new Blob(
        [
          toCsv([
            ['Document', 'Status', 'Source', 'Result', 'Error'],
            ...details.map((one) => [documentName(one), one.status, one.sourceUrl, one.resultUrl, errorText(one)]),
          ]),
        ],
        { type: 'text/csv' },
      ),
      `batch-${resultId}.csv`,
    );
  return (
    <Card
      flush
      title={t('Documents of the batch')}
      actions={
        <>
          <Button icon="download" disabled={details.length === 0} onClick={save} text={t('Download CSV')} />
          <Button icon="trash" kind="danger" does={remove} text={t('Delete')} />
        </>
      }
    >
      <Async of={batch}>
        {({ result, error, percentCompleted }) => (
          <>
            {error && <FailedOperation title={t('The batch failed')} error={error} />}
            <p class="documents-note" role="status">
              {result
                ? t('{succeeded} succeeded, {failed} failed, {skipped} skipped', {
                    succeeded: result.succeededCount,
                    failed: result.failedCount,
                    skipped: result.skippedCount,
                  })
                : error
                  ? ''
                  : t('{percent} % done. The outcome of each document is listed at the end.', { percent: percentCompleted })}
            </p>
            {result && (
              <Table
                label={t('Documents of the batch')}
                rows={result.details}
                keyOf={({ sourceUrl }) => sourceUrl}
                columns={[
                  { title: t('Document'), cell: (one) => <span title={one.sourceUrl}>{documentName(one)}</span> },
                  {
                    title: t('Status'),
                    width: '110px',
                    cell: ({ status }) => (status === 'skipped' ? <Tag>{t('skipped')}</Tag> : <JobTag status={toJobStatus(status)} />),
                  },
                  {
                    title: t('Outcome'),
                    width: '2fr',
                    cell: (one) => <span title={one.resultUrl ?? errorText(one)}>{one.resultUrl ?? errorText(one)}</span>,
                  },
                ]}
              />
            )}
          </>
        )}
      </Async>
    </Card>
  );
}

function errorText({ error }: BatchDetail): string {
  return error?.innererror?.message ?? error?.message ?? '';
}

interface ContainerDialogProps {
  modelId: string;
  onClose: () => void;
  onStarted: (resultId: string) => void;
}

function ContainerDialog({ modelId, onClose, onStarted }: ContainerDialogProps) {
  const { client } = useAccount();
  const [source, setSource] = useState('');
  const [prefix, setPrefix] = useState('');
  const [target, setTarget] = useState('');
  const [resultPrefix, setResultPrefix] = useState('');
  const [overwriteExisting, setOverwrite] = useState(false);
  const call = {
    method: 'POST',
    path: versioned(`${modelPath(modelId)}:analyzeBatch`, ANALYZE),
    json: {
      cloudBlobSource: { containerUrl: source, ...(prefix !== '' && { prefix }) },
      resultContainerUrl: target,
      ...(resultPrefix !== '' && { resultPrefix }),
      overwriteExisting,
    },
  } as const;
  const isFine = URL.canParse(source) && URL.canParse(target);
  const start = useAction(async () => {
    const { headers } = await client.call('POST', call.path, { json: call.json });
    onStarted(/analyzeBatchResults\/([^?]+)/.exec(headers.get('operation-location')!)![1]!);
  });
  return (
    <FormDialog title={t('Analyze a container')} onClose={onClose} icon="play" action={t('Start')} submit={start} may={isFine}>
      <TextField
        label={t('Container of the documents')}
        required
        autoFocus
        value={source}
        onInput={setSource}
        placeholder="https://storage.example/account/letters?sig=…"
        hint={t('Its address, with a signature that allows reading and listing.')}
      />
      <TextField label={t('Only names that start with')} value={prefix} onInput={setPrefix} placeholder="2026/" />
      <TextField
        label={t('Container for the results')}
        required
        value={target}
        onInput={setTarget}
        placeholder="https://storage.example/account/results?sig=…"
        hint={t('With a signature that allows writing. It may be the same one.')}
      />
      <TextField label={t('Start of the names of results')} value={resultPrefix} onInput={setResultPrefix} placeholder="read/" />
      <CheckField label={t('Replace results that exist')} value={overwriteExisting} onInput={setOverwrite} />
    </FormDialog>
  );
}
