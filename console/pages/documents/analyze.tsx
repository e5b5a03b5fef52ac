/** Analyzes a dropped document with the selected model; opens the result when it is ready. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async, JobProgress } from '../../kit/async.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { CheckField, SelectField, TextField } from '../../kit/form.tsx';
import { formatAge, plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { joinPath, Link, navigate, setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { showFailure, toast } from '../../kit/toast.tsx';
import { ANALYZE, getAnalysisStatus, modelPath, startAnalysis, versioned } from './calls.ts';
import type { RecordedError, StartedAnalysis } from './calls.ts';
import { addRecent, modelChoices, recent, removeRecent, useModels } from './hooks.ts';
import { FailedOperation } from './parts.tsx';
import { emptyProblem } from './training-files.ts';

export const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.bmp,.heif,.heic,.docx,.xlsx,.pptx,.html,.htm';

/** The path of a result whose document is stored. */
export function resultUrl({ modelId, resultId, pdf = false }: StartedAnalysis & { pdf?: boolean }, name: string): string {
  const query = new URLSearchParams({ kept: '1', name, ...(pdf && { pdf: '1' }) });
  return `${joinPath('documents', 'results', modelId, resultId)}?${query.toString()}`;
}

export function Analyze(): JSX.Element {
  const { account, client } = useAccount();
  const models = useModels(client);
  const modelId = useRoute().query.get('model') ?? 'prebuilt-layout';
  const options = useAnalyzeOptions(modelId);
  const [work, setWork] = useState<StartedAnalysis & { name: string; pdf: boolean }>();
  const query: Record<string, string> = { ...options.query, keepDocument: 'true' };
  const [progress, setProgress] = useState('');
  const begin = useAction(async (files: File[]) => {
    let sent = 0;
    for (const [n, file] of files.entries()) {
      const empty = emptyProblem(file);
      if (empty !== undefined) {
        toast(empty, { kind: 'danger' });
        continue;
      }
      setProgress(files.length === 1 ? 'Uploading…' : `Uploading ${n + 1} of ${files.length}…`);
      try {
        const analysis = { ...(await startAnalysis(client, modelId, file, query)), pdf: query.output === 'pdf' };
        sent++;
        addRecent({ account: account.id, ...analysis, name: file.name, at: Date.now() });
        if (files.length === 1) setWork({ ...analysis, name: file.name });
      } catch (error) {
        // A rejected file does not stop the others.
        showFailure(error, file.name);
      }
    }
    if (files.length > 1) toast(`${plural(sent, 'document')} uploaded. Open the results from the list.`);
  });
  const seen = recent(account.id);
  return (
    <div class="split documents-analyze">
      <Card title="Analyze a document">
        <div class="stack">
          <Async of={models}>
            {(rows) => (
              <SelectField
                label="Model"
                value={modelId}
                onInput={(value) => setQuery({ model: value })}
                options={modelChoices(rows)}
                hint={rows.find((one) => one.modelId === modelId)?.description}
              />
            )}
          </Async>
          {options.shown}
          {work ? (
            <AnalysisProgress
              key={work.resultId}
              {...work}
              onEnd={(succeeded) => (succeeded ? navigate(resultUrl(work, work.name)) : setWork(undefined))}
            />
          ) : (
            <FileDrop
              many
              label={begin.busy ? progress : 'Drop a document here, or browse'}
              accept={ACCEPTED}
              hint="PDF, images, office files, HTML; one or several. Each is stored with its result for a day, then deleted."
              onFiles={(files) => void begin.run(files)}
            />
          )}
          <ApiCall
            call={{
              method: 'POST',
              path: versioned(`${modelPath(modelId)}:analyze`, { ...ANALYZE, ...query }),
              file: new File([], 'letter.pdf', { type: 'application/pdf' }),
            }}
          />
        </div>
      </Card>
      <Card flush title="Recent in this tab">
        <Table
          label="Recent results"
          rows={seen}
          keyOf={({ resultId }) => resultId}
          onOpen={(one) => navigate(resultUrl(one, one.name))}
          empty={
            <Empty icon="documents" title="Nothing yet">
              Results are stored for a day and can be reopened by their URL.
            </Empty>
          }
          columns={[
            { title: 'Document', cell: (one) => <Link to={resultUrl(one, one.name)}>{one.name}</Link> },
            { title: 'Model', cell: (one) => <code>{one.modelId}</code> },
            { title: 'When', width: '100px', cell: (one) => formatAge(one.at) },
          ]}
        />
      </Card>
    </div>
  );
}

function AnalysisProgress({
  name,
  onEnd,
  ...analysis
}: StartedAnalysis & { name: string; onEnd: (succeeded: boolean) => void }): JSX.Element {
  const { account, client } = useAccount();
  const error = useRef<RecordedError | undefined>(undefined);
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <FailedOperation title={`${name} could not be analyzed`} error={error.current}>
        <div>
          <Button onClick={() => onEnd(false)}>Try another document</Button>
        </div>
      </FailedOperation>
    );
  return (
    <JobProgress
      title={`Analyzing ${name}`}
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

const FEATURES = {
  keyValuePairs: 'Key-value pairs',
  languages: 'Languages',
  barcodes: 'Barcodes',
  styleFont: 'Fonts',
  ocrHighResolution: 'High resolution for small print (slower)',
} as const;
const PAGES = /^(?:\d+(?:-\d*)?(?:\s*,\s*\d+(?:-\d*)?)*)?$/;

/** The query of the call, and the fields to edit it. */
function useAnalyzeOptions(modelId: string): { query: Record<string, string>; shown: JSX.Element } {
  const [features, setFeatures] = useState<readonly string[]>([]);
  const [pages, setPages] = useState('');
  const [markdown, setMarkdown] = useState(false);
  const [pdf, setPdf] = useState(false);
  // The read model rejects key-value pairs.
  const supported = features.filter((one) => one !== 'keyValuePairs' || modelId !== 'prebuilt-read');
  return {
    query: {
      ...(supported.length > 0 && { features: supported.join(',') }),
      ...(pages.trim() !== '' && { pages: pages.replaceAll(' ', '') }),
      ...(markdown && { outputContentFormat: 'markdown' }),
      ...(pdf && { output: 'pdf' }),
    },
    shown: (
      <>
        <fieldset class="documents-features">
          <legend>Extra features</legend>
          {Object.entries(FEATURES).map(([name, label]) => (
            <CheckField
              label={label}
              value={features.includes(name)}
              onInput={(on) => setFeatures(on ? [...features, name] : features.filter((one) => one !== name))}
            />
          ))}
          <CheckField label="Text as Markdown" value={markdown} onInput={setMarkdown} />
          <CheckField label="Searchable PDF" value={pdf} onInput={setPdf} />
        </fieldset>
        <TextField
          label="Pages"
          value={pages}
          onInput={setPages}
          placeholder="all"
          hint="For example 1-3,5 or 7- for all from page 7."
          error={PAGES.test(pages.trim()) ? undefined : 'Use numbers and ranges separated by commas.'}
          autoComplete="off"
        />
      </>
    ),
  };
}
