/** Differences from the recordings that are accepted, each with its reason; docs/differences.md has those that callers meet. */
import type { AcceptedDifference } from './area.ts';
import type { Difference } from './answers.ts';

export function reasonOf({ group, kind, path }: Difference, accepted: readonly AcceptedDifference[]): AcceptedDifference | undefined {
  return accepted.find((one) => one.kind === kind && matches(one.group ?? '*', group) && matches(one.path, path));
}

function matches(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}
