/** Builds a model from a training set, with progress and the accuracy of each field. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { operationPath } from '../../kit/api.ts';
import { JobProgress } from '../../kit/async.tsx';
import { Form, SelectField, TextField } from '../../kit/form.tsx';
import { useAction, useLoad, type Loaded } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card } from '../../kit/parts.tsx';
import { joinPath, setQuery, useRoute } from '../../kit/router.tsx';
import { getOperationStatus, modelPath, versioned, type Model, type RecordedError } from './calls.ts';
import { DocTypeCard } from './model.tsx';
import { FailedOperation } from './parts.tsx';
import { isName, nameProblem } from './training-files.ts';

export const MIN_FORMS = 5;
/** Fields with fewer labeled forms are not measured: accuracy is cross-validated. */
const MIN_LABELS = 2;
const MODES = [
  { value: 'template', label: t('Template') },
  { value: 'neural', label: t('Neural: other layouts of the same fields too, larger limits') },
];

export interface BuildCardProps {
  setId: string;
  /** Number of labeled forms. */
  labeled: number;
  fields: readonly string[];
  /** Number of labeled forms per field, once counted. */
  counts?: ReadonlyMap<string, number>;
  models: Loaded<Model[]>;
}

export function BuildCard({ setId, labeled, fields, counts, models }: BuildCardProps) {
  const { client } = useAccount();
  // The operation stays in the URL, so that a long build can be reopened.
  const operation = useRoute().query.get('build') ?? undefined;
  const [typed, setModelId] = useState<string>();
  const modelId = typed ?? nextModelName(setId, models.value ?? []);
  const [buildMode, setMode] = useState('template');
  const [ended, setEnded] = useState<{ succeeded: boolean; modelId: string; error?: RecordedError }>();
  const call = {
    method: 'POST',
    path: versioned(`${modelPath(modelId)}:buildFromTrainingSet`),
    json: { trainingSetId: setId, buildMode, tags: { trainingSet: setId } },
  } as const;
  /** Started in this visit: its result opens when it is ready. */
  const startedHere = useRef(false);
  const build = useAction(async () => {
    const { headers } = await client.call('POST', call.path, { json: call.json });
    startedHere.current = true;
    setEnded(undefined);
    setModelId(modelId);
    setQuery({ build: operationPath(headers) });
  });
  const enough = labeled >= MIN_FORMS && fields.length > 0;
  const rarelyLabeled = enough && counts ? fields.filter((field) => (counts.get(field) ?? 0) < MIN_LABELS) : [];
  return (
    <>
      <Card title={t('Build a model')}>
        <div class="stack" id="build">
          {!enough && (
            <p class="note">
              {fields.length === 0
                ? t('Add fields first.')
                : t('A build needs {MIN_FORMS} labeled forms; labeled so far: {labeled}.', { MIN_FORMS, labeled })}
            </p>
          )}
          {rarelyLabeled.length > 0 && (
            <p class="note">
              {t('Labeled on fewer than two forms: {rarelyLabeled}. The model may miss these fields, and their accuracy is not measured.', {
                rarelyLabeled: rarelyLabeled.join(', '),
              })}
            </p>
          )}
          <Form onSubmit={() => void (enough && isName(modelId) && build.run())}>
            <div class="columns documents-pair">
              <TextField label={t('Model name')} value={modelId} onInput={setModelId} error={nameProblem(modelId)} />
              <SelectField label={t('Mode')} value={buildMode} onInput={setMode} options={MODES} />
            </div>
            <div>
              <Button
                type="submit"
                kind="primary"
                icon="play"
                busy={build.busy || (operation !== undefined && !ended)}
                disabled={!enough || !isName(modelId)}
                text={t('Build')}
              />
            </div>
          </Form>
          {operation !== undefined && (
            <JobProgress
              key={operation}
              title={t('Building')}
              done={t('Built')}
              kind="documents.build"
              ask={async (signal) => {
                const { state, operation: now } = await getOperationStatus(client, operation, signal);
                if (state.status !== 'running' && state.status !== 'waiting') {
                  setEnded({
                    succeeded: state.status === 'succeeded',
                    modelId: decodeURIComponent(/documentModels\/([^/?]+)/.exec(now.resourceLocation)?.[1] ?? ''),
                    error: now.error,
                  });
                  // Names are used once: the next build is offered another.
                  if (state.status === 'succeeded') setModelId(undefined);
                  models.reload();
                }
                return state;
              }}
            />
          )}
          {ended?.succeeded === false && <FailedOperation title={t('Build failed')} error={ended.error} />}
          <ApiCall call={call} />
        </div>
      </Card>
      {ended?.succeeded && <BuildResult modelId={ended.modelId} inSight={startedHere.current} />}
    </>
  );
}

/** `orders-3` if the first two exist. */
function nextModelName(setId: string, models: readonly Model[]): string {
  const existing = new Set(models.map(({ modelId }) => modelId));
  let n = 1;
  while (existing.has(`${setId}-${n}`)) n++;
  return `${setId}-${n}`;
}

function BuildResult({ modelId, inSight }: { modelId: string; inSight: boolean }) {
  const { client } = useAccount();
  const model = useLoad((signal) => client.get<Model>(versioned(modelPath(modelId)), { signal }), [client, modelId]);
  const footer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (inSight && model.value) footer.current?.scrollIntoView({ block: 'nearest' });
  }, [model.value]);
  return (
    <>
      {Object.entries(model.value?.docTypes ?? {}).map(([name, docType]) => (
        <DocTypeCard name={name} docType={docType} />
      ))}
      <div class="row" ref={footer}>
        <ButtonLink icon="play" to={`/documents?model=${encodeURIComponent(modelId)}`}>
          {t('Analyze a document with {modelId}', { modelId })}
        </ButtonLink>
        <ButtonLink to={joinPath('documents', 'models', modelId)}>{t('Model')}</ButtonLink>
      </div>
    </>
  );
}
