/** What is wrong with settings, told before they are sent; the server has the last word. */
import { durationMs } from './duration.ts';
import type { Settings } from './types.ts';

const DAY_MS = 86_400_000;
const within = (text: string, least: number, most: number): boolean => {
  const ms = durationMs(text);
  return ms !== undefined && ms >= least && ms <= most;
};

/** Whether the model has to be trained again. */
export function retrains(a: Settings, b: Settings): boolean {
  return a.defaultReward !== b.defaultReward || a.rewardAggregation !== b.rewardAggregation || durationMs(a.rewardWaitTime) !== durationMs(b.rewardWaitTime);
}

export function settingsProblems(settings: Settings, before: Settings): Partial<Record<keyof Settings, string>> {
  const { rewardWaitTime, defaultReward, modelExportFrequency, logRetentionDays, learningMode, isAutoOptimizationEnabled, autoOptimizationFrequency, autoOptimizationStartDate } = settings;
  const fewestDays = Math.ceil((durationMs(rewardWaitTime) ?? 0) / DAY_MS) + 1;
  const rows: readonly [keyof Settings, boolean, string][] = [
    ['rewardWaitTime', !within(rewardWaitTime, 5000, 2 * DAY_MS), 'A duration from PT5S to P2D.'],
    ['defaultReward', !(defaultReward >= -1 && defaultReward <= 1), 'A number from −1 to 1.'],
    ['modelExportFrequency', !within(modelExportFrequency, 50, 365 * DAY_MS), 'A duration from PT0.05S to P365D.'],
    ['logRetentionDays', !Number.isInteger(logRetentionDays) || (logRetentionDays !== -1 && logRetentionDays < fewestDays), `−1, or at least ${fewestDays}: the wait time and a day.`],
    ['learningMode', learningMode !== before.learningMode && retrains(settings, before), 'Change the mode first, the reward settings after it.'],
    ['autoOptimizationFrequency', isAutoOptimizationEnabled && !within(autoOptimizationFrequency, 3_600_000, Infinity), 'A duration of at least PT1H.'],
    ['autoOptimizationStartDate', isAutoOptimizationEnabled && autoOptimizationStartDate === '', 'A day and a time.'],
  ];
  return Object.fromEntries(rows.filter(([, wrong]) => wrong).map(([name, , why]) => [name, why]));
}
