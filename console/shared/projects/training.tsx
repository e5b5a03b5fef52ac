/** Trains a model on the project: options, progress, and the list of models. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiCall } from '../../kit/api-call.tsx';
import { operationPath, toJobStatus } from '../../kit/api.ts';
import { JobProgress } from '../../kit/async.tsx';
import { Form, RangeField, SelectField, TextField } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { projectPath } from './calls.ts';
import type { Job } from './calls.ts';
import { useProject } from './context.ts';
import { ModelList } from './models.tsx';

interface TrainingJob extends Job {
  result: { modelLabel: string; trainingStatus: { percentComplete: number }; evaluationStatus: { percentComplete: number } };
}

const MODES = [
  { value: '', label: 'Automatic' },
  { value: 'standard', label: 'Standard: from words, fast' },
  { value: 'advanced', label: 'Advanced: also from meaning' },
];
/** Training is most of the work. */
const TRAINING_SHARE = 0.9;
const DEFAULT_SPLIT = 80;

export function TrainingTab(): JSX.Element {
  const { client, family, name, isSaved, save, models } = useProject();
  // In the URL, so that a long training can be reopened.
  const jobId = useRoute().query.get('training') ?? undefined;
  const [typed, setLabel] = useState<string>();
  const [mode, setMode] = useState('');
  const [tested, setTested] = useState<'percentage' | 'manual' | 'none'>('percentage');
  const [share, setShare] = useState(DEFAULT_SPLIT);
  const [over, setOver] = useState<string>();
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
  const jobPath = (id: string, rest = ''): string => projectPath(family, name, `/train/jobs/${encodeURIComponent(id)}${rest}`);
  const train = useAction(async () => {
    if (!(await save())) return;
    const { headers } = await client.call('POST', call.path, { json });
    setQuery({ training: /jobs\/([^/?]+)/.exec(operationPath(headers))![1] });
  });
  const ends = [
    { value: 'percentage', label: 'Automatic split' },
    { value: 'manual', label: 'Items marked as Test' },
    { value: 'none', label: 'None: train on all, no evaluation' },
  ];
  return (
    <>
      <Card title="Train a model">
        <div class="stack">
          <Form onSubmit={() => void (modelLabel !== '' && train.run())}>
            <div class="columns projects-pair">
              <TextField
                label="Model name"
                value={modelLabel}
                onInput={setLabel}
                autoComplete="off"
                maxLength={128}
                hint={labels.includes(modelLabel) ? 'Replaces the model with this name; its deployments do not change.' : undefined}
              />
              <SelectField label="Mode" value={mode} onInput={setMode} options={MODES} />
              <SelectField label={'Test set'} value={tested} onInput={(next) => setTested(next as typeof tested)} options={ends} />
              {tested === 'percentage' && (
                <RangeField
                  label="Training share"
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
              <Button
                type="submit"
                kind="primary"
                icon="play"
                busy={train.busy || (jobId !== undefined && over !== jobId)}
                disabled={modelLabel === ''}
              >
                {isSaved ? 'Train' : 'Save and train'}
              </Button>
            </div>
          </Form>
          {jobId !== undefined && (
            <JobProgress
              key={jobId}
              title="Training"
              cancel={() => client.post(jobPath(jobId, '/:cancel'))}
              ask={async (signal) => {
                const {
                  status,
                  errors = [],
                  result: { modelLabel: label, trainingStatus, evaluationStatus },
                } = await client.get<TrainingJob>(jobPath(jobId), { signal, quiet: true });
                const message = errors.map((one) => one.message).join(' ');
                return {
                  status: toJobStatus(status),
                  progress:
                    (TRAINING_SHARE * trainingStatus.percentComplete + (1 - TRAINING_SHARE) * evaluationStatus.percentComplete) / 100,
                  message: message === '' ? label : message,
                };
              }}
              onEnd={({ status, message }) => {
                setOver(jobId);
                setLabel(undefined);
                if (status !== 'succeeded') return;
                toast(`Model ${message} trained`);
                models.reload();
              }}
            />
          )}
          <ApiCall call={call} />
        </div>
      </Card>
      <ModelList />
    </>
  );
}

/** `model-3` if the first two exist. */
function nextLabel(labels: readonly string[]): string {
  let n = 1;
  while (labels.includes(`model-${n}`)) n++;
  return `model-${n}`;
}
