/** Validates settings before they are sent; the server has the last word. */
import { t } from '../../i18n/messages.ts';
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
    ['rewardWaitTime', !isDurationWithin(rewardWaitTime, 5000, 2 * DAY_MS), t('Must be from 5 seconds to 2 days.')],
    ['defaultReward', !(defaultReward >= -1 && defaultReward <= 1), t('Must be a number from −1 to 1.')],
    ['modelExportFrequency', !isDurationWithin(modelExportFrequency, 50, 365 * DAY_MS), t('Must be from 0.05 seconds to 365 days.')],
    [
      'logRetentionDays',
      !Number.isInteger(logRetentionDays) || (logRetentionDays !== -1 && logRetentionDays < minDays),
      t('Must be −1, or at least {minDays}: the wait time plus a day.', { minDays }),
    ],
    [
      'learningMode',
      learningMode !== before.learningMode && needsRetraining(settings, before),
      t('Change the mode first, then the reward settings.'),
    ],
    [
      'autoOptimizationFrequency',
      isAutoOptimizationEnabled && !isDurationWithin(autoOptimizationFrequency, 3_600_000, Infinity),
      t('Must be at least one hour.'),
    ],
    ['autoOptimizationStartDate', isAutoOptimizationEnabled && autoOptimizationStartDate === '', t('Must be a date and time.')],
  ];
  return Object.fromEntries(rows.filter(([, wrong]) => wrong).map(([name, , why]) => [name, why]));
}

const DURATION = /^P(?=[\dT])(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?=\d)(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/;
const UNITS_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000] as const;

/** Undefined if the text is not a duration of weeks, days, hours, minutes and seconds. */
function parseDuration(text: string): number | undefined {
  const parts = DURATION.exec(text.trim());
  if (!parts) return undefined;
  const ms = UNITS_MS.reduce((sum, unit, i) => sum + Number(parts[i + 1] ?? 0) * unit, 0);
  return Number.isNaN(ms) ? undefined : ms;
}

export type DurationUnit = 'S' | 'M' | 'H' | 'D';
const UNIT_MS: readonly (readonly [DurationUnit, number])[] = [
  ['D', 86_400_000],
  ['H', 3_600_000],
  ['M', 60_000],
  ['S', 1000],
];

/** A duration as a number of the largest unit that makes it a whole number. */
export function splitDuration(text: string): { amount: number | undefined; unit: DurationUnit } {
  const ms = parseDuration(text);
  if (ms === undefined) return { amount: undefined, unit: 'M' };
  const [unit, unitMs] = UNIT_MS.find(([, each]) => ms >= each && ms % each === 0) ?? (['S', 1000] as const);
  return { amount: ms / unitMs, unit };
}

/** As ISO 8601; empty without a number. */
export function toDuration({ amount, unit }: { amount: number | undefined; unit: DurationUnit }): string {
  return amount === undefined ? '' : unit === 'D' ? `P${amount}D` : `PT${amount}${unit}`;
}
