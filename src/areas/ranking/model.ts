/** Ranking loops: settings, the log of a loop, evaluations. Types and rules only. */
import type { EstimateSummary } from '../../engines/bandits/evaluation/estimate.ts';
import type { JoinRules } from '../../engines/bandits/learning/join.ts';

export const LEARNING_MODES = ['Online', 'Apprentice', 'LoggingOnly'] as const;
export type LearningMode = typeof LEARNING_MODES[number];

export interface Settings {
  rewardWaitTime: string;
  defaultReward: number;
  rewardAggregation: string;
  explorationPercentage: number;
  modelExportFrequency: string;
  logRetentionDays: number;
  learningMode: LearningMode;
  isAutoOptimizationEnabled: boolean;
  autoOptimizationFrequency: string;
  autoOptimizationStartDate: string;
  isInferenceExplainabilityEnabled: boolean;
}

export interface LearningSettings { name: string; arguments: string }

/** A model that ranks: where its bytes lie, and the log position it has learned up to. */
export interface ExportedModel { blob: string; position: number; exportedAt: number }

/**
 * What an account's ranking is made of. Its generation counts the times the model was begun anew: on other
 * learning or reward settings, reset, import, apply. A model of an older generation is never exported.
 */
export interface Loop {
  settings: Settings;
  policy: LearningSettings;
  generation: number;
  editedAt: number;
  /** When the model of this generation began. */
  begunAt: number;
  model?: ExportedModel;
  /** The model that this generation began with, where it was given one. */
  base?: string;
  /** Log entries before this time are deleted. */
  logsFrom: number;
  /** When settings were last searched for automatically. */
  optimizedAt?: number;
}

const DAY_MS = 24 * 3600_000;
/** How far back a model is trained again when its settings change. */
export const RETRAIN_MS = 2 * DAY_MS;
export const SHORTEST_WAIT_MS = 5000;
export const LONGEST_WAIT_MS = 2 * DAY_MS;

export function newLoop(policyArguments: string, now: number): Loop {
  return {
    settings: {
      rewardWaitTime: 'PT10M', defaultReward: 0, rewardAggregation: 'earliest', explorationPercentage: 0.2, modelExportFrequency: 'PT15S',
      logRetentionDays: 90, learningMode: 'Online',
      isAutoOptimizationEnabled: true, autoOptimizationFrequency: 'P7D', autoOptimizationStartDate: new Date(now + 7 * DAY_MS).toISOString(),
      isInferenceExplainabilityEnabled: false,
    },
    policy: { name: 'default', arguments: policyArguments },
    generation: 1, editedAt: now, begunAt: now, logsFrom: 0,
  };
}

const DURATION = /^P(?=[\dT])(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?=\d)(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds; undefined for any other text. */
export function durationMs(text: string): number | undefined {
  const parts = DURATION.exec(text);
  if (!parts) return undefined;
  const [weeks, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number, number];
  return ((weeks * 7 + days) * 24 + hours) * 3600_000 + minutes * 60_000 + seconds * 1000;
}

export function rulesOf({ rewardWaitTime, rewardAggregation, defaultReward }: Settings): JoinRules {
  return { waitMs: durationMs(rewardWaitTime)!, aggregation: rewardAggregation === 'sum' ? 'sum' : 'earliest', defaultReward };
}

/** The fewest days of log that a wait time needs: it and one day more, rounded up. */
export function fewestRetentionDays(waitMs: number): number {
  return Math.ceil(waitMs / DAY_MS) + 1;
}

export interface RankedSlot { id: string; features?: unknown[] | null; excludedActions?: string[] | null; baselineAction: string }

/** The parts of a rank request that decide its answer. */
export interface RankRequest {
  contextFeatures?: unknown[] | null;
  actions: { id: string; features: unknown[] }[];
  excludedActions?: string[] | null;
  slots?: RankedSlot[];
}

/**
 * The log of a loop. The learner is a function of it: whatever changes what is learned is an entry, in the
 * order in which it took effect.
 */
export type LogEntry = RankEntry | RewardEntry | ActivateEntry | TickEntry | SettingsEntry | ModelEntry;

/** What the join needs of a decision. It is written before the rest, so that it can be read without it. */
export interface RankHead {
  kind: 'rank';
  eventId: string;
  deferred?: true;
  slotIds?: string[];
}
export interface RankEntry extends RankHead {
  request: RankRequest;
  /** One for each slot, or one. */
  decisions: { chosen: number; probabilities: readonly number[] }[];
  mode: LearningMode;
  /** The position of the model that decided, 0 for none. */
  model: number;
}
export interface RewardEntry { kind: 'reward'; eventId: string; rewards: { slotId?: string; value: number }[] }
export interface ActivateEntry { kind: 'activate'; eventId: string }
/** Time has passed without a call: what waited for a reward is done. */
export interface TickEntry { kind: 'tick' }
/** From here on other rules hold; the model is trained again by them on the log before. */
export interface SettingsEntry { kind: 'settings'; generation: number; rules: JoinRules; policy: string }
/** From here on another model learns: the one given, or a blank one. */
export interface ModelEntry { kind: 'model'; generation: number; policy: string; blob?: string }

/** A decision with its head before the rest. */
export function rankEntry({ eventId, deferred, request, decisions, mode, model }: Omit<RankEntry, 'kind' | 'deferred' | 'slotIds'> & { deferred?: boolean }): RankEntry {
  return { kind: 'rank', eventId, ...deferred && { deferred }, ...request.slots && { slotIds: request.slots.map(({ id }) => id) }, request, decisions, mode, model };
}

const REST_OF_RANK = ',"request":';

/** An entry without what a decision has after its head. An unescaped quotation mark ends a text, so that no text of the head holds the mark of the rest. */
export function headOf(text: string): RankHead | Exclude<LogEntry, RankEntry> {
  const rest = text.indexOf(REST_OF_RANK);
  return JSON.parse(rest < 0 ? text : `${text.slice(0, rest)}}`) as RankHead;
}

/** The action that the application would have shown by itself: the first that is not excluded, or the slot's own. */
export function baselineOf({ actions, slots }: RankRequest, allowed: ArrayLike<number>, slot: number): number {
  return slots ? actions.findIndex(({ id }) => id === slots[slot]!.baselineAction) : Array.prototype.indexOf.call(allowed, 1);
}

/** What was learned in a span of time. */
export interface LearningWindow {
  startMs: number;
  /** The decision that began it: a change of mode begins another in the same span. */
  position: number;
  mode: LearningMode;
  events: number;
  reward: number;
  rewardSquares: number;
  /** Events in which another action than the likeliest was shown. */
  explored: number;
  /** Events in which the model would have done as the baseline did, and what those earned. */
  matched: number;
  matchedReward: number;
  /** Importance-weighted earnings of the baseline, w being 1/p where it was shown with probability p, else 0: Σw, Σwr, Σ(wr)². */
  baselineWeight: number;
  baselineReward: number;
  baselineSquares: number;
  /** What its interval needs beside: Σw², Σw²r, Σwr²; windows of before these were counted have none. */
  baselineWeightSquares?: number;
  baselineCross?: number;
  baselineRewardSquares?: number;
  /** Σ1/p over all events in which the baseline might have been shown, whether it was or not; and how many there were in which it could not be. */
  baselineRarity?: number;
  baselineUnseen?: number;
  leastReward?: number;
  mostReward?: number;
}

export const WINDOW_MS = 5 * 60_000;

export type EvaluationStatus = 'completed' | 'pending' | 'failed' | 'optimalPolicyApplied' | 'onlinePolicyRetained';
export type PolicySource = 'Online' | 'Baseline' | 'Random' | 'Custom' | 'OfflineExperimentation';

export interface Summary extends EstimateSummary { timeStamp: string; aggregateTimeWindow: string }

export interface PolicyResult {
  name: string;
  arguments: string;
  policySource: PolicySource;
  totalSummary?: Summary;
  /** Value and bounds that decisions are made on. */
  inside?: { snips: number; doublyRobust: number; low: number; high: number };
}

export interface Evaluation {
  id: string;
  name: string;
  startTime: string;
  endTime: string;
  jobId: string;
  status: EvaluationStatus;
  policyResults: PolicyResult[];
  featureImportance: string[][];
  evaluationType: 'Manual' | 'Auto';
  optimalPolicy: string;
  creationTime: string;
  /** Whether a search looks for better settings. */
  searches: boolean;
  /** Blob of the results by spans of time, and of each trained model by the name of its policy. */
  summaries?: string;
  models: Record<string, string>;
}

export interface FeatureScore { namespace: string; featureName: string; score: number }

export interface FeatureImportance {
  id: string;
  name: string;
  startTime: string;
  endTime: string;
  creationTime: string;
  jobId: string;
  status: 'NotStarted' | 'Running' | 'Succeeded' | 'Failed';
  featureScores?: FeatureScore[];
}
