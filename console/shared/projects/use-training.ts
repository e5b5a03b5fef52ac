/**
 * The newest training of a project, watched for the whole project page: whatever tab is open, its progress is shown, and its end reloads
 * what depends on it, also if someone else started it.
 */
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { toJobStatus, type Client, type JobState } from '../../kit/api.ts';
import { useLoad } from '../../kit/hooks.ts';
import { toast } from '../../kit/toast.tsx';
import { CURVE_PREFIX, projectPath, type Job } from './calls.ts';
import type { ProjectFamily } from './family.ts';

interface TrainingJob extends Job {
  jobId: string;
  lastUpdatedDateTime: string;
  result: { modelLabel: string; trainingStatus: { percentComplete: number }; evaluationStatus: { percentComplete: number } };
}

export interface Training extends JobState {
  id: string;
  label: string;
}

export interface TrainingWatch {
  /** The newest one, running or not; undefined if there was none, or until it is known. */
  newest: Training | undefined;
  isRunning: boolean;
  /** Watches one that was just started. */
  watch: (id: string, label: string) => void;
  cancel: () => Promise<unknown>;
}

/** Training is most of the work. */
const TRAINING_SHARE = 0.9;

const isRunning = (training: Training | undefined): boolean => training?.status === 'running' || training?.status === 'waiting';

function toTraining({ jobId, status, errors = [], result: { modelLabel, trainingStatus, evaluationStatus } }: TrainingJob): Training {
  const message = errors.map((one) => one.message).join(' ');
  return {
    id: jobId,
    label: modelLabel,
    status: toJobStatus(status),
    progress: (TRAINING_SHARE * trainingStatus.percentComplete + (1 - TRAINING_SHARE) * evaluationStatus.percentComplete) / 100,
    ...(message !== '' && { message }),
  };
}

export function useTraining(client: Client, family: ProjectFamily, name: string, onEnd: () => void): TrainingWatch {
  const loaded = useLoad(
    async (signal): Promise<Training | null> => {
      const path = projectPath(family, name, '/train/jobs', { top: '1' });
      const { value } = await client.get<{ value: TrainingJob[] }>(path, { signal, quiet: true });
      return value[0] ? toTraining(value[0]) : null;
    },
    [client, name],
    { follows: [`${family.page}.train`] },
  );
  const newest = loaded.value ?? undefined;
  const seen = useRef(loaded.value);
  useEffect(() => {
    const before = seen.current;
    seen.current = loaded.value;
    const isNews = before !== undefined && (before === null || isRunning(before) || before.id !== newest?.id);
    if (!newest || isRunning(newest) || !isNews || newest.label.startsWith(CURVE_PREFIX)) return;
    if (newest.status === 'succeeded') toast(t('Model {label} trained', { label: newest.label }));
    else if (newest.status === 'failed')
      toast(t('Training of {label} failed', { label: newest.label }), { kind: 'danger', more: newest.message });
    onEnd();
  }, [loaded.value]);
  const watch = useCallback((id: string, label: string) => {
    seen.current = { id, label, status: 'waiting' };
    loaded.put(seen.current);
    loaded.reload();
  }, []);
  return {
    newest,
    isRunning: isRunning(newest),
    watch,
    cancel: async () => await client.post(projectPath(family, name, `/train/jobs/${encodeURIComponent(newest?.id ?? '')}/:cancel`)),
  };
}
