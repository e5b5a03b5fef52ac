/** Analyzes a document with the selected model: a file, an address, a photo or a sample; opens the result when it is ready. */
import { useRef, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async, JobProgress, Problem } from '../../kit/async.tsx';
import { takePhoto } from '../../kit/camera.tsx';
import { useCell } from '../../kit/cell.ts';
import { areDraftsRead } from '../../kit/drafts.ts';
import { FileDrop } from '../../kit/file-drop.tsx';
import { Form, TextField } from '../../kit/form.tsx';
import { formatAge } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { joinPath, Link, navigate, setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { markTried } from '../../kit/visits.ts';
import { useAnalyzeOptions } from './analyze-options.tsx';
import { ANALYZE, getAnalysisStatus, modelPath, startAnalysis, startAnalysisOfUrl, versioned } from './calls.ts';
import type { RecordedError, StartedAnalysis } from './calls.ts';
import { startFileBatch } from './file-batch.ts';
import { modelTitle } from './gallery.ts';
import { addRecent, recent, removeRecent, useModels } from './hooks.ts';
import { ModelField } from './model-field.tsx';
import { ModelGallery } from './model-gallery.tsx';
import { FailedOperation } from './parts.tsx';
import { sampleFor } from './sample-documents.ts';
import { emptyProblem } from './training-files.ts';

export const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.bmp,.heif,.heic,.docx,.xlsx,.pptx,.html,.htm';

/** The path of a result whose document is stored; `outputs` are those that the analysis was asked for. */
export function resultUrl({ modelId, resultId, outputs = [] }: StartedAnalysis & { outputs?: readonly string[] }, name: string): string {
  const query = new URLSearchParams({ kept: '1', name, ...Object.fromEntries(outputs.map((output) => [output, '1'])) });
  return `${joinPath('documents', 'results', modelId, resultId)}?${query.toString()}`;
}

type Work = StartedAnalysis & { name: string; outputs: readonly string[] };

export function Analyze() {
  const { account, client } = useAccount();
  const models = useModels(client);
  const modelId = useRoute().query.get('model') ?? 'prebuilt-layout';
  const options = useAnalyzeOptions(modelId);
  const [work, setWork] = useState<Work>();
  const [refused, setRefused] = useState<{ name: string; error: Error }>();
  const query: Record<string, string> = { ...options.query, keepDocument: 'true' };
  const outputs = options.query.output?.split(',') ?? [];
  const started = (analysis: StartedAnalysis, name: string): void => {
    markTried(`${account.id} documents ${analysis.modelId}`);
    addRecent({ account: account.id, ...analysis, outputs, name, at: Date.now() });
    setWork({ ...analysis, name, outputs });
  };
  const begin = useAction(async (file: File) => {
    setRefused(undefined);
    const empty = emptyProblem(file);
    if (empty !== undefined) throw new Error(empty);
    try {
      started(await startAnalysis(client, modelId, file, query), file.name);
    } catch (error) {
      setRefused({ name: file.name, error: error as Error });
    }
  });
  const fromAddress = useAction(async (url: string) =>
    started(await startAnalysisOfUrl(client, modelId, url, query), decodeURIComponent(new URL(url).pathname.split('/').at(-1) || url)),
  );
  const take = (files: File[]): void => {
    if (files.length === 1) void begin.run(files[0]!);
    else {
      startFileBatch({ account, client, modelId, query }, files);
      navigate(`/documents?${new URLSearchParams({ tab: 'batch', model: modelId }).toString()}`);
    }
  };
  const trySample = useAction(async (id: string) => {
    const sample = sampleFor(id)!;
    setQuery({ model: id });
    started(await startAnalysis(client, id, sample, { keepDocument: 'true' }), sample.name);
  });
  return (
    <div class="split documents-analyze">
      <Card title={t('Analyze a document')}>
        <div class="stack">
          <ModelField models={models} modelId={modelId} />
          {work ? (
            <AnalysisProgress
              key={work.resultId}
              {...work}
              onEnd={(succeeded) => (succeeded ? navigate(resultUrl(work, work.name)) : setWork(undefined))}
            />
          ) : (
            <>
              <FileDrop
                many
                label={begin.busy ? t('Uploading…') : t('Drop a document here, or browse')}
                accept={ACCEPTED}
                hint={t('PDF, images, office files, HTML; one or several. Each is stored with its result for a day, then deleted.')}
                onFiles={take}
              />
              {refused && (
                <section aria-label={refused.name} class="stack tight">
                  <strong>{t('{name} was not analyzed', { name: refused.name })}</strong>
                  <Problem error={refused.error} />
                </section>
              )}
              <OtherSources
                busy={fromAddress.busy}
                sample={sampleFor(modelId)}
                onUrl={(url) => void fromAddress.run(url)}
                onFile={(file) => void begin.run(file)}
              />
            </>
          )}
          {options.shown}
          <ApiCall
            call={{
              method: 'POST',
              path: versioned(`${modelPath(modelId)}:analyze`, { ...ANALYZE, ...query }),
              file: new File([], 'letter.pdf', { type: 'application/pdf' }),
            }}
          />
        </div>
      </Card>
      <div class="stack">
        <History />
        <Async of={models}>
          {(rows) => (
            <ModelGallery
              models={rows}
              selected={modelId}
              onSelect={(id) => setQuery({ model: id })}
              onTry={(id) => void trySample.run(id)}
            />
          )}
        </Async>
      </div>
    </div>
  );
}

/** An address, the camera, or a sample. */
function OtherSources({
  busy,
  sample,
  onUrl,
  onFile,
}: {
  busy: boolean;
  sample: File | undefined;
  onUrl: (url: string) => void;
  onFile: (file: File) => void;
}) {
  const [url, setUrl] = useState('');
  const isUrl = URL.canParse(url) && /^https?:/.test(url);
  return (
    <>
      <Form class="" onSubmit={() => isUrl && onUrl(url)}>
        <div class="row">
          <div class="grow">
            <TextField
              label={t('From a URL')}
              value={url}
              onInput={setUrl}
              placeholder="https://…"
              error={url === '' || isUrl ? undefined : t('Enter a URL that starts with https:// or http://.')}
            />
          </div>
          <Button needs="label" type="submit" busy={busy} disabled={!isUrl} text={t('Analyze')} />
        </div>
      </Form>
      <div class="row">
        <Button
          needs="label"
          icon="camera"
          onClick={() => void takePhoto({ title: t('Photo of a document') }).then((photo) => photo && onFile(photo))}
          text={t('Use the camera')}
        />
        {sample && <Button needs="label" icon="sample" onClick={() => onFile(sample)} text={t('Try a sample')} />}
      </div>
    </>
  );
}

/** The analyses of the last day in this browser. */
function History() {
  const { account } = useAccount();
  const [search, setSearch] = useState('');
  useCell(areDraftsRead);
  const all = recent(account.id);
  if (all.length === 0) return null;
  const wanted = search.trim().toLowerCase();
  return (
    <Card
      flush
      title={t('History')}
      actions={
        <TextField bare type="search" label={t('Search the history')} placeholder={t('Search')} value={search} onInput={setSearch} />
      }
    >
      <Table
        label={t('Recent results')}
        rows={all.filter(({ name, modelId }) => `${name} ${modelId} ${modelTitle(modelId)}`.toLowerCase().includes(wanted))}
        keyOf={({ resultId }) => resultId}
        onOpen={(one) => navigate(resultUrl(one, one.name))}
        height={240}
        empty={<Empty icon="search" title={t('No matches')} />}
        columns={[
          { title: t('Document'), cell: (one) => <Link to={resultUrl(one, one.name)}>{one.name}</Link> },
          { title: t('Model'), cell: (one) => <span title={one.modelId}>{modelTitle(one.modelId)}</span> },
          { title: t('When'), width: '100px', cell: (one) => formatAge(one.at) },
        ]}
      />
    </Card>
  );
}

function AnalysisProgress({ name, onEnd, ...analysis }: StartedAnalysis & { name: string; onEnd: (succeeded: boolean) => void }) {
  const { account, client } = useAccount();
  const error = useRef<RecordedError | undefined>(undefined);
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <FailedOperation title={t('{name} could not be analyzed', { name })} error={error.current}>
        <div>
          <Button onClick={() => onEnd(false)}>{t('Try another document')}</Button>
        </div>
      </FailedOperation>
    );
  return (
    <JobProgress
      title={t('Analyzing {name}', { name })}
      kind="documents.analyse"
      ask={async (signal) => {
        const status = await getAnalysisStatus(client, account, analysis, signal);
        error.current = status.error;
        return status.state;
      }}
      onEnd={({ status }) => {
        if (status === 'succeeded') return onEnd(true);
        removeRecent(analysis.resultId);
        return setFailed(true);
      }}
    />
  );
}
