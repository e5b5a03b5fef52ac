import { InvalidPolicy, parsePolicy } from '../../engines/ranking/policy.ts';
import type { Policy } from '../../engines/ranking/policy.ts';
import { rankingFailure } from './failures.ts';
import type { LearningSettings } from './model.ts';

/** Throws InvalidPolicyConfiguration for arguments that are unknown or out of range. */
export function parseCheckedPolicy({ name, arguments: text }: LearningSettings): Policy {
  try {
    return parsePolicy(text);
  } catch (problem) {
    if (problem instanceof InvalidPolicy)
      throw rankingFailure('InvalidPolicyConfiguration', { target: name || 'arguments', details: problem.message });
    throw problem;
  }
}
