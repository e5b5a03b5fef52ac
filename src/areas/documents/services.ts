/** The process pool that the engines of documents run in, and what operations know of it. */
import type { StartedServices } from '../../kernel/area.ts';
import type { JobContext, JobHandlers } from '../../kernel/job.ts';
import { operationsWith } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Processes } from '../../kernel/ports/workers.ts';
import type { SettingValues } from '../../kernel/settings.ts';
import type { documentSettings } from './settings.ts';

const WARM_UP_MODULE = new URL('./analysis/warm-up.ts', import.meta.url);

/** How documents are read, as the operator has configured it. */
export interface Reading {
  processes: Processes;
  maxBytes: number;
  /** CPU time of a whole document, and of each page of it. */
  documentCpuMs: number;
  pageCpuMs: number;
  weights?: string;
}

export interface DocumentServices extends Ports {
  reading: Reading;
}

export const operation = operationsWith<DocumentServices>();

export function startDocuments(ports: Ports, settings: SettingValues<typeof documentSettings>): StartedServices<DocumentServices> {
  const processes = ports.workers.startProcesses({ count: ports.workers.concurrency + 1, memoryMb: settings.analysisMemoryMb });
  const reading: Reading = {
    processes,
    maxBytes: ports.maxUploadBytes,
    documentCpuMs: settings.analysisSeconds * 1000,
    pageCpuMs: settings.pageSeconds * 1000,
    ...(settings.ocrWeights !== undefined && { weights: settings.ocrWeights }),
  };
  const { weights } = reading;
  return {
    services: { ...ports, reading },
    warmUp({ runsJobs }) {
      if (runsJobs && settings.warmReaders > 0) processes.keepWarm({ module: WARM_UP_MODULE, function: 'warmUp', input: { weights } });
    },
    stop: () => processes.close(),
  };
}

export type DocumentJobContext = JobContext<DocumentServices>;
export type DocumentJobHandlers = JobHandlers<DocumentServices>;
