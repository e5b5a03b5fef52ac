import { parseCheckedPolicy } from '../policy.ts';
import { operation, reply } from '../../../kernel/operation.ts';
import type { Reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { DEFAULT_ARGUMENTS } from '../../../engines/bandits/policy.ts';
import { Change } from '../../../kernel/change.ts';
import { rankingFailure } from '../failures.ts';
import { apply } from '../evaluations/job.ts';
import type { LearningSettings } from '../model.ts';
import { PolicyContract, PolicyReference } from '../schemas.ts';
import { ONLY, evaluations, loopInUse, loopToChange, retrained } from '../store.ts';

async function put(services: Ports, account: string, policy: LearningSettings): Promise<Reply> {
  const { loop, replaced } = await loopToChange(services, account);
  if (parseCheckedPolicy(policy).multiSlot && loop.settings.isAutoOptimizationEnabled) throw rankingFailure('ProblemTypeIncompatibleWithAutoOptimization');
  const now = services.clock.now();
  const next = { ...loop, policy, generation: loop.generation + 1, begunAt: now, editedAt: now, base: undefined };
  return reply(200, policy, { change: retrained(replaced(next), account, next) });
}

export const getPolicy = operation({
  id: 'ranking.getPolicy',
  summary: 'Get the learning settings',
  route: 'GET /configurations/policy',
  needs: 'authoring',
  replies: { 200: PolicyContract },
  async run({ account }, { cache }) {
    return reply(200, (await cache.get(loopInUse, account.id, ONLY)).loop.policy);
  },
});

export const updatePolicy = operation({
  id: 'ranking.updatePolicy',
  summary: 'Update the learning settings; the model is trained again by them on the log of the last two days',
  route: 'PUT /configurations/policy',
  needs: 'authoring',
  body: PolicyContract,
  badInput: 'InvalidPolicyContract',
  replies: { 200: PolicyContract },
  fails: ['InvalidPolicyContract', 'InvalidPolicyConfiguration', 'ProblemTypeIncompatibleWithAutoOptimization'],
  example: { body: { name: 'literal', arguments: '--cb_explore_adf --epsilon 0.2 --cb_type mtr -q ::' } },
  async run({ account, body: { name, arguments: text } }, services) {
    return await put(services, account.id, { name, arguments: text });
  },
});

export const resetPolicy = operation({
  id: 'ranking.resetPolicy',
  summary: 'Set the learning settings back to the default',
  route: 'DELETE /configurations/policy',
  needs: 'authoring',
  replies: { 200: PolicyContract },
  async run({ account }, services) {
    return await put(services, account.id, { name: 'default', arguments: DEFAULT_ARGUMENTS });
  },
});

export const applyFromEvaluation = operation({
  id: 'ranking.applyFromEvaluation',
  summary: 'Make the learning settings and the model of an evaluation those of the loop',
  route: 'POST /configurations/applyFromEvaluation',
  versions: ['v1.1-preview.3'],
  needs: 'authoring',
  body: PolicyReference,
  badInput: 'InvalidRequest',
  replies: { 204: null },
  fails: ['EvaluationNotFound', 'LearningSettingsNotFound', 'EvaluationModelNotFound', 'ProblemTypeIncompatibleWithAutoOptimization'],
  example: { body: { evaluationId: 'example', policyName: 'Online' } },
  async run({ account, body: { evaluationId, policyName } }, services) {
    const evaluation = await services.records.get(evaluations, account.id, evaluationId);
    if (!evaluation) throw rankingFailure('EvaluationNotFound');
    const change = new Change();
    await apply(change, services, account.id, evaluation.value, policyName);
    return reply(204, undefined, { change });
  },
});
