/**
 * The newest training of a project, watched for the whole project page: whatever tab is open, its progress is shown, and its end reloads
 * what depends on it. A training that someone else started is noticed when a tab or the window is opened, and when it ends.
 */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { toJobStatus } from '../../kit/api.ts';
import type { Client, JobState } from '../../kit/api.ts';
import { useRoute } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { watchEnds } from '../../kit/work.ts';
import { projectPath } from './calls.ts';
import type { Job } from './calls.ts';
import type { ProjectFamily } from './context.ts';
import { CURVE_PREFIX } from './learning-curve.tsx';

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

const POLL_MS = 700;
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
  const [newest, setNewest] = useState<Training>();
  const [round, setRound] = useState(0);
  const seen = useRef(newest);
  const ended = useRef(onEnd);
  ended.current = onEnd;
  const look = useCallback(() => setRound((before) => before + 1), []);
  const tab = useRoute().query.get('tab');
  useEffect(() => {
    addEventListener('focus', look);
    const unwatch = watchEnds(look);
    return () => {
      removeEventListener('focus', look);
      unwatch();
    };
  }, []);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (): Promise<void> => {
      let next = seen.current;
      try {
        const path = projectPath(family, name, '/train/jobs', { top: '1' });
        const { value } = await client.get<{ value: TrainingJob[] }>(path, { signal: stop.signal, quiet: true });
        next = value[0] && toTraining(value[0]);
      } catch {
        // Asked again with the next tab; the page shows its own failures.
      }
      if (stop.signal.aborted) return;
      const before = seen.current;
      seen.current = next;
      setNewest(next);
      if (isRunning(next)) timer = setTimeout(() => void poll(), POLL_MS);
      else if (next && before && (isRunning(before) || before.id !== next.id)) {
        if (next.label.startsWith(CURVE_PREFIX)) return;
        if (next.status === 'succeeded') toast(t('Model {label} trained', { label: next.label }));
        else if (next.status === 'failed')
          toast(t('Training of {label} failed', { label: next.label }), { kind: 'danger', more: next.message });
        ended.current();
      }
    };
    void poll();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [client, name, round, tab]);
  const watch = useCallback((id: string, label: string) => {
    seen.current = { id, label, status: 'waiting' };
    setNewest(seen.current);
    look();
  }, []);
  return {
    newest,
    isRunning: isRunning(newest),
    watch,
    cancel: async () => await client.post(projectPath(family, name, `/train/jobs/${encodeURIComponent(newest?.id ?? '')}/:cancel`)),
  };
}
