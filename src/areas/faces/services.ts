/** The services of the area: the ports and a pool of processes that detect faces. */
import { availableParallelism } from 'node:os';
import { AccountQueue } from '../../kernel/account-queue.ts';
import type { StartedServices } from '../../kernel/area.ts';
import { operationsWith } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Processes } from '../../kernel/ports/workers.ts';
import type { SettingValues } from '../../kernel/settings.ts';
import type { faceSettings } from './settings.ts';

/** Memory limit of a process that detects faces; its networks use a quarter of it. */
const PROCESS_MEMORY_MB = 1024;
/** Maximum number of images of one account that wait for detection. */
const MAX_WAITING_IMAGES = 100;

/** The configured face detection. */
export interface FaceDetection {
  processes: Processes;
  /** Schedules detection so that no account delays another. */
  queue: AccountQueue;
  weights?: string;
}

export interface FaceServices extends Ports {
  detection: FaceDetection;
}

export const operation = operationsWith<FaceServices>();

export function startFaces(ports: Ports, { faceWeights }: SettingValues<typeof faceSettings>): StartedServices<FaceServices> {
  // One account can use all processors; the additional process serves the others.
  const perAccount = Math.min(availableParallelism(), ports.workers.concurrency);
  const processes = ports.workers.startProcesses({ count: perAccount + 1, memoryMb: PROCESS_MEMORY_MB });
  const queue = new AccountQueue({ concurrency: perAccount, maxWaiting: MAX_WAITING_IMAGES });
  return {
    services: { ...ports, detection: { processes, queue, ...(faceWeights !== undefined && { weights: faceWeights }) } },
    stop: () => processes.close(),
  };
}
