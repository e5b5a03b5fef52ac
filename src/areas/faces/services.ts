/** The services of the area: the ports and a pool of processes that detect faces. */
import { availableParallelism } from 'node:os';
import type { StartedServices } from '../../kernel/area.ts';
import { operationsWith } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Processes } from '../../kernel/ports/workers.ts';
import type { SettingValues } from '../../kernel/settings.ts';
import type { faceSettings } from './settings.ts';

/** Memory limit of a process that detects faces; its networks use a quarter of it. */
const PROCESS_MEMORY_MB = 1024;

/** The configured face detection. */
export interface FaceDetection {
  processes: Processes;
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
  return {
    services: { ...ports, detection: { processes, ...(faceWeights !== undefined && { weights: faceWeights }) } },
    stop: () => processes.close(),
  };
}
