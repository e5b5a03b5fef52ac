/** Trains a model on the project: options, progress, and the list of models. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { operationPath } from '../../kit/api.ts';
import { JobTag, ProgressBar } from '../../kit/async.tsx';
import { Form, RangeField, SelectField, TextField } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card } from '../../kit/parts.tsx';
import { projectPath } from './calls.ts';
import { useProject } from './context.ts';
import { ModelList } from './models.tsx';

const MODES = [
  { value: '', label: t('Automatic') },
  { value: 'standard', label: t('Standard (fast)') },
  { value: 'advanced', label: t('Advanced (uses sentence meaning)') },
];
const DEFAULT_SPLIT = 80;

export function TrainingTab() {
  const { client, family, name, save, models, training: watched } = useProject();
  const [typed, setLabel] = useState<string>();
  const [mode, setMode] = useState('');
  const [tested, setTested] = useState<'percentage' | 'manual' | 'none'>('percentage');
  const [share, setShare] = useState(DEFAULT_SPLIT);
  const labels = (models.value ?? []).map(({ label }) => label);
  const modelLabel = typed ?? nextLabel(labels);
  const training = tested === 'none' ? 100 : share;
  const json = {
    modelLabel,
    ...(mode !== '' && { trainingMode: mode }),
    evaluationOptions:
      tested === 'manual'
        ? { kind: 'manual' }
        : { kind: 'percentage', trainingSplitPercentage: training, testingSplitPercentage: 100 - training },
  };
  const call = { method: 'POST', path: projectPath(family, name, '/:train'), json } as const;
  const train = useAction(async () => {
    if (!(await save())) return;
    const { headers } = await client.call('POST', call.path, { json });
    watched.watch(/jobs\/([^/?]+)/.exec(operationPath(headers))![1]!, modelLabel);
    setLabel(undefined);
  });
  const ends = [
    { value: 'percentage', label: t('Automatic split') },
    { value: 'manual', label: t('Items marked as Test') },
    { value: 'none', label: t('None: train on all, no evaluation') },
  ];
  return (
    <>
      <Card title={t('Train a model')}>
        <div class="stack">
          <Form onSubmit={() => void (modelLabel !== '' && train.run())}>
            <div class="columns projects-pair">
              <TextField
                label={t('Model name')}
                value={modelLabel}
                onInput={setLabel}
                maxLength={128}
                hint={labels.includes(modelLabel) ? t('Replaces the model with this name; its deployments do not change.') : undefined}
              />
              <SelectField label={t('Mode')} value={mode} onInput={setMode} options={MODES} />
              <SelectField label={t('Test set')} value={tested} onInput={(next) => setTested(next as typeof tested)} options={ends} />
              {tested === 'percentage' && (
                <RangeField
                  label={t('Training share')}
                  value={share}
                  onInput={setShare}
                  min={50}
                  max={95}
                  step={5}
                  show={(value) => `${value} %`}
                />
              )}
            </div>
            <div>
              <Button type="submit" kind="primary" icon="play" busy={train.busy || watched.isRunning} disabled={modelLabel === ''}>
                {t('Train')}
              </Button>
            </div>
          </Form>
          <TrainingState />
          <ApiCall call={call} />
        </div>
      </Card>
      <ModelList />
    </>
  );
}

/** The newest training of the project: its progress while it runs, and why it failed. */
function TrainingState() {
  const { newest, isRunning, cancel } = useProject().training;
  const stop = useAction(cancel);
  if (!newest || newest.status === 'succeeded') return null;
  const title = t('Training of {label}', { label: newest.label });
  return (
    <div class="progress" role="status" aria-live="polite">
      <div class="spread">
        <span class="row">
          <strong>{title}</strong>
          <JobTag status={newest.status} />
          {newest.message !== undefined && <span class="soft">{newest.message}</span>}
        </span>
        {isRunning && <Button needs="label" icon="stop" does={stop} text={t('Cancel')} />}
      </div>
      {isRunning && <ProgressBar progress={newest.progress} label={title} />}
    </div>
  );
}

/** `model-3` if the first two exist. */
function nextLabel(labels: readonly string[]): string {
  let n = 1;
  while (labels.includes(`model-${n}`)) n++;
  return `model-${n}`;
}
