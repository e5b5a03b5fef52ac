import { QueryEncoder } from '../../engines/embedding/query-encoder.ts';
import type { StartedServices } from '../../kernel/area.ts';
import { operationsWith } from '../../kernel/operation.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';

const ENCODER_MEMORY_MB = 512;

export interface UnderstandingServices extends Ports {
  encoder: QueryEncoder;
}

export type UnderstandingOperation = Operation<UnderstandingServices>;

export const operation = operationsWith<UnderstandingServices>();

/** One thread encodes the queries of all accounts. */
export function startUnderstanding(ports: Ports): StartedServices<UnderstandingServices> {
  const threads = ports.workers.startThreads({ count: 1, memoryMb: ENCODER_MEMORY_MB });
  return { services: { ...ports, encoder: new QueryEncoder(threads) }, stop: () => threads.close() };
}
