/** Many documents with one model: files from this device, or all documents of a storage container. */
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { saveFile } from '../../kit/api.ts';
import { JobTag, ProgressBar } from '../../kit/async.tsx';
import { useCell } from '../../kit/cell.ts';
import { FileDrop } from '../../kit/file-drop.tsx';
import { plural, toCsv } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { Link, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { Remedy } from '../../kit/toast.tsx';
import { useAnalyzeOptions } from './analyze-options.tsx';
import { ACCEPTED, resultUrl } from './analyze.tsx';
import { analyze } from './calls.ts';
import { ContainerBatches } from './container-batches.tsx';
import { batchRows, cancelFileBatch, fileBatch, isRunning, startFileBatch, uniqueNames } from './file-batch.ts';
import type { BatchFile, FileBatch, NamedResult } from './file-batch.ts';
import { ModelField } from './model-field.tsx';
import { useModels } from './hooks.ts';

export function Batch() {
  const { account, client } = useAccount();
  const models = useModels(client);
  const modelId = useRoute().query.get('model') ?? 'prebuilt-layout';
  const options = useAnalyzeOptions(modelId);
  const batch = useCell(fileBatch);
  return (
    <>
      <div class="split documents-analyze">
        <Card title={t('Analyze many documents')}>
          <div class="stack">
            <ModelField models={models} modelId={modelId} />
            <FileDrop
              many
              label={t('Drop documents here, or browse')}
              accept={ACCEPTED}
              hint={t('Each is analyzed by itself; one that fails does not stop the others. Keep this tab open until all are done.')}
              onFiles={(files) => startFileBatch({ account, client, modelId, query: options.query }, files)}
            />
            {options.shown}
          </div>
        </Card>
        {batch?.account === account.id ? (
          <FileBatchCard batch={batch} />
        ) : (
          <Card title={t('Files')}>
            <Empty icon="upload" title={t('No files yet')}>
              {t('Drop several documents; the outcome of each is listed here, and all results can be downloaded together.')}
            </Empty>
          </Card>
        )}
      </div>
      <ContainerBatches modelId={modelId} />
    </>
  );
}

function FileBatchCard({ batch }: { batch: FileBatch }) {
  const { modelId, files } = batch;
  const count = (state: BatchFile['state']): number => files.filter((one) => one.state === state).length;
  const [succeeded, failed] = [count('succeeded'), count('failed')];
  const done = files.length - count('waiting') - count('running');
  const running = isRunning(batch);
  return (
    <Card
      flush
      title={t('Files')}
      actions={running ? <Button icon="stop" onClick={cancelFileBatch} text={t('Cancel')} /> : <Downloads batch={batch} />}
    >
      <div class="documents-note stack tight">
        {running && <ProgressBar progress={done / files.length} label={t('Progress of the files')} />}
        <span role="status">
          {t('{done} of {files} done, {failed} failed', { done, files: plural(files.length, 'file'), failed })}
          {!running &&
            succeeded > 0 &&
            ` · ${plural(
              files.reduce((sum, { pages = 0 }) => sum + pages, 0),
              'page',
            )}`}
        </span>
        {[...Map.groupBy(files, ({ message }) => message)].map(
          ([message, of]) =>
            message !== undefined && (
              <p class="note warn" key={message}>
                <strong>{of.map(({ name }) => name).join(', ')}</strong>: <Remedy text={message} />
              </p>
            ),
        )}
      </div>
      <Table
        label={t('Files of the batch')}
        rows={files}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t('File'),
            width: 'minmax(110px, 1.2fr)',
            cell: ({ name, resultId, state }) =>
              state === 'succeeded' ? <Link to={resultUrl({ modelId, resultId: resultId! }, name)}>{name}</Link> : name,
          },
          { title: t('Status'), width: '110px', cell: ({ state }) => <JobTag status={state} /> },
          {
            title: t('Outcome'),
            width: 'minmax(120px, 2fr)',
            cell: ({ pages, message = '' }) => (pages === undefined ? <span class="ellipsis">{message}</span> : plural(pages, 'page')),
          },
        ]}
      />
    </Card>
  );
}

/** All results in one file. */
function Downloads({ batch: { modelId, files } }: { batch: FileBatch }) {
  const { account, client } = useAccount();
  const done = files.filter(({ state }) => state === 'succeeded');
  const load = async (): Promise<NamedResult[]> => {
    const results: NamedResult[] = [];
    for (const { name, resultId } of done) results.push({ name, result: await analyze(client, account, { modelId, resultId: resultId! }) });
    return results;
  };
  const zip = useAction(async () => {
    const [results, { strToU8, zipSync }] = await Promise.all([load(), import('fflate')]);
    const names = uniqueNames(results.map(({ name }) => name));
    const bytes = zipSync(
      Object.fromEntries(results.map(({ result }, i) => [`${names[i]}.json`, strToU8(JSON.stringify(result, null, 2))])),
    );
    saveFile(new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), `${modelId}-results.zip`);
  });
  const csv = useAction(async () => saveFile(new Blob([toCsv(batchRows(await load()))], { type: 'text/csv' }), `${modelId}-fields.csv`));
  return (
    <>
      <Button icon="download" disabled={done.length === 0} does={csv} text={t('Fields as CSV')} />
      <Button needs="view" icon="download" kind="primary" disabled={done.length === 0} does={zip} text={t('Download all')} />
    </>
  );
}
