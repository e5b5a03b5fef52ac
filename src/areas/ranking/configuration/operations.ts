import { operation, reply } from '../../../kernel/operation.ts';
import type { Static } from 'typebox';
import { parsePolicy } from '../../../engines/bandits/policy.ts';
import { rankingFailure } from '../failures.ts';
import { LONGEST_WAIT_MS, SHORTEST_WAIT_MS, durationMs, fewestRetentionDays } from '../model.ts';
import type { Loop, Settings } from '../model.ts';
import { Configuration, ConfigurationBody } from '../schemas.ts';
import { ONLY, loopInUse, loopToChange, retrained } from '../store.ts';

const SHORTEST_EXPORT_MS = 50;
const LONGEST_EXPORT_MS = 365 * 24 * 3600_000;
const SHORTEST_OPTIMIZATION_MS = 3600_000;

function view({ settings, editedAt }: Loop): Static<typeof Configuration> {
  const { isInferenceExplainabilityEnabled, ...rest } = settings;
  return { ...rest, logMirrorEnabled: false, logMirrorSasUri: '', lastConfigurationEditDate: new Date(editedAt).toISOString(), ...isInferenceExplainabilityEnabled && { isInferenceExplainabilityEnabled } };
}

export const getConfiguration = operation({
  id: 'ranking.getConfiguration',
  summary: 'Get the service configuration',
  route: 'GET /configurations/service',
  needs: 'authoring',
  replies: { 200: Configuration },
  async run({ account }, { cache }) {
    return reply(200, view((await cache.get(loopInUse, account.id, ONLY)).loop));
  },
});

export const updateConfiguration = operation({
  id: 'ranking.updateConfiguration',
  summary: 'Update the service configuration; other reward settings have the model trained again on the log of the last two days',
  route: 'PUT /configurations/service',
  needs: 'authoring',
  body: ConfigurationBody,
  badInput: 'InvalidServiceConfiguration',
  replies: { 200: Configuration },
  fails: ['InvalidServiceConfiguration', 'InvalidLearningModeServiceConfiguration', 'InvalidRewardWaitTime', 'InvalidLogRetentionDays', 'InvalidContainer', 'ProblemTypeIncompatibleWithAutoOptimization'],
  example: { body: { rewardWaitTime: 'PT10M', defaultReward: 0, rewardAggregation: 'earliest', explorationPercentage: 0.2, modelExportFrequency: 'PT5M', logRetentionDays: 7 } },
  async run({ account, body }, services) {
    const { loop, replaced } = await loopToChange(services, account.id);
    const settings = updated(loop.settings, body);
    check(settings, loop, body.logMirrorEnabled === true);
    const now = services.clock.now();
    const retrains = rewardsDiffer(settings, loop.settings);
    const next: Loop = { ...loop, settings, editedAt: now, ...retrains && { generation: loop.generation + 1, begunAt: now, base: undefined } };
    const change = replaced(next);
    return reply(200, view(next), { change: retrains ? retrained(change, account.id, next) : change });
  },
});

/** What a caller of an older version does not know stays as it is. */
function updated(before: Settings, given: Static<typeof ConfigurationBody>): Settings {
  const known = Object.entries(given).filter(([name, value]) => Object.hasOwn(before, name) && value !== undefined && value !== null);
  const settings: Settings = { ...before, ...Object.fromEntries(known) };
  return { ...settings, rewardAggregation: settings.rewardAggregation.toLowerCase() };
}

function rewardsDiffer(a: Settings, b: Settings): boolean {
  return a.defaultReward !== b.defaultReward || a.rewardAggregation !== b.rewardAggregation || durationMs(a.rewardWaitTime) !== durationMs(b.rewardWaitTime);
}

function check(settings: Settings, { settings: before, policy }: Loop, mirrors: boolean): void {
  const waitMs = durationMs(settings.rewardWaitTime);
  if (waitMs === undefined || waitMs < SHORTEST_WAIT_MS || waitMs > LONGEST_WAIT_MS) throw rankingFailure('InvalidRewardWaitTime', { target: 'rewardWaitTime', details: 'a duration from PT5S to P2D is taken here.' });
  if (settings.rewardAggregation !== 'earliest' && settings.rewardAggregation !== 'sum') throw invalid('rewardAggregation', 'must be earliest or sum.');
  const exportMs = durationMs(settings.modelExportFrequency);
  if (exportMs === undefined || exportMs < SHORTEST_EXPORT_MS || exportMs > LONGEST_EXPORT_MS) throw invalid('modelExportFrequency', 'must be a duration from PT0.05S to P365D.');
  const frequencyMs = durationMs(settings.autoOptimizationFrequency);
  if (frequencyMs === undefined || frequencyMs < SHORTEST_OPTIMIZATION_MS) throw invalid('autoOptimizationFrequency', 'must be a duration of at least PT1H.');
  if (settings.logRetentionDays !== -1 && settings.logRetentionDays < fewestRetentionDays(waitMs)) throw rankingFailure('InvalidLogRetentionDays', { target: 'logRetentionDays' });
  if (mirrors) throw rankingFailure('InvalidContainer', { target: 'logMirrorEnabled', details: 'logs are not mirrored by this server.' });
  if (settings.learningMode !== before.learningMode && rewardsDiffer(settings, before)) throw rankingFailure('InvalidLearningModeServiceConfiguration');
  if (settings.isAutoOptimizationEnabled && parsePolicy(policy.arguments).multiSlot) throw rankingFailure('ProblemTypeIncompatibleWithAutoOptimization');
}

function invalid(target: string, details: string): Error {
  return rankingFailure('InvalidServiceConfiguration', { target, details });
}
