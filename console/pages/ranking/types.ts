/** Responses of the ranking operations, as far as used here. */
export const BASE = '/ranking/v1.1-preview.3';
export const IMPORTANCES = '/ranking/featureImportances';
export const IMPORTANCES_VERSION = '2022-09-01-preview';

export interface Settings {
  rewardWaitTime: string;
  defaultReward: number;
  rewardAggregation: string;
  explorationPercentage: number;
  modelExportFrequency: string;
  logRetentionDays: number;
  learningMode: string;
  isAutoOptimizationEnabled: boolean;
  autoOptimizationFrequency: string;
  autoOptimizationStartDate: string;
  isInferenceExplainabilityEnabled?: boolean;
  lastConfigurationEditDate: string;
}

export interface Policy {
  name: string;
  arguments: string;
  /** Of a policy to compare; the loop's by default. */ explorationPercentage?: number;
}

/** Opens the comparison of these settings with the current ones. */
export function whatIfPath({ arguments: text, explorationPercentage }: Partial<Policy>): string {
  const query = new URLSearchParams({ tab: 'evaluations', whatIf: '1' });
  if (text !== undefined) query.set('arguments', text);
  if (explorationPercentage !== undefined) query.set('exploration', String(explorationPercentage));
  return `/ranking?${query.toString()}`;
}

/** Whether the learning settings are multi-slot. */
export function isMultiSlot({ arguments: text }: Policy): boolean {
  return /(^|\s)--ccb_explore_adf(\s|$)/.test(text);
}

/** Five minutes of learning. */
export interface Span {
  learningMode: string;
  numberOfEvents: number;
  numberOfMatchedEvents: number;
}

/** A value with its 95 % interval; both are computed by the server. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

export interface SpanEstimates {
  numberOfEvents: number;
  numberOfExploredEvents: number;
  /** Unknown for single events. */ numberOfMatchedEvents?: number;
  averageReward?: Estimate;
  baselineReward?: Estimate;
  differenceToBaseline?: Estimate;
}

export interface EstimatePoint extends SpanEstimates {
  startDate: string;
  endDate: string;
  cumulativeNumberOfEvents: number;
  cumulativeBaselineReward?: Estimate;
}

export interface ActionEstimates {
  id: string;
  numberOfDecisions: number;
  numberOfExploredDecisions: number;
  averageReward?: Estimate;
  rewardIfAlwaysShown?: Estimate;
}

export interface Estimates extends SpanEstimates {
  /** Of the newest event. */ learningMode?: string;
  missingEvents?: number;
  numberOfWaitingEvents: number;
  points: EstimatePoint[];
  actions: ActionEstimates[];
}

/** An evaluated policy. */
export interface PolicyEstimate {
  name: string;
  arguments: string;
  policySource: string;
  /** Only if it differs from the loop's. */ explorationPercentage?: number;
  averageReward?: Estimate;
  /** To what the current settings earned. */ difference?: Estimate;
  missingEvents?: number;
  points: { timeStamp: string; averageReward: Estimate }[];
}

export interface Decision {
  slotId?: string;
  actionId: string;
  probability: number;
  explored: boolean;
  isBaseline: boolean;
  /** Probability of showing the baseline; 0 if it could not be shown. */ baselineProbability: number;
  reward?: number;
}

export interface EventRow {
  position: number;
  eventId: string;
  time: string;
  learningMode: string;
  modelPosition: number;
  state: string;
  decisions: Decision[];
}

export interface EventList {
  value: EventRow[];
  nextBefore?: number;
  oldestTime?: string;
}

export interface RankedAction {
  id: string;
  features: unknown[];
}
export interface Slot {
  id: string;
  features?: unknown[] | null;
  excludedActions?: string[] | null;
  baselineAction: string;
}

export interface EventView extends EventRow {
  contextFeatures: unknown[];
  actions: RankedAction[];
  excludedActions: string[];
  slots?: Slot[];
  probabilities: number[][];
  rewards: { time: string; slotId?: string; value: number; counted: boolean }[];
  deferred?: boolean;
  activatedTime?: string;
}

export interface Evaluation {
  id: string;
  name: string;
  startTime: string;
  endTime: string;
  jobId: string;
  status: string;
  policyResults: { totalSummary?: { ipsEstimatorDenominator: number } }[];
  featureImportance: string[][];
  evaluationType: string;
  optimalPolicy: string;
  creationTime: string;
}

export interface Importance {
  id: string;
  name: string;
  startTime: string;
  endTime: string;
  creationTime: string;
  status: string;
  featureScores?: { namespace: string; featureName: string; score: number }[];
}
