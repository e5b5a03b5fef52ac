/** The services of the area: the ports and a pool of processes that detect faces. */
import { availableParallelism } from 'node:os';
import type { StartedServices } from '../../kernel/area.ts';
import { operationsWith } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Pool } from '../../kernel/ports/workers.ts';
import type { SettingValues } from '../../kernel/settings.ts';
import type { faceSettings } from './settings.ts';

/** Memory limit of a process that detects faces; its networks use a quarter of it. */
const PROCESS_MEMORY_MB = 1024;
/** The networks take a second to load. */
const KEEP_MS = 10 * 60_000;
const SPARE_AFTER_MS = 2000;

/** The configured face detection. */
export interface FaceDetection {
  processes: Pool;
  weights?: string;
}

export interface FaceServices extends Ports {
  detection: FaceDetection;
}

export const operation = operationsWith<FaceServices>();

export function startFaces(ports: Ports, { faceWeights }: SettingValues<typeof faceSettings>): StartedServices<FaceServices> {
  // One account can use all processors; the additional process serves the others.
  const perAccount = Math.min(availableParallelism(), ports.workers.concurrency);
  const processes = ports.workers.start('process', {
    count: perAccount + 1,
    perAccount,
    memoryMb: PROCESS_MEMORY_MB,
    keepMs: KEEP_MS,
    spareAfterMs: SPARE_AFTER_MS,
  });
  return {
    services: { ...ports, detection: { processes, ...(faceWeights !== undefined && { weights: faceWeights }) } },
    stop: () => processes.close(),
  };
}
