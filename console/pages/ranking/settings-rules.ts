/** Validates settings before they are sent; the server has the last word. */
import { formatDuration } from '../../kit/format.ts';
import type { Settings } from './types.ts';

const DAY_MS = 86_400_000;
const isDurationWithin = (text: string, minMs: number, maxMs: number): boolean => {
  const ms = parseDuration(text);
  return ms !== undefined && ms >= minMs && ms <= maxMs;
};

/** Whether the model has to be retrained. */
export function needsRetraining(a: Settings, b: Settings): boolean {
  return (
    a.defaultReward !== b.defaultReward ||
    a.rewardAggregation !== b.rewardAggregation ||
    parseDuration(a.rewardWaitTime) !== parseDuration(b.rewardWaitTime)
  );
}

export function settingsProblems(settings: Settings, before: Settings): Partial<Record<keyof Settings, string>> {
  const {
    rewardWaitTime,
    defaultReward,
    modelExportFrequency,
    logRetentionDays,
    learningMode,
    isAutoOptimizationEnabled,
    autoOptimizationFrequency,
    autoOptimizationStartDate,
  } = settings;
  const minDays = Math.ceil((parseDuration(rewardWaitTime) ?? 0) / DAY_MS) + 1;
  const rows: readonly [keyof Settings, boolean, string][] = [
    ['rewardWaitTime', !isDurationWithin(rewardWaitTime, 5000, 2 * DAY_MS), 'Must be a duration from PT5S to P2D.'],
    ['defaultReward', !(defaultReward >= -1 && defaultReward <= 1), 'Must be a number from −1 to 1.'],
    ['modelExportFrequency', !isDurationWithin(modelExportFrequency, 50, 365 * DAY_MS), 'Must be a duration from PT0.05S to P365D.'],
    [
      'logRetentionDays',
      !Number.isInteger(logRetentionDays) || (logRetentionDays !== -1 && logRetentionDays < minDays),
      `Must be −1, or at least ${minDays}: the wait time plus a day.`,
    ],
    [
      'learningMode',
      learningMode !== before.learningMode && needsRetraining(settings, before),
      'Change the mode first, then the reward settings.',
    ],
    [
      'autoOptimizationFrequency',
      isAutoOptimizationEnabled && !isDurationWithin(autoOptimizationFrequency, 3_600_000, Infinity),
      'Must be a duration of at least PT1H.',
    ],
    ['autoOptimizationStartDate', isAutoOptimizationEnabled && autoOptimizationStartDate === '', 'Must be a date and time.'],
  ];
  return Object.fromEntries(rows.filter(([, wrong]) => wrong).map(([name, , why]) => [name, why]));
}

const DURATION = /^P(?=[\dT])(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?=\d)(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/;
const UNITS_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000] as const;

/** Undefined if the text is not a duration of weeks, days, hours, minutes and seconds. */
export function parseDuration(text: string): number | undefined {
  const parts = DURATION.exec(text.trim());
  if (!parts) return undefined;
  const ms = UNITS_MS.reduce((sum, unit, i) => sum + Number(parts[i + 1] ?? 0) * unit, 0);
  return Number.isNaN(ms) ? undefined : ms;
}

export function formatIsoDuration(text: string): string {
  const ms = parseDuration(text);
  return ms === undefined ? 'not a duration' : formatDuration(ms);
}
