import type { Area } from '../kernel/area.ts';
import type { Reply } from '../kernel/operation.ts';
import type { UploadedBody } from './body/uploaded-body.ts';
import type { CallParts } from './operation-call.ts';

/** A call whose path and query are checked, with its body as it was received. */
export interface ThreadRequest {
  area: Pick<Area, 'name' | 'module'>;
  operation: string;
  call: CallParts;
  origin: string;
  body: UploadedBody | undefined;
  timeMs: number;
}

/** Runs the calls of operations that say so (`inThread`). */
export interface RequestThreads {
  /** The reply, already written: its body is bytes with their content type, and its change is committed. */
  run(request: ThreadRequest): Promise<Reply>;
}
