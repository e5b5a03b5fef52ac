/** The process pool that the engines of faces run in, and what operations know of it. */
import { availableParallelism } from 'node:os';
import { AccountQueue } from '../../kernel/account-queue.ts';
import type { StartedServices } from '../../kernel/area.ts';
import { operationsWith } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Processes } from '../../kernel/ports/workers.ts';
import type { SettingValues } from '../../kernel/settings.ts';
import type { faceSettings } from './settings.ts';

/** Of a process that detects faces: its networks take a quarter of it. */
const PROCESS_MEMORY_MB = 1024;
/** Images of one account that may wait for detection. */
const MAX_WAITING_IMAGES = 100;

/** How faces are detected, as the operator has configured it. */
export interface FaceDetection {
  processes: Processes;
  /** Calls wait for their images, and no account may delay another. */
  queue: AccountQueue;
  weights?: string;
}

export interface FaceServices extends Ports { detection: FaceDetection }

export const operation = operationsWith<FaceServices>();

export function startFaces(ports: Ports, { faceWeights }: SettingValues<typeof faceSettings>): StartedServices<FaceServices> {
  // One account may keep the processors busy; one process more is left to the others.
  const perAccount = Math.min(availableParallelism(), ports.workers.concurrency);
  const processes = ports.workers.startProcesses({ count: perAccount + 1, memoryMb: PROCESS_MEMORY_MB });
  const queue = new AccountQueue({ concurrency: perAccount, maxWaiting: MAX_WAITING_IMAGES });
  return {
    services: { ...ports, detection: { processes, queue, ...faceWeights !== undefined && { weights: faceWeights } } },
    stop: () => processes.close(),
  };
}
