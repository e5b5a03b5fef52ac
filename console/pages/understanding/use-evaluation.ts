/** The evaluation of the version: reloaded after each training, and after an entity evaluation. */
import { useLoad } from '../../kit/use.ts';
import type { Loaded } from '../../kit/use.ts';
import type { EvaluatedUtterance } from './entity-outcomes.ts';
import { useVersion } from './version.ts';

interface Figures { precision: number; recall: number; f1: number }

export interface VersionEvaluation {
  trainedDateTime: string | null; isCurrent: boolean; accuracy: number | null;
  intents: (Figures & { name: string; utterances: number })[];
  entityEvaluation: { status: 'notStarted' | 'running' | 'succeeded' | 'failed'; percentCompleted: number; message?: string };
  entities: (Figures & { name: string; labels: number })[]; entityAverages: Figures | null;
  utterances: EvaluatedUtterance[];
}

export function useEvaluation(): Loaded<VersionEvaluation> {
  const { client, path, info } = useVersion();
  const trained = info.value?.lastTrainedDateTime;
  return useLoad((signal) => client.get<VersionEvaluation>(`${path}/evaluation`, { signal, quiet: true }), [client, path, trained]);
}
