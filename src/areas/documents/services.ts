/** The process pool that the engines of documents run in, and what operations know of it. */
import { availableParallelism, loadavg } from 'node:os';
import type { StartedServices } from '../../kernel/area.ts';
import type { JobContext, JobHandlers } from '../../kernel/job-handler.ts';
import { operationsWith } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Pool } from '../../kernel/ports/workers.ts';
import type { SettingValues } from '../../kernel/settings.ts';
import type { documentSettings } from './settings.ts';

const WARM_UP_MODULE = new URL('./analysis/warm-up.ts', import.meta.url);
/** The engines take seconds to load. */
const KEEP_MS = 10 * 60_000;
const SPARE_AFTER_MS = 250;
/** Longer than a client waits between a document and the next. */
const RESERVE_MS = 10_000;

/** How documents are read, as the operator has configured it. */
export interface Reading {
  processes: Pool;
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
  const { concurrency } = ports.workers;
  const weights = settings.ocrWeights;
  // The additional process serves other accounts.
  const processes = ports.workers.start('process', {
    count: concurrency + 1,
    perAccount: concurrency,
    memoryMb: settings.analysisMemoryMb,
    keepMs: KEEP_MS,
    spareAfterMs: SPARE_AFTER_MS,
    reserveMs: RESERVE_MS,
    // Warming one up takes seconds of CPU time, which a busy machine needs for the document that is read.
    maySpare: () => loadavg()[0]! < availableParallelism(),
    warmUp: { module: WARM_UP_MODULE, function: 'warmUp', input: { weights } },
  });
  const reading: Reading = {
    processes,
    maxBytes: ports.maxUploadBytes,
    documentCpuMs: settings.analysisSeconds * 1000,
    pageCpuMs: settings.pageSeconds * 1000,
    ...(weights !== undefined && { weights }),
  };
  return {
    services: { ...ports, reading },
    warmUp({ runsJobs }) {
      if (runsJobs) processes.keepWarm(settings.warmReaders);
    },
    stop: () => processes.close(),
  };
}

export type DocumentJobContext = JobContext<DocumentServices>;
export type DocumentJobHandlers = JobHandlers<DocumentServices>;
