import { QueryEncoder } from '../../engines/embedding/query-encoder.ts';
import type { StartedServices } from '../../kernel/area.ts';
import { operationsWith } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';

const ENCODER_MEMORY_MB = 512;

export interface LanguageServices extends Ports {
  encoder: QueryEncoder;
}

export const operation = operationsWith<LanguageServices>();

/** One thread encodes the queries of all accounts. */
export function startLanguage(ports: Ports): StartedServices<LanguageServices> {
  const threads = ports.workers.startThreads({ count: 1, memoryMb: ENCODER_MEMORY_MB });
  return { services: { ...ports, encoder: new QueryEncoder(threads) }, stop: () => threads.close() };
}
