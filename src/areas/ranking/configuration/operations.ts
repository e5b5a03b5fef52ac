/** The service configuration and the learning settings (policy) of a loop. */
import type { Static } from 'typebox';
import { operation, reply } from '../../../kernel/operation.ts';
import type { Operation, Reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { AGGREGATIONS, isAggregation } from '../../../engines/ranking/learning/join.ts';
import { parsePolicy } from '../../../engines/ranking/policy.ts';
import { rankingFailure } from '../failures.ts';
import {
  DEFAULT_RETRAIN_DAYS,
  MAX_WAIT_MS,
  MIN_WAIT_MS,
  durationMs,
  formatTime,
  minRetentionDays,
  parseTime,
  startGeneration,
} from '../model.ts';
import type { LearningSettings, Loop, Settings } from '../model.ts';
import { parseCheckedPolicy } from '../policy.ts';
import { Configuration, ConfigurationBody, PolicyContract } from '../schemas.ts';
import { LOOP_KEY, activeLoop, appendRetraining, readLoopToChange } from '../store.ts';
import { getVersion } from '../versions.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

const MIN_EXPORT_MS = 50;
const MAX_EXPORT_MS = 365 * 24 * 3600_000;
const MIN_OPTIMIZATION_MS = 3600_000;

function configurationView({ settings, editedAt }: Loop, version: string): Static<typeof Configuration> {
  const { hasRetrainDays, hasMirroring, hasPlainTimes } = getVersion(version).configuration;
  const { isInferenceExplainabilityEnabled, modelRetrainDays = DEFAULT_RETRAIN_DAYS, autoOptimizationStartDate, ...rest } = settings;
  const format = (time: string): string => (hasPlainTimes ? new Date(time).toISOString().slice(0, 19) : time);
  return {
    ...rest,
    ...(hasMirroring && { logMirrorEnabled: false, logMirrorSasUri: '' }),
    lastConfigurationEditDate: format(new Date(editedAt).toISOString()),
    autoOptimizationStartDate: format(autoOptimizationStartDate),
    ...(hasRetrainDays && { modelRetrainDays }),
    ...((isInferenceExplainabilityEnabled || !hasMirroring) && { isInferenceExplainabilityEnabled }),
  };
}

const getConfiguration = operation({
  id: 'ranking.getConfiguration',
  summary: 'Get the service configuration',
  route: 'GET /configurations/service',
  replies: { 200: Configuration },
  async run({ account, version }, { cache }) {
    return reply(200, configurationView((await cache.get(activeLoop, account.id, LOOP_KEY)).loop, version));
  },
});

const updateConfiguration = operation({
  id: 'ranking.updateConfiguration',
  summary: 'Update the service configuration; changed reward settings retrain the model on the log of the last days',
  route: 'PUT /configurations/service',
  inThread: 'largeBody',
  body: ConfigurationBody,
  badInput: 'InvalidServiceConfiguration',
  replies: { 200: Configuration },
  fails: [
    'InvalidServiceConfiguration',
    'InvalidLearningModeServiceConfiguration',
    'InvalidRewardWaitTime',
    'InvalidLogRetentionDays',
    'InvalidModelRetrainDays',
    'InvalidContainer',
    'InvalidSasUri',
    'ProblemTypeIncompatibleWithAutoOptimization',
  ],
  example: exampleCalls.updateConfiguration,
  async run({ account, body, version }, services) {
    const { loop, replaceLoop } = await readLoopToChange(services, account.id);
    if (body.logMirrorEnabled === true) throw mirroringFailure(version);
    const settings = mergeSettings(loop.settings, body, version);
    checkSettings(settings, loop);
    const now = services.clock.now();
    if (!haveOtherRewards(settings, loop.settings)) {
      const next = { ...loop, settings, editedAt: now };
      return reply(200, configurationView(next, version), { change: replaceLoop(next) });
    }
    const next = { ...startGeneration(loop, now), settings, editedAt: now, base: undefined };
    return reply(200, configurationView(next, version), { change: appendRetraining(replaceLoop(next), account.id, next) });
  },
});

/** Settings that a version of the interface does not have stay unchanged. */
function mergeSettings(before: Settings, body: Static<typeof ConfigurationBody>, version: string): Settings {
  const { hasRetrainDays } = getVersion(version).configuration;
  const { modelRetrainDays = DEFAULT_RETRAIN_DAYS } = before;
  const known = { ...before, modelRetrainDays };
  const changed = Object.entries(body).filter(([name, value]) => Object.hasOwn(known, name) && value !== undefined && value !== null);
  const settings: typeof known = { ...known, ...Object.fromEntries(changed) };
  const { logRetentionDays: kept } = settings;
  return {
    ...settings,
    rewardAggregation: settings.rewardAggregation.toLowerCase(),
    autoOptimizationStartDate: toStartDate(settings.autoOptimizationStartDate),
    ...(!hasRetrainDays && { modelRetrainDays: kept === -1 ? modelRetrainDays : Math.min(modelRetrainDays, kept) }),
  };
}

/** The time as it was sent, with a time zone. */
function toStartDate(text: string): string {
  const timeMs = parseTime(text);
  if (timeMs === undefined) throw invalidSetting('autoOptimizationStartDate', 'must be a date or a date and time.');
  return /T.*(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? text : formatTime(timeMs);
}

function mirroringFailure(version: string): Error {
  return rankingFailure(getVersion(version).configuration.hasMirroring ? 'InvalidContainer' : 'InvalidSasUri', {
    target: 'logMirrorEnabled',
    details: 'this server does not mirror logs.',
  });
}

function haveOtherRewards(a: Settings, b: Settings): boolean {
  return (
    a.defaultReward !== b.defaultReward ||
    a.rewardAggregation !== b.rewardAggregation ||
    durationMs(a.rewardWaitTime) !== durationMs(b.rewardWaitTime)
  );
}

function checkSettings(settings: Settings, { settings: before, policy }: Loop): void {
  const waitMs = durationMs(settings.rewardWaitTime);
  if (waitMs === undefined || waitMs < MIN_WAIT_MS || waitMs > MAX_WAIT_MS)
    throw rankingFailure('InvalidRewardWaitTime', { target: 'rewardWaitTime', details: 'must be a duration from PT5S to P2D.' });
  if (!isAggregation(settings.rewardAggregation)) throw invalidSetting('rewardAggregation', `must be one of ${AGGREGATIONS.join(', ')}.`);
  const exportMs = durationMs(settings.modelExportFrequency);
  if (exportMs === undefined || exportMs < MIN_EXPORT_MS || exportMs > MAX_EXPORT_MS)
    throw invalidSetting('modelExportFrequency', 'must be a duration from PT0.05S to P365D.');
  const frequencyMs = durationMs(settings.autoOptimizationFrequency);
  if (frequencyMs === undefined || frequencyMs < MIN_OPTIMIZATION_MS)
    throw invalidSetting('autoOptimizationFrequency', 'must be a duration of at least PT1H.');
  if (settings.logRetentionDays !== -1 && settings.logRetentionDays < minRetentionDays(waitMs))
    throw rankingFailure('InvalidLogRetentionDays', { target: 'logRetentionDays' });
  if (settings.logRetentionDays !== -1 && settings.modelRetrainDays! > settings.logRetentionDays)
    throw rankingFailure('InvalidModelRetrainDays', { target: 'modelRetrainDays' });
  if (settings.learningMode !== before.learningMode && haveOtherRewards(settings, before))
    throw rankingFailure('InvalidLearningModeServiceConfiguration');
  if (settings.isAutoOptimizationEnabled && parsePolicy(policy.arguments).multiSlot)
    throw rankingFailure('ProblemTypeIncompatibleWithAutoOptimization');
}

function invalidSetting(target: string, details: string): Error {
  return rankingFailure('InvalidServiceConfiguration', { target, details });
}

async function replacePolicy(services: Ports, account: string, policy: LearningSettings): Promise<Reply> {
  const { loop, replaceLoop } = await readLoopToChange(services, account);
  if (parseCheckedPolicy(policy).multiSlot && loop.settings.isAutoOptimizationEnabled) {
    throw rankingFailure('ProblemTypeIncompatibleWithAutoOptimization');
  }
  const now = services.clock.now();
  const next = { ...startGeneration(loop, now, policy), editedAt: now, base: undefined };
  return reply(200, policy, { change: appendRetraining(replaceLoop(next), account, next) });
}

const getPolicy = operation({
  id: 'ranking.getPolicy',
  summary: 'Get the learning settings',
  route: 'GET /configurations/policy',
  replies: { 200: PolicyContract },
  async run({ account }, { cache }) {
    return reply(200, (await cache.get(activeLoop, account.id, LOOP_KEY)).loop.policy);
  },
});

const updatePolicy = operation({
  id: 'ranking.updatePolicy',
  summary: 'Update the learning settings and retrain the model with them on the log of the last days',
  route: 'PUT /configurations/policy',
  inThread: 'largeBody',
  body: PolicyContract,
  badInput: 'InvalidPolicyContract',
  replies: { 200: PolicyContract },
  fails: ['InvalidPolicyContract', 'InvalidPolicyConfiguration', 'ProblemTypeIncompatibleWithAutoOptimization'],
  example: { body: { name: 'literal', arguments: '--cb_explore_adf --epsilon 0.2 --cb_type mtr -q ::' } },
  async run({ account, body: { name, arguments: text } }, services) {
    return await replacePolicy(services, account.id, { name, arguments: text });
  },
});

const resetPolicy = operation({
  id: 'ranking.resetPolicy',
  summary: 'Reset the learning settings to the default',
  route: 'DELETE /configurations/policy',
  replies: { 200: PolicyContract },
  async run({ account, version }, services) {
    return await replacePolicy(services, account.id, { name: 'default', arguments: getVersion(version).resetArguments });
  },
});

export const configurationOperations: Operation<Ports>[] = [getConfiguration, updateConfiguration, getPolicy, updatePolicy, resetPolicy];
