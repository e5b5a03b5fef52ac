import { availableParallelism, totalmem } from 'node:os';
import type { StartedServices } from '../../kernel/area.ts';
import { operationsWith } from '../../kernel/operation.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { SettingValues } from '../../kernel/settings.ts';
import { Predictor } from './prediction/predictor.ts';
import type { understandingSettings } from './settings.ts';

const MAX_THREADS = 8;
const MODEL_BYTES = Math.min(2 * 2 ** 30, totalmem() / 4);

export interface UnderstandingServices extends Ports {
  predictor: Predictor;
}

export type UnderstandingOperation = Operation<UnderstandingServices>;

export const operation = operationsWith<UnderstandingServices>();

/** Apps and projects are asked in the same threads. */
export function startUnderstanding(
  ports: Ports,
  { recognizerMs, warmThreads }: SettingValues<typeof understandingSettings>,
): StartedServices<UnderstandingServices> {
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
