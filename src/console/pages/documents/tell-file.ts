/** Why one of several files was refused: with its name, since the others go on. */
import { CallFailed } from '../../kit/api.ts';
import { toast } from '../../kit/toast.tsx';

export function tellFile(name: string, error: unknown): void {
  toast(`${name}: ${error instanceof Error ? error.message : String(error)}`, { kind: 'danger', more: error instanceof CallFailed ? error.remedy : undefined });
}
