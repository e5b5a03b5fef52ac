/** Training of the version: whether it is needed, its progress, and its outcome. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useActions } from '../../kit/actions.ts';
import { toJobStatus, type JobState } from '../../kit/api.ts';
import { JobProgress } from '../../kit/async.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { formatPercent } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Tag } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import { useVersion } from './version.ts';

interface ModelState {
  details: { status: string; percentCompleted?: number; failureReason?: string };
}

const STATES: Readonly<Record<string, readonly [kind: 'good' | 'warn' | 'info', text: string]>> = {
  Trained: ['good', t('trained')],
  NeedsTraining: ['warn', t('needs training')],
  InProgress: ['info', t('training')],
};

export function Train() {
  const { client, path, info, intents, utterances } = useVersion();
  const [open, setOpen] = useState(false);
  const state = info.value?.trainingStatus ?? '';
  const train = useAction(async () => {
    await client.post(`${path}/train`);
    info.reload();
    setOpen(true);
  });
  const due = state === 'NeedsTraining' && utterances.length > 0;
  useActions([{ title: t('Train version'), needs: 'label', keys: 't', run: () => void (due && train.run()) }]);
  const ask = async (signal: AbortSignal): Promise<JobState> => {
    const models = await client.get<ModelState[]>(`${path}/train`, { signal, quiet: true });
    const failed = models.find(({ details }) => details.status === 'Fail');
    if (failed) return { status: 'failed', message: failed.details.failureReason };
    if (models.every(({ details }) => toJobStatus(details.status) === 'succeeded')) return { status: 'succeeded' };
    const done = models.find(({ details }) => details.percentCompleted !== undefined)?.details.percentCompleted;
    return done === undefined ? { status: 'waiting' } : { status: 'running', progress: done / 100 };
  };
  const before = useRef(info.value);
  useEffect(() => {
    const trainedAt = info.value?.lastTrainedDateTime;
    if (before.current && trainedAt != null && trainedAt !== before.current.lastTrainedDateTime) {
      toast(t('Version trained'));
      setOpen(false);
    }
    before.current = info.value;
  }, [info.value]);
  return (
    <>
      {STATES[state] && (
        <Tag kind={STATES[state][0]}>
          {STATES[state][1]}
          {state === 'InProgress' && !open && <BackgroundProgress ask={ask} />}
        </Tag>
      )}
      <Button
        needs="label"
        icon="play"
        busy={train.busy}
        disabled={!due && state !== 'InProgress'}
        keys="t"
        onClick={() => (state === 'InProgress' ? setOpen(true) : void train.run())}
      >
        {state === 'InProgress' ? t('Training…') : t('Train')}
      </Button>
      {open && (
        <Dialog title={t('Training')} onClose={() => setOpen(false)}>
          <div class="dialog-body">
            <JobProgress
              title={t('{count} utterances of {count2} intents', { count: utterances.length, count2: intents.length })}
              kind="understanding.train"
              ask={ask}
              onEnd={info.reload}
            />
            <p class="soft">{t('You can close this; the training continues.')}</p>
            <div class="dialog-buttons">
              <Button onClick={() => setOpen(false)}>{t('Close')}</Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Progress of a training that was started elsewhere, or whose dialog was closed. */
function BackgroundProgress({ ask }: { ask: (signal: AbortSignal) => Promise<JobState> }) {
  const { value } = useLoad(ask, [], { follows: ['understanding.train'] });
  return value?.progress === undefined ? null : <>: {formatPercent(value.progress)}</>;
}
