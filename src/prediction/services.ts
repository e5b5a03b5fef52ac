/** What queries of trained models need, for all areas that have such models: apps and projects are asked in the same threads. */
import { availableParallelism, totalmem } from 'node:os';
import type { StartedServices } from '../kernel/area.ts';
import type { Ports } from '../kernel/ports.ts';
import type { SettingValues } from '../kernel/settings.ts';
import { Predictor } from './predictor.ts';
import type { predictionSettings } from './settings.ts';

const MAX_THREADS = 8;
const MODEL_BYTES = Math.min(2 * 2 ** 30, totalmem() / 4);

export interface PredictionServices extends Ports {
  predictor: Predictor;
}

export function startPrediction(
  ports: Ports,
  { recognizerMs, warmThreads }: SettingValues<typeof predictionSettings>,
): StartedServices<PredictionServices> {
  const predictor = new Predictor({
    workers: ports.workers,
    log: ports.log,
    threads: Math.max(2, Math.min(availableParallelism(), MAX_THREADS)),
    modelBytes: MODEL_BYTES,
    recognizerMs,
  });
  return {
    services: { ...ports, predictor },
    warmUp({ answersCalls }) {
      if (answersCalls && warmThreads > 0) predictor.warmUp(warmThreads);
    },
    stop: () => predictor.close(),
  };
}
