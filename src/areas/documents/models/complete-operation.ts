import type { Ports } from '../../../kernel/ports.ts';
import type { Failure } from '../../../kernel/failures.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { toRecordedError } from '../failures.ts';
import { RETENTION_MS } from '../model.ts';
import type { ModelOperation } from '../model.ts';
import { operations } from '../store.ts';

/**
 * Completes the record of an operation, which is then retained for a while. `changes` removes what is no longer needed, such as tokens
 * and addresses.
 */
export function completeOperation(
  account: string,
  stored: Stored<ModelOperation>,
  { clock }: Pick<Ports, 'clock'>,
  changes: Partial<ModelOperation>,
  problem?: Failure,
): Change {
  const at = clock.now();
  return new Change().replace(operations, account, stored, {
    ...stored.value,
    ...changes,
    ended: { at, ...(problem && { error: toRecordedError(problem) }) },
    expiresAt: at + RETENTION_MS,
  });
}
