/** A failed operation: its message and remedy. */
import type { ComponentChildren, JSX } from 'preact';
import { useLoad } from '../../kit/use.ts';
import { explainError } from './calls.ts';
import type { RecordedError } from './calls.ts';

export function FailedOperation({ title, error, children }: { title: string; error: RecordedError | undefined; children?: ComponentChildren }): JSX.Element {
  const { value } = useLoad(() => explainError(error), [error]);
  return <div class="problem" role="alert"><h3>{title}</h3><p>{value?.message}</p>{value?.remedy !== undefined && <p><strong>How to fix:</strong> {value.remedy}</p>}{children}</div>;
}
