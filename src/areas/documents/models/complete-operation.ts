/** How an operation on a model ends: its record says so, and is kept for a while. */
import type { Failure } from '../../../kernel/failures.ts';
import type { Services } from '../../../kernel/ports.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { toRecordedError } from '../failures.ts';
import { RETENTION_MS } from '../model.ts';
import type { ModelOperation } from '../model.ts';
import { operations } from '../store.ts';

/** `more` takes out of the record what was needed only until now, such as tokens and addresses. */
export function completeOperation(account: string, read: Stored<ModelOperation>, { clock }: Pick<Services, 'clock'>, more: Partial<ModelOperation>, problem?: Failure): Change {
  const at = clock.now();
  return new Change().replace(operations, account, read, { ...read.value, ...more, ended: { at, ...problem && { error: toRecordedError(problem) } }, expiresAt: at + RETENTION_MS });
}
